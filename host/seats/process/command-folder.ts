import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheHome } from '../../files/cache-home.ts';
import { makeFolders } from '../../files/make-folders.ts';
import { readRegular } from '../../files/read-regular.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { quoted } from './launcher/shell-text.ts';

/**
 * A folder with nothing in it but `wordhost`, for the PATH of players: it starts this very host with this very
 * Node, and hides no other command. It is made once and stays, as a cache does; where there can be no cache, it is
 * for this run alone, and without that players have the PATH that the host has.
 */
export function commandFolder(main: string): string | undefined {
  const script = `#!/bin/sh\nexec ${quoted(process.execPath)} ${nodeArguments()}${quoted(main)} "$@"\n`;
  const name = createHash('sha256').update(script).digest('hex').slice(0, 16);
  const home = cacheHome(process.env);
  return (home === undefined ? undefined : madeIn(join(home, 'bin', name), script)) ?? madeForNow(script);
}

let forNow: string | undefined;

function madeForNow(script: string): string | undefined {
  try {
    forNow ??= temporary();
    return madeIn(forNow, script);
  } catch {
    return undefined;
  }
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-'));
  // For players that are nobody, too.
  chmodSync(folder, 0o755);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function madeIn(folder: string, script: string): string | undefined {
  const path = join(folder, 'wordhost');
  try {
    if (isThere(path, script)) return folder;
    makeFolders(folder, 0o755);
    writeWhole(path, script, 0o755);
    return folder;
  } catch {
    return undefined;
  }
}

function isThere(path: string, script: string): boolean {
  try {
    return (statSync(path).mode & 0o111) !== 0 && readRegular(path).toString('utf8') === script;
  } catch {
    return false;
  }
}

/** What this Node was started with, such as the condition that runs the sources as they are. */
function nodeArguments(): string {
  return process.execArgv
    .filter((argument) => argument.startsWith('--conditions'))
    .map((argument) => `${quoted(argument)} `)
    .join('');
}
