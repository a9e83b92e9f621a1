import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import t, { type Test } from 'tap';
import { findProgram } from '../../host/seats/processes/find-program.ts';
import { hasProc } from '../../host/seats/processes/proc.ts';
import { hasNamespace, triedRungs } from '../seats/sitting.ts';
import { museum, type Sin } from './museum.ts';
import { honest, playSin, type SinPlayed } from './play-sin.ts';

const GRACE_MS = 200;
/** Of the honest player, which draws two tiles with each. */
const MS_PER_PEEL = 20;
const SHORT_BUNCH = 60;
const LEEWAY_MS = 2_000;
const MOST_EXTRA_KB = 50 * 1024;

const words = Array.from({ length: 255 }, (_, index) => 'A'.repeat(index + 1)).join('\n');
const cwd = t.testdir({ 'words.txt': words });
const noProc = !hasProc && 'survivors can only be counted where there is a /proc';
const noCompiler = findProgram('cc') === undefined && 'no C compiler (cc)';
const noNamespace = !triedRungs.some(({ rung, skip }) => hasNamespace(rung) && !skip) && 'no namespaces here';

let runs = 0;

type Sandbox = 'auto' | 'process';

/** The program as a command; a C program is compiled once. */
function commandOf(program: string): string {
  const source = join(import.meta.dirname, program);
  if (!program.endsWith('.c')) return `exec /bin/sh '${source}'`;
  return `'${compiled(source)}'`;
}

const binaries = new Map<string, string>();
function compiled(source: string): string {
  const known = binaries.get(source);
  if (known) return known;
  const binary = join(cwd, basename(source, '.c'));
  spawnSync('cc', ['-O1', '-o', binary, source], { stdio: 'inherit' });
  binaries.set(source, binary);
  return binary;
}

async function play(
  player: string,
  { tiles = SHORT_BUNCH, options = [] }: Pick<Sin, 'tiles' | 'options'>,
  sandbox: Sandbox,
  env: Readonly<Record<string, string>> = {},
): Promise<SinPlayed> {
  const tag = `sin-${process.pid}-${++runs}`;
  const bunch = `bunch-${runs}`;
  writeFileSync(join(cwd, bunch), `A ${tiles}\n`);
  const game = ['--dictionary', 'words.txt', '--bunch', bunch, '--hand', '3'];
  const limits = ['--ready-timeout', '8s', '--game-timeout', '15s', '--grace', `${GRACE_MS}ms`];
  const players = [`${player} ${tag}`, `${honest} ${tag}`];
  const args = [...game, ...limits, '--sandbox', sandbox, '--json', ...options, '--', ...players];
  return await playSin(args, tag, { cwd, env });
}

const ordinary = noProc ? undefined : await play(honest, {}, 'process');

function checkSin(t: Test, sin: Sin, sandbox: Sandbox, played: SinPlayed): void {
  const { outcome, result, peakKb, survivors } = played;
  const weaker = sandbox === 'process' ? sin.withoutNamespace : undefined;
  const { game, became, lasts = 0, tiles = SHORT_BUNCH } = { ...sin, ...weaker };
  const promised = { ...game, players: [became, weaker?.honest ?? { outcome: 'won' }] };
  t.match(result, promised, outcome.stderr);
  const bound = (tiles / 2) * MS_PER_PEEL + GRACE_MS + lasts + LEEWAY_MS;
  t.ok(outcome.ms < bound, `an end in time: ${Math.round(outcome.ms)} of ${bound} ms`);
  const extraKb = peakKb - ordinary!.peakKb;
  t.ok(extraKb < MOST_EXTRA_KB, `memory of the host: ${extraKb} kB more than in an honest game`);
  t.equal(survivors.length, weaker?.survivors ?? 0, 'what is still there');
  for (const pid of survivors) process.kill(pid, 'SIGKILL');
}

for (const sandbox of ['auto', 'process'] as const)
  t.test(
    `on the rung ${sandbox}`,
    { skip: noProc || (sandbox === 'auto' && noNamespace), jobs: 3 },
    async (t) => {
      for (const sin of museum) {
        const name = [sin.program, ...(sin.options ?? [])].join(' ');
        const unplayed = sandbox === 'process' && sin.withoutNamespace?.skip;
        const skip = unplayed || (sin.program.endsWith('.c') && noCompiler);
        t.test(name, { skip }, async (t) =>
          checkSin(t, sin, sandbox, await play(commandOf(sin.program), sin, sandbox)),
        );
      }
    },
  );

t.test(
  'no namespaces on the machine: players are held as processes, and that is said',
  { skip: noProc },
  async (t) => {
    const folder = join(cwd, 'few-tools');
    mkdirSync(folder);
    for (const tool of ['mkfifo', 'head', 'sleep', 'setsid'])
      symlinkSync(findProgram(tool)!, join(folder, tool));
    const sin = museum.find(({ program }) => program === 'lingering/double-fork-with-a-session.sh')!;
    const played = await play(commandOf(sin.program), sin, 'auto', { PATH: folder });
    t.equal(played.result?.sandbox, 'process');
    checkSin(t, sin, 'process', played);
  },
);

t.test('a shell that is not there: said before anything is started', { skip: noProc }, async (t) => {
  const { outcome, survivors } = await play(honest, { options: ['--shell', '/nowhere/sh'] }, 'auto');
  t.match(outcome, { status: 2, stdout: '', stderr: /--shell/ });
  t.same(survivors, []);
});
