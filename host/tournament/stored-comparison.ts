import { firstDifference, jsonObject } from '../core/json.ts';
import {
  anyOf,
  Misfit,
  number,
  object,
  oneOf,
  optional,
  orNull,
  readShape,
  text,
  tuple,
  type ValueOf,
} from '../core/shape.ts';
import { visibleJson } from '../core/text.ts';
import { models, type Question } from './comparison.ts';

const player = object({ name: text() });
const sequentialTest = object({
  model: oneOf(...models),
  elo0: number(),
  elo1: number(),
  alpha: number(),
  beta: number(),
});
const anytimeTest = object({ kind: oneOf('anytime'), difference: number(), alpha: number(), beta: number() });
const shape = object({
  kind: oneOf('compare'),
  game: text(),
  seed: text(),
  playerSeed: optional(text()),
  /** Several: the seed of the first pair is not that of the comparison. Missing in stores of early versions. */
  pairs: optional(oneOf('one', 'several')),
  /** NEW and OLD. */
  players: tuple<[ValueOf<typeof player>, ValueOf<typeof player>]>(player, player),
  /** A sequential test has no kind: stores of versions that knew no other one have none. */
  test: orNull(anyOf(anytimeTest, sequentialTest)),
  notWorse: oneOf(true, false),
  /** Missing: the first of NEW ends it. */
  offences: optional(oneOf('count')),
});

/** The definition of a comparison in a store, as far as its state depends on it. */
export type StoredComparison = ValueOf<typeof shape>;

/**
 * Reads a definition from a store. Undefined: it is not that of a comparison. A text says what is wrong with
 * it, since a store may come from a stranger.
 */
export function readStoredComparison(canonical: string): StoredComparison | string | undefined {
  const value = jsonObject(canonical);
  if (value?.kind !== 'compare') return undefined;
  const read = readShape(shape, value);
  return read instanceof Misfit ? read.inWords() : read;
}

/** The answer of the games since the last run. */
export function questionIn({ test, notWorse, offences }: StoredComparison): Question {
  return { test, notWorse, countsOffences: offences === 'count' };
}

/** Texts of options by their names. */
export interface OptionTexts {
  readonly options: object;
  readonly hosting: object;
}

/**
 * Returns a sentence about what makes this another comparison, or undefined. `defaults` are those of options
 * that the version which began it may not know.
 */
export function changeOfComparison(before: string, now: string, defaults: OptionTexts): string | undefined {
  const change = firstDifference(fixedParts(before, defaults), fixedParts(now, defaults));
  if (change === undefined) return undefined;
  const [was, is] = [change.before, change.now].map((value) =>
    value === undefined ? 'none' : visibleJson(value),
  );
  return `${change.path} was ${was} there, and is ${is} now`;
}

/** Leaves out fields that may differ in each run. */
function fixedParts(canonical: string, defaults: OptionTexts): object {
  const { offences: _, options, hosting, ...all } = jsonObject(canonical) ?? {};
  return {
    ...all,
    options: { ...defaults.options, ...(options as object) },
    hosting: { ...defaults.hosting, ...(hosting as object) },
  };
}
