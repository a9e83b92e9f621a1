import { spawnSync } from 'node:child_process';
import { findProgram } from '../processes/find-program.ts';

const LONGEST_MS = 10_000;
const helps = new Map<string, string>();

/** Older and smaller versions of a program have less: its help says what. */
export function supportsOption(name: string, option: string): boolean {
  const program = findProgram(name);
  if (program === undefined) return false;
  const help = helps.get(program) ?? helpOf(program);
  helps.set(program, help);
  return help.includes(option);
}

function helpOf(program: string): string {
  const { stdout } = spawnSync(program, ['--help'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  return stdout ?? '';
}
