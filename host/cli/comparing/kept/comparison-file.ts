import { shellWord } from '../../../files/shell-words.ts';
import type { OptionTable, OptionValues } from '../../../games/kit/option.ts';
import { optionText } from '../../../games/kit/option-text.ts';
import { planGame } from '../../../runs/play-series.ts';
import type { PlayedFile } from '../../../runs/store/contract.ts';
import { hostingOptions } from '../../../settings/hosting-options.ts';
import type { Question } from '../../../tournament/comparison.ts';
import type { ReadySeries } from '../../playing/game-command.ts';

/** What a comparison is: with anything else in here it would be another one. How many games there are may change. */
export function comparisonFile(
  { request, players }: Pick<ReadySeries, 'request' | 'players'>,
  { test, notWorse, countsOffences }: Question,
  options: OptionValues<OptionTable>,
): PlayedFile {
  const { game, edition, options: texts, dictionary, players: planned } = planGame(request, 1).request;
  const { seed, playerSeed, firstHasSeed } = request;
  const canonical = {
    ...{ kind: 'compare', game, edition, seed, playerSeed },
    // When it began: the seed of a single pair is the seed itself.
    pairs: firstHasSeed ? 'one' : 'several',
    ...{ test, notWorse, dictionary, options: texts },
    // It may change, and says how the games are counted.
    ...(countsOffences && { offences: 'count' }),
    players: players.map(({ name, command, own }, index) => {
      const { options } = planned[index]!;
      return { name, command, ...own, ...(options && { options }) };
    }),
    hosting: textsOf(hostingOptions, options),
  };
  const words = ['wordhost', ...process.argv.slice(2)];
  return { text: `${words.map(shellWord).join(' ')}\n`, canonical: JSON.stringify(canonical) };
}

function textsOf(table: OptionTable, values: OptionValues<OptionTable>): object {
  return Object.fromEntries(
    Object.entries(table).map(([name, spec]) => [name, optionText(spec, values[name])]),
  );
}
