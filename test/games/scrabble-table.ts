import { draw, type Key, openStream } from '../../host/core/chance.ts';
import { keyOf } from '../../host/core/seed.ts';
import type { Nanos, Seat } from '../../host/core/units.ts';
import type { Setup } from '../../host/games/game.ts';
import { filledPool } from '../../host/games/kit/pool.ts';
import { type Options, scrabbleOptions } from '../../host/games/scrabble/options.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { tilesOfSet } from '../../host/games/scrabble/tiles/bag.ts';
import type { TileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import type { Placement } from '../../host/games/scrabble/wire/messages.ts';
import { placementText } from '../../host/games/scrabble/wire/messages.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { inOrder } from './drawings.ts';
import { thingsIn } from './pool.ts';
import { type RefereeTable, refereeTable } from './referee-table.ts';
import { keyNumber, lexiconWith } from './table.ts';

/** A table of Scrabble under the real referee. Tiles are those of `english`; `?` is the blank. */
export interface Request {
  /** What each is dealt. A seed is looked for that does it. */
  readonly hands: readonly string[];
  /** The tiles that are drawn next, in order … */
  readonly draws?: string;
  /** … and the others in the bag, in any order. */
  readonly others?: string;
  readonly first?: Seat;
  readonly options?: Partial<Options>;
  /** None: all words are valid. */
  readonly words?: readonly string[];
  readonly gameTimeout?: Nanos;
  /** Known to deal this. */
  readonly key?: Key;
}

/** Everybody is ready, and the first has its turn. Nothing in a turn takes longer than a microsecond. */
export function dealtScrabble(request: Request, absent: readonly Seat[] = []): RefereeTable {
  const table = laidScrabble(request);
  for (const [index] of request.hands.entries())
    table.opening.push(
      ...(absent.includes(index + 1) ? table.leaves(index + 1) : table.says(index + 1, 'ready')),
    );
  return table;
}

export function laidScrabble(request: Request): RefereeTable {
  const names = request.hands.map((_, index) => `p${index + 1}`);
  const lexicon = request.words && lexiconWith(request.words);
  const setup: Setup = { names, options: optionsOf(request), lexicon, key: keyFor(request), keyOf };
  return refereeTable(scrabble, setup, request);
}

function optionsOf({ hands, draws = '', others = '', options }: Request): Options {
  const tiles = tilesOf(hands.join('') + draws + others);
  return { ...settleOptions(scrabbleOptions, []), tiles, handsize: hands[0]!.length, ...options } as Options;
}

export const english = builtInTileSet('english')!;

function tilesOf(letters: string): TileSet {
  const counted = english.tiles.map((tile) => {
    const count = [...letters].filter((letter) => idOf(letter) === tile.id).length;
    return { ...tile, count };
  });
  return { name: 'small', tiles: counted };
}

export function idOf(letter: string): number {
  return letter === '?' ? 0 : letter.charCodeAt(0) - 64;
}

const letterOf = (id: number) => (id === 0 ? '?' : String.fromCharCode(64 + id));

/** The first key that deals these hands, and then these draws, and lets this player begin. */
function keyFor(request: Request): Key {
  if (request.key) return request.key;
  const { hands, draws, others, first, options } = request;
  if (options && 'tiles' in options) return foundKey(request);
  const asked = JSON.stringify([hands, draws, others, first]);
  const key = found.get(asked) ?? foundKey(request);
  found.set(asked, key);
  return key;
}

/** Tests ask for the same hands again and again. */
const found = new Map<string, Key>();

function foundKey(request: Request): Key {
  const isDealt = dealsScrabble(request);
  for (let number = 0; number < 300_000; number++) if (isDealt(keyNumber(number))) return keyNumber(number);
  throw new Error(`no key deals ${request.hands.join(' ')} and then ${request.draws}: ask for less`);
}

export function dealsScrabble(request: Request): (key: Key) => boolean {
  const { hands, draws = '', first = 1 } = request;
  const { tiles } = optionsOf(request);
  const wanted = hands.map(inOrder);
  const size = hands[0]!.length;
  return (key) => {
    if (draw(openStream(key, 'first'), hands.length)[0] + 1 !== first) return false;
    const bag = filledPool(tilesOfSet(tiles as TileSet), { key, names: [] });
    const order = thingsIn(bag).toReversed().map(letterOf).join('');
    const dealt = wanted.every((hand, seat) => inOrder(order.slice(seat * size, (seat + 1) * size)) === hand);
    return dealt && order.startsWith(draws, size * hands.length);
  };
}

/** A word laid across from a place, or down: each letter as its own tile, a small one as a blank. */
export function word(text: string, x: number, y: number, direction: 'across' | 'down' = 'across'): string {
  return `play ${placementText(placed(text, x, y, direction))}`;
}

/** A dot is a place that is passed over. */
export function placed(text: string, x: number, y: number, direction: 'across' | 'down'): Placement[] {
  return [...text].flatMap((letter, index): Placement[] => {
    if (letter === '.') return [];
    const place = direction === 'across' ? { x: x + index, y } : { x, y: y + index };
    if (letter >= 'a') return [{ ...place, id: 0, letter: letter.toUpperCase(), points: 0 }];
    const points = english.tiles.find(({ id }) => id === idOf(letter))!.faces[0]!.points;
    return [{ ...place, id: idOf(letter), letter, points }];
  });
}
