import { HostFailure } from '../../core/host-failure.ts';
import type { MatchPlan } from '../../match/plan/plan.ts';
import type { MatchRequest } from '../../match/plan/request.ts';
import type { GameReport } from '../play-game.ts';
import type { Others } from '../play-series.ts';
import type { Told } from './worker.ts';

/** Somebody who plays games, until it lives no more. */
export interface Hand {
  readonly lives: boolean;
  play(request: MatchRequest, told: Told): Promise<GameReport>;
  /** Whether somebody looks at the games that it plays. */
  look(isLooking: boolean): void;
  /** It ends, with all that it plays. */
  end(): Promise<void>;
  /** The same at once, whatever it is doing. */
  kill(): void;
}

interface Counted<Member extends Hand> {
  readonly hand: Member;
  /** Games that are being decided. */
  undecided: number;
  /** These, and those whose players are being ended. */
  running: number;
}

/** So many for each that there may be have died, and no game was played since: the next would, too. */
const MOST_LOST = 2;

/** So many workers at most, each started when it is needed, and another in the place of one that has died. */
export class Pool<Member extends Hand = Hand> implements Others, AsyncDisposable {
  readonly jobs: number;
  readonly #most: number;
  readonly #start: () => Member;
  #members: Counted<Member>[] = [];
  #isLooking = false;
  /** How many have died since the last game that came to its end. */
  #lost = 0;

  constructor({ jobs, workers }: { jobs: number; workers: number }, start: () => Member) {
    this.jobs = jobs;
    this.#most = Math.min(jobs, workers);
    this.#start = start;
  }

  async play({ request }: MatchPlan, { decided, ...told }: Told): Promise<GameReport> {
    const member = this.#freest();
    let isDecided = false;
    const decide = () => {
      if (!isDecided) member.undecided--;
      isDecided = true;
    };
    member.undecided++;
    member.running++;
    try {
      const report = await member.hand.play(request, {
        ...told,
        decided() {
          decide();
          decided?.();
        },
      });
      this.#lost = 0;
      return report;
    } finally {
      decide();
      member.running--;
    }
  }

  /** Whether somebody looks at the games. */
  look(isLooking: boolean): void {
    this.#isLooking = isLooking;
    for (const { hand } of this.#members) hand.look(isLooking);
  }

  kill(): void {
    for (const { hand } of this.#members) hand.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#members.map(({ hand }) => hand.end()));
  }

  #freest(): Counted<Member> {
    const living = this.#members.filter(({ hand }) => hand.lives);
    this.#lost += this.#members.length - living.length;
    this.#members = living;
    if (this.#lost >= MOST_LOST * this.#most)
      throw new HostFailure(
        `the processes that play the games (--jobs) have ended ${this.#lost} times, and no game came to its end since. Is there too little memory? The games after the last result were not played`,
      );
    const [freest] = this.#members.toSorted(
      (one, other) => one.undecided - other.undecided || one.running - other.running,
    );
    if (freest && (freest.running === 0 || this.#members.length >= this.#most)) return freest;
    const started = { hand: this.#start(), undecided: 0, running: 0 };
    if (this.#isLooking) started.hand.look(true);
    this.#members.push(started);
    return started;
  }
}
