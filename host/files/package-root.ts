import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const fromSources = import.meta.filename.endsWith('.ts');

/** Sources and bundle are at different depths, so the package is found by its name. */
export function packageRoot(from = import.meta.dirname): string | undefined {
  if (!found.has(from)) found.set(from, searched(from));
  return found.get(from);
}

const found = new Map<string, string | undefined>();

function searched(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (nameIn(join(folder, 'package.json')) === 'wordhost') return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** An entry file of the package in its current form. */
export function entryFile(name: 'wordhost' | 'players'): string {
  const root = packageRoot() ?? '.';
  const sources = { wordhost: 'host/main.ts', players: 'players/index.ts' };
  return fromSources ? join(root, sources[name]) : join(root, 'dist', `${name}.js`);
}

/** The path of a page of the documents in this installation. */
export function documentPath(page: string): string {
  return join(packageRoot() ?? '.', 'docs', page);
}

function nameIn(packageFile: string): unknown {
  try {
    return (JSON.parse(readFileSync(packageFile, 'utf8')) as { name?: unknown }).name;
  } catch {
    return undefined;
  }
}
