import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { SandboxLevel } from '../../host/match/seat.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { letterAOptions } from '../cli/letter-a.ts';
import { binary } from '../cli/wordhost.ts';

const words = Array.from({ length: 255 }, (_, index) => 'A'.repeat(index + 1));

// A host that is killed while it starts leaves the folder of its pipes.
const folder = t.testdir({
  game: { 'words.txt': words.join('\n'), bunch: 'A 500\n' },
  scratch: {},
  tools: {},
});
export const cwd = join(folder, 'game');
const hook = join(import.meta.dirname, 'dies-after-start.mjs');

/** Every level, and how the command line comes to it: without bubblewrap on the machine, `auto` takes `unshare`. */
export const sandboxOf = {
  bubblewrap: ['auto', process.env.PATH ?? ''],
  unshare: ['auto', join(folder, 'tools')],
  process: ['process', process.env.PATH ?? ''],
  strict: ['strict', process.env.PATH ?? ''],
  off: ['off', process.env.PATH ?? ''],
} as const satisfies Record<SandboxLevel, readonly [sandbox: string, path: string]>;

const tools = 'sh setsid unshare setpriv sleep head env'.split(' ');
for (const tool of tools) if (findProgram(tool)) symlinkSync(findProgram(tool)!, join(folder, 'tools', tool));

export async function untriable(level: SandboxLevel): Promise<string | false> {
  if (!hasProc) return 'survivors can only be counted where there is a /proc';
  const sandbox = await probeSandbox(level);
  return 'problem' in sandbox ? sandbox.problem : false;
}

/** A real host, and all that it started, known by a number in the command line of each. */
export interface DoomedHost {
  readonly child: ChildProcess;
  readonly tag: string;
  output: string;
  readonly exit: Promise<unknown[]>;
}

let hosts = 0;

export function doomedHost(
  level: SandboxLevel,
  players: (tag: string) => readonly string[],
  diesAfter?: number,
  options: readonly string[] = [],
): DoomedHost {
  const tag = `${1_000 + ++hosts}${String(process.pid).padStart(7, '0')}`;
  const [sandbox, PATH] = sandboxOf[level];
  const game = [...letterAOptions, '--trace', '--env', 'TEST_HOST'];
  const args = [
    binary,
    ...game,
    '--sandbox',
    sandbox,
    '--stderr',
    'inherit',
    ...options,
    '--',
    ...players(tag),
  ];
  const hooked = diesAfter !== undefined && {
    NODE_OPTIONS: `--import=${hook}`,
    DIES_AFTER: String(diesAfter),
  };
  const env = { ...process.env, PATH, TMPDIR: join(folder, 'scratch'), TEST_HOST: tag, ...hooked };
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const host: DoomedHost = { child, tag, output: '', exit: once(child, 'exit') as Promise<unknown[]> };
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (host.output += text));
  return host;
}

/** What goes its own ways and hears no signal. */
export function stubborn(tag: string, hidden: boolean): string {
  const deaf = `trap "" TERM INT HUP QUIT; while :; do sleep ${tag}; done`;
  const kinds = [
    `: I am a player; trap "" TERM INT HUP QUIT`,
    `sleep ${tag} &`,
    `(setsid sleep ${tag} &)`,
    `(sh -c '${deaf}' & setsid sh -c '(${deaf}) & ${deaf}' &)`,
    'hop() { sleep 0.02; hop & exit; }',
    'hop &',
    ...(hidden ? [`(env -i setsid sh -c '${deaf}' &)`] : []),
  ];
  return kinds.join('\n');
}

export const peels = `printf n; head -c 4 >/dev/null; grid=AAA; tiles=3; peel=1
while :; do
  printf 'p%03d%03d001%s' $peel $tiles $grid; head -c 6 >/dev/null
  grid=\${grid}A; tiles=$((tiles + 1)); peel=$((peel + 1))
done`;

/** All that still lives of what these hosts started: by the marker, or by the number where the environment is gone. */
export function survivorsOf(
  hosts: readonly DoomedHost[],
): { readonly pid: number; readonly words: string }[] {
  const isOfThem = (text: string) => hosts.some(({ tag }) => text.includes(tag));
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid: Number(pid), words: read(`${pid}/cmdline`), environment: read(`${pid}/environ`) }))
    .filter(({ words, environment }) => isOfThem(words) || isOfThem(environment));
}

function read(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'latin1');
  } catch {
    return ''; // gone
  }
}
