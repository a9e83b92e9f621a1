import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Small C programs, compiled on the spot in a folder of their own. */
export interface Programs extends Disposable {
  readonly folder: string;
  /** The path of a program, compiled when it is first asked for. */
  path(
    name:
      | 'clock'
      | 'exchanger'
      | 'instant'
      | 'nuisance'
      | 'pipe-trip'
      | 'racer'
      | 'relay'
      | 'staircase'
      | 'two-processes',
  ): string;
}

/** Why there can be none, where there is no compiler. */
export const withoutCompiler: string | undefined =
  spawnSync('cc', ['--version']).error && 'no C compiler (cc) for the players';

export function openPrograms(): Programs {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-programs-'));
  const compiled = new Set<string>();
  return {
    folder,
    path(name) {
      const path = join(folder, name);
      if (!compiled.has(name)) compile(name, path);
      compiled.add(name);
      return path;
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function compile(name: string, path: string): void {
  const source = join(import.meta.dirname, 'programs', `${name}.c`);
  const { status, stderr } = spawnSync('cc', ['-O2', '-o', path, source], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cc could not compile ${source}:\n${stderr}`);
}

/** The processes whose environment, or command line, has this text. */
export function processesWith(text: string, file: 'environ' | 'cmdline' = 'environ'): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/${file}`, 'latin1').includes(text);
      } catch {
        return false;
      }
    });
}
