import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { longHash } from '../../files/long-hash.ts';
import { packageRoot } from '../../files/package-root.ts';
import { quotedIfNeeded } from '../../files/shell.ts';
import { build } from '../../lexicon/build.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { textOf } from '../../lexicon/word-list.ts';
import type { RaceReport } from './race-report.ts';

export interface RacerProgram extends Disposable {
  readonly is: NonNullable<RaceReport['racer']>;
  /** The folder must be readable for the racer. */
  readonly folder: string;
  /** The racer looks at the clock for `thinks` nanoseconds before each answer. */
  command(thinks: number): string;
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
    command: (thinks) => ['exec', ...start.map(quotedIfNeeded), String(thinks)].join(' '),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
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
