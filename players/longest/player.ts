import { playScrabble } from '../scrabble/player.ts';
import { longestPlay } from './longest-play.ts';
import { help } from './options.ts';

/** `wordhost player longest`. */
export async function play(args: readonly string[]): Promise<number> {
  return await playScrabble('longest', help, longestPlay, args);
}
