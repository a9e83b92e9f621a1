import { type LevelName, levelReader } from '../program/levels.ts';
import * as program from '../program/options.ts';

/** `more` are the lines of its own options. */
export function helpOf(name: string, does: string, more = ''): string {
  return `wordhost player ${name} [options]

${does}
It plays on standard input and output: a host starts it, as in
  wordhost scrabble "wordhost player ${name}" ./mine
Rules, board, tiles and word list are what the host says. Where it can lay nothing, it changes its tiles
if the rules and the bag allow it, and else passes.

Options
  --level all|half|few  how many of the words of the list it knows: every one, about every second, about every
                    eighth; its seed says which (default: all)
  --pause DURATION  wait about so long before each move, so that people can watch: 500ms, 1s; at most
                    a third of the time that a turn has (default: 0)
${more}  --seed N          for its own chance (default: WORDHOST_PLAYER_SEED, else 1)
  --help            this text
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
