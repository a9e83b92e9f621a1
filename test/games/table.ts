import type { Key } from '../../host/core/chance.ts';
import { keyOf } from '../../host/core/seed.ts';
import type { Nanos, Seat } from '../../host/core/units.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import type { Options, State } from '../../host/games/bananagrams/rules/state.ts';
import { type BunchCounts, tilesOfBunch } from '../../host/games/bananagrams/tiles.ts';
import type { Effect, Setup } from '../../host/games/game.ts';
import { filledPool } from '../../host/games/kit/pool.ts';
import { build } from '../../host/lexicon/build.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import type { SeenEvent } from '../seen-event.ts';
import { inOrder } from './drawings.ts';
import { thingsIn } from './pool.ts';
import { type RefereeTable, refereeTable } from './referee-table.ts';

/**
 * A table of Bananagrams under the real referee, for tests that say what players write and look at what comes of
 * it. Letters are A, B and C, and any of them in alphabetical order are a word: so each hand has a legal grid, its
 * `row`, and `BA` is no word.
 */
export interface Request {
  /** The dialect of each seat: `n` numbered, `r` plain. */
  readonly seats?: string;
  /** What each is dealt. A seed is looked for that does it. */
  readonly hands?: readonly string[];
  /** The tiles that are drawn next, in order … */
  readonly draws?: string;
  /** … and the others in the bunch, in any order. */
  readonly others?: string;
  readonly options?: Partial<Options>;
  readonly words?: readonly string[];
  readonly readyTimeout?: Nanos;
  readonly gameTimeout?: Nanos;
  readonly key?: Key;
}

export interface Table extends Omit<RefereeTable<State>, 'says'> {
  /** A player writes; one read. Answers what came of it, a line each. */
  says(seat: Seat, text: string | Uint8Array): string[];
  /** What this player holds, by what it has been told and has dumped. */
  hand(seat: Seat): string;
}

/** Everybody is named, and nobody is ready. */
export function laidTable(request: Request = {}): Table {
  const names = Array.from(seatsOf(request), (_, index) => `p${index + 1}`);
  const options = optionsOf(request);
  const setup: Setup = { names, options, lexicon: lexiconOf(request), key: keyFor(request), keyOf };
  const hands = names.map(() => '');
  const onEffect = (effect: Effect) => follow(hands, effect);
  const table = refereeTable<State>(bananagrams, setup, { ...request, onEffect });
  return Object.assign(table, { says: table.writes, hand: (seat: Seat) => inOrder(hands[seat - 1]!) });
}

/** What each holds, by what it is told and what it dumps. */
function follow(hands: string[], effect: Effect): void {
  const tells = effect.do === 'tell' ? [effect] : effect.do === 'gate' ? effect.tells : [];
  for (const { seat, text } of tells) hands[seat - 1] += text.replace(/[^A-Z]/g, '');
  if (effect.do !== 'record' || effect.event.type !== 'dump') return;
  const { seat, letter } = effect.event as SeenEvent;
  hands[seat - 1] = hands[seat - 1]!.replace(letter, '');
}

/** Everybody is ready, and the tiles are dealt. */
export function dealtTable(request: Request = {}): Table {
  const table = laidTable(request);
  for (const [index, dialect] of [...seatsOf(request)].entries()) table.says(index + 1, dialect);
  return table;
}

export function lexiconWith(words: readonly string[]): Lexicon {
  const built = build([...new Set(words)].sort());
  if (!built.ok) throw new Error('these words cannot be compiled');
  return { ...built.automaton, name: 'small', sha256: '0'.repeat(64), path: '' };
}

function countsOf(letters: string): BunchCounts {
  const counts: Record<string, number> = {};
  for (const letter of letters) counts[letter] = (counts[letter] ?? 0) + 1;
  return counts;
}

/** Any of A, B and C, up to 30 of them, and A alone up to the longest word there is. */
export const abc = (() => {
  const words: string[] = [];
  for (let a = 0; a <= 30; a++)
    for (let b = 0; a + b <= 30; b++)
      for (let c = 0; a + b + c <= 30; c++)
        if (a + b + c > 1) words.push('A'.repeat(a) + 'B'.repeat(b) + 'C'.repeat(c));
  for (let a = 31; a <= 255; a++) words.push('A'.repeat(a));
  return lexiconWith(words);
})();

function lexiconOf({ words }: Request): Lexicon {
  return words ? lexiconWith(words) : abc;
}

function seatsOf({ seats, hands }: Request): string {
  return seats ?? 'n'.repeat(hands?.length ?? 2);
}

function optionsOf(request: Request): Options {
  const { hands, draws = '', others = '', options } = request;
  const defaults = settleOptions(bananagramsOptions, []);
  const own = hands && { bunch: countsOf(hands.join('') + draws + others), hand: hands[0]!.length };
  return { ...defaults, stall: 0, ...own, ...options };
}

/** The first key that deals these hands, and then these draws. */
function keyFor(request: Request): Key {
  const { hands, draws, key } = request;
  if (key || !hands) return key ?? keyNumber(0);
  const isDealt = deals(request, hands);
  for (let number = 0; number < 200_000; number++) if (isDealt(keyNumber(number))) return keyNumber(number);
  throw new Error(`no key deals ${hands.join(' ')} and then ${draws}: ask for less`);
}

export function deals(request: Request, hands: readonly string[]): (key: Key) => boolean {
  const { draws = '' } = request;
  const { bunch } = optionsOf(request);
  const wanted = hands.map(inOrder);
  const size = hands[0]!.length;
  return (key) => {
    const pool = filledPool(tilesOfBunch(bunch), { key, names: [] });
    const order = thingsIn(pool).toReversed().join('');
    const dealt = wanted.every((hand, seat) => inOrder(order.slice(seat * size, (seat + 1) * size)) === hand);
    return dealt && order.startsWith(draws, size * hands.length);
  };
}

export function keyNumber(number: number): Key {
  return Uint32Array.from([number, 1, 2, 3, 4, 5, 6, 7]);
}
