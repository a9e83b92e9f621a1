import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readStart } from '../../../files/read-start.ts';
import { quotedIfNeeded } from '../../../files/shell-words.ts';
import { isExecutable } from '../../../seats/process/processes/find-program.ts';
import { interpreterOf } from '../../../seats/process/starting/interpreters.ts';

/** A bot to be checked. */
export interface NamedBot {
  readonly name: string;
  /** For the shell. */
  readonly command: string;
}

export interface Found {
  readonly bots: readonly NamedBot[];
  /** What is in the folder besides, and why it is no bot. */
  readonly others: readonly string[];
}

/** Each file that can be run is a bot, and each folder with one such file, which is run there. */
export function botsInFolder(folder: string): Found {
  const bots: NamedBot[] = [];
  const others: string[] = [];
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
      const inside = mainIn(path);
      if (typeof inside === 'string') others.push(`${name}/ (${inside})`);
      else bots.push({ name, command: `cd ${quotedIfNeeded(path)} && ${inside.command}` });
    } else {
      const command = commandFor(path);
      if (command === undefined) others.push(name);
      else bots.push({ name, command });
    }
  }
  return { bots, others };
}

function namesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort();
}

const MAIN = /^(player|bot|main|run)(\.|$)/i;

/** The bot in a folder of its own, or why there is none. */
export function mainIn(folder: string): { readonly command: string } | string {
  const runnable = namesIn(folder).flatMap((name) => {
    const command = statSync(join(folder, name), { throwIfNoEntry: false })?.isFile()
      ? commandFor(join(folder, name), `./${name}`)
      : undefined;
    return command === undefined ? [] : [{ name, command }];
  });
  const main = runnable.length > 1 ? runnable.filter(({ name }) => MAIN.test(name)) : runnable;
  if (main.length === 1) return main[0]!;
  if (runnable.length === 0) return 'nothing in it can be run';
  const names = runnable.map(({ name }) => name).join(', ');
  return `${names} can be run: call one of them bot, player, main or run`;
}

/** None for a file that cannot be run, such as a source that must be compiled. */
function commandFor(path: string, called = named(path)): string | undefined {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
  const interpreter = interpreterOf(path);
  if (isExecutable(path) && (interpreter === undefined || hasInterpreterLine(path)))
    return quotedIfNeeded(called);
  return interpreter && `${interpreter} ${quotedIfNeeded(called)}`;
}

/** A name without a slash would be looked for on the PATH. */
function named(path: string): string {
  return path.includes('/') ? path : `./${path}`;
}

function hasInterpreterLine(path: string): boolean {
  return readStart(path, 2).toString('latin1') === '#!';
}
