import type { Notice } from '../../games/boggle/wire/messages.ts';
import { type Turn, turnTold } from '../turn.ts';

/** A game as one player knows it, from the messages of the host. */
export class FollowedGame {
  readonly #player: number;
  readonly #settled = new Set<string>();
  started = false;
  over = false;
  /** Ours, and not answered yet. */
  turn: Turn | undefined;

  constructor(player: number) {
    this.#player = player;
  }

  hear(notice: Notice): void {
    switch (notice.type) {
      case 'start':
        this.started = true;
        break;
      case 'turn':
        this.turn = turnTold(notice);
        break;
      case 'scored':
      case 'missed':
        this.#settled.add(notice.word);
        break;
      case 'timeout':
      case 'forfeited':
        if (notice.player === this.#player) this.turn = undefined;
        break;
      case 'gameover':
        this.turn = undefined;
        this.over = true;
        break;
      case 'passed':
      case 'bank':
      case 'found':
        break;
      default:
        notice satisfies never;
    }
  }

  /** It was guessed before, so it has no points any more; case does not matter. */
  isSettled(word: string): boolean {
    return this.#settled.has(word.toUpperCase());
  }

  /** Our next message. */
  answer(): void {
    this.turn = undefined;
  }
}
