import type { Result } from '../events/result.ts';
import {
  type Entrants,
  formatOf,
  type Meeting,
  type OffenderRule,
  type Outcome,
  type PlayedMeeting,
  type PlayedStage,
  type Stage,
} from './formats/format.ts';
import { gamesToCome, nextStage } from './formats/formats.ts';

/** The games of a tournament follow from this. */
export interface ScheduleOptions {
  readonly entrants: Entrants;
  readonly offender: OffenderRule;
}

/** Stages in a row without a game: then there are no more. */
const MOST_EMPTY = 1000;

/**
 * The games of a tournament that are due after the played ones. It depends on the results alone, not on their
 * order of arrival.
 */
export class Schedule {
  readonly #terms: ScheduleOptions;
  readonly #outcomes = new Map<number, Outcome>();
  readonly #alike = new Alike();
  readonly #stages: StageGames[] = [];
  readonly #past: PlayedStage[] = [];
  readonly #dropped: DroppedPlayers;
  #stoppedBy: number | undefined;
  #counted = 0;
  /** All games of the stage before this number are played, or will not be. */
  #from = 1;
  #isOver = false;

  constructor(terms: ScheduleOptions) {
    this.#terms = terms;
    this.#dropped = new DroppedPlayers((number) => this.game(number));
    this.#advance();
  }

  get entrants(): Entrants {
    return this.#terms.entrants;
  }

  get offender(): OffenderRule {
    return this.#terms.offender;
  }

  /** A game is played; once for each number. */
  take(number: number, outcome: Outcome): void {
    this.#outcomes.set(number, this.#alike.of(outcome));
    if (this.counts(number)) this.#counted++;
    const { offender } = this.#terms;
    if (outcome.out.includes(true)) {
      if (offender === 'stop') this.#stoppedBy = Math.min(number, this.#stoppedBy ?? number);
      if (offender === 'drop') {
        this.#dropped.update(this.#outcomes);
        this.#counted = [...this.#outcomes.keys()].filter((played) => this.counts(played)).length;
        this.#from = this.#stages.at(-1)!.first;
      }
    }
    this.#advance();
  }

  /** Games that can be played now, in their order, from this number on. */
  *due(from = 1): Generator<ScheduledGame> {
    const stage = this.#stages.at(-1)!;
    if (this.#stoppedBy !== undefined || this.#isOver) return;
    for (let number = Math.max(from, this.#from); number < stage.end; number++)
      if (this.#isOpen(number)) yield stage.game(number);
  }

  /** Returns the game with this number, if it is known yet. */
  game(number: number): ScheduledGame | undefined {
    return this.#stages.find(({ first, end }) => number >= first && number < end)?.game(number);
  }

  /** It is played, and no player in it was dropped before. */
  counts(number: number): boolean {
    return this.#outcomes.has(number) && !this.isCancelled(number);
  }

  /** The number of played games that count. */
  get counted(): number {
    return this.#counted;
  }

  /** The number of played games that do not count: they ran when a player in them was dropped. */
  get uncounted(): number {
    return this.#outcomes.size - this.#counted;
  }

  /** The number of the game after which there are no more, because somebody failed, left or offended. */
  get stoppedBy(): number | undefined {
    return this.#stoppedBy;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The number of games in the known stages, without those of dropped players. */
  get known(): number {
    return this.#stages.reduce((sum, { first, end }) => {
      let count = 0;
      if (this.#dropped.players.size === 0) return sum + end - first;
      for (let number = first; number < end; number++) if (!this.isCancelled(number)) count++;
      return sum + count;
    }, 0);
  }

  /** The number of all games, or the least number if results decide it. */
  get planned(): number {
    if (this.#stoppedBy !== undefined) return this.#outcomes.size;
    if (this.#isOver) return this.known;
    const stages = this.#stages.map(({ stage }) => stage);
    return this.known + gamesToCome(this.#terms.entrants, stages, new Set(this.#dropped.players.keys()));
  }

  /** The first round of which no game is played. */
  get roundAfterPlayed(): number {
    let last = 0;
    for (const number of this.#outcomes.keys()) last = Math.max(last, this.game(number)?.round ?? 0);
    return last + 1;
  }

  /** The game after which each dropped player is out. */
  get dropped(): ReadonlyMap<number, number> {
    return this.#dropped.players;
  }

  /** Stages that are over, and of the running one what has come of it. */
  get past(): readonly PlayedStage[] {
    return this.#isOver ? this.#past : [...this.#past, this.#played(this.#stages.at(-1)!)];
  }

  #isOpen(number: number): boolean {
    return !this.#outcomes.has(number) && !this.isCancelled(number);
  }

  /** Somebody in it was dropped before: it does not count. */
  isCancelled(number: number): boolean {
    return this.#dropped.players.size > 0 && this.#dropped.isCancelled(this.game(number)!);
  }

  /** Advances to the first stage with a game that is due. */
  #advance(): void {
    for (let empty = 0; !this.#isOver && empty < MOST_EMPTY; ) {
      const stage = this.#stages.at(-1);
      if (stage && !this.#isPlayed(stage)) return;
      if (stage) {
        this.#past.push(this.#played(stage));
        empty = stage.first === stage.end ? empty + 1 : 0;
      }
      const next = this.#next();
      if (next) this.#stages.push(new StageGames(next, stage?.end ?? 1));
      else this.#isOver = true;
      this.#from = stage?.end ?? 1;
    }
    this.#isOver = true;
  }

  #next(): Stage | undefined {
    const { entrants } = this.#terms;
    return nextStage[formatOf(entrants).kind](entrants, this.#past, new Set(this.#dropped.players.keys()));
  }

  #isPlayed({ end }: StageGames): boolean {
    while (this.#from < end && !this.#isOpen(this.#from)) this.#from++;
    return this.#from === end;
  }

  #played(stage: StageGames): PlayedStage {
    return stage.played((game) => {
      if (!this.isCancelled(game.number)) return this.#outcomes.get(game.number);
      // The others have it without playing.
      const points = game.players.map((player) => Number(!this.#dropped.isOutIn(player, game.number)));
      return { points, out: [], margins: game.players.map(() => 0), isUnplayed: true };
    });
  }
}

const MOST_ALIKE = 10_000;

/** There are many games, and few ways in which one can end: those that are alike are one object. */
class Alike {
  readonly #known = new Map<string, Outcome>();

  of(outcome: Outcome): Outcome {
    const text = JSON.stringify(outcome);
    const known = this.#known.get(text);
    if (known) return known;
    if (this.#known.size < MOST_ALIKE) this.#known.set(text, outcome);
    return outcome;
  }
}

/** A game with its number; everything about it follows from that. */
export interface ScheduledGame {
  /** Counted from 1. */
  readonly number: number;
  readonly round: number;
  /** Indices in the list of all players, by seat. */
  readonly players: readonly number[];
}

/** The games of a stage, numbered after those before it. */
class StageGames {
  readonly stage: Stage;
  /** The first game of each meeting, and one for the end. */
  readonly #firsts: readonly number[];

  constructor(stage: Stage, first: number) {
    this.stage = stage;
    const firsts = [first];
    for (const { games } of stage.meetings) firsts.push(firsts.at(-1)! + games);
    this.#firsts = firsts;
  }

  get first(): number {
    return this.#firsts[0]!;
  }

  /** The number after the last. */
  get end(): number {
    return this.#firsts.at(-1)!;
  }

  game(number: number): ScheduledGame {
    const index = this.#meetingOf(number);
    const { players } = this.stage.meetings[index]!;
    const turns = number - this.#firsts[index]!;
    return { number, round: this.stage.round, players: seated(players, turns) };
  }

  /** The outcome. `outcomeOf` returns undefined for a game that is not played yet. */
  played(outcomeOf: (game: ScheduledGame) => Outcome | undefined): PlayedStage {
    const meetings = this.stage.meetings.map((meeting, index) => {
      const first = this.#firsts[index]!;
      return playedMeeting(meeting, (turn) => outcomeOf(this.game(first + turn)));
    });
    return { ...this.stage, meetings };
  }

  /** A binary search, since there may be thousands of meetings. */
  #meetingOf(number: number): number {
    let [low, high] = [0, this.#firsts.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#firsts[middle]! <= number) low = middle;
      else high = middle;
    }
    return low;
  }
}

function seated(players: readonly number[], turns: number): readonly number[] {
  return players.map((_, seat) => players[(seat + turns) % players.length]!);
}

function playedMeeting(meeting: Meeting, outcomeOf: (turn: number) => Outcome | undefined): PlayedMeeting {
  const { players, games } = meeting;
  const points = players.map(() => 0);
  const unplayed = players.map(() => 0);
  const margins = players.map(() => 0);
  const seats = players.map(() => players.map(() => 0));
  for (let turn = 0; turn < games; turn++) {
    const outcome = outcomeOf(turn);
    if (outcome === undefined) continue;
    for (let seat = 0; seat < players.length; seat++) {
      const place = (seat + turn) % players.length;
      points[place]! += outcome.points[seat]!;
      if (outcome.isUnplayed) unplayed[place]! += outcome.points[seat]!;
      margins[place]! += outcome.margins[seat]!;
      if (!outcome.isUnplayed) seats[place]![seat]!++;
    }
  }
  return { ...meeting, points, unplayed, margins, seats };
}

/** Who plays no more. Worked out from the results in the order of their numbers, whichever came first. */
class DroppedPlayers {
  readonly #game: (number: number) => ScheduledGame | undefined;
  #players: ReadonlyMap<number, number> = new Map();

  constructor(game: (number: number) => ScheduledGame | undefined) {
    this.#game = game;
  }

  /** The game after which each dropped player is out. */
  get players(): ReadonlyMap<number, number> {
    return this.#players;
  }

  update(outcomes: ReadonlyMap<number, Outcome>): void {
    this.#players = new Map();
    const players = new Map<number, number>();
    this.#players = players;
    const bad = [...outcomes].filter(([, { out }]) => out.includes(true));
    for (const [number, { out }] of bad.sort(([one], [other]) => one - other)) {
      const game = this.#game(number);
      if (game === undefined || this.isCancelled(game)) continue;
      for (const [seat, isOut] of out.entries()) if (isOut) players.set(game.players[seat]!, number);
    }
  }

  isOutIn(player: number, game: number): boolean {
    return (this.#players.get(player) ?? Number.POSITIVE_INFINITY) < game;
  }

  /** Somebody in it was dropped before. */
  isCancelled({ number, players }: ScheduledGame): boolean {
    return players.some((player) => this.isOutIn(player, number));
  }
}

/**
 * Says why a saved game cannot be one of its tournament, since pairings may follow from earlier results.
 * Undefined if it can.
 */
export function misplacement(
  schedule: Schedule,
  number: number,
  { players }: Pick<Result, 'players'>,
): string | undefined {
  const game = schedule.game(number);
  const isRight =
    game?.players.length === players.length &&
    game.players.every((player, seat) => players[seat]!.entry === player + 1);
  if (isRight) return undefined;
  const was = `was between ${players.map(({ name }) => name).join(', ')}`;
  const [missing] = schedule.due();
  if (game === undefined && missing !== undefined)
    return `${was}, and game ${missing.number} before it is missing`;
  return `${was}, and that does not follow from the games before it`;
}
