import { createHash } from 'node:crypto';
import { chmodSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheHome } from '../cache/cache-home.ts';
import { makeFolders } from '../cache/make-folders.ts';

/**
 * A folder with nothing in it but `wordhost`, for the PATH of players: it starts this very host with this very
 * Node, and hides no other command. It is made once and stays, as a cache does; where there can be no cache,
 * players have the PATH that the host has.
 */
export function commandFolder(main: string): string | undefined {
  const script = `#!/bin/sh\nexec ${quoted(process.execPath)} ${nodeArguments()}${quoted(main)} "$@"\n`;
  const name = createHash('sha256').update(script).digest('hex').slice(0, 16);
  const home = cacheHome(process.env);
  return home === undefined ? undefined : folderIn(join(home, 'bin', name), script);
}

function folderIn(folder: string, script: string): string | undefined {
  const path = join(folder, 'wordhost');
  try {
    if (existsSync(path)) return folder;
    makeFolders(folder, 0o755);
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, script);
    chmodSync(draft, 0o755);
    renameSync(draft, path);
    return folder;
  } catch {
    return undefined;
  }
}

/** What this Node was started with, such as the condition that runs the sources as they are. */
function nodeArguments(): string {
  return process.execArgv
    .filter((argument) => argument.startsWith('--conditions'))
    .map((argument) => `${quoted(argument)} `)
    .join('');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
