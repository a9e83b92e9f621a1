import type { Key } from '../../../core/chance.ts';
import type { Nanos, Seat } from '../../../core/units.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import type { Heard, Step } from '../../game.ts';
import { type LinePlayer, type LineState, seatedPlayer } from '../../line-game/state.ts';
import type { Board } from '../board.ts';
import type { BoggleEvent } from '../events.ts';
import type { Options } from '../options.ts';
import type { PathFinder } from '../path-finder.ts';
import type { Message } from '../wire/messages.ts';

/** What is given from the beginning and does not change. */
export interface Terms {
  readonly options: Options;
  readonly own: readonly (Options | undefined)[] | undefined;
  readonly board: Board;
  readonly paths: PathFinder;
  readonly lexicon: Lexicon;
  readonly names: readonly string[];
  readonly key: Key;
}

export interface State extends LineState<Player> {
  readonly terms: Terms;
  /** When the time of all is up; none where they take turns. */
  readonly endsAt: Nanos | undefined;
  /** Turns that nobody has used yet, where they take turns. */
  readonly turnsLeft: number;
}

/** Its score is 0 where all play at once, until it is known who else found the same. */
export interface Player extends LinePlayer {
  readonly found: FoundWords;
  /** It has said so: what comes now is dropped. */
  readonly isDone: boolean;
}

export type BoggleStep = Step<State, BoggleEvent>;
export type HeardMove = Heard<Message>;

/**
 * What a player has found, each word once, in the order in which it was found. A value: `with` gives another one.
 *
 * A hot path: values that are made from one another share a table, and each reads only its own part of it. The newest
 * extends the table in place; a value that is made from an older one gets a copy.
 */
export class FoundWords {
  static readonly none = new FoundWords(new Map(), 0);

  readonly count: number;
  /** The number of each word, from 0. */
  readonly #numbers: Map<string, number>;

  private constructor(numbers: Map<string, number>, count: number) {
    this.#numbers = numbers;
    this.count = count;
  }

  has(word: string): boolean {
    const number = this.#numbers.get(word);
    return number !== undefined && number < this.count;
  }

  /** It is not there yet. */
  with(word: string): FoundWords {
    const isNewest = this.count > 0 && this.#numbers.size === this.count;
    const numbers = isNewest ? this.#numbers : new Map([...this.#numbers].slice(0, this.count));
    return new FoundWords(numbers.set(word, this.count), this.count + 1);
  }

  /** By byte. */
  inOrder(): string[] {
    return [...this.#numbers.keys()].slice(0, this.count).sort();
  }
}

/** A game in turns between two moves: what is kept of it, beside its terms, to go on with it later or elsewhere. */
interface SavedTurns {
  readonly turnsLeft: number;
  /** Whose turn it is; none once the game is over. */
  readonly next: Seat | undefined;
  /** By seat: both still play. */
  readonly players: readonly { readonly score: number; readonly found: readonly string[] }[];
}

/** The game as if it had never stopped; the turn under way began at 0. */
export function resumeTurns(terms: Terms, { turnsLeft, next, players }: SavedTurns): State {
  const given = terms.options.turns - turnsLeft + (next === undefined ? 0 : 1);
  return {
    terms,
    players: players.map(({ score, found }, index) => ({
      ...seatedPlayer(index + 1, terms),
      score,
      turns: Math.ceil((given - index) / players.length),
      found: found.reduce((before, word) => before.with(word), FoundWords.none),
      isDone: false,
    })),
    endsAt: undefined,
    turn: next === undefined ? undefined : { seat: next, startedAt: 0 },
    turnsLeft,
    over: next === undefined,
  };
}
