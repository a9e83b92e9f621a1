import { cut } from '../../../core/text/columns.ts';
import { visible } from '../../../core/text/visible.ts';
import { UsageError } from '../../../core/usage-error.ts';
import type { GameRecord } from '../../../events/read-record.ts';
import type { Judged } from '../../../views/html/replay/replay-page.ts';
import { type NamedList, type Outcome, outcomeOf } from '../replay/verify-file.ts';

const LONGEST = 4000;

/** Every decision made again, as far as that can be done here. */
export function judgedAgain(record: GameRecord, list: NamedList): Judged {
  const outcome = attempt(record, list);
  if (typeof outcome === 'string')
    return { is: 'not judged', said: [`It could not be judged again: ${outcome}`] };
  if (outcome.ok) return { is: 'right', said: [outcome.said] };
  const { problem, lines } = outcome;
  if (lines === undefined) return { is: 'not judged', said: [`It could not be judged again: ${problem}`] };
  return {
    is: 'different',
    said: [
      `It differs from what the rules decide. ${problem}`,
      ...lines.map((line) => cut(visible(line), LONGEST)),
    ],
  };
}

/** The outcome, or why there is none. */
function attempt(record: GameRecord, list: NamedList): Outcome | string {
  try {
    return outcomeOf(record, list);
  } catch (error) {
    if (error instanceof UsageError && list.dictionary === undefined) return error.message;
    throw error;
  }
}
