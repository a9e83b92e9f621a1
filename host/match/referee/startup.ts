import type { Nanos } from '../../core/units.ts';
import type { Offence } from '../../games/kit/verdict.ts';
import type { Gone } from '../seat.ts';
import { compileHint } from './compile-hint.ts';
import { flushHint } from './flush-hint.ts';

/** A player as people know it. */
export interface Named {
  readonly name: string;
  readonly command: string;
}

/** Gone before the game began: it has failed, and the rule says how. */
export function failedStart(
  gone: Gone,
  ready: boolean,
  unfinished: string | undefined,
): { readonly offence: Offence } {
  const { rule, why } = startupFault(
    gone,
    ready ? 'after it was ready, before the game began' : 'before it was ready',
  );
  return { offence: startupOffence(rule, unfinished === undefined ? why : `${why}. It ${unfinished}`) };
}

function startupFault({ code, signal, problem, cause }: Gone, when: string): { rule: string; why: string } {
  if (problem !== undefined && code === null) return { rule: 'not-executable', why: problem };
  const because = problem === undefined ? undefined : `status ${code}: ${problem}`;
  if (code === 127)
    return {
      rule: 'not-found',
      why: because ?? 'exited with status 127, by which a shell says that it found no such command',
    };
  if (code === 126)
    return {
      rule: 'not-executable',
      why: because ?? 'exited with status 126, by which a shell says that it could not execute it',
    };
  if (signal !== null) return { rule: 'exited', why: `died of ${signal} ${when}` };
  if (cause === 'closed') return { rule: 'exited', why: `closed its output ${when}` };
  if (code === null) return { rule: 'exited', why: `ended ${when}, nobody could tell how` };
  const more = problem === undefined ? '' : `: ${problem}`;
  return { rule: 'exited', why: `exited with status ${code} ${when}${more}` };
}

/** Said nothing whole in all its time. The commonest reason is output that was never flushed. */
export function silent(
  player: Named,
  limit: Nanos,
  unfinished: string | undefined,
  unready: string | undefined,
): Offence {
  const hints = [compileHint(player.command), flushHint(player.command), SLOW, unready];
  const why =
    unfinished === undefined ? hints.filter((hint) => hint !== undefined).join('. ') : `It ${unfinished}`;
  const detail = `was not ready within ${limit / 1e9} s. ${why}`;
  return startupOffence('silent', detail);
}

const SLOW = 'A program that takes longer to start needs a longer --ready-timeout';

function startupOffence(rule: string, detail: string): Offence {
  return { kind: 'startup', rule, detail };
}
