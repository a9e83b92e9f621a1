import type { AnyGame } from '../../games/game.ts';
import type { SeriesRequest } from '../../runs/play-series.ts';
import type { SeriesFold } from '../../runs/series-fold.ts';
import type { ReadableStore } from '../../runs/store/contract.ts';
import { LISTED } from '../../serve/watch/live-page.ts';
import type { FinishedGame } from '../../serve/watch/shown-games.ts';
import type { TournamentFold } from '../../tournament/report/tournament-fold.ts';
import type { CompareFold } from '../comparing/compare-fold.ts';
import { resultsIn } from '../tournament/kept-games.ts';
import { RatioPath } from './ratio-path.ts';
import { shownComparison, shownSeries, shownTournament } from './shown-runs.ts';
import { type KeptGames, Watching } from './watching.ts';

/** What a store has when a run goes on. */
export async function keptIn(
  store: Pick<ReadableStore, 'games' | 'record' | 'misfit'>,
  hasRecords: boolean,
): Promise<KeptGames> {
  const newest: FinishedGame[] = [];
  let all = 0;
  for await (const { number, result } of resultsIn(store)) {
    all++;
    newest.push({ number, result, isKept: hasRecords });
    if (newest.length > LISTED) newest.shift();
  }
  return { before: { newest, all }, hasRecords, record: async (number) => await store.record(number) };
}

/** The games of a command that plays one game, or a series. */
export async function watchSeries(port: number, request: SeriesRequest, fold: SeriesFold): Promise<Watching> {
  return await Watching.open(port, shownSeries(request, fold));
}

interface WatchedComparison {
  readonly request: SeriesRequest;
  readonly fold: CompareFold;
  /** None: it has no store. */
  readonly kept: KeptGames | undefined;
}

/** A comparison, which counts the games in their order. */
export async function watchComparison(
  port: number,
  { request: { game, entries, seed }, fold, kept }: WatchedComparison,
): Promise<Watching> {
  const path = new RatioPath();
  const names = entries.map(({ name }) => name);
  return await Watching.open(port, {
    ...shownComparison({ game, seed, names, path: () => path, comparison: () => fold.comparison }),
    counted: () => path.take(fold.comparison),
    kept,
  });
}

interface WatchedTournament {
  readonly game: AnyGame;
  readonly name: string;
  readonly fold: TournamentFold;
  readonly kept: KeptGames;
}

export async function watchTournament(
  port: number,
  { game, name, fold, kept }: WatchedTournament,
): Promise<Watching> {
  return await Watching.open(port, { ...shownTournament(game, name, () => fold), kept });
}
