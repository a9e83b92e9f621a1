/** Notices of all games in lines. `player` counts from 1, as everywhere on the wire. */
export type SharedNotice =
  | { readonly type: 'start' }
  | { readonly type: 'passed' | 'forfeited' | 'timeout'; readonly player: number }
  /** The remaining time of each player in the game. Negative values are overtime. */
  | { readonly type: 'bank'; readonly banks: readonly Bank[] }
  | { readonly type: 'gameover'; readonly scores: readonly Score[] };

export interface Bank {
  readonly player: number;
  readonly ms: number;
}

export interface Score {
  readonly player: number;
  readonly points: number;
}

export function sharedNoticeText(notice: SharedNotice): string {
  switch (notice.type) {
    case 'start':
      return 'start\n';
    case 'passed':
    case 'forfeited':
    case 'timeout':
      return `${notice.type} ${notice.player}\n`;
    case 'bank':
      return `bank${notice.banks.map(({ player, ms }) => ` ${player} ${ms}`).join('')}\n`;
    case 'gameover':
      return `gameover${notice.scores.map(({ player, points }) => ` ${player} ${points}`).join('')}\n`;
    default:
      return notice satisfies never;
  }
}

/** Undefined for other words and incomplete lines. */
export function readSharedNotice(
  first: string | undefined,
  words: readonly string[],
): SharedNotice | undefined {
  switch (first) {
    case 'start':
      return { type: first };
    case 'passed':
    case 'forfeited':
    case 'timeout':
      return beginWhole(words, 1) ? { type: first, player: Number(words[0]) } : undefined;
    case 'bank':
      if (!arePairs(words)) return undefined;
      return { type: first, banks: pairsOf(words).map(([player, ms]) => ({ player, ms })) };
    case 'gameover':
      if (!arePairs(words)) return undefined;
      return { type: first, scores: pairsOf(words).map(([player, points]) => ({ player, points })) };
    default:
      return undefined;
  }
}

/** `none` means no limit. */
export function millisecondsIn(word: string | undefined): number | undefined {
  return word === 'none' ? undefined : Number(word);
}

/** Reads `MS K` and this many more whole numbers. */
export function readTurn(words: readonly string[], more = 0): TurnNotice | undefined {
  const [ms, ...rest] = words;
  if (!(ms === 'none' || isWhole(ms)) || !beginWhole(rest, 1 + more)) return undefined;
  return { type: 'turn', ms: millisecondsIn(ms), k: Number(rest[0]) };
}

export interface TurnNotice {
  readonly type: 'turn';
  /** Undefined without a limit. */
  readonly ms: number | undefined;
  readonly k: number;
}

export function beginWhole(words: readonly string[], count: number): boolean {
  return words.length >= count && words.slice(0, count).every(isWhole);
}

export function isWhole(word: string | undefined): boolean {
  return word !== undefined && /^-?\d+$/.test(word);
}

const arePairs = (words: readonly string[]) => words.length % 2 === 0 && words.every(isWhole);

function pairsOf(words: readonly string[]): (readonly [number, number])[] {
  const numbers = words.map(Number);
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => [
    numbers[2 * index]!,
    numbers[2 * index + 1]!,
  ]);
}
