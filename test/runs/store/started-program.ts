import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { compiledSources } from '../../support/caches.ts';

const program = [
  process.execPath,
  '--conditions=wordhost-source',
  join(import.meta.dirname, 'store-program.ts'),
];

export interface Started {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  readonly ended: Promise<readonly string[]>;
}

/** The program beside this file with these words; `before` is what starts it. */
export function startProgram(
  words: readonly string[],
  { before = [], env = {} }: { readonly before?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): Started {
  const [command = '', ...rest] = [...before, ...program, ...words];
  const child = spawn(command, rest, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...compiledSources, NODE_NO_WARNINGS: '1', ...env },
  });
  const lines: string[] = [];
  const reader = createInterface(child.stdout!).on('line', (line) => lines.push(line));
  const ended = new Promise<readonly string[]>((resolve, reject) => {
    child.once('error', reject);
    reader.once('close', () => resolve(lines));
  });
  return { child, lines, ended };
}
