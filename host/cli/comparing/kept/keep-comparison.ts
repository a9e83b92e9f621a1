import { counted } from '../../../core/text/plural.ts';
import { UsageError } from '../../../core/usage-error.ts';
import type { SeriesRequest } from '../../../runs/play-series.ts';
import type { Question } from '../../../tournament/comparison.ts';
import { GAMES_OF_A_PAIR } from '../../../tournament/games-left.ts';
import type { Call } from '../../command.ts';
import type { ReadySeries } from '../../playing/game-command.ts';
import { printNotes } from '../../print.ts';
import type { compareOptions } from '../compare-options.ts';
import { comparisonFile } from './comparison-file.ts';
import { KeptComparison, type KeptResult } from './kept-comparison.ts';
import type { OneVersion } from './one-version.ts';
import { withReports } from './told-before.ts';

type CompareCall = Call<typeof compareOptions>;

/** Opens the store of a comparison; none is asked for: nothing. */
export async function keptComparison({
  options,
  saidHere,
}: CompareCall): Promise<KeptComparison | undefined> {
  const { store, records } = options;
  if (store === undefined) {
    if (saidHere('records') !== undefined)
      throw new UsageError('--no-records: expected --store FILE with it; got none');
    return undefined;
  }
  if (records && options['record-bad'])
    throw new UsageError(
      '--store and --record-bad: expected one of them. The store keeps the records of all games; --no-records keeps none in it',
    );
  return await KeptComparison.open(store, records);
}

/** What a store says of the options: seeds that were drawn, and where records are written. */
export async function optionsOfStore(kept: KeptComparison, { options, said }: CompareCall): Promise<object> {
  const { seed, playerSeed } = await kept.seeds();
  return {
    ...(said('seed') === undefined && seed !== undefined && { seed }),
    ...(said('player-seed') === undefined && playerSeed !== undefined && { 'player-seed': playerSeed }),
    ...(options.record === undefined && { record: kept.running }),
  };
}

/** The series without the games that are kept, and these. Refuses another comparison. */
export async function goOn(
  kept: KeptComparison,
  ready: ReadySeries,
  question: Question,
  { options }: CompareCall,
  version: OneVersion,
): Promise<{ readonly request: SeriesRequest; readonly before: readonly KeptResult[] }> {
  const { settings } = ready;
  const { firstHasSeed = ready.request.games <= GAMES_OF_A_PAIR } = await kept.seeds();
  const request = { ...ready.request, firstHasSeed };
  await kept.goOnWith(comparisonFile({ ...ready, request }, question, options));
  const all = await kept.results();
  const [folder = '.'] = settings.hosting.folders;
  await version.goOnAfter(all, ready.players, { store: options.store!, folder });
  const before = all.filter(({ game }) => game <= request.games);
  if (before.length > 0 && !settings.output.quiet)
    printNotes([`${options.store} has ${counted(before.length, 'game')} of it; they count, and it goes on`]);
  return {
    request: { ...request, played: new Set(before.map(({ game }) => game)) },
    before: ready.files.areWanted ? await withReports(kept, before, request.game) : before,
  };
}
