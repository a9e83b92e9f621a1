import type { GameAnswer } from '../state/answers.ts';
import { historyOf, type Sentence } from '../state/sight.ts';
import { made, sayLoaded, sentence, the } from './elements.ts';
import { history } from './server.ts';

/** What was played, the newest first. */
export class HistoryView {
  readonly #key: string;
  #asked = 0;

  constructor({ urlsafe_key }: GameAnswer) {
    this.#key = urlsafe_key;
    the('history').replaceChildren();
    the('no-history').hidden = true;
    sayLoaded('The history', undefined);
  }

  /** What is still on its way is of a game that is shown no longer. */
  end(): void {
    this.#asked++;
  }

  /** Answers with what happened last; none: nothing did, or a newer question has been asked. */
  async show(game: GameAnswer): Promise<Sentence | undefined> {
    const asked = ++this.#asked;
    const answer = await history(this.#key);
    if (asked !== this.#asked) return undefined;
    sayLoaded('The history', answer);
    if (!answer.ok) return undefined;
    const sentences = historyOf(game, answer.value.turns);
    the('no-history').hidden = sentences.length > 0;
    the('history').replaceChildren(...sentences.map((each) => made('li', sentence(each))).reverse());
    return sentences.at(-1);
  }
}
