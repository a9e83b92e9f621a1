import * as program from '../program/options.ts';
import { helpOf, optionReaders, type PlayerOptions, standardOptions } from '../scrabble/options.ts';

export const help = helpOf(
  'greedy',
  `Plays Scrabble: of all plays that the rules allow it makes the one with the most points. Of several the one that
lays the fewest tiles, of these the first by its word and place. Where the turn's time does not last for all
plays, it makes the best that it has found.`,
  `  --leave           what a play keeps counts beside its points, as long as the bag has tiles; tiles are changed where
                    that is worth more than any play. With an empty bag and one other player, of the ten plays with the
                    most points the one after which the game comes to most
  --top N           print the N best plays of each turn on standard error, best first (default: 0)
`,
);

export interface GreedyOptions extends PlayerOptions {
  readonly leave: boolean;
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
    '--leave': { flag: { leave: true } },
    '--top': {
      wants: `a whole number from 0 to ${MOST_SHOWN}`,
      read(value) {
        const top = /^\d{1,4}$/.test(value) ? Number(value) : Number.NaN;
        return top <= MOST_SHOWN ? { top } : undefined;
      },
    },
  });
}
