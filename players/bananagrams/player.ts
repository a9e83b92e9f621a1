import { play as playBananagrams, solvingWith, unhurried } from 'wordhost/bananagrams';
import { run } from '../program/run.ts';
import { skills } from './levels.ts';
import { help, type PlayerOptions, readOptions } from './options.ts';

/** `wordhost player bananagrams`: plays on standard input and output until the host ends it. */
export async function play(args: readonly string[]): Promise<number> {
  const program = {
    name: 'bananagrams',
    help,
    async play(options: PlayerOptions & { readonly name: string }) {
      const { msPerTile, pauseMs, longest } = skills[options.level];
      const strategy = unhurried(solvingWith(longest), msPerTile);
      return await playBananagrams(strategy, { ...options, pauseMs: Math.max(options.pauseMs, pauseMs) });
    },
  };
  return await run(program, readOptions(args, process.env.WORDHOST_PLAYER_SEED));
}
