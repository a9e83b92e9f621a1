import { play as playBananagrams } from 'wordhost/bananagrams';
import type { LevelName } from '../program/levels.ts';
import { run } from '../program/run.ts';
import { help, type PlayerOptions, readOptions } from './options.ts';
import { solving } from './solving.ts';

/** Milliseconds before a peel. A race is won by speed: who knows less takes longer. */
const pauseOfLevel: Readonly<Record<LevelName, number>> = { all: 0, half: 500, few: 2_000 };

/** `wordhost player bananagrams`: reads standard input, writes standard output, until the host ends it. */
export async function play(args: readonly string[]): Promise<number> {
  const program = {
    name: 'bananagrams',
    help,
    play: (options: PlayerOptions & { readonly name: string }) =>
      playBananagrams(solving, {
        ...options,
        pauseMs: Math.max(options.pauseMs, pauseOfLevel[options.level]),
      }),
  };
  return await run(program, readOptions(args, process.env.WORDHOST_PLAYER_SEED));
}
