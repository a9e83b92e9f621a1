import { counted } from '../../core/text.ts';
import type { GameRecord } from '../../events/read-record.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { planFromRecord } from '../../match/plan.ts';
import { verifyRecord } from '../../match/verify.ts';
import type { JudgeReport } from '../../views/html/replay-page.ts';

/** Plays a record again, for the page that shows it. */
export function judgedRecord(record: GameRecord, lexicon: Lexicon): JudgeReport {
  const plan = planFromRecord(record, lexicon);
  if (!plan.ok) return { is: 'not judged', said: [`It could not be verified: ${plan.problem}.`] };
  const verification = verifyRecord(plan.plan, record.events, record.lines);
  if (verification.ok)
    return {
      is: 'right',
      said: [`All ${counted(verification.decisions, 'decision')} reproduced.`],
    };
  const { line, problem } = verification.disagreement;
  return { is: 'different', said: [`It differs from the rules. Line ${line}: ${problem}.`] };
}
