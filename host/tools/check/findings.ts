import { type Nanos, seconds } from '../../core/units.ts';
import type { Offence } from '../../games/kit/verdict.ts';
import { flushHint } from '../../match/startup.ts';
import type { Bot, BotEvent } from './bot.ts';

export type Finding = WrongFinding | UntriedFinding;

export interface WrongFinding {
  readonly is: 'wrong';
  readonly expected: string;
  readonly came: string;
  readonly at?: number | undefined;
  /** Replaces the advice of the step. */
  readonly advice?: string | undefined;
  /** Equal faults of two steps have equal keys, even if their sentences differ. */
  readonly fault?: string | undefined;
  readonly silent?: true;
}

interface UntriedFinding {
  readonly is: 'untried';
  readonly why: string;
  /** Equal reasons of two steps have equal keys. */
  readonly alike: string;
}

export function untried(why: string, alike = why): UntriedFinding {
  return { is: 'untried', why, alike };
}

type NoMessage = Exclude<BotEvent<unknown>, { readonly kind: 'message' | 'ready' }>;

/**
 * Describes a bot that did not send the required message. `overlooked` names an event that such bots wait for and that never comes.
 */
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

/** A message may be long, so the offense tells the byte at fault. */
function placeOf({ at, unit }: Offence): number | undefined {
  return unit === 'byte' ? at : undefined;
}

const STAY_ADVICE =
  'A bot runs until SIGTERM or the end of its input. Its standard error may say why it ended.';

const OUTPUT_ADVICE = 'Standard output is for messages only: write your own notes to standard error.';

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

/** The program of the command exists, but something that it needs does not. */
const STARTED = / was found, but something that it /;

/** Behind its first sentence or its colon, a problem usually names the repair. */
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

/** Messages after the end of the input are ignored. */
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
