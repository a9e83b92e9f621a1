import * as program from '../program/options.ts';
import { helpOf, optionReaders, type PlayerOptions, standardOptions } from '../scrabble/options.ts';

export const help = helpOf(
  'greedy',
  `Makes the play with the most points. Among equal plays it prefers the one with
the fewest tiles, then the first by word and square. If the time of the turn is
too short to look at all plays, it makes the best that it has found.`,
  `  --leave [FILE]    while the bag has tiles, add the value of the tiles kept to
                    the points of a play, and change tiles if that is worth
                    more than any play. With an empty bag and one other player,
                    choose among the ten plays with the most points the one
                    with the best result of the game. FILE is a KLV2 file of
                    leave values: plays are compared by its static equity, as
                    MAGPIE compares them
  --top N           print the N best plays of each turn on standard error, best
                    first (default: 0)
`,
);

export interface GreedyOptions extends PlayerOptions {
  /** The path of a file of leave values. */
  readonly leave: boolean | string;
  readonly top: number;
}

const MOST_SHOWN = 1000;

export function readOptions(
  args: readonly string[],
  seedFromHost: string | undefined,
): program.Reading<GreedyOptions> {
  const standard: GreedyOptions = { ...standardOptions(seedFromHost), leave: false, top: 0 };
  return program.readOptions(args, standard, {
    ...optionReaders,
    '--leave': { flag: { leave: true }, read: (leave) => ({ leave }) },
    '--top': {
      wants: `a whole number from 0 to ${MOST_SHOWN}`,
      read(value) {
        const top = /^\d{1,4}$/.test(value) ? Number(value) : Number.NaN;
        return top <= MOST_SHOWN ? { top } : undefined;
      },
    },
  });
}
