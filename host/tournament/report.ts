import { seedHash } from '../core/seed.ts';
import {
  byName,
  listOf,
  noted,
  number,
  object,
  oneOf,
  optional,
  orNull,
  text,
  type ValueOf,
  whole,
} from '../core/shape.ts';
import { PlayerWarnings } from '../events/player-warnings.ts';
import { droppedOut, type Result } from '../events/result.ts';
import { ModelSums, modelTotalsFields } from '../games/kit/model-requests.ts';
import { cause, commonestError, matchId, offenceFields } from '../games/kit/result-fields.ts';
import { gameOutcomes, playerOutcomes } from '../games/kit/verdict.ts';
import { bradleyTerry, type Ratings } from '../statistics/bradley-terry.ts';
import type { Estimate } from '../statistics/sample.ts';
import { exactPoints, formatKinds, formatOf, gamesOfMeeting } from './formats/format.ts';
import { Schedule, type ScheduleOptions } from './schedule.ts';
import { Crosstable, outcomeOf, PlayerTally, type RankedPlayer, rankingOf } from './standings.ts';

const elo = object({
  value: number(),
  error: noted('half of the 95 % interval', number(0)),
});

const row = object({
  rank: noted('players with equal results share a rank', whole(1)),
  name: text(),
  games: whole(0),
  won: whole(0),
  drawn: whole(0),
  lost: whole(0),
  points: noted(
    'sum over its games, and its byes, of the share of opponents that it beat; a draw counts half',
    number(0),
  ),
  tieBreaks: noted(
    'tie-break values for players with equal points, in this order; the margin decides after them',
    byName(number()),
  ),
  elo: noted('null: it played no game', orNull(elo)),
  los: noted(
    'probability that this player is better than the next one; null for the last player, or without games',
    orNull(number(0)),
  ),
  score: noted('mean of the points in the game; null where the game has none', orNull(number())),
  margin: noted('mean difference between its points and those of its best opponent', orNull(number())),
  offences: noted('games in which it failed, left or committed an offense', whole(0)),
  timeouts: whole(0),
  errors: optional(noted('moves that the rules refused; missing in reports of early versions', whole(0))),
  commonestError: optional(
    noted('the rule that refused the most moves, with the first such move as an example', commonestError),
  ),
  thinkMs: noted(
    'median and maximum, over its games, of the mean time for an answer; null if there was no answer',
    orNull(object({ median: number(0), max: number(0) })),
  ),
  byes: optional(noted('rounds without an opponent, which count as won', whole(1))),
  out: optional(noted('number of the game since which the player is dropped', whole(1))),
});

const meeting = object({ won: whole(0), drawn: whole(0), lost: whole(0) });

const bad = object({
  number: whole(1),
  id: matchId,
  player: noted('null: the game was not finished', orNull(text())),
  outcome: oneOf(...playerOutcomes, ...gameOutcomes),
  cause: optional(cause),
  offence: optional(object(offenceFields)),
});

const worker = object({
  name: text(),
  games: whole(1),
  gamesPerMinute: noted('games per minute, over the minutes in which it played', number(0)),
  delayMs: noted(
    'mean, over its games, of the largest delay of the event loop of the host; null if unknown',
    orNull(number(0)),
  ),
  timeouts: noted('turns that ran out of time', whole(0)),
  overloaded: noted('games in which a player ran out of time on an overloaded machine', whole(0)),
});

const pricedTotals = object({
  ...modelTotalsFields,
  money: optional(noted('with `--price`: of all its games', number(0))),
});

/** The state of a tournament. */
export const tournamentReport = object({
  wordhost: oneOf(1),
  kind: oneOf('report'),
  name: text(),
  game: text(),
  format: oneOf(...formatKinds),
  seed: text(),
  'seed-hash': optional(noted('SHA-256 of the seed, as it was printed before the games', text())),
  games: noted('games that were played and count', whole(0)),
  planned: noted('number of all games; a minimum if it depends on results', whole(0)),
  uncounted: optional(
    noted('games that do not count: they were running when a player in them was dropped', whole(1)),
  ),
  virtualDraws: noted(
    '1 if ratings include a draw of each player against a player rated 0, because a player won or lost all games; otherwise 0',
    oneOf(0, 1),
  ),
  standings: listOf(row),
  crosstable: noted(
    'games of the row player against the column player, both in the order of `standings`; a game of three or more counts as one game for each pair',
    listOf(listOf(orNull(meeting))),
  ),
  models: optional(
    noted('requests of language models, by player; missing if there are none', listOf(pricedTotals, 1)),
  ),
  bad: noted(
    'games in which a player failed, left or committed an offense, and games that were not finished',
    listOf(bad),
  ),
  warnings: optional(
    noted(
      'warnings about players that broke no rule, such as refused moves; missing if there are none',
      listOf(
        object({ player: text(), text: noted('the warning, without the name of the player', text()) }),
        1,
      ),
    ),
  ),
  stopped: optional(noted('why no more games are played', text())),
  workers: optional(
    noted(
      'workers of a farm that played games of this tournament; missing if one machine played them',
      listOf(worker, 1),
    ),
  ),
  leftOut: optional(
    noted(
      'workers given with `--without-worker`; this report does not count their games',
      listOf(object({ worker: text(), games: whole(1) }), 1),
    ),
  ),
});

export type TournamentReport = ValueOf<typeof tournamentReport>;
export type StandingsRow = TournamentReport['standings'][number];

/** A tournament, as far as a report tells it. */
export interface Tournament extends ScheduleOptions {
  readonly name: string;
  readonly game: string;
  readonly seed: string;
  /** The names in the order of the entries in results. */
  readonly players: readonly string[];
}

type BadGame = TournamentReport['bad'][number];

/** Folds games into the state of a tournament, in the order of their numbers, and keeps none of them. */
export class TournamentFold {
  readonly schedule: Schedule;
  readonly #tournament: Tournament;
  #tallies: readonly PlayerTally[];
  #crosstable: Crosstable;
  #warnings = new PlayerWarnings();
  #models = new ModelSums();
  #counted = 0;
  readonly #without: ReadonlySet<string>;
  /** Games of each excluded worker that would count. */
  readonly #leftOut = new Map<string, number>();
  readonly #bad: BadGame[] = [];

  /** `without`: workers of a farm whose games are left out. What is played next follows from them nevertheless. */
  constructor(tournament: Tournament, without: ReadonlySet<string> = new Set()) {
    this.#tournament = tournament;
    this.#without = without;
    this.schedule = new Schedule(tournament);
    this.#tallies = emptyTallies(tournament);
    this.#crosstable = new Crosstable(tournament.players.length);
  }

  /** The games of a meeting share a seed if they are mirrored. Their numbers follow each other. */
  get gamesOfSeed(): number {
    return gamesOfMeeting(formatOf(this.#tournament.entrants));
  }

  /** The number of games that count. */
  get games(): number {
    return [...this.#leftOut.values()].reduce((games, each) => games - each, this.schedule.counted);
  }

  take(number: number, result: Result): void {
    this.schedule.take(number, outcomeOf(result));
    this.#noteBad(number, result);
    this.#count(number, result);
  }

  /** Games were taken that do not count any more: somebody was dropped in one before them. `recount` is due. */
  get isOutdated(): boolean {
    return this.#counted !== this.schedule.counted;
  }

  /** Counts all games again that were taken. */
  recount(games: Iterable<{ readonly number: number; readonly result: Result }>): void {
    this.#tallies = emptyTallies(this.#tournament);
    this.#crosstable = new Crosstable(this.#tournament.players.length);
    this.#warnings = new PlayerWarnings();
    this.#models = new ModelSums();
    this.#counted = 0;
    this.#leftOut.clear();
    for (const { number, result } of games) this.#count(number, result);
  }

  #count(number: number, result: Result): void {
    if (!this.schedule.counts(number)) return;
    this.#counted++;
    const { worker } = result;
    if (worker !== undefined && this.#without.has(worker)) {
      this.#leftOut.set(worker, (this.#leftOut.get(worker) ?? 0) + 1);
      return;
    }
    this.#warnings.take(number, result);
    for (const { name, model } of result.players) this.#models.add(name, model);
    const shares = this.#crosstable.add(result.players);
    for (const [seat, player] of result.players.entries())
      this.#tallies[player.entry - 1]!.add(player, result, shares[seat]!);
  }

  #noteBad(number: number, { id, outcome, players, worker }: Result): void {
    if (worker !== undefined && this.#without.has(worker)) return;
    const out = players.filter(droppedOut);
    for (const { name, outcome, cause, offence } of out)
      this.#bad.push({
        number,
        id,
        player: name,
        outcome,
        ...(cause && { cause }),
        ...(offence && { offence }),
      });
    const hasEnd = outcome === 'won' || outcome === 'draw' || out.length > 0;
    if (!hasEnd) this.#bad.push({ number, id, player: null, outcome });
  }

  report(): TournamentReport {
    const { name, game, seed, entrants, players } = this.#tournament;
    const byes = this.#byes();
    const facts = this.#tallies.map(({ points, margin }, player) => {
      return { points: exactPoints(points + byes[player]!.points), margin: margin ?? 0 };
    });
    const ranking = rankingOf(this.schedule, facts, this.#crosstable);
    const ratings = bradleyTerry(this.#crosstable.table);
    const { stoppedBy, uncounted } = this.schedule;
    const warnings = players.flatMap((player, index) =>
      this.#warnings.of(index + 1).map((text) => ({ player, text })),
    );
    const models = this.#models.totals;
    const bad = this.#bad.filter(({ number }) => this.schedule.counts(number));
    return {
      wordhost: 1,
      kind: 'report',
      name,
      game,
      format: formatOf(entrants).kind,
      seed,
      'seed-hash': seedHash(seed),
      games: this.games,
      planned: Math.max(this.games, this.schedule.planned),
      ...(uncounted > 0 && { uncounted }),
      virtualDraws: ratings.virtualDraws,
      standings: ranking.map((ranked, place) => ({
        ...this.#row(ranked, players[ranked.player]!, ratings),
        los: losOf(ranking, place, ratings),
        ...(byes[ranked.player]!.count > 0 && { byes: byes[ranked.player]!.count }),
      })),
      crosstable: ranking.map((one) =>
        ranking.map((other) => this.#crosstable.meetings(one.player, other.player)),
      ),
      ...(warnings.length > 0 && { warnings }),
      ...(models.length > 0 && { models }),
      bad: bad.sort((one, other) => one.number - other.number),
      ...(stoppedBy !== undefined && { stopped: `a player failed, left or offended in game ${stoppedBy}` }),
      ...(this.#leftOut.size > 0 && {
        leftOut: [...this.#leftOut].map(([worker, games]) => ({ worker, games })),
      }),
    };
  }

  #row({ player, rank, points, tieBreaks }: RankedPlayer, name: string, { players }: Ratings): StandingsRow {
    const tally = this.#tallies[player]!;
    const { games, won, drawn, lost, offences, timeouts, thinkMs } = tally;
    const out = this.schedule.dropped.get(player);
    return {
      rank,
      name,
      games,
      won,
      drawn,
      lost,
      points: rounded(points),
      tieBreaks: Object.fromEntries(Object.entries(tieBreaks).map(([key, value]) => [key, rounded(value)])),
      elo: eloOf(players[player]),
      los: null,
      score: tally.score === null ? null : rounded(tally.score),
      margin: tally.margin === null ? null : rounded(tally.margin),
      offences,
      timeouts,
      ...this.#warnings.errorsOf(player + 1),
      thinkMs: thinkMs && { median: rounded(thinkMs.median), max: rounded(thinkMs.max) },
      ...(out !== undefined && { out }),
    };
  }

  /** Rounds without an opponent, and games that an opponent who was dropped could not play. */
  #byes(): readonly { readonly points: number; readonly count: number }[] {
    const byes = this.#tallies.map(() => ({ points: 0, count: 0 }));
    const { kind } = formatOf(this.#tournament.entrants);
    if (kind !== 'swiss') return byes;
    for (const { meetings, byes: free } of this.schedule.past) {
      for (const player of free) {
        byes[player]!.points += meetings[0]?.games ?? 1;
        byes[player]!.count++;
      }
      for (const { players, unplayed } of meetings)
        for (const [place, player] of players.entries()) byes[player]!.points += unplayed[place]!;
    }
    return byes;
  }
}

function emptyTallies({ players }: Tournament): readonly PlayerTally[] {
  return players.map(() => new PlayerTally());
}

function losOf(
  ranking: readonly RankedPlayer[],
  place: number,
  { players, superiority }: Ratings,
): number | null {
  const [one, next] = [ranking[place]!.player, ranking[place + 1]?.player];
  if (next === undefined || !players[one] || !players[next]) return null;
  return Math.round(superiority(one, next) * 1e4) / 1e4;
}

function eloOf(rating: Estimate | undefined): StandingsRow['elo'] {
  return rating ? { value: rounded(rating.value), error: rounded(rating.error) } : null;
}

export function rounded(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}
