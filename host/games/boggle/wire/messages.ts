import {
  beginWhole,
  isWhole,
  readSharedNotice,
  readTurn,
  type SharedNotice,
  sharedNoticeText,
} from '../../line-game/wire/notices.ts';
import type { Spoken } from '../../line-game/wire/scanner.ts';
import type { MissReason } from '../judge.ts';

/** A message after `ready`. */
export type Message = Spoken<Move>;

export type Move =
  /** Always in capitals. */
  | { readonly type: 'guess'; readonly word: string }
  | { readonly type: 'pass' | 'done' | 'forfeit' }
  /** A line after `done`. */
  | { readonly type: 'unread' };

/** Notices of the host during the game. `player` counts from 1, as everywhere on the wire. */
export type Notice =
  | SharedNotice
  /** Without a limit there is no `ms`. `left` counts the turns of the whole game, this one included. */
  | { readonly type: 'turn'; readonly ms: number | undefined; readonly k: number; readonly left: number }
  | WordNotice<'scored' | 'found', { readonly points: number }>
  /** Later versions may add reasons. */
  | WordNotice<'missed', { readonly reason: MissReason | (string & {}) }>;

type WordNotice<Type, More> = {
  readonly type: Type;
  readonly player: number;
  readonly word: string;
} & More;

export function noticeText(notice: Notice): string {
  switch (notice.type) {
    case 'turn':
      return `turn ${notice.ms ?? 'none'} ${notice.k} ${notice.left}\n`;
    case 'scored':
    case 'found':
      return `${notice.type} ${notice.player} ${notice.word} ${notice.points}\n`;
    case 'missed':
      return `missed ${notice.player} ${notice.word} ${notice.reason}\n`;
    default:
      return sharedNoticeText(notice);
  }
}

export function moveText(move: Move, tag?: number): string {
  const before = tag === undefined ? [] : [`@${tag}`];
  const said = move.type === 'guess' ? [move.type, move.word] : [move.type];
  return [...before, ...said].join(' ');
}

/** Reads a line of the host. Undefined if unknown. */
export function readNotice(line: string): Notice | undefined {
  const [first, ...words] = line.trim().split(/ +/);
  switch (first) {
    case 'turn': {
      const turn = readTurn(words, 1);
      return turn && { ...turn, left: Number(words[2]) };
    }
    case 'scored':
    case 'found':
    case 'missed':
      return wordTold(first, words);
    default:
      return readSharedNotice(first, words);
  }
}

function wordTold(type: 'scored' | 'found' | 'missed', words: readonly string[]): Notice | undefined {
  const [, word, told] = words;
  if (!beginWhole(words, 1) || word === undefined || told === undefined) return undefined;
  const player = Number(words[0]);
  if (type === 'missed') return { type, player, word, reason: told };
  return isWhole(told) ? { type, player, word, points: Number(told) } : undefined;
}
