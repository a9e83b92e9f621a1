import { millis } from '../../../core/units.ts';
import type { Bot, Heard } from '../bot.ts';
import type { Finding } from '../finding.ts';
import { unexpected } from '../unexpected.ts';

interface Line {
  readonly line: string;
}

/** A message that was not solicited. */
export function saidUnsolicited(bot: Bot<Line>, expected: string): Finding | undefined {
  const heard = bot.pending();
  return heard && outOfTurn(bot, heard, expected, 0);
}

/** Long enough for a bot that sends unsolicited messages. */
const QUIET = millis(250);

export async function staysQuiet(bot: Bot<Line>, expected: string): Promise<Finding | undefined> {
  const heard = await bot.next(QUIET);
  return heard.kind === 'silence' ? undefined : outOfTurn(bot, heard, expected, QUIET);
}

function outOfTurn({ command }: Bot<Line>, heard: Heard<Line>, expected: string, limit: number): Finding {
  if (heard.kind === 'ready') return { is: 'wrong', expected, came: 'ready', at: heard.bytes[0] };
  if (heard.kind !== 'message') return unexpected(heard, expected, command, limit);
  return { is: 'wrong', expected, came: heard.message.line, at: heard.bytes[0] };
}
