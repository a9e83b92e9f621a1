import { object, oneOf } from '../core/shape.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { PartReader } from './inbox.ts';

/** A seat that is played through tools: it hears the wire of its game, and reads moves as people write them. */
export interface AssistantSeat {
  /** The text by which the seat is ready. */
  readonly ready: string;
  hear(text: string): void;
  /** The host waits for a move, or takes one at any time. */
  readonly isDue: boolean;
  rules(): string;
  position(): string;
  /** A string is the reason why the move is not legal. */
  read(written: string): AssistantMove | string;
}

export interface AssistantMove {
  /** Says what the move brings. */
  readonly brings: string;
  /** Set in games with points. */
  readonly points?: number;
  /** Returns the text for the host. The move counts as sent. */
  send(): string;
}

/** Why a move is not legal. */
export interface MoveRefusal {
  readonly problem: string;
  /** The words that are not in the list, if its words were judged. */
  readonly words?: readonly string[];
}

export type OpenAssistantSeat = (lexicon: Lexicon) => AssistantSeat;

/** A seat that is played on a page, which sends moves as JSON. */
export interface PersonSeat extends AssistantSeat {
  /** The tiles of the player, and what else its game tells it alone. */
  hand(): unknown;
  /** Reads a move of the shape of its game. A string is the reason why the move is not legal. */
  readJson(move: unknown): AssistantMove | MoveRefusal | string;
  /** Takes a text that was sent to the host before this object was made. */
  sent(text: string): void;
}

export type OpenPersonSeat = (lexicon: Lexicon) => PersonSeat;

const isSo = oneOf(true);

/** Moves of a page that every game in turns has. */
export const passing = object({ pass: isSo });
export const forfeiting = object({ forfeit: isSo });

/** Divides the text of a wire in lines into the set-up and what follows. */
export class WireLines {
  readonly #reader = new PartReader('\n');
  readonly #begin: (setUp: readonly string[]) => void;
  readonly #hear: (line: string) => void;
  #setUp: string[] | undefined = [];

  constructor(begin: (setUp: readonly string[]) => void, hear: (line: string) => void) {
    this.#begin = begin;
    this.#hear = hear;
  }

  take(text: string): void {
    for (const line of this.#reader.read(text)) {
      if (!this.#setUp) this.#hear(line);
      else {
        this.#setUp.push(line);
        if (line.trim() !== 'end') continue;
        this.#begin(this.#setUp);
        this.#setUp = undefined;
      }
    }
  }
}
