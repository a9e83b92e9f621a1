import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../../files/package-root.ts';
import { quotedIfNeeded } from '../../../files/shell-words.ts';
import type { RaceReport } from '../race-report.ts';

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
