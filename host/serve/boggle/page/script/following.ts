import type { GameAnswer } from '../state/answers.ts';
import { the } from './elements.ts';
import { eventsOf } from './server.ts';

/** What the server tells of one game as it happens; it says in the page whether it is connected. */
export class Following {
  readonly #events: EventSource;

  constructor(key: string, came: (game: GameAnswer) => void) {
    this.#events = eventsOf(key);
    this.#events.onopen = () => say('live', '· live');
    this.#events.onerror = () => say('lost', '· not connected: trying again');
    this.#events.addEventListener('game', ({ data }) => came(JSON.parse(String(data)) as GameAnswer));
  }

  end(): void {
    this.#events.close();
    say('', '');
  }
}

function say(kind: '' | 'live' | 'lost', words: string): void {
  the('connection').className = `soft ${kind}`;
  the('connection').textContent = words;
}
