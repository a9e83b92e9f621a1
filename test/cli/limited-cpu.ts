import { join } from 'node:path';
import type { Test } from 'tap';
import type { SandboxLevel } from '../../host/match/seat.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { compiled, noCompiler } from '../misbehaviour/compiled.ts';
import type { TriedLevel } from '../misbehaviour/levels.ts';
import { levelsFor } from '../misbehaviour/levels-for.ts';
import { letterA } from './letter-a.ts';
import { resultsOf, run as runHost } from './wordhost.ts';

/*
 * Limits of processor time, with programs that really compute. Machines with other work make them slower, not busier:
 * what they use is theirs alone.
 */

export const skip = !hasProc ? 'what is used can only be seen where there is a /proc' : noCompiler;

export const turns = 'scrabble --dictionary none --max-turns 2 --seed 1 --json --quiet'.split(' ');

export const late = { timeouts: 1, cpuTimeouts: 1, outcome: 'lost' };
export const inTime = { timeouts: 0, cpuTimeouts: undefined, outcome: 'lost' };
const rows = [
  ['spins', 300, late],
  ['threads', 300, late],
  ['children', 300, late],
  // Nobody counts it when it has ended: it was seen while it ran.
  ['ignored', 300, late],
  ['spins', 20, inTime],
  ['sleeps', 300, inTime],
] as const;

/** Programs that compute, in a folder of this test, and games of them. */
export async function limitedCpu(t: Test) {
  const cwd = t.testdir(letterA);
  const levels = await levelsFor(t);
  const program = noCompiler ? '' : compiled(join(import.meta.dirname, 'computing', 'computes.c'), cwd);
  const computes = (how: string, ms: number) => `./${program.slice(cwd.length + 1)} ${how} ${ms}`;
  const passes = computes('sleeps', 0);

  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runHost(args, { cwd, env });

  async function first(player: string, options: readonly string[], env = {}) {
    const outcome = await run([...turns, ...options, '--', player, passes], env);
    const [result] = resultsOf(outcome);
    t.ok(result, outcome.stderr);
    return { result, became: result?.players[0], stderr: outcome.stderr, ms: outcome.ms };
  }

  /** Both limits, with every way to compute, on these levels. */
  function tryLimitsOn(isTried: (level: SandboxLevel) => boolean): void {
    for (const held of levels.filter(({ level }) => isTried(level))) tryLimits(held);
  }

  function tryLimits({ level, options, env, skip: missing }: TriedLevel): void {
    t.test(`--turn-cpu 100ms on the level ${level}`, { skip: skip || missing }, async (t) => {
      for (const [how, ms, expected] of rows) {
        const { became, stderr } = await first(computes(how, ms), [...options, '--turn-cpu', '100ms'], env);
        t.match(became, expected, `${how} ${ms} ms ${stderr}`);
      }
      if (level === 'process') return;
      const { became } = await first(computes('orphan', 300), [...options, '--turn-cpu', '100ms'], env);
      t.match(became, late, 'what nobody waits for counts where there is a namespace');
    });

    t.test(`--player-cpu on the level ${level}`, { skip: skip || missing }, async (t) => {
      for (const how of ['spins', 'children', 'endless']) {
        const { result, became, stderr } = await first(
          computes(how, 1_000),
          [...options, '--player-cpu', '300ms'],
          env,
        );
        t.match(became, { outcome: 'offender', offence: { kind: 'time', rule: 'player-cpu' } }, stderr);
        t.match(became?.offence?.detail, /used 0\.\d\d .*processor time.* 0\.30 s that --player-cpu/);
        t.match(result, { outcome: 'won', winner: 2, reason: 'last-player' });
      }
      const { became } = await first(computes('sleeps', 1_000), [...options, '--player-cpu', '300ms'], env);
      t.match(became, inTime);
    });
  }

  return { cwd, computes, passes, run, first, tryLimitsOn };
}
