import { type Entrants, formatOf, type PlayedStage, type Stage } from '../formats/format.ts';
import { gamesToCome, nextStage } from '../formats/formats.ts';
import { Dropped } from './dropped.ts';
import type { OffenderRule, Outcome } from './outcome.ts';
import { type ScheduledGame, StageGames } from './stage-games.ts';

/** What the games of a tournament follow from. */
export interface Terms {
  readonly entrants: Entrants;
  readonly offender: OffenderRule;
}

/** Stages in a row without a game: then there are no more. */
const MOST_EMPTY = 1000;

/**
 * The games of a tournament: which are due, after those that are played. It depends on the results alone, and not on the
 * order in which they came.
 */
export class Schedule {
  readonly #terms: Terms;
  readonly #outcomes = new Map<number, Outcome>();
  readonly #alike = new Alike();
  readonly #stages: StageGames[] = [];
  readonly #past: PlayedStage[] = [];
  readonly #dropped: Dropped;
  #stoppedBy: number | undefined;
  #counted = 0;
  /** All games of the stage before this number are played, or will not be. */
  #from = 1;
  #isOver = false;

  constructor(terms: Terms) {
    this.#terms = terms;
    this.#dropped = new Dropped((number) => this.game(number));
    this.#advance();
  }

  get entrants(): Entrants {
    return this.#terms.entrants;
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

  /** Games that can be played now, in their order. */
  *due(): Generator<ScheduledGame> {
    const stage = this.#stages.at(-1)!;
    if (this.#stoppedBy !== undefined || this.#isOver) return;
    for (let number = this.#from; number < stage.end; number++)
      if (this.#isOpen(number)) yield stage.game(number);
  }

  /** By its number, as far as it is known which there are. */
  game(number: number): ScheduledGame | undefined {
    return this.#stages.find(({ first, end }) => number >= first && number < end)?.game(number);
  }

  /** It is played, and no player in it was dropped before. */
  counts(number: number): boolean {
    return this.#outcomes.has(number) && !this.#isCancelled(number);
  }

  /** How many games are played, without those that do not count. */
  get counted(): number {
    return this.#counted;
  }

  /** How many games were played and do not count: they ran when a player in them was dropped. */
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

  /** How many games there are in the stages that are known, without those that somebody who is dropped would play. */
  get known(): number {
    return this.#stages.reduce((sum, { first, end }) => {
      let count = 0;
      if (this.#dropped.players.size === 0) return sum + end - first;
      for (let number = first; number < end; number++) if (!this.#isCancelled(number)) count++;
      return sum + count;
    }, 0);
  }

  /** How many games there will be; where the results decide it, at least. */
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

  /** By player: the game after which it is dropped. */
  get dropped(): ReadonlyMap<number, number> {
    return this.#dropped.players;
  }

  /** Stages that are over, and of the running one what has come of it. */
  get past(): readonly PlayedStage[] {
    return this.#isOver ? this.#past : [...this.#past, this.#played(this.#stages.at(-1)!)];
  }

  #isOpen(number: number): boolean {
    return !this.#outcomes.has(number) && !this.#isCancelled(number);
  }

  #isCancelled(number: number): boolean {
    return this.#dropped.players.size > 0 && this.#dropped.isCancelled(this.game(number)!);
  }

  /** To the first stage with a game that is due. */
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
      if (!this.#isCancelled(game.number)) return this.#outcomes.get(game.number);
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
