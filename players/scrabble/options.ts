import { type LevelName, levelReader } from '../program/levels.ts';
import * as program from '../program/options.ts';

/** `more` are lines about additional options. */
export function helpOf(name: string, does: string, more = ''): string {
  return `wordhost player ${name} [options]

Plays Scrabble on standard input and output. A host starts it, for example:
  wordhost scrabble "wordhost player ${name}" ./mine

${does}
If it has no play, it changes its tiles if the rules and the bag allow that;
otherwise it passes. The host tells it the rules, the board, the tiles and the
word list.

Options
  --level all|half|few
                    share of the word list that it knows: all, about half, or
                    about an eighth; the seed decides which (default: all)
  --pause DURATION  wait about this long before each move, so that people can
                    watch: 500ms, 1s; at most a third of the time limit of a
                    turn (default: 0)
${more}  --seed N          seed of its random choices
                    (default: WORDHOST_PLAYER_SEED, else 1)
  --help            show this help
`;
}

export interface PlayerOptions extends program.PaceAndChance {
  readonly level: LevelName;
}

export const standardOptions = (seedFromHost: string | undefined): PlayerOptions => {
  return { level: 'all', ...program.paceAndChance(seedFromHost) };
};

export const optionReaders = { ...levelReader, ...program.paceAndChanceReaders };

export function readOptions(
  args: readonly string[],
  seedFromHost: string | undefined,
): program.Reading<PlayerOptions> {
  return program.readOptions(args, standardOptions(seedFromHost), optionReaders);
}
