import type { TurnAnswer } from '../state/answers.ts';
import { made, ofUser, the } from './elements.ts';
import { history } from './server.ts';

/** What was played, the newest first. */
export class HistoryView {
  readonly #key: string;
  #asked = 0;

  constructor(key: string) {
    this.#key = key;
    the('history').replaceChildren();
  }

  /** Answers with the last turn; none: there is none, or a newer question has been asked. */
  async show(): Promise<TurnAnswer | undefined> {
    const asked = ++this.#asked;
    const answer = await history(this.#key);
    if (!answer.ok || asked !== this.#asked) return undefined;
    const { turns } = answer.value;
    the('no-history').hidden = turns.length > 0;
    the('history').replaceChildren(
      ...turns.map(({ user, message }) => made('li', ofUser(user), ': ', message)).reverse(),
    );
    return turns.at(-1);
  }
}
