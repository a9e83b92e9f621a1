import { millis, type Nanos } from '../../../core/units.ts';
import { excerpt } from '../../../games/line-game/wire/move-scanner.ts';
import { now } from '../../../match/clock.ts';
import type { Bot, Heard } from '../bot.ts';
import { type Finding, untried } from '../finding.ts';
import { unexpected } from '../unexpected.ts';

export interface Tagged {
  readonly tag: number | undefined;
  readonly line: string;
}

export type Answer<Message> = Heard<Message> & { readonly kind: 'message' };

export interface Asked {
  /** Which of its own. */
  readonly turn: number;
  /** The time limit of a turn; for a turn without a limit the wait is a few times as long. */
  readonly time: Nanos;
  readonly endless: boolean;
  /** Answers to earlier turns may be on their way. */
  readonly hasBeenLate: boolean;
  readonly answers: string;
}

/** As the host allows by itself. */
const MARGIN = millis(50);
const PATIENCE = 4;

/** The bot's answer to its turn, if it is one line for this turn. */
export async function nextAnswer<Message extends Tagged>(
  bot: Bot<Message>,
  { turn, time, endless, hasBeenLate, answers }: Asked,
): Promise<Answer<Message> | Finding> {
  const limit = endless ? PATIENCE * time : time + MARGIN;
  const expected = `an answer to turn ${turn}: ${answers}`;
  const end = now() + limit;
  for (;;) {
    const heard = await bot.next(end - now());
    if (heard.kind === 'silence' && heard.unfinished === undefined && endless)
      return untried(`it has not answered within ${limit / 1e9} s, and the turn had no end`);
    if (heard.kind === 'ready') return { is: 'wrong', expected, came: 'ready', at: heard.bytes[0] };
    if (heard.kind !== 'message') return unexpected(heard, expected, bot.command, limit);
    const { tag, line } = heard.message;
    if (hasBeenLate && tag !== undefined && tag < turn) continue;
    return tag === undefined || tag === turn ? heard : wrongTag(line, turn, heard.bytes[0]);
  }
}

function wrongTag(line: string, turn: number, at: number): Finding {
  return {
    is: 'wrong',
    expected: `an answer to turn ${turn}, with @${turn} in front of it or with nothing`,
    came: excerpt(line),
    at,
    advice: 'The number after @ is the K of the line `turn` that is answered.',
  };
}
