import type { AnyGame } from '../../games/game.ts';
import type { SeriesFold } from '../../runs/series-fold.ts';
import type { Table } from '../../views/reports/summary.ts';
import { warningNotes } from '../../views/terminal/player-notes.ts';
import {
  figureCells,
  figureSentences,
  indentedTable,
  seriesFigures,
  standingsCells,
} from '../../views/terminal/table.ts';

/** What reporters know of a run before its first game. */
export interface ReportedSeries {
  readonly game: AnyGame;
  readonly games: number;
  /** By entry. */
  readonly names: readonly string[];
  readonly quiet: boolean;
}

/** After the last game: who has won how many, and the figures, for people. */
export function standingsLines(
  { game, names }: ReportedSeries,
  { standings, figures, warnings }: SeriesFold,
): string[] {
  const { players, games } = standings;
  const heading = game.figures[figures.figure]!;
  return [
    `${games} games`,
    ...indentedTable(standingsCells(players, games)),
    ...seriesFigures(names, figures, heading),
    ...warningNotes(warnings, players),
  ];
}

/** The same as tables and sentences. */
export function standingsReport(
  { game, names }: ReportedSeries,
  { standings, figures, warnings }: SeriesFold,
): { readonly tables: readonly Table[]; readonly sentences: readonly string[] } {
  const heading = game.figures[figures.figure]!;
  return {
    tables: [standingsCells(standings.players, standings.games), figureCells(names, figures, heading)],
    sentences: [...figureSentences(names, figures), ...warningNotes(warnings, standings.players)],
  };
}
