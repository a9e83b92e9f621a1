import { readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { Arena } from './arena.ts';
import { compiled } from './compiled.ts';

/** One attack, made in the middle of a game: it ends with status 0 if it succeeded. */
export interface Attempt {
  /** As it is in the docs; also the name of its file, with dashes. */
  readonly name: string;
  readonly file: string;
}

const folder = join(import.meta.dirname, 'attempts');
const nameOf = (file: string) => basename(file, extname(file)).replaceAll('-', ' ');

export const attempts: readonly Attempt[] = readdirSync(folder)
  .filter((file) => /\.(c|sh)$/.test(file))
  .map((file) => ({ name: nameOf(file), file }));

/** The one that is no program: the player itself does it when all else is done. */
export const KILLS = 'kills all that it may';

/** For the shell. */
export function commandOf({ file }: Attempt, { bots, programs }: Arena): string {
  if (file.endsWith('.c')) return `'${compiled(join(folder, file), bots)}'`;
  return `/bin/sh '${join(programs, 'attempts', file)}'`;
}

/** What a player said became of its attempts, by name. */
export function successes(said: string): ReadonlyMap<string, boolean> {
  const lines = [...said.matchAll(/^(succeeded|failed): .*\/([a-z-]+)(?:\.sh)?'$/gm)];
  return new Map(lines.map(([, became, file]) => [nameOf(file!), became === 'succeeded']));
}
