import type { Dialect } from 'wordhost/bananagrams';
import * as program from '../program/options.ts';
import { type RaceLevel, raceLevelReader } from './levels.ts';

export const help = `wordhost player bananagrams [options]

Plays Bananagrams on standard input and output. A host starts it, for example:
  wordhost "wordhost player bananagrams" "ruby player.rb"
It reads the word list from the file named in WORDHOST_DICTIONARY.

Options
  --dialect numbered|plain  dialect of the messages (default: numbered)
  --level 1|2|3|4|5         strength, from 1 for a beginner to 5 for its best:
                            it takes 12, 7, 4, 2 or 0 seconds for each new
                            tile, and lays words of up to 4, 5, 6, 8 or any
                            number of letters
  --level all|half|few      speed: peels as soon as it can, at most about every
                            half second, or at most about every two seconds
                            (default: all, the same as 5)
  --pause DURATION          wait about this long before each peel, so that
                            people can watch: 20ms, 1s (default: 0)
  --seed N                  seed of its random choices
                            (default: WORDHOST_PLAYER_SEED, else 1)
  --help                    show this help
`;

export interface PlayerOptions extends program.PaceAndChance {
  readonly dialect: Dialect;
  readonly level: RaceLevel;
}

export function readOptions(
  args: readonly string[],
  seedFromHost: string | undefined,
): program.Reading<PlayerOptions> {
  const standard: PlayerOptions = {
    dialect: 'numbered',
    level: 'all',
    ...program.paceAndChance(seedFromHost),
  };
  return program.readOptions(args, standard, {
    '--dialect': {
      wants: 'numbered or plain',
      read: (value) => (value === 'numbered' || value === 'plain' ? { dialect: value } : undefined),
    },
    ...raceLevelReader,
    ...program.paceAndChanceReaders,
  });
}
