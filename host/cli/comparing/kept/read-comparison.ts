import { Misfit, readShape } from '../../../core/read-shape.ts';
import { number, object, oneOf, optional, orNull, text, tuple, type ValueOf } from '../../../core/shape.ts';
import { jsonObject } from '../../../core/text/json-object.ts';
import { misfitInWords } from '../../../events/read-result.ts';
import type { KeptFile, ReadableStore } from '../../../runs/store/contract.ts';
import type { Question } from '../../../tournament/comparison.ts';
import { models } from '../../../tournament/likelihood-test.ts';

/** Of what a store keeps of a comparison: what is needed to tell how it stands. */
const player = object({ name: text() });
const test = object({
  model: oneOf(...models),
  elo0: number(),
  elo1: number(),
  alpha: number(),
  beta: number(),
});
const shape = object({
  kind: oneOf('compare'),
  game: text(),
  seed: text(),
  /** NEW and OLD. */
  players: tuple<[ValueOf<typeof player>, ValueOf<typeof player>]>(player, player),
  test: orNull(test),
  notWorse: oneOf(true, false),
  /** Missing: the first of NEW ends it. */
  offences: optional(oneOf('count')),
});
type ComparisonInStore = ValueOf<typeof shape>;

/** The comparison that a store keeps in this version of its file; undefined: it keeps something else. */
export function comparisonIn(
  store: Pick<ReadableStore, 'misfit'>,
  { version, canonical }: Pick<KeptFile, 'version' | 'canonical'>,
): ComparisonInStore | undefined {
  const value = jsonObject(canonical);
  if (value?.kind !== 'compare') return undefined;
  const read = readShape(shape, value, 0);
  if (read instanceof Misfit) throw store.misfit('file', version, `canonical.${misfitInWords(read)}`);
  return read as ComparisonInStore;
}

/** What was asked when it was last gone on with. */
export function questionIn({ test, notWorse, offences }: ComparisonInStore): Question {
  return { test, notWorse, countsOffences: offences === 'count' };
}
