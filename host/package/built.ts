import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileState } from '../files/read-file.ts';

/** `npm ci` removes this note together with the other inputs. */
const noteIn = (root: string) => join(root, 'node_modules/.cache/wordhost/built.txt');

/** Hashes the sources and tools. Equal hashes make equal packages. */
export function stateOfSources(root: string): string {
  return [process.version, ...stateOf(root, ['package.json', 'package-lock.json', '{host,players}/**'])].join(
    '\n',
  );
}

/** Tells whether the outputs are unchanged since the build. */
export function isBuilt(root: string, sources: string): boolean {
  try {
    return readFileSync(noteIn(root), 'utf8') === whole(root, sources);
  } catch {
    return false; // never built, or not here
  }
}

export function noteBuilt(root: string, sources: string): void {
  const note = noteIn(root);
  mkdirSync(dirname(note), { recursive: true });
  writeFileSync(note, whole(root, sources));
}

const whole = (root: string, sources: string) => [sources, ...stateOf(root, ['dist/**'])].join('\n');

function stateOf(root: string, globs: readonly string[]): string[] {
  return globSync(globs, { cwd: root })
    .sort()
    .map((path) => ({ path, stats: statSync(join(root, path), { bigint: true }) }))
    .filter(({ stats }) => stats.isFile())
    .map(({ path, stats }) => `${path} ${fileState(stats)}`);
}
