import { anyPlay } from 'wordhost/scrabble';
import { readOptions } from '../scrabble/options.ts';
import { playScrabble } from '../scrabble/player.ts';
import { help } from './options.ts';

/** `wordhost player random`. */
export async function play(args: readonly string[]): Promise<number> {
  const program = { name: 'random', help, strategyOf: () => anyPlay };
  return await playScrabble(program, readOptions(args, process.env.WORDHOST_PLAYER_SEED));
}
