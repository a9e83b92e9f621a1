import { asksNotWorse, type Comparison, type Question, type Verdict } from '../../tournament/comparison.ts';
import type { TestCase } from '../../views/reports/summary.ts';
import type { Conclusion } from '../reporting/summary/run-summary.ts';
import { comparisonRows, comparisonWords } from './comparison-words.ts';
import { verdictWords } from './verdict-words.ts';

const statuses: Readonly<Record<Verdict, number>> = {
  better: 0,
  'not-worse': 0,
  counted: 0,
  'not-better': 1,
  worse: 1,
  offence: 1,
  undecided: 4,
};

/** The exit status of a comparison that was not interrupted. */
export function statusOf({ verdict }: Comparison): number {
  return statuses[verdict];
}

/** Why a comparison has ended before it was decided. */
interface Ended {
  readonly interrupted: boolean;
  /** In sentences. */
  readonly problem: string | undefined;
}

/** What a comparison has come to. `ofGames`: what of its games is to be told, in sentences. */
export function compareConclusion(
  comparison: Comparison,
  question: Question,
  ended: Ended,
  ofGames: readonly string[],
): Conclusion {
  const [answer, ...more] = verdictWords(comparison);
  const begun = ended.problem === undefined ? [] : [`${ended.problem}.`];
  return {
    verdict: [...begun, ended.interrupted ? `Interrupted. ${answer}` : answer!, ...more, ...ofGames],
    tables: [{ headings: ['figure', 'value'], rows: comparisonRows(comparison) }],
    cases: [verdictCase(comparison, question, ended)],
  };
}

/** Undecided it is neither: more games would tell. */
function verdictCase(comparison: Comparison, question: Question, { interrupted, problem }: Ended): TestCase {
  const { verdict } = comparison;
  const name =
    question.test === null ? 'the figures' : `NEW is ${asksNotWorse(question) ? 'not worse' : 'better'}`;
  const [why] = verdictWords(comparison);
  if (problem !== undefined)
    return { name, outcome: 'failed', kind: 'changed', why: problem, report: comparisonWords(comparison) };
  if (verdict === 'undecided' || (interrupted && verdict === 'counted'))
    return { name, outcome: 'skipped', why: interrupted ? 'the run was interrupted' : why };
  if (statusOf(comparison) === 0) return { name, outcome: 'passed' };
  return { name, outcome: 'failed', kind: verdict, why, report: comparisonWords(comparison) };
}
