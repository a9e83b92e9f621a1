import type { Meeting, PlayedMeeting, PlayedStage, Stage } from '../formats/format.ts';
import type { Outcome } from './outcome.ts';

/** A game with its number; everything about it follows from that. */
export interface ScheduledGame {
  /** From 1. */
  readonly number: number;
  readonly round: number;
  /** By seat: places in the list of all players, from 0. */
  readonly players: readonly number[];
}

/** The games of a stage, numbered after those before it. */
export class StageGames {
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

  /** What came of it; `outcomeOf` answers none for a game that is not played yet. */
  played(outcomeOf: (game: ScheduledGame) => Outcome | undefined): PlayedStage {
    const meetings = this.stage.meetings.map((meeting, index) => {
      const first = this.#firsts[index]!;
      return playedMeeting(meeting, (turn) => outcomeOf(this.game(first + turn)));
    });
    return { ...this.stage, meetings };
  }

  /** By halves: there may be thousands. */
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
