import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa, execaSync } from 'execa';
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
  /** The folder must be readable for the racer. */
  readonly folder: string;
  /** The racer looks at the clock for `thinks` nanoseconds before each answer. */
  command(dialect: 'numbered' | 'plain', thinks: number): string;
}

const FOLDER = import.meta.filename.endsWith('.ts') ? 'host/tools/race/racer' : 'dist/racer';

/** Compiles a small C program, or uses a script without a compiler. */
export function openRacer(compiler = 'cc'): RacerProgram {
  const sources = join(packageRoot() ?? '.', FOLDER);
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-race-'));
  // Under `strict`, players are the user nobody, who must be able to read it.
  chmodSync(folder, 0o755);
  const program = join(folder, 'racer');
  const words = ['-O2', '-o', program, join(sources, 'racer.c')];
  const { failed } = execaSync(compiler, words, { stdio: 'ignore', reject: false });
  const start = failed ? [process.execPath, join(sources, 'racer.mjs')] : [program];
  return {
    is: failed ? 'script' : 'compiled',
    folder: failed ? sources : folder,
    command: (dialect, thinks) => ['exec', ...start.map(quotedIfNeeded), dialect, String(thinks)].join(' '),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface BusyLoad extends AsyncDisposable {
  readonly problem: string | undefined;
}

/** Runs another host with racers of its own, game after game. */
export async function startBusyLoad(racer: RacerProgram, sandbox: 'auto' | SandboxLevel): Promise<BusyLoad> {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-load-'));
  writeFileSync(join(folder, 'bunch'), `A ${2 * LONGEST_ROW}\n`);
  writeFileSync(join(folder, 'words.txt'), rows.join('\n'));
  const player = racer.command('numbered', 0);
  const options = `--games 1000000 --hand 1 --bunch bunch --dictionary words.txt --json --quiet --sandbox`;
  const words = [entryFile('wordhost'), 'bananagrams', ...options.split(' '), sandbox, player, player];
  const host = execa(process.execPath, words, {
    cwd: folder,
    env: { XDG_CACHE_HOME: folder },
    stdin: 'ignore',
    buffer: { stdout: false },
    reject: false,
  });
  // The load is constant after the first game.
  const failure = await Promise.race([
    once(host.stdout, 'data').then(() => undefined),
    host.then(
      ({ stderr, originalMessage, signal, exitCode }) =>
        stderr.slice(-1000).trim() || originalMessage || `it exited with status ${signal ?? exitCode}`,
    ),
  ]);
  host.stdout.resume();
  return {
    problem: failure && `cannot start the other game: ${failure}`,
    async [Symbol.asyncDispose]() {
      host.kill();
      await host;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const LONGEST_ROW = 200;

const rows: readonly string[] = Array.from({ length: LONGEST_ROW }, (_, index) => 'A'.repeat(index + 1));

/** Every row of As is a word, so that a player needs no time to think. */
export function rowsOfA(): Lexicon {
  const built = build(rows);
  if (!built.ok) throw new Error('cannot compile the word list of the racers');
  return { ...built.automaton, name: 'rows of A', sha256: longHash(textOf(rows)), path: '' };
}
