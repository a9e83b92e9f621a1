import { setImmediate as nextTurn } from 'node:timers/promises';
import { judgePlay } from '../../../games/scrabble/judge/judge-move.ts';
import { searchPlays } from '../../../games/scrabble/moves/search-plays.ts';
import type { Move, Placement } from '../../../games/scrabble/wire/messages.ts';
import { type Fault, fault, shown } from '../../../seats/remote/json-rpc.ts';
import type { Choice } from '../strategy.ts';
import { BLANK, SIZE, type WebGame } from './web-game.ts';

/** A blank without a letter gets one from the host. */
export type LaidTile = Omit<Placement, 'letter'> & { readonly letter: string | undefined };

export type ReadMove =
  | { readonly ok: true; readonly move: Exclude<Move, { readonly type: 'play' }> }
  | { readonly ok: true; readonly laid: readonly LaidTile[] };

type Fields = Readonly<Record<string, unknown>>;

export function readMove(result: unknown, game: WebGame): ReadMove | Fault {
  if (!isFields(result)) return form('result', 'an object', result);
  switch (result.type) {
    case 'PASS':
      return { ok: true, move: { type: 'pass' } };
    case 'EXCHANGE':
      return readExchange(result.exchangetiles ?? result.exchangeTiles, game);
    case 'PLAY':
      return readPlay(result.playtiles ?? result.playTiles, game);
    default:
      return form('type', '"PLAY", "PASS" or "EXCHANGE"', result.type);
  }
}

function readExchange(given: unknown, { tiles }: WebGame): ReadMove | Fault {
  if (!Array.isArray(given) || given.length === 0)
    return form('exchangetiles', 'an array of one or more letters', given);
  if (given.length > MOST_TILES) return form('exchangetiles', `up to ${MOST_TILES} letters`, given.length);
  const ids: number[] = [];
  for (const letter of given) {
    const id = idOf(letter, tiles);
    if (id === undefined) return form('exchangetiles', LETTER, letter);
    ids.push(id);
  }
  return { ok: true, move: { type: 'change', ids } };
}

function readPlay(given: unknown, game: WebGame): ReadMove | Fault {
  if (!Array.isArray(given) || given.length === 0)
    return form('playtiles', 'an array of one or more tiles such as {"row":7,"col":7,"tile":"A"}', given);
  if (given.length > MOST_TILES) return form('playtiles', `up to ${MOST_TILES} tiles`, given.length);
  const laid: LaidTile[] = [];
  for (const tile of given) {
    const read = readTile(tile, game);
    if ('ok' in read) return read;
    laid.push(read);
  }
  return { ok: true, laid };
}

function readTile(given: unknown, { tiles, corner }: WebGame): LaidTile | Fault {
  if (!isFields(given)) return form('playtiles', 'tiles such as {"row":7,"col":7,"tile":"A"}', given);
  const { row, col, tile, letter } = given;
  if (!isPlace(row)) return form('row', PLACE, row);
  if (!isPlace(col)) return form('col', PLACE, col);
  const id = idOf(tile, tiles);
  if (id === undefined) return form('tile', LETTER, tile);
  const place = { x: corner.x + col, y: corner.y + row, id };
  if (tile !== BLANK) return { ...place, letter: upper(tile), points: tiles.points[upper(tile)]! };
  if (letter === undefined || letter === null) return { ...place, letter: undefined, points: 0 };
  if (letter === BLANK || idOf(letter, tiles) === undefined)
    return form('letter', 'the letter that the blank stands for', letter);
  return { ...place, letter: upper(letter), points: 0 };
}

/** A list that is longer than the board has squares is invalid. */
const MOST_TILES = SIZE * SIZE;
const PLACE = `a whole number from 0 to ${SIZE - 1}`;
const LETTER = `a letter of the game, or "${BLANK}" for a blank`;

const idOf = (letter: unknown, { ids }: WebGame['tiles']) =>
  typeof letter === 'string' ? ids.get(upper(letter)) : undefined;

const upper = (letter: unknown): string => String(letter).toUpperCase();

function isPlace(given: unknown): given is number {
  return Number.isInteger(given) && Number(given) >= 0 && Number(given) < SIZE;
}

const isFields = (given: unknown): given is Fields =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

const form = (what: string, expected: string, got: unknown): Fault =>
  fault('form', `${what}: expected ${expected}; got ${shown(got)}`);

/**
 * Chooses the letters of blanks that make the play legal and worth most, the first in the alphabet among
 * equals. If no letters do, or the search takes too long, the first letter is used, and the host names the
 * error.
 */
export async function withLetters(
  laid: readonly LaidTile[],
  choice: Choice,
  until: number,
): Promise<readonly Placement[]> {
  if (laid.every(hasLetter)) return laid;
  const { terms, position, held } = choice;
  const [first = ''] = terms.lexicon?.alphabet ?? [];
  const withFirst = laid.map((tile) => ({ ...tile, letter: tile.letter ?? first }));
  const counts = countsOf(laid);
  // A search with tiles that the bot does not have could take seconds.
  if ([...counts].some(([id, count]) => count > (held.get(id) ?? 0))) return withFirst;
  let best: { readonly points: number; readonly placements: readonly Placement[] } | undefined;
  const look = (placements: readonly Placement[]) => {
    const judgement = judgePlay(terms, position, held, placements);
    if (!judgement.legal) return;
    const { points } = judgement;
    if (best && (points < best.points || (points === best.points && !isBefore(placements, best.placements))))
      return;
    best = { points, placements };
  };
  const searched = searchPlays(terms, position, counts, (found) => {
    const placements = lettersOf(found.placements(), laid);
    if (placements) look(placements);
  });
  let [began, took] = [performance.now(), 0];
  for (const _ of searched) {
    const slice = performance.now() - began;
    if (took + slice > LONGEST_SEARCH_MS || performance.now() > until) break;
    if (slice < SLICE_MS) continue;
    await nextTurn();
    took += slice;
    began = performance.now();
  }
  return best?.placements ?? withFirst;
}

/** Other players are heard after a slice of the search. */
const SLICE_MS = 5;
/** A move with two blanks takes some tens of milliseconds. */
const LONGEST_SEARCH_MS = 500;

const hasLetter = (tile: LaidTile): tile is Placement => tile.letter !== undefined;

function countsOf(laid: readonly LaidTile[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { id } of laid) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Returns letters in the order of `laid`, or undefined if the plays differ. */
function lettersOf(found: readonly Placement[], laid: readonly LaidTile[]): readonly Placement[] | undefined {
  if (found.length !== laid.length) return undefined;
  const placements: Placement[] = [];
  for (const { x, y, id, letter } of laid) {
    const there = found.find((tile) => tile.x === x && tile.y === y && tile.id === id);
    if (!there || (letter !== undefined && there.letter !== letter)) return undefined;
    placements.push(there);
  }
  return placements;
}

function isBefore(one: readonly Placement[], other: readonly Placement[]): boolean {
  const [letters, others] = [one, other].map((tiles) => tiles.map(({ letter }) => letter).join(''));
  return letters! < others!;
}
