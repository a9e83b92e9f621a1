import { type LevelName, levelReader } from '../program/levels.ts';
import * as program from '../program/options.ts';

export const help = `wordhost player boggle [options]

Plays Boggle on standard input and output. A host starts it, for example:
  wordhost boggle "wordhost player boggle --level half" ./mine
With the classic rules it guesses all words that it finds, the longest first.
With turns it guesses the word with the most points that nobody has found yet;
if there is none, it passes. It never guesses words of one or two letters,
because they score no points. The host tells it the rules, the board and the
word list.

Options
  --level all|half|few  share of the words that it finds: all, about half, or
                        about an eighth; the seed decides which (default: all)
  --pause DURATION      wait about this long before each guess, so that people
                        can watch: 500ms, 1s; at most a third of the time limit
                        of a turn (default: 0)
  --seed N              seed of its random choices
                        (default: WORDHOST_PLAYER_SEED, else 1)
  --help                show this help
`;

export interface PlayerOptions extends program.PaceAndChance {
  readonly level: LevelName;
}

export function readOptions(
  args: readonly string[],
  seedFromHost: string | undefined,
): program.Reading<PlayerOptions> {
  const standard: PlayerOptions = { level: 'all', ...program.paceAndChance(seedFromHost) };
  return program.readOptions(args, standard, {
    ...levelReader,
    ...program.paceAndChanceReaders,
  });
}
