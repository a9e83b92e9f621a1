import { cut } from '../../core/columns.ts';
import { visible } from '../../core/visible.ts';
import type { Noted } from '../../events/noted.ts';
import { isPlatformEvent, type PlatformEvent } from '../../games/platform-events.ts';
import type { InWords } from '../../games/shown.ts';
import { howEnded } from './words.ts';

/** A sentence of a record from outside may be as long as a file. */
const LONGEST = 1000;

/** A record as text: a sentence for each event of interest, with its time. */
export class Story {
  readonly #game: Pick<InWords, 'describe'>;
  readonly #names: string[] = [];
  /** How who is gone has ended. */
  readonly #endings: string[] = [];

  constructor(game: Pick<InWords, 'describe'>) {
    this.#game = game;
  }

  /** None for an event that is not shown. */
  tell(event: Noted): string | undefined {
    if (event.type === 'game') this.#meet(event);
    if (event.type === 'gone') this.#endings[event.seat - 1] = howEnded(event);
    const words = isPlatformEvent(event) ? this.#describe(event) : this.#game.describe(event);
    if (words === undefined) return undefined;
    const who = 'seat' in event ? `${event.seat} ${this.#names[event.seat - 1] ?? ''} ` : '';
    return `${seconds(event.t)}  ${cut(visible(`${who}${words}`), LONGEST)}`;
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

function seconds(t: number): string {
  return `${(t / 1e9).toFixed(4).padStart(9)} s`;
}
