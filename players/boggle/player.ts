import { play as playBoggle, pointsOf } from 'wordhost/boggle';
import type { Chance } from 'wordhost/games';
import { type LevelName, shareKnown } from '../program/levels.ts';
import { run } from '../program/run.ts';
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

/** The words that it will guess, the best first. Words without points are omitted. */
function knownWords(words: readonly string[], level: LevelName, chance: Chance): string[] {
  return words
    .filter((word) => pointsOf(word) > 0 && chance() < shareKnown[level])
    .sort((one, other) => other.length - one.length);
}
