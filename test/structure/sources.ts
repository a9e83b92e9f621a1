import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { layout } from './layout.ts';

const root = join(import.meta.dirname, '..', '..');

export interface Import {
  readonly file: string;
  /** A file of this repository, or the name of a package. */
  readonly target: string;
}

export const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

export const sources = globSync(['host/**/*.ts', 'players/**/*.ts'], { cwd: root }).sort();

function importsOf(file: string): Import[] {
  const found = textOf(file).matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g);
  return [...found].map(([, name]) => {
    return { file, target: targetOf(file, name!) };
  });
}

function targetOf(file: string, name: string): string {
  if (name.startsWith('.')) return normalize(join(dirname(file), name));
  const [, door = 'index'] = /^wordhost(?:\/(\w+))?$/.exec(name) ?? [];
  return name.startsWith('wordhost') ? `host/api/${door}.ts` : name;
}

export const imports = sources.flatMap(importsOf);

/** Imports of files of `host/` by files of `host/`. */
export const inside = imports.filter(
  ({ file, target }) => file.startsWith('host/') && target.startsWith('host/'),
);

const names = Object.keys(layout).sort((one, other) => other.length - one.length);

export function folderOf(file: string): string | undefined {
  return names.find((name) => file.startsWith(`host/${name}/`) || file === `host/${name}.ts`);
}
