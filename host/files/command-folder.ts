import { dirname } from 'node:path';
import { hexOf, sha256 } from '../core/seed.ts';
import { cachedFile } from './cache.ts';
import { quoted } from './shell.ts';

/**
 * A folder with nothing in it but `wordhost`, for the PATH of players: it starts this very host with this very
 * Node, and hides no other command. Without it players have the PATH that the host has.
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

/** What this Node was started with, such as the condition that runs the sources as they are. */
function nodeArguments(): string {
  return process.execArgv
    .filter((argument) => argument.startsWith('--conditions'))
    .map((argument) => `${quoted(argument)} `)
    .join('');
}
