import type { Message, Placement } from 'wordhost/scrabble';
import { type Fault, fault, shown } from '../fault.ts';
import { type SaidGame, SIZE } from '../told/game-files.ts';
import { BLANK } from '../told/said-tiles.ts';

/** A tile that a bot lays: without a letter it is a blank for which the host chooses one. */
export type LaidTile = Omit<Placement, 'letter'> & { readonly letter: string | undefined };

export type ReadMove =
  | { readonly ok: true; readonly move: Exclude<Message, { readonly type: 'play' }> }
  | { readonly ok: true; readonly laid: readonly LaidTile[] };

type Fields = Readonly<Record<string, unknown>>;

/** The result of NextMove. */
export function readMove(result: unknown, said: SaidGame): ReadMove | Fault {
  if (!isFields(result)) return form('result', 'an object', result);
  switch (result.type) {
    case 'PASS':
      return { ok: true, move: { type: 'pass' } };
    case 'EXCHANGE':
      return readExchange(result.exchangetiles ?? result.exchangeTiles, said);
    case 'PLAY':
      return readPlay(result.playtiles ?? result.playTiles, said);
    default:
      return form('type', '"PLAY", "PASS" or "EXCHANGE"', result.type);
  }
}

function readExchange(given: unknown, { tiles }: SaidGame): ReadMove | Fault {
  if (!Array.isArray(given) || given.length === 0)
    return form('exchangetiles', 'an array of one or more letters', given);
  const ids: number[] = [];
  for (const letter of given) {
    const id = idOf(letter, tiles);
    if (id === undefined) return form('exchangetiles', LETTER, letter);
    ids.push(id);
  }
  return { ok: true, move: { type: 'change', ids } };
}

function readPlay(given: unknown, said: SaidGame): ReadMove | Fault {
  if (!Array.isArray(given) || given.length === 0)
    return form('playtiles', 'an array of one or more tiles, as {"row":7,"col":7,"tile":"A"}', given);
  const laid: LaidTile[] = [];
  for (const tile of given) {
    const read = readTile(tile, said);
    if ('ok' in read) return read;
    laid.push(read);
  }
  return { ok: true, laid };
}

function readTile(given: unknown, { tiles, corner }: SaidGame): LaidTile | Fault {
  if (!isFields(given)) return form('playtiles', 'tiles as {"row":7,"col":7,"tile":"A"}', given);
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

const PLACE = `a whole number from 0 to ${SIZE - 1}`;
const LETTER = `a letter of the game, or "${BLANK}" for a blank`;

const idOf = (letter: unknown, { ids }: SaidGame['tiles']) =>
  typeof letter === 'string' ? ids.get(upper(letter)) : undefined;

const upper = (letter: unknown): string => String(letter).toUpperCase();

function isPlace(given: unknown): given is number {
  return Number.isInteger(given) && Number(given) >= 0 && Number(given) < SIZE;
}

const isFields = (given: unknown): given is Fields =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

const form = (what: string, expected: string, got: unknown): Fault =>
  fault('form', `${what}: expected ${expected}; got ${shown(got)}`);
