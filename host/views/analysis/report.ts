import type { Cell, GameAnalysis, MoveRow, PlayerSums } from '../../games/analysis.ts';

import { type ModelFigures, ModelSums } from '../../games/kit/model-requests.ts';

type Figures = Readonly<Record<string, Cell>>;

/** The analysis of a game in JSON, for `--as json` and between processes. */
export interface AnalysisReport {
  /** A path, or a game of a store. */
  readonly file: string;
  readonly id: string;
  readonly game: string;
  readonly seed: string;
  readonly dictionary: string;
  readonly players: readonly ReportedPlayer[];
  readonly moves: readonly ReportedMove[];
  /** Moves that nobody made, the best first. */
  readonly missed?: readonly string[];
}

export interface ReportedPlayer extends PlayerSums {
  readonly seat: number;
  readonly name: string;
  readonly figures: Figures;
  readonly model?: ModelFigures | undefined;
}

export interface ReportedMove extends MoveRow {
  /** Undefined if the replay page has no such step. */
  readonly step: number | undefined;
}

/** Selects one player by name. Without a name it includes all. */
export function ofPlayer(report: AnalysisReport, name: string | undefined): AnalysisReport {
  if (name === undefined) return report;
  const players = report.players.filter((player) => player.name === name);
  const seats = new Set(players.map(({ seat }) => seat));
  return { ...report, players, moves: report.moves.filter(({ seat }) => seats.has(seat)) };
}

export interface NamedFigures {
  readonly name: string;
  readonly games: number;
  readonly figures: Figures;
}

export interface WorstMove {
  readonly file: string;
  readonly name: string;
  readonly move: ReportedMove;
}

interface PlayerOfAll {
  games: number;
  readonly moves: MoveRow[];
  readonly sums: Map<string, number>;
  /** Games that had the move of this number, from 0, and their total loss. */
  readonly byNumber: { games: number; lost: number }[];
}

/** Folds reports of games of one kind into figures of players and the worst moves. */
export class AnalysisTotals {
  games = 0;
  readonly models = new ModelSums();
  readonly #analysis: Pick<GameAnalysis, 'figuresOf'>;
  readonly #most: number;
  readonly #players = new Map<string, PlayerOfAll>();
  #worst: WorstMove[] = [];

  constructor(analysis: Pick<GameAnalysis, 'figuresOf'>, most: number) {
    this.#analysis = analysis;
    this.#most = most;
  }

  take({ file, players, moves }: AnalysisReport): void {
    this.games++;
    for (const { seat, name, sums, model } of players) {
      this.models.add(name, model);
      const player: PlayerOfAll = this.#players.get(name) ?? {
        games: 0,
        moves: [],
        sums: new Map(),
        byNumber: [],
      };
      this.#players.set(name, player);
      player.games++;
      for (const [sum, value] of Object.entries(sums))
        player.sums.set(sum, (player.sums.get(sum) ?? 0) + value);
      for (const [number, move] of moves.filter((each) => each.seat === seat).entries()) {
        const at = (player.byNumber[number] ??= { games: 0, lost: 0 });
        at.games++;
        at.lost += move.measure ?? 0;
        // The best moves are dropped, because many games would need much memory.
        player.moves.push({ ...move, best: [] });
        this.#takeWorst({ file, name, move });
      }
    }
  }

  get players(): readonly NamedFigures[] {
    return [...this.#players].map(([name, { games, moves, sums }]) => {
      return { name, games, figures: this.#analysis.figuresOf(moves, Object.fromEntries(sums)) };
    });
  }

  /** The average loss of each player by the number of the move. */
  get meanLosses(): readonly { readonly name: string; readonly losses: readonly number[] }[] {
    return [...this.#players].map(([name, { byNumber }]) => {
      return { name, losses: byNumber.map(({ games, lost }) => lost / games) };
    });
  }

  /** The worst first, and the earlier of equal ones. */
  get worst(): readonly WorstMove[] {
    return this.#worst;
  }

  #takeWorst(worst: WorstMove): void {
    const { measure = 0 } = worst.move;
    if (measure <= 0 || this.#most === 0) return;
    const after = this.#worst.findIndex(({ move }) => measure > move.measure!);
    if (after === -1 && this.#worst.length === this.#most) return;
    this.#worst = this.#worst
      .toSpliced(after === -1 ? this.#worst.length : after, 0, worst)
      .slice(0, this.#most);
  }
}
