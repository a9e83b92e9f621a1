import type { Board, ScoredWord } from '../board/board.ts';
import type { Placement } from '../wire/messages.ts';
import type { Direction } from './judgement.ts';
import type { Position } from './position.ts';

/**
 * A run of tiles, those that lie and those of a move, as programs read it. A hot path: one of these is used again
 * and again, so that spelling a word makes nothing.
 */
export class SpelledWord implements ScoredWord {
  length = 0;
  points = new Int32Array(32);
  chars = new Int32Array(32);
  /** The kind of square under each letter; a covered one is what it turned into. */
  squares = new Int32Array(32);
  /** Where the first letter lies. */
  x = 0;
  y = 0;

  /** The run through these tiles of a move, from `first` to before `end`: in order along it, and without a gap. */
  spell(
    board: Board,
    position: Position,
    laid: readonly Placement[],
    first: number,
    end: number,
    direction: Direction,
  ): void {
    const right = direction === 'across' ? 1 : 0;
    const down = 1 - right;
    let { x, y } = laid[first]!;
    while (position.indexAt(x - right, y - down) >= 0) {
      x -= right;
      y -= down;
    }
    this.x = x;
    this.y = y;
    this.length = 0;
    for (let next = first; ; x += right, y += down) {
      const tile = laid[next];
      if (next < end && tile!.x === x && tile!.y === y) {
        this.#add(tile!.letter.codePointAt(0)!, tile!.points, board.squareAt(x, y));
        next++;
        continue;
      }
      const index = position.indexAt(x, y);
      if (index < 0) return;
      this.#add(position.letterOf(index), position.pointsOf(index), board.usedSquare);
    }
  }

  text(): string {
    let letters = '';
    for (let place = 0; place < this.length; place++) letters += textOf(this.chars[place]!);
    return letters;
  }

  #add(char: number, points: number, square: number): void {
    const place = this.length++;
    if (place === this.chars.length) this.#grow();
    this.chars[place] = char;
    this.points[place] = points;
    this.squares[place] = square;
  }

  #grow(): void {
    const larger = (before: Int32Array) => {
      const after = new Int32Array(before.length * 2);
      after.set(before);
      return after;
    };
    this.chars = larger(this.chars);
    this.points = larger(this.points);
    this.squares = larger(this.squares);
  }
}

const LAST_OF_ONE_UNIT = 0xffff;

/** V8 has the texts of one unit ready; `fromCodePoint` makes each again. */
function textOf(char: number): string {
  return char > LAST_OF_ONE_UNIT ? String.fromCodePoint(char) : String.fromCharCode(char);
}
