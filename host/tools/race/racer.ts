import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longHash } from '../../files/long-hash.ts';
import { entryFile, packageRoot } from '../../files/package-root.ts';
import { quotedIfNeeded } from '../../files/shell.ts';
import { build } from '../../lexicon/build.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { textOf } from '../../lexicon/word-list.ts';
import type { SandboxLevel } from '../../match/seat.ts';
import type { RaceReport } from './race-report.ts';

export interface RacerProgram extends Disposable {
  readonly is: NonNullable<RaceReport['racer']>;
  /** What must be readable for it to run. */
  readonly folder: string;
  /** The command of one that speaks this dialect, and looks at the clock for so many nanoseconds first. */
  command(dialect: 'numbered' | 'plain', thinks: number): string;
}

const FOLDER = import.meta.filename.endsWith('.ts') ? 'host/tools/race/racer' : 'dist/racer';

/** A small C program, compiled when it is needed; a script where there is no compiler. */
export function openRacer(compiler = 'cc'): RacerProgram {
  const sources = join(packageRoot() ?? '.', FOLDER);
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-race-'));
  // Under `strict`, players are the user nobody, who must be able to read it.
  chmodSync(folder, 0o755);
  const program = join(folder, 'racer');
  const { status } = spawnSync(compiler, ['-O2', '-o', program, join(sources, 'racer.c')], {
    stdio: 'ignore',
  });
  const start = status === 0 ? [program] : [process.execPath, join(sources, 'racer.mjs')];
  return {
    is: status === 0 ? 'compiled' : 'script',
    folder: status === 0 ? folder : sources,
    command: (dialect, thinks) => ['exec', ...start.map(quotedIfNeeded), dialect, String(thinks)].join(' '),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface BusyLoad extends AsyncDisposable {
  /** Why there is none. */
  readonly problem: string | undefined;
}

const LONGEST_END_MS = 5_000;

/** Another host with its own racers, in other processes: game after game, until it is disposed of. */
export async function startBusyLoad(racer: RacerProgram, sandbox: 'auto' | SandboxLevel): Promise<BusyLoad> {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-load-'));
  writeFileSync(join(folder, 'bunch'), `A ${2 * LONGEST_ROW}\n`);
  writeFileSync(join(folder, 'words.txt'), rows.join('\n'));
  const player = racer.command('numbered', 0);
  const options = `--games 1000000 --hand 1 --bunch bunch --dictionary words.txt --json --quiet --sandbox`;
  const host = spawn(
    process.execPath,
    [entryFile('wordhost'), 'bananagrams', ...options.split(' '), sandbox, player, player],
    {
      cwd: folder,
      // Its word list is not needed later.
      env: { ...process.env, XDG_CACHE_HOME: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const failure = await firstGame(host);
  return {
    problem: failure && `the other game could not be started: ${failure}`,
    async [Symbol.asyncDispose]() {
      await end(host);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** When its first game is over, its load is constant. */
async function firstGame(host: ChildProcess): Promise<string | undefined> {
  let errors = '';
  host.stderr!.on('data', (text) => (errors = (errors + text).slice(-1000)));
  const began = Promise.withResolvers<string | undefined>();
  host.stdout!.once('data', () => began.resolve(undefined));
  host.once('error', ({ message }) => began.resolve(message));
  host.once('exit', (code) => began.resolve(errors.trim() || `it ended with status ${code}`));
  const problem = await began.promise;
  host.stdout!.resume();
  return problem;
}

async function end(host: ChildProcess): Promise<void> {
  if (host.exitCode !== null || host.signalCode !== null || host.pid === undefined) return;
  const ended = once(host, 'exit');
  host.kill('SIGTERM');
  const bound = setTimeout(() => host.kill('SIGKILL'), LONGEST_END_MS);
  await ended;
  clearTimeout(bound);
}

/** A racer's last peel is a row of so many. */
export const LONGEST_ROW = 200;

const rows: readonly string[] = Array.from({ length: LONGEST_ROW }, (_, index) => 'A'.repeat(index + 1));

/** Every row of As is a word, so that a player needs no time to think. */
export function rowsOfA(): Lexicon {
  const built = build(rows);
  if (!built.ok) throw new Error('the rows of As cannot be compiled');
  return { ...built.automaton, name: 'rows of A', sha256: longHash(textOf(rows)), path: '' };
}
