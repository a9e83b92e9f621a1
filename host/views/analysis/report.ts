import type { Cell, GameAnalysis, MoveRow, PlayerSums } from '../../games/analysis.ts';

type Figures = Readonly<Record<string, Cell>>;

/** An analyzed game as one value of JSON: what `--as json` prints, and what one process tells another. */
export interface AnalysisReport {
  /** As it was named: a path, or a game of a store. */
  readonly file: string;
  readonly id: string;
  readonly game: string;
  readonly seed: string;
  /** The word list that it was judged by. */
  readonly dictionary: string;
  readonly players: readonly ReportedPlayer[];
  readonly moves: readonly ReportedMove[];
}

export interface ReportedPlayer extends PlayerSums {
  readonly seat: number;
  readonly name: string;
  readonly figures: Figures;
}

export interface ReportedMove extends MoveRow {
  /** The step of the replay page; none: it has none. */
  readonly step: number | undefined;
}

/** The moves and figures of the players of this name alone; without a name those of all. */
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

/** A move that gave something away, and where it is found. */
export interface WorstMove {
  readonly file: string;
  readonly name: string;
  readonly move: ReportedMove;
}

interface PlayerOfAll {
  games: number;
  readonly moves: MoveRow[];
  readonly sums: Map<string, number>;
  /** By the number of the move in its game, from 0: how many games had it, and what all of them gave away. */
  readonly byNumber: { games: number; lost: number }[];
}

/** A fold over the reports of games of one kind: the figures of each player, and the worst moves. */
export class AnalysisTotals {
  games = 0;
  readonly #analysis: Pick<GameAnalysis, 'figuresOf'>;
  readonly #most: number;
  readonly #players = new Map<string, PlayerOfAll>();
  #worst: WorstMove[] = [];

  /** `most`: how many of the worst moves are wanted. */
  constructor(analysis: Pick<GameAnalysis, 'figuresOf'>, most: number) {
    this.#analysis = analysis;
    this.#most = most;
  }

  take({ file, players, moves }: AnalysisReport): void {
    this.games++;
    for (const { seat, name, sums } of players) {
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
        // What is listed beside a move is not counted: it would be much to remember of many games.
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

  /** By the number of the move: what each player gave away in a game that had so many, on average. */
  get meanLosses(): readonly { readonly name: string; readonly losses: readonly number[] }[] {
    return [...this.#players].map(([name, { byNumber }]) => {
      return { name, losses: byNumber.map(({ games, lost }) => lost / games) };
    });
  }

  /** The worst first; of equal ones the one that came first. */
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
