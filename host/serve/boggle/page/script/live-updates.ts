import type { GameAnswer } from '../../api/schemas.ts';
import { eventsOf } from './server.ts';

/** Browsers do not reconnect after a refusal, such as by the rate limit. */
const AGAIN_MS = 3000;

/** Receives changes of a game, and knows whether the page is connected. */
export class LiveUpdates {
  readonly #key: string;
  readonly #draw: () => void;
  readonly #came: (game: GameAnswer) => void;
  #events: EventSource;
  #again: ReturnType<typeof setTimeout> | undefined;
  state: '' | 'live' | 'lost' = '';

  constructor(key: string, draw: () => void, came: (game: GameAnswer) => void) {
    this.#key = key;
    this.#draw = draw;
    this.#came = came;
    this.#events = this.#open();
  }

  get words(): string {
    return { '': '', live: '· live', lost: '· disconnected: reconnecting' }[this.state];
  }

  end(): void {
    clearTimeout(this.#again);
    this.#events.close();
    this.state = '';
  }

  #open(): EventSource {
    const events = eventsOf(this.#key);
    events.onopen = () => this.#is('live');
    events.onerror = () => {
      this.#is('lost');
      if (events.readyState !== EventSource.CLOSED) return;
      this.#again = setTimeout(() => {
        this.#events = this.#open();
      }, AGAIN_MS);
    };
    events.addEventListener('game', ({ data }) => this.#came(JSON.parse(String(data)) as GameAnswer));
    return events;
  }

  #is(state: 'live' | 'lost'): void {
    this.state = state;
    this.#draw();
  }
}
