import type { Noted } from '../events/event-log.ts';
import type { MatchPlan } from './plan.ts';

/** No text that a player is told holds it. */
const MARK = '\0';

/**
 * The plan with the path of the word list that players were told. Where a list lies is a fact of the machine that played;
 * which words it holds is known by its hash. So a record verifies wherever the list lies now.
 */
export function withToldPath(plan: MatchPlan, events: readonly Noted[]): MatchPlan {
  const { game, setup } = plan;
  const { lexicon } = setup;
  const told = events.find((event) => event.type === 'out');
  if (!lexicon || told?.type !== 'out') return plan;
  const marked = game.prepare({ ...setup, lexicon: { ...lexicon, path: MARK } });
  const [before = '', after] = game.greet(marked, told.seat).split(MARK);
  if (after === undefined || !told.text.startsWith(before)) return plan;
  const end = told.text.indexOf('\n', before.length);
  const path = told.text.slice(before.length, end === -1 ? undefined : end);
  return { ...plan, setup: { ...setup, lexicon: { ...lexicon, path } } };
}
