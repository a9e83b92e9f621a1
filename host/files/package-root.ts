import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether this runs from its sources, or from the bundle. */
const fromSources = import.meta.filename.endsWith('.ts');

/** The sources and the bundle lie at different depths of the package: it is known by its name. */
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

/** One of the files that the package starts from, as it runs now. */
export function entryFile(name: 'wordhost' | 'players'): string {
  const root = packageRoot() ?? '.';
  const sources = { wordhost: 'host/main.ts', players: 'players/index.ts' };
  return fromSources ? join(root, sources[name]) : join(root, 'dist', `${name}.js`);
}

/** Where this installation has a page of the documents. */
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
