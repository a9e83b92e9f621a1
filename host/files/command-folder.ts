import { dirname } from 'node:path';
import { hexOf, sha256 } from '../core/seed.ts';
import { cachedFile } from './cache.ts';
import { quoted } from './shell.ts';

/**
 * A folder with only `wordhost` for the PATH of players. It starts this host with this Node and hides no
 * other command. Without the folder players have the PATH of the host.
 */
export function commandFolder(main: string): string | undefined {
  let command = commands.get(main);
  if (command === undefined) {
    const script = `#!/bin/sh\nexec ${quoted(process.execPath)} ${nodeArguments()}${quoted(main)} "$@"\n`;
    command = { script, name: `bin/${hexOf(sha256(script)).slice(0, 16)}/wordhost` };
    commands.set(main, command);
  }
  const path = cachedFile(command.name, command.script, 0o755);
  return path && dirname(path);
}

/** By the file that they start. Each game asks for one. */
const commands = new Map<string, { readonly script: string; readonly name: string }>();

/** Arguments of this Node, such as the condition that runs the sources. */
function nodeArguments(): string {
  return process.execArgv
    .filter((argument) => argument.startsWith('--conditions'))
    .map((argument) => `${quoted(argument)} `)
    .join('');
}
