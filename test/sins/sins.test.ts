import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { findProgram } from '../../host/seats/processes/find-program.ts';
import { hasProc } from '../../host/seats/processes/proc.ts';
import type { Rung } from '../../host/seats/seat.ts';
import { compiled, noCompiler } from './compiled.ts';
import { museum, type Sin } from './museum.ts';
import { errorsOf, honest, playSin, type SinPlayed } from './play-sin.ts';
import { type Held, rungsHere } from './rungs.ts';

const GRACE_MS = 500;
/** Of the honest player, which draws two tiles with each. */
const MS_PER_PEEL = 20;
const SHORT_BUNCH = 60;
const LEEWAY_MS = 2_000;
/** Games are played side by side here, on machines with other work. */
const LONGEST_ANSWER_MS = 500;
const MOST_EXTRA_KB = 50 * 1024;

const words = Array.from({ length: 255 }, (_, index) => 'A'.repeat(index + 1)).join('\n');
const cwd = t.testdir({ 'words.txt': words });
const noProc = !hasProc && 'survivors can only be counted where there is a /proc';
const rungs = await rungsHere(cwd);
const processes = rungs.find(({ rung }) => rung === 'process')!;

let runs = 0;

/** The program as a command; a C program is compiled once. */
function commandOf(program: string): string {
  const source = join(import.meta.dirname, program);
  if (!program.endsWith('.c')) return `exec /bin/sh '${source}'`;
  return `'${compiled(source, cwd)}'`;
}

interface Played extends SinPlayed {
  /** On standard error. */
  readonly said: { readonly sinner: string; readonly honest: string };
}

async function play(
  player: string,
  { tiles = SHORT_BUNCH, options = [] }: Pick<Sin, 'tiles' | 'options'>,
  held: Pick<Held, 'options' | 'env'>,
): Promise<Played> {
  const tag = `sin-${process.pid}-${++runs}`;
  const bunch = `bunch-${runs}`;
  writeFileSync(join(cwd, bunch), `A ${tiles}\n`);
  const game = ['--dictionary', 'words.txt', '--bunch', bunch, '--hand', '3'];
  const limits = ['--ready-timeout', '8s', '--game-timeout', '15s', '--grace', `${GRACE_MS}ms`];
  const players = [`${player} ${tag}`, `${honest} ${tag}`];
  const kept = ['--stderr', `errors-${runs}`, '--name', 'sinner', '--name', 'honest', '--json'];
  const args = [...game, ...limits, ...kept, ...held.options, ...options, '--', ...players];
  const errors = join(cwd, `errors-${runs}`);
  const played = await playSin(args, tag, { cwd, env: held.env });
  return { ...played, said: { sinner: errorsOf('sinner', errors), honest: errorsOf('honest', errors) } };
}

const ordinary = noProc ? undefined : await play(honest, {}, processes);

function checkSin(t: Test, sin: Sin, rung: Rung, played: Played): void {
  const { outcome, result, peakKb, survivors, said } = played;
  const different = sin.on?.[rung] ?? {};
  const { game, became, says, lasts = 0, tiles = SHORT_BUNCH } = { ...sin, ...different };
  const promised = { ...game, sandbox: rung, players: [became, different.honest ?? { outcome: 'won' }] };
  t.match(result, promised, outcome.stderr);
  if (says) t.match(said.sinner, says);
  const bound = (tiles / 2) * MS_PER_PEEL + GRACE_MS + lasts + LEEWAY_MS;
  t.ok(outcome.ms < bound, `an end in time: ${Math.round(outcome.ms)} of ${bound} ms`);
  const slowest = Number(/^slowest answer: ([\d.]+) ms$/m.exec(said.honest)?.[1]);
  t.ok(slowest < LONGEST_ANSWER_MS, `the honest player is answered at once: within ${slowest} ms`);
  const extraKb = peakKb - ordinary!.peakKb;
  t.ok(extraKb < MOST_EXTRA_KB, `memory of the host: ${extraKb} kB more than in an honest game`);
  t.equal(survivors.length, different.survivors ?? 0, 'what is still there');
  for (const pid of survivors) process.kill(pid, 'SIGKILL');
}

for (const held of rungs)
  t.test(`on the rung ${held.rung}`, { skip: noProc || held.skip, jobs: 3 }, async (t) => {
    for (const sin of museum) {
      const name = [sin.program, ...(sin.options ?? [])].join(' ');
      const skip = sin.on?.[held.rung]?.skip ?? (sin.program.endsWith('.c') && noCompiler);
      t.test(name, { skip }, async (t) =>
        checkSin(t, sin, held.rung, await play(commandOf(sin.program), sin, held)),
      );
    }
  });

t.test(
  'no namespaces on the machine: players are held as processes, and that is said',
  { skip: noProc },
  async (t) => {
    const folder = join(cwd, 'few-tools');
    mkdirSync(folder);
    for (const tool of ['mkfifo', 'head', 'sleep', 'setsid'])
      symlinkSync(findProgram(tool)!, join(folder, tool));
    const sin = museum.find(({ program }) => program === 'lingering/double-fork-with-a-session.sh')!;
    const played = await play(commandOf(sin.program), sin, { options: [], env: { PATH: folder } });
    checkSin(t, sin, 'process', played);
  },
);

t.test('a shell that is not there: said before anything is started', { skip: noProc }, async (t) => {
  const { outcome, survivors } = await play(honest, { options: ['--shell', '/nowhere/sh'] }, processes);
  t.match(outcome, { status: 2, stdout: '', stderr: /--shell/ });
  t.same(survivors, []);
});
