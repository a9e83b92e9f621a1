import type { Result } from '../../events/result.ts';
import type { CommonReason } from '../../games/kit/verdict.ts';
import { scrabble } from '../../games/scrabble/scrabble.ts';
import { TournamentFold, type TournamentReport } from '../../tournament/report.ts';
import type { ReportedTournament } from '../../views/tournament/report-words.ts';
import type { FinishedGame } from './store.ts';

const VOID: CommonReason = 'host-failed';
/** The report covers the newest games. */
export const MOST_GAMES = 5_000;

/** The results of games between some bots, as the report of a tournament without a plan. */
export class LeagueTable {
  readonly #names: readonly string[];
  readonly #places: ReadonlyMap<number, number>;
  #games: FinishedGame[] = [];
  #fold: TournamentFold;

  constructor(names: ReadonlyMap<number, string>) {
    this.#names = [...names.values()];
    this.#places = new Map([...names.keys()].map((bot, place) => [bot, place]));
    this.#fold = this.#emptyFold();
  }

  /** Void games and those with other bots do not count. */
  take(game: FinishedGame): void {
    const isVoid = game.result.reason === VOID;
    if (isVoid || !game.bots.every((bot) => this.#places.has(bot))) return;
    this.#games.push(game);
    if (this.#games.length <= 2 * MOST_GAMES) {
      this.#count(game);
      return;
    }
    this.#games = this.#games.slice(-MOST_GAMES);
    this.#fold = this.#emptyFold();
    for (const each of this.#games) this.#count(each);
  }

  get report(): TournamentReport {
    return this.#fold.report();
  }

  reported(gameAddress: (number: number) => string): ReportedTournament {
    return {
      report: this.report,
      words: scrabble,
      games: this.#games.map(({ id, result }) => ({ number: id, result })),
      replayCommand: () => undefined,
      badGame: () => undefined,
      gameAddress,
      shown: new Map(),
    };
  }

  #count({ id, bots, result }: FinishedGame): void {
    // In the report each bot is a player, whatever its seat.
    const players = result.players.map((player, index) => ({
      ...player,
      entry: this.#places.get(bots[index]!)! + 1,
    }));
    this.#fold.take(id, { ...result, players } satisfies Result);
  }

  #emptyFold(): TournamentFold {
    const players = this.#names;
    const format = {
      kind: 'round-robin',
      rounds: 0,
      seats: 2,
      mirrored: false,
      heroes: 1,
      games: 1,
    } as const;
    return new TournamentFold({
      name: 'Web bots',
      game: scrabble.name,
      seed: 'random for each game',
      players,
      entrants: { versions: [{ players: players.length, format }], from: players.map(() => 1) },
      offender: 'lose',
    });
  }
}
