import { millis, type Nanos } from '../../core/units.ts';
import type { Bot } from './bot.ts';
import type { Finding } from './finding.ts';
import { unexpected } from './unexpected.ts';

interface Line {
  readonly line: string;
}

/** In games that are played in lines of text: the set-up is read, and the bot says so. */
export async function saysReady(bot: Bot<Line>, limit: Nanos): Promise<Finding | undefined> {
  const expected = '`ready`, once the set-up is read up to `end`';
  const heard = await bot.next(limit);
  if (heard.kind === 'ready') return undefined;
  if (heard.kind !== 'message') return unexpected(heard, expected, bot.command, limit);
  return { is: 'wrong', expected, came: heard.message.line, at: heard.bytes[0] };
}

const LATE = millis(400);

/** The turn has run out: an answer to it is late, and none is as good. */
export async function mayAnswerLate(bot: Bot<Line>, answer: string): Promise<Finding | undefined> {
  const heard = await bot.next(LATE);
  if (heard.kind === 'message' || heard.kind === 'silence') return undefined;
  if (heard.kind === 'ready') return { is: 'wrong', expected: `${answer}, or nothing`, came: 'ready' };
  return unexpected(heard, 'a late answer, or nothing', bot.command, LATE);
}
