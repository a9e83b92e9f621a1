import { join } from 'node:path';
import type { Result } from '../../../host/events/result.ts';
import { resultsOf, run } from '../../cli/wordhost.ts';

const engine = join(import.meta.dirname, 'console-engine.ts');
/** The program with the kind and the habit that follow. */
export const engineCommand = `${process.execPath} --conditions=wordhost-source ${engine}`;
const words = [...'AEIOU'].flatMap((vowel) =>
  [...'BCDFGHLMNPRSTVWZ'].flatMap((one) => [one + vowel, vowel + one, one + vowel + one, `${one}${vowel}T`]),
);
export const list = { 'words.txt': `${[...new Set(words)].sort().join('\n')}\n` };

export type Kind = 'macondo' | 'magpie';

export interface EngineGame {
  readonly result: Result | undefined;
  readonly stderr: string;
  readonly status: number | null;
}

/** A game of the engine against greedy, before the real host. `habit`: what it does instead of playing, after so many moves. */
export async function engineGame(
  cwd: string,
  kind: Kind,
  {
    habit = '',
    options = [],
    own = '',
    other = 'wordhost player greedy',
    dictionary = 'words.txt',
  }: EngineGameRequest = {},
): Promise<EngineGame> {
  const command = `${engineCommand} ${kind} ${habit}`;
  const args = ['scrabble', '--seed', '5', '--json', '--stderr', 'inherit', '--dictionary', dictionary];
  const player = `wordhost player engine --kind ${kind} ${own} '${command}'`;
  const outcome = await run([...args, ...options, player, other], { cwd });
  return { result: resultsOf(outcome)[0], stderr: outcome.stderr, status: outcome.status };
}

interface EngineGameRequest {
  readonly habit?: string;
  readonly options?: readonly string[];
  /** Options of the player. */
  readonly own?: string;
  readonly other?: string;
  readonly dictionary?: string;
}
