import type { Dialect, Notice } from './messages.ts';

/**
 * The player's side of the wire: one message of the host, without its `.`, to what it means. Plain notices do
 * not say what they are: all of them add tiles.
 */
export function readNotice(text: string, dialect: Dialect, dealt: boolean): Notice | undefined {
  if (!/^[A-Z]*$/.test(text.replace(/^[+=-]\d{3}|^d/, ''))) return undefined;
  if (!dealt || dialect === 'plain') return /^[A-Z]+$/.test(text) ? plainNotice(text, dealt) : undefined;
  const peel = /^([+=-])(\d{3})([A-Z]?)$/.exec(text);
  if (peel) return numberedPeel(peel[1]!, Number(peel[2]), peel[3]!);
  return /^d(?:[A-Z]|[A-Z]{3})$/.test(text) ? { type: 'dumped', tiles: text.slice(1) } : undefined;
}

function plainNotice(tiles: string, dealt: boolean): Notice {
  return dealt ? { type: 'dumped', tiles } : { type: 'hand', tiles };
}

function numberedPeel(sign: string, number: number, drew: string): Notice | undefined {
  if (sign !== '-') return { type: 'peeled', number, mine: sign === '+', drew };
  return drew === '' ? { type: 'late', number } : undefined;
}
