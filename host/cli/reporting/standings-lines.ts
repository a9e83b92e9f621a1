import type { AnyGame } from '../../games/game.ts';
import type { SeriesFold } from '../../runs/series-fold.ts';
import { seriesFigures, standingsTable } from '../../views/terminal/table.ts';

/** What reporters know of a run before its first game. */
export interface ReportedSeries {
  readonly game: AnyGame;
  readonly games: number;
  /** By entry. */
  readonly names: readonly string[];
  readonly quiet: boolean;
}

/** After the last game: who has won how many, and the figures. */
export function standingsLines({ game, names }: ReportedSeries, fold: SeriesFold): string[] {
  const { standings, figures } = fold;
  const { players, games } = standings;
  const told = seriesFigures(names, figures, game.figures[figures.figure]!);
  return [`${games} games`, ...standingsTable(players, games), ...told];
}
