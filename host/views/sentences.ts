import { cut } from '../core/text/columns.ts';
import { visible } from '../core/text/visible.ts';
import type { Seat } from '../core/units.ts';
import type { Noted } from '../events/noted.ts';
import { isPlatformEvent, type PlatformEvent } from '../games/platform-events.ts';
import type { InWords } from '../games/shown.ts';
import { howEnded } from './terminal/words.ts';

/** An event for people. */
export interface Sentence {
  /** Whom it is about; none: nobody alone. */
  readonly seat: Seat | undefined;
  /** Its player by number and name, and what it does. Nothing in it moves the cursor or hides a letter. */
  readonly text: string;
}

/** A sentence of a record from outside may be as long as a file. */
const LONGEST = 1000;

/** A sentence for each event of interest, while a game runs or of its record. */
export class Sentences {
  readonly #game: Pick<InWords, 'describe'>;
  readonly #names: string[] = [];
  /** How who is gone has ended. */
  readonly #endings: string[] = [];

  constructor(game: Pick<InWords, 'describe'>) {
    this.#game = game;
  }

  /** None for an event that is not shown. */
  of(event: Noted): Sentence | undefined {
    if (event.type === 'game') this.#meet(event);
    if (event.type === 'gone') this.#endings[event.seat - 1] = howEnded(event);
    const words = isPlatformEvent(event) ? this.#describe(event) : this.#game.describe(event);
    if (words === undefined) return undefined;
    const seat = 'seat' in event ? event.seat : undefined;
    const who = seat === undefined ? '' : `${seat} ${this.#names[seat - 1] ?? ''} `;
    return { seat, text: cut(visible(`${who}${words}`), LONGEST) };
  }

  #meet({ players }: Noted & { readonly type: 'game' }): void {
    for (const { name } of players) this.#names.push(cut(name, 30));
  }

  /** What happens in every game, as a game describes what is its own. */
  #describe(event: PlatformEvent): string | undefined {
    switch (event.type) {
      case 'game':
        return `${event.game}, seed ${event.seed}: ${this.#names.join(' against ')}`;
      case 'ready':
        return `is ready${event.dialect === undefined ? '' : ` (${event.dialect})`}`;
      case 'offence':
        return `is out: ${event.kind} (${event.rule}), ${event.detail}`;
      case 'left':
        return `has left (${event.cause}${event.cause === 'crashed' ? (this.#endings[event.seat - 1] ?? '') : ''})`;
      case 'unfinished':
        return `had not finished a message: ${event.what}`;
      case 'interrupt':
        return 'the host was interrupted';
      default:
        return undefined;
    }
  }
}
