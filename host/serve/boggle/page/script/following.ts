import type { GameAnswer } from '../state/answers.ts';
import { the } from './elements.ts';
import { eventsOf } from './server.ts';

/** A browser gives up where the server refuses, as one that is asked too much does. */
const AGAIN_MS = 3000;

/** What the server tells of one game as it happens; it says in the page whether it is connected. */
export class Following {
  readonly #key: string;
  readonly #came: (game: GameAnswer) => void;
  #events: EventSource;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(key: string, came: (game: GameAnswer) => void) {
    this.#key = key;
    this.#came = came;
    this.#events = this.#open();
  }

  end(): void {
    clearTimeout(this.#again);
    this.#events.close();
    say('', '');
  }

  #open(): EventSource {
    const events = eventsOf(this.#key);
    events.onopen = () => say('live', '· live');
    events.onerror = () => {
      say('lost', '· not connected: trying again');
      if (events.readyState !== EventSource.CLOSED) return;
      this.#again = setTimeout(() => {
        this.#events = this.#open();
      }, AGAIN_MS);
    };
    events.addEventListener('game', ({ data }) => this.#came(JSON.parse(String(data)) as GameAnswer));
    return events;
  }
}

function say(kind: '' | 'live' | 'lost', words: string): void {
  the('connection').className = `soft ${kind}`;
  the('connection').textContent = words;
}
