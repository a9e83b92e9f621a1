import { play as playBoggle } from 'wordhost/boggle';
import { run } from '../program/run.ts';
import { knownWords } from './levels.ts';
import { help, type PlayerOptions, readOptions } from './options.ts';

/** `wordhost player boggle`. */
export async function play(args: readonly string[]): Promise<number> {
  const program = {
    name: 'boggle',
    help,
    play: (options: PlayerOptions & { readonly name: string }) =>
      playBoggle(({ words, chance }) => knownWords(words, options.level, chance), options),
  };
  return await run(program, readOptions(args, process.env.WORDHOST_PLAYER_SEED));
}
