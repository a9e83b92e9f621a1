import { visibleJson } from '../../core/text.ts';
import { faultInWords } from '../../files/file-fault.ts';
import { writeOutput } from '../../files/write-file.ts';
import type { AnyGame } from '../../games/game.ts';
import type { SeriesRequest } from '../../runs/series.ts';
import type { SeriesFold } from '../../runs/series-fold.ts';
import type { Table } from '../../views/reports/summary.ts';
import {
  figureCells,
  figureSentences,
  indentedTable,
  seriesFigures,
  standingsCells,
} from '../../views/terminal/table.ts';
import { warningNotes } from '../../views/words.ts';
import { printError } from '../output.ts';
import type { Reporter } from './game-notes.ts';

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

/** By which such a file is known again, so that nothing else is written over. */
export const standingsBeginning = '{"wordhost":';

/** The standings of a series in a file, for programs. */
export class StandingsFile implements Reporter {
  readonly #path: string;
  readonly #series: SeriesRequest;
  readonly #fold: SeriesFold;

  constructor(path: string, series: SeriesRequest, fold: SeriesFold) {
    this.#path = path;
    this.#series = series;
    this.#fold = fold;
  }

  take(): void {}

  finish(): boolean {
    try {
      writeOutput(this.#path, `${visibleJson(this.#content())}\n`);
      return true;
    } catch (error) {
      printError(`--standings ${this.#path} could not be written: ${faultInWords(error as Error)}\n`);
      return false;
    }
  }

  #content(): object {
    const { game, seed, playerSeed } = this.#series;
    const { standings, figures } = this.#fold;
    const { games } = standings;
    const { figure, beginner, best } = figures;
    const players = standings.players.map((player, index) => {
      const { won, drawn } = player;
      return { ...player, share: games === 0 ? null : (won + drawn / 2) / games, ...figures.players[index] };
    });
    return { wordhost: 1, game: game.name, seed, playerSeed, figure, games, players, beginner, best };
  }
}
