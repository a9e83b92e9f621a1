import type { GameAnswer } from '../state/answers.ts';
import { type Sentence, turnSentence } from '../state/sight.ts';
import { made, sayLoaded, sentence, the } from './elements.ts';
import { history } from './server.ts';

/** What was played, the newest first. */
export class HistoryView {
  readonly #key: string;
  readonly #names: readonly string[];
  #asked = 0;

  constructor({ urlsafe_key, user1_name, user2_name }: GameAnswer) {
    this.#key = urlsafe_key;
    this.#names = [user1_name, user2_name];
    the('history').replaceChildren();
    the('no-history').hidden = true;
    sayLoaded('The history', undefined);
  }

  /** What is still on its way is of a game that is shown no longer. */
  end(): void {
    this.#asked++;
  }

  /** Answers with the last turn in words; none: there is none, or a newer question has been asked. */
  async show(): Promise<Sentence | undefined> {
    const asked = ++this.#asked;
    const answer = await history(this.#key);
    if (asked !== this.#asked) return undefined;
    sayLoaded('The history', answer);
    if (!answer.ok) return undefined;
    const { turns } = answer.value;
    the('no-history').hidden = turns.length > 0;
    const sentences = turns.map((turn) => turnSentence(turn, this.#names));
    the('history').replaceChildren(...sentences.map((each) => made('li', sentence(each))).reverse());
    return sentences.at(-1);
  }
}
