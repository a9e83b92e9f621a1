import type { MatchPlan } from '../../match/plan/plan.ts';
import type { MatchRequest } from '../../match/plan/request.ts';
import type { GameReport } from '../play-game.ts';
import type { Others } from '../play-series.ts';
import type { Told } from './worker.ts';

/** Somebody who plays games, until it lives no more. */
export interface Hand {
  readonly lives: boolean;
  play(request: MatchRequest, told: Told): Promise<GameReport>;
  /** It ends, with all that it plays. */
  end(): Promise<void>;
}

interface Counted<Member extends Hand> {
  readonly hand: Member;
  /** Games that are being decided. */
  undecided: number;
  /** These, and those whose players are being ended. */
  running: number;
}

/** So many workers at most, each started when it is needed, and another in the place of one that has died. */
export class Pool<Member extends Hand = Hand> implements Others, AsyncDisposable {
  readonly jobs: number;
  readonly #most: number;
  readonly #start: () => Member;
  #members: Counted<Member>[] = [];

  constructor({ jobs, workers }: { jobs: number; workers: number }, start: () => Member) {
    this.jobs = jobs;
    this.#most = Math.min(jobs, workers);
    this.#start = start;
  }

  async play({ request }: MatchPlan, { interrupt, decided }: Told): Promise<GameReport> {
    const member = this.#freest();
    let isDecided = false;
    const decide = () => {
      if (!isDecided) member.undecided--;
      isDecided = true;
    };
    member.undecided++;
    member.running++;
    try {
      return await member.hand.play(request, {
        interrupt,
        decided() {
          decide();
          decided?.();
        },
      });
    } finally {
      decide();
      member.running--;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#members.map(({ hand }) => hand.end()));
  }

  #freest(): Counted<Member> {
    this.#members = this.#members.filter(({ hand }) => hand.lives);
    const [freest] = this.#members.toSorted(
      (one, other) => one.undecided - other.undecided || one.running - other.running,
    );
    if (freest && (freest.running === 0 || this.#members.length >= this.#most)) return freest;
    const started = { hand: this.#start(), undecided: 0, running: 0 };
    this.#members.push(started);
    return started;
  }
}
