import {
  beginWhole,
  readSharedNotice,
  readTurn,
  type SharedNotice,
  sharedNoticeText,
} from '../../line-game/wire/notices.ts';
import { integer, type Spoken } from '../../line-game/wire/scanner.ts';

/** A message after `ready`. */
export type Message = Spoken<Move>;

export type Move =
  | { readonly type: 'play'; readonly placements: readonly Placement[] }
  | { readonly type: 'pass' }
  | { readonly type: 'change'; readonly ids: readonly number[] }
  | { readonly type: 'forfeit' };

/** A tile with its place and letter: `X Y IDcPOINTS`. */
export interface Placement {
  readonly x: number;
  readonly y: number;
  readonly id: number;
  /** One code point. */
  readonly letter: string;
  readonly points: number;
}

/** The number of a kind of tile: `IDxN`. */
export interface Count {
  readonly id: number;
  readonly count: number;
}

/** Notices of the host during the game. `player` counts from 1, as everywhere on the wire. */
export type Notice =
  | SharedNotice
  /** The tiles in the bag, told before each turn. */
  | { readonly type: 'bag'; readonly tiles: number }
  /** Undefined without a limit. */
  | { readonly type: 'turn'; readonly ms: number | undefined; readonly k: number }
  | PlayNotice<'played', { readonly player: number; readonly points: number }>
  | PlayNotice<'playfailed', { readonly player: number }>
  | PlayNotice<'playsuccess', { readonly points: number; readonly drawn: readonly Count[] }>
  | { readonly type: 'changed'; readonly player: number; readonly tiles: number }
  | { readonly type: 'changesuccess'; readonly drawn: readonly Count[] }
  /** The words after `error`. */
  | { readonly type: 'error'; readonly words: readonly string[] }
  | { readonly type: 'failed' };

type PlayNotice<Type, More> = { readonly type: Type; readonly placements: readonly Placement[] } & More;

export function noticeText(notice: Notice): string {
  switch (notice.type) {
    case 'failed':
      return 'failed\n';
    case 'bag':
      return `bag ${notice.tiles}\n`;
    case 'turn':
      return `turn ${notice.ms ?? 'none'} ${notice.k}\n`;
    case 'played':
      return `played ${notice.player} ${notice.points}${playText(notice)}\n`;
    case 'playfailed':
      return `playfailed ${notice.player}${playText(notice)}\n`;
    case 'playsuccess':
      return `playsuccess ${notice.points}${playText(notice)} new${after(countText(notice.drawn))}\n`;
    case 'changed':
      return `changed ${notice.player} ${notice.tiles}\n`;
    case 'changesuccess':
      return `changesuccess${after(countText(notice.drawn))}\n`;
    case 'error':
      return `error${each(notice.words)}\n`;
    default:
      return sharedNoticeText(notice);
  }
}

const each = (words: readonly string[]) => after(words.join(' '));
const after = (text: string) => (text === '' ? '' : ` ${text}`);

export function moveText(move: Move, tag?: number): string {
  return `${tag === undefined ? '' : `@${tag} `}${moveLine(move)}`;
}

function moveLine(move: Move): string {
  switch (move.type) {
    case 'play':
      return `play${playText(move)}`;
    case 'change':
      return `change${each(move.ids.map(String))}`;
    case 'pass':
    case 'forfeit':
      return move.type;
    default:
      return move satisfies never;
  }
}

/** A play without tiles cannot be written. */
function playText({ placements }: { readonly placements: readonly Placement[] }): string {
  return after(placementText(placements));
}

export function placementText(placements: readonly Placement[]): string {
  let text = '';
  for (const { x, y, id, letter, points } of placements)
    text += `${text && ' '}${x} ${y} ${id}${letter}${points}`;
  return text;
}

export function countText(counts: readonly Count[]): string {
  let text = '';
  for (const { id, count } of counts) text += `${text && ' '}${id}x${count}`;
  return text;
}

/** Reads a line of the host. Undefined if unknown. */
export function readNotice(line: string): Notice | undefined {
  const [first, ...words] = line.trim().split(/ +/);
  switch (first) {
    case 'failed':
      return { type: first };
    case 'bag':
      return beginWhole(words, 1) ? { type: first, tiles: Number(words[0]) } : undefined;
    case 'turn':
      return readTurn(words);
    case 'played': {
      if (!beginWhole(words, 2) || !arePlacements(words.slice(2))) return undefined;
      const [player, points] = words.map(Number);
      return { type: 'played', player: player!, points: points!, placements: placementsOf(words.slice(2)) };
    }
    case 'playfailed':
      if (!beginWhole(words, 1) || !arePlacements(words.slice(1))) return undefined;
      return { type: 'playfailed', player: Number(words[0]), placements: placementsOf(words.slice(1)) };
    case 'playsuccess':
      return playSuccess(words);
    case 'changed':
      if (!beginWhole(words, 2)) return undefined;
      return { type: 'changed', player: Number(words[0]), tiles: Number(words[1]) };
    case 'changesuccess':
      return areCounts(words) ? { type: 'changesuccess', drawn: countsOf(words) } : undefined;
    case 'error':
      return { type: 'error', words };
    default:
      return readSharedNotice(first, words);
  }
}

function playSuccess(words: readonly string[]): Notice | undefined {
  const end = words.indexOf('new');
  const [laid, drawn] = [words.slice(1, end), words.slice(end + 1)];
  if (end === -1 || !beginWhole(words, 1) || !arePlacements(laid) || !areCounts(drawn)) return undefined;
  return {
    type: 'playsuccess',
    points: Number(words[0]),
    placements: placementsOf(laid),
    drawn: countsOf(drawn),
  };
}

const TILE = /^(-?\d+)(\P{Nd})(-?\d+)$/u;

export function arePlacements(words: readonly string[]): boolean {
  return (
    words.length % 3 === 0 &&
    words.every((word, index) => (index % 3 === 2 ? isTile(word) : integer(word) !== undefined))
  );
}

function isTile(word: string): boolean {
  const [, id = '', , points = ''] = TILE.exec(word) ?? [];
  return integer(id) !== undefined && integer(points) !== undefined;
}

const areCounts = (words: readonly string[]) => words.every((word) => /^-?\d+x\d+$/.test(word));

/** `X Y IDcPOINTS` words. */
export function placementsOf(words: readonly string[]): Placement[] {
  return Array.from({ length: Math.floor(words.length / 3) }, (_, index) => {
    const [x, y, tile] = words.slice(3 * index, 3 * index + 3);
    const [, id, letter, points] = TILE.exec(tile!) ?? [];
    return { x: Number(x), y: Number(y), id: Number(id), letter: letter ?? '', points: Number(points) };
  });
}

/** `IDxN` words. */
export function countsOf(words: readonly string[]): Count[] {
  return words.map((word) => {
    const [id, count] = word.split('x').map(Number);
    return { id: id!, count: count! };
  });
}
