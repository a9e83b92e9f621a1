import { visibleJson } from '../../core/text/visible.ts';
import { faultInWords } from '../../files/output/fault-in-words.ts';
import { writeOutput } from '../../files/output/write-output.ts';
import type { SeriesRequest } from '../../runs/play-series.ts';
import type { SeriesFold } from '../../runs/series-fold.ts';
import { printError } from '../print.ts';
import type { Reporter } from './reporter.ts';

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
