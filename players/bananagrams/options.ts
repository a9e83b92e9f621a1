import type { Dialect } from 'wordhost/bananagrams';
import * as program from '../program/options.ts';
import { type RaceLevel, raceLevelReader } from './levels.ts';

export const help = `wordhost player bananagrams [options]

Plays Bananagrams on standard input and output: a host starts it, as in
  wordhost "wordhost player bananagrams" "ruby player.rb"
It reads the word list from the file that WORDHOST_DICTIONARY names.

Options
  --dialect numbered|plain  the messages that it speaks (default: numbered)
  --level 1|2|3|4|5         how good it is, from a beginner to its best. It takes 12, 7, 4, 2 and 0 seconds for each
                            tile that comes, and lays words of up to 4, 5, 6, 8 and any number of letters
  --level all|half|few      how fast it is: it peels as soon as it can, about every half second at most, about
                            every two seconds at most (default: all, which is 5)
  --pause DURATION          wait about so long before each peel, so that people can watch: 20ms, 1s
                            (default: 0)
  --seed N                  for its own chance (default: WORDHOST_PLAYER_SEED, else 1)
  --help                    this text
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
