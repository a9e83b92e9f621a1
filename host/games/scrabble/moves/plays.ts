import type { HeldTiles, JudgedTable } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';
import { tileKind } from '../tiles/tile-set.ts';
import type { Placement } from '../wire/messages.ts';
import { type AnchoredLine, anchoredLines } from './anchors.ts';
import { Crossing } from './crossing.ts';
import { isFree, placeOn, tileOn } from './line.ts';
import { type Walk, walkerOf } from './walker.ts';

type Play = readonly Placement[];

/** Where all words go, there is no end of plays: those of so many tiles. */
const WITHOUT_WORDS = 2;

/**
 * Every play that the hand allows; each is legal, and none comes twice. Where words may lie anywhere on a board
 * without edges, those as near as a hand reaches. The walk is plain: from each place of each line, letter by letter.
 */
export function* plays(table: JudgedTable, position: Position, held: HeldTiles): Generator<Play> {
  const single = new Set<string>();
  for (const anchored of anchoredLines(table, position))
    for (const play of new PlaysOnLine(table, position, held, anchored).all()) {
      const [only, ...more] = play;
      if (more.length === 0) {
        // It lies on a row and on a column, and may form a word on both.
        const name = `${only!.x} ${only!.y} ${only!.id} ${only!.letter} ${only!.points}`;
        if (single.has(name)) continue;
        single.add(name);
      }
      yield play;
    }
}

class PlaysOnLine {
  readonly #table: JudgedTable;
  readonly #position: Position;
  readonly #anchored: AnchoredLine;
  readonly #left: Map<number, number>;
  readonly #most: number;
  readonly #crossing: Crossing;
  readonly #walker;
  readonly #placed: Placement[] = [];

  constructor(table: JudgedTable, position: Position, held: HeldTiles, anchored: AnchoredLine) {
    this.#table = table;
    this.#position = position;
    this.#anchored = anchored;
    this.#left = new Map(held);
    const total = [...held.values()].reduce((sum, count) => sum + count, 0);
    this.#most = table.lexicon ? total : Math.min(total, WITHOUT_WORDS);
    this.#crossing = new Crossing(table, position, anchored.line);
    this.#walker = walkerOf(table.lexicon);
  }

  *all(): Generator<Play> {
    for (const start of this.#starts()) yield* this.#from(start, this.#walker.start, 0, false);
  }

  /** The word so far stands before `along`. */
  *#from(along: number, walk: Walk, length: number, covers: boolean): Generator<Play> {
    const { line } = this.#anchored;
    const lying = tileOn(this.#position, line, along);
    if (lying >= 0) {
      const next = this.#walker.next(walk, String.fromCodePoint(this.#position.letterOf(lying)));
      if (next) yield* this.#from(along + 1, next, length + 1, covers);
      return;
    }
    if (covers && walk.isWord && this.#isLongEnough(length)) yield [...this.#placed];
    if (this.#placed.length < this.#most && isFree(this.#table.board, this.#position, line, along))
      yield* this.#lay(along, walk, length, covers);
  }

  *#lay(along: number, walk: Walk, length: number, covers: boolean): Generator<Play> {
    const { line, anchors } = this.#anchored;
    for (const [id, count] of this.#left) {
      if (count === 0) continue;
      this.#left.set(id, count - 1);
      for (const { letter, points } of tileKind(this.#table.tiles, id)?.faces ?? []) {
        const next = this.#walker.next(walk, letter);
        if (!next || !this.#crossing.allows(along, letter)) continue;
        this.#placed.push({ ...placeOn(line, along), id, letter, points });
        yield* this.#from(along + 1, next, length + 1, covers || anchors.has(along));
        this.#placed.pop();
      }
      this.#left.set(id, count);
    }
  }

  #isLongEnough(length: number): boolean {
    const { rules } = this.#table;
    if (this.#position.count === 0) return length >= rules.firstWordLength;
    // One letter between others above and below it is a word down, and found there.
    return length > 1 || rules.words === 'along';
  }

  /** Where a word may begin that covers an anchor: what lies before it belongs to it. */
  #starts(): ReadonlySet<number> {
    const { line, anchors } = this.#anchored;
    const starts = new Set<number>();
    for (const anchor of anchors) {
      let start = anchor;
      for (let free = 1; free <= this.#most; ) {
        if (tileOn(this.#position, line, start - 1) < 0) {
          starts.add(start);
          if (!isFree(this.#table.board, this.#position, line, start - 1)) break;
          free++;
        }
        start--;
      }
    }
    return starts;
  }
}
