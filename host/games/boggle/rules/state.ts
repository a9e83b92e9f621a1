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
  /** The end of a simultaneous game. */
  readonly endsAt: Nanos | undefined;
  /** Turns left in a game in turns. */
  readonly turnsLeft: number;
}

/** The score of a simultaneous game is 0 until the end. */
export interface Player extends LinePlayer {
  readonly found: FoundWords;
  /** The player has sent `done`, and later lines are ignored. */
  readonly isDone: boolean;
}

export type BoggleStep = Step<State, BoggleEvent>;
export type HeardMove = Heard<Message>;

/**
 * Distinct words in the order of finding, as an immutable value. Hot path: related values share a table, of
 * which each reads its own part. The newest extends it in place, and an older one copies it.
 */
export class FoundWords {
  static readonly none = new FoundWords(new Map(), 0);

  readonly count: number;
  /** Numbers from 0. */
  readonly #numbers: Map<string, number>;

  private constructor(numbers: Map<string, number>, count: number) {
    this.#numbers = numbers;
    this.count = count;
  }

  has(word: string): boolean {
    const number = this.#numbers.get(word);
    return number !== undefined && number < this.count;
  }

  /** The word must be new. */
  with(word: string): FoundWords {
    const isNewest = this.count > 0 && this.#numbers.size === this.count;
    const numbers = isNewest ? this.#numbers : new Map([...this.#numbers].slice(0, this.count));
    return new FoundWords(numbers.set(word, this.count), this.count + 1);
  }

  /** Sorted by bytes. */
  inOrder(): string[] {
    return [...this.#numbers.keys()].slice(0, this.count).sort();
  }
}

/** A game in turns between two moves. With its terms it can be resumed anywhere. */
interface SavedTurns {
  readonly turnsLeft: number;
  /** Undefined once the game is over. */
  readonly next: Seat | undefined;
  /** Both still play. */
  readonly players: readonly { readonly score: number; readonly found: readonly string[] }[];
}

/** Resumes a game. The current turn began at 0. */
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
    turn: next === undefined ? undefined : { seat: next, startedAt: 0, retries: 0, spent: 0 },
    turnsLeft,
    over: next === undefined,
  };
}
