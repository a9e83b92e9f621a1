import { type Nanos, seconds } from '../../core/units.ts';
import type { Offence } from '../../games/kit/verdict.ts';
import { flushHint } from '../../match/startup.ts';
import type { Bot, BotEvent } from './bot.ts';

/** Why a step is not ok: the bot is wrong, or the step could not find out. */
export type Finding = WrongFinding | UntriedFinding;

export interface WrongFinding {
  readonly is: 'wrong';
  /** What the wire requires here. */
  readonly expected: string;
  readonly came: string;
  /** The offset of the fault in the bot's output, in bytes. */
  readonly at?: number | undefined;
  /** What to do, if the advice of the step does not fit. */
  readonly advice?: string | undefined;
  /** By which it is known again in another step, where the sentences differ from one hand to the next. */
  readonly fault?: string | undefined;
  /** The bot wrote nothing, and its time was waited for. */
  readonly silent?: true;
}

interface UntriedFinding {
  readonly is: 'untried';
  readonly why: string;
  /** By which it is known again in another step, as a fault is. */
  readonly alike: string;
}

export function untried(why: string, alike = why): UntriedFinding {
  return { is: 'untried', why, alike };
}

type NoMessage = Exclude<BotEvent<unknown>, { readonly kind: 'message' | 'ready' }>;

/** The bot did something else than send the required message, or none. `overlooked`: what bots of this game wait for that never comes. */
export function unexpected(
  event: NoMessage,
  expected: string,
  command: string,
  limit: number,
  overlooked?: string,
): Finding {
  switch (event.kind) {
    case 'silence':
      return {
        is: 'wrong',
        silent: true,
        expected,
        ...silence(event.unfinished, command, limit, overlooked),
      };
    case 'gone':
      return { is: 'wrong', expected, ...departure(event.gone, part(event.unfinished)) };
    case 'caught':
      return { is: 'wrong', expected, came: event.offence.detail };
    case 'fault':
      return { ...faultFinding(event.offence, expected), at: placeOf(event.offence) ?? event.bytes[0] };
    case 'interrupted':
      return untried('the check was interrupted');
    default:
      return event satisfies never;
  }
}

function silence(unfinished: string | undefined, command: string, limit: number, overlooked?: string) {
  const came = `nothing within ${limit / 1e9} s`;
  if (unfinished !== undefined)
    return { came: `${came} that is whole${part(unfinished)}`, advice: FLUSH_ADVICE };
  const why = overlooked ?? 'it waits for something that never comes, or it is too slow';
  return { came, advice: `${flushHint(command)}. If it did not write, ${why}.` };
}

const part = (unfinished: string | undefined) => (unfinished === undefined ? '' : `; it ${unfinished}`);

const FLUSH_ADVICE = 'Write each message to its end, and flush it.';

/** A message may be long: the byte at fault, where the offence tells it. */
function placeOf({ at, unit }: Offence): number | undefined {
  return unit === 'byte' ? at : undefined;
}

const STAY_ADVICE =
  'A bot runs until SIGTERM or the end of its input. Its standard error may say why it ended.';

const OUTPUT_ADVICE = 'Standard output is for messages only: write your own notes to standard error.';

/** Many sentences end with what to do. */
const TO_DO = /^(.*?): ((?:write|did you mean) .*)$/s;

function faultFinding({ detail }: Offence, expected: string): Finding & { readonly is: 'wrong' } {
  const [, came = detail, todo] = TO_DO.exec(detail) ?? [];
  const advice = todo === undefined ? OUTPUT_ADVICE : capitalized(todo).replace(/(?<![?.])$/, '.');
  return { is: 'wrong', expected, came, advice };
}

type GoneDetails = Extract<NoMessage, { readonly kind: 'gone' }>['gone'];

function departure({ cause, code, signal, problem }: GoneDetails, unfinished: string) {
  if (problem !== undefined && !STARTED.test(problem)) return startFailure(problem);
  return { came: came() + unfinished, advice: STAY_ADVICE };

  function came(): string {
    const ended = code === null ? 'it ended' : `it exited with status ${code}`;
    if (problem !== undefined) return `${ended}: ${problem}`;
    if (cause === 'closed') return 'it closed its output';
    return signal === null ? ended : `it was killed by ${signal}`;
  }
}

/** The program that the command names was there, and what it needs was not. */
const STARTED = / was found, but something that it /;

/** After its first sentence or its colon a problem mostly has the repair; some have a guess at the reason there. */
function startFailure(problem: string) {
  const [, fact, repair] = /^(.+?)(?:: (?!its? )|\. )(.+)$/s.exec(problem) ?? [];
  return {
    came: `it could not be started: ${fact ?? problem}`,
    advice: repair?.replace(/^use /, capitalized) ?? START_ADVICE,
  };
}

function capitalized(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}

const START_ADVICE =
  'Give a command that starts the bot in this folder: a program on the PATH, ./FILE, or an interpreter with its file, as in "python3 bot.py".';

/** The game is over: SIGTERM, and the grace to end. */
export async function awaitExit(bot: Bot<unknown>, grace: Nanos): Promise<Finding | undefined> {
  const { processes } = await bot.end('after-reading');
  if (!processes?.killed) return undefined;
  return {
    is: 'wrong',
    expected: `its end within ${grace / 1e9} s of SIGTERM, which follows the end of the game (--grace)`,
    came: 'it kept running and was killed',
  };
}

const END_OF_INPUT = seconds(2);

/** Its input has ended: what it still sends is ignored, and no fault. */
export async function awaitEndOfInput(bot: Bot<unknown>): Promise<Finding | undefined> {
  bot.hangUp();
  for (;;) {
    const { kind } = await bot.next(END_OF_INPUT);
    if (kind === 'gone') return undefined;
    if (kind === 'interrupted') return untried('the check was interrupted');
    if (kind === 'silence' || kind === 'caught')
      return {
        is: 'wrong',
        expected: `its own end within ${END_OF_INPUT / 1e9} s of the end of its input`,
        came: 'it kept running after the end of its input',
      };
  }
}
