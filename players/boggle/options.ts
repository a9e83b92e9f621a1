import { type LevelName, levelReader } from '../program/levels.ts';
import * as program from '../program/options.ts';

export const help = `wordhost player boggle [options]

Plays Boggle, by either set of rules: with the classic ones it guesses all words that it finds, the longest first;
in turns the one with the most points that nobody has found yet, and it passes when there is none.
It plays on standard input and output: a host starts it, as in
  wordhost boggle "wordhost player boggle --level half" ./mine
Rules, board and word list are what the host says. Words of one and two letters, which bring no points, it leaves out.

Options
  --level all|half|few  how many of the words it finds: every one, about every second, about every eighth;
                        its seed says which (default: all)
  --pause DURATION      wait about so long before each guess, so that people can watch: 500ms, 1s; at most
                        a third of the time that a turn has (default: 0)
  --seed N              for its own chance (default: WORDHOST_PLAYER_SEED, else 1)
  --help                this text
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
