import { WITHOUT_MARK } from '../../core/text/byte-order-mark.ts';
import type { Offence } from '../../games/kit/verdict.ts';
import { flushHint } from '../../match/referee/flush-hint.ts';
import type { Heard } from './bot.ts';
import { type Finding, untried } from './finding.ts';

type NoMessage = Exclude<Heard<unknown>, { readonly kind: 'message' | 'ready' }>;

/** The bot did something else than send the required message, or none. `overlooked`: what bots of this game wait for that never comes. */
export function unexpected(
  heard: NoMessage,
  expected: string,
  command: string,
  limit: number,
  overlooked?: string,
): Finding {
  switch (heard.kind) {
    case 'silence':
      return {
        is: 'wrong',
        silent: true,
        expected,
        ...silence(heard.unfinished, command, limit, overlooked),
      };
    case 'gone':
      return { is: 'wrong', expected, ...departure(heard.gone, part(heard.unfinished)) };
    case 'caught':
      return { is: 'wrong', expected, came: heard.offence.detail };
    case 'fault':
      return { ...broken(heard.offence, expected), at: placeOf(heard.offence) ?? heard.bytes[0] };
    case 'interrupted':
      return untried('the check was interrupted');
    default:
      return heard satisfies never;
  }
}

function silence(unfinished: string | undefined, command: string, limit: number, overlooked?: string) {
  const came = `nothing within ${limit / 1e9} s`;
  if (unfinished !== undefined) return { came: `${came} that is whole${part(unfinished)}`, advice: WHOLE };
  const why = overlooked ?? 'it waits for something that never comes, or is too slow';
  return { came, advice: `${flushHint(command)}. If it did not write, ${why}.` };
}

const part = (unfinished: string | undefined) => (unfinished === undefined ? '' : `; it ${unfinished}`);

const WHOLE = 'Write each message to its end, and flush it.';

/** A message may be long: the byte at fault, where the offence tells it. */
function placeOf({ at, unit }: Offence): number | undefined {
  return unit === 'byte' ? at : undefined;
}

const LEFT = 'A bot stays until SIGTERM or the end of its input. Its standard error may tell why it ended.';

const BROKEN =
  'Standard output is for messages only: write notes for yourself to standard error. docs/reference has the wire.';

const MARKED = `: ${WITHOUT_MARK}`;
const UNMARK = `${capitalized(WITHOUT_MARK)}.`;

function broken({ detail }: Offence, expected: string): Finding & { readonly is: 'wrong' } {
  const isMarked = detail.endsWith(MARKED);
  const came = isMarked ? detail.slice(0, -MARKED.length) : detail;
  return { is: 'wrong', expected, came, advice: isMarked ? UNMARK : BROKEN };
}

type Departed = Extract<NoMessage, { readonly kind: 'gone' }>['gone'];

function departure({ cause, code, signal, problem }: Departed, unfinished: string) {
  if (problem !== undefined && !STARTED.test(problem)) return unstarted(problem);
  return { came: came() + unfinished, advice: LEFT };

  function came(): string {
    const ended = code === null ? 'it ended' : `it ended with status ${code}`;
    if (problem !== undefined) return `${ended}: ${problem}`;
    if (cause === 'closed') return 'it closed its output';
    return signal === null ? ended : `it died of ${signal}`;
  }
}

/** The program that the command names was there, and what it needs was not. */
const STARTED = / was found, and something that it /;

/** After its colon a problem mostly has the repair; some have a guess at the reason there. */
function unstarted(problem: string) {
  const [, fact, repair] = /^(.+?): (?!its? )(.+)$/s.exec(problem) ?? [];
  return {
    came: `it could not be started: ${fact ?? problem}`,
    advice: repair?.replace(/^(write|begin|name|build) /, capitalized) ?? START,
  };
}

function capitalized(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}

const START =
  'Give a command that starts the bot in this folder: a program on the PATH, ./FILE, or an interpreter with its file, as in "python3 bot.py".';
