import { readOptions } from '../scrabble/options.ts';
import { playScrabble } from '../scrabble/player.ts';
import { longestPlay } from './longest-play.ts';
import { help } from './options.ts';

/** `wordhost player longest`. */
export async function play(args: readonly string[]): Promise<number> {
  const program = { name: 'longest', help, strategyOf: () => longestPlay };
  return await playScrabble(program, readOptions(args, process.env.WORDHOST_PLAYER_SEED));
}
