import { millis, type Nanos } from '../../../core/units.ts';
import type { Bot } from '../bot.ts';
import type { Finding } from '../finding.ts';
import { unexpected } from '../unexpected.ts';

interface Line {
  readonly line: string;
}

/** In games in lines of text: the bot is ready when it has read the set-up. */
export async function saysReady(bot: Bot<Line>, limit: Nanos): Promise<Finding | undefined> {
  const expected = '`ready`, once the set-up is read up to `end`';
  const heard = await bot.next(limit);
  if (heard.kind === 'ready') return undefined;
  if (heard.kind !== 'message') return unexpected(heard, expected, bot.command, limit);
  return { is: 'wrong', expected, came: heard.message.line, at: heard.bytes[0] };
}

const LATE = millis(400);

/** The turn has run out: a late answer and no answer are both right. */
export async function mayAnswerLate(bot: Bot<Line>, answer: string): Promise<Finding | undefined> {
  const heard = await bot.next(LATE);
  if (heard.kind === 'message' || heard.kind === 'silence') return undefined;
  if (heard.kind === 'ready') return { is: 'wrong', expected: `${answer}, or nothing`, came: 'ready' };
  return unexpected(heard, 'a late answer, or nothing', bot.command, LATE);
}
