import type { Lexicon } from 'wordhost/lexicon';
import { BestPlays, bestPlay, type FollowedGame, type Placement, searchedWords } from 'wordhost/scrabble';

/** The search stops after this time, because a person waits. */
const LONGEST_MS = 3000;

/** Finds the play with the most points, the shortest of equal ones. */
export class Hints {
  readonly #game: FollowedGame;
  readonly #lexicon: Lexicon | undefined;
  #plays: BestPlays | undefined;

  constructor(game: FollowedGame, lexicon: Lexicon | undefined) {
    this.#game = game;
    this.#lexicon = lexicon;
  }

  best(): readonly Placement[] | undefined {
    const { terms, position, held } = this.#game;
    this.#plays ??= new BestPlays(terms, this.#lexicon && searchedWords(this.#lexicon));
    const chooser = bestPlay({})(this.#game.choice(() => 0));
    const until = performance.now() + LONGEST_MS;
    const look = (found: Parameters<typeof chooser.look>[0]) => {
      chooser.look(found);
      return chooser.least ?? Number.NEGATIVE_INFINITY;
    };
    for (const _ of this.#plays.search(position, held, look)) if (performance.now() > until) break;
    const chosen = chooser.chosen();
    return chosen && !('type' in chosen) ? chosen : undefined;
  }
}
