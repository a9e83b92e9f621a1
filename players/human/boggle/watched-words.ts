import type { Greeting, Notice } from 'wordhost/boggle';
import { shownName } from '../shown-name.ts';

interface Turn {
  readonly k: number;
  readonly ms: number | undefined;
  readonly since: number;
}

export class WatchedWords {
  readonly told: Greeting;
  readonly names: readonly string[];
  readonly scores: number[];
  /** Words that were found or missed, by this person or by all in turns, the newest last. */
  readonly words: string[] = [];
  /** Own words in a simultaneous game. */
  readonly own = new Set<string>();
  readonly settled = new Set<string>();
  turn: Turn | undefined;
  turnsLeft: number | undefined;
  startedAt: number | undefined;

  constructor(told: Greeting, ownName: string | undefined) {
    this.told = told;
    this.names = told.names.map((name, index) =>
      index + 1 === told.player ? (ownName ?? shownName(name)) : shownName(name),
    );
    this.scores = told.names.map(() => 0);
  }

  hear(notice: Notice): void {
    switch (notice.type) {
      case 'start':
        this.startedAt = performance.now();
        return;
      case 'turn':
        this.turn = { k: notice.k, ms: notice.ms, since: performance.now() };
        this.turnsLeft = notice.left;
        return;
      case 'scored':
      case 'found':
        this.settled.add(notice.word);
        this.scores[notice.player - 1]! += notice.points;
        this.words.push(`${this.#name(notice.player)}: ${notice.word} ${notice.points}`);
        return;
      case 'missed':
        this.settled.add(notice.word);
        this.words.push(`${this.#name(notice.player)}: ${notice.word} does not count`);
        return;
      case 'passed':
        this.words.push(`${this.#name(notice.player)}: pass`);
        return;
      case 'timeout':
        this.words.push(`${this.#name(notice.player)}: out of time`);
        return void this.#endTurnOf(notice.player);
      case 'forfeited':
        this.words.push(`${this.#name(notice.player)}: left the game`);
        return void this.#endTurnOf(notice.player);
      case 'gameover':
        this.turn = undefined;
        return;
      case 'bank':
        return;
      default:
        notice satisfies never;
    }
  }

  /** The time left in the game or turn. */
  secondsLeft(now: number): number | undefined {
    const { timeMs } = this.told;
    if (timeMs !== undefined && this.startedAt !== undefined) return seconds(this.startedAt + timeMs - now);
    return this.turn?.ms === undefined ? undefined : seconds(this.turn.since + this.turn.ms - now);
  }

  #endTurnOf(player: number): void {
    if (player === this.told.player) this.turn = undefined;
  }

  #name(player: number): string {
    return this.names[player - 1] ?? '';
  }
}

const seconds = (ms: number) => Math.max(0, Math.ceil(ms / 1000));
