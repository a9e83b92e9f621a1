import { playScrabble } from '../scrabble/player.ts';
import { anyPlay } from './any-play.ts';
import { help } from './options.ts';

/** `wordhost player random`. */
export async function play(args: readonly string[]): Promise<number> {
  return await playScrabble('random', help, anyPlay, args);
}
