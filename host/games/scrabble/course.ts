import type { Seat } from '../../core/units.ts';
import type { EventsWith } from '../events.ts';
import { isRetried, laidBefore, type ScrabbleEvent } from './events.ts';
import { emptyPosition, type Position } from './judge/position.ts';
import { type Placement, placementsOf } from './wire/messages.ts';

/** Board, racks, scores and turns without points, by the events of a game. */
export class Course {
  /** All tiles in the order of laying. */
  readonly laid: Placement[] = [];
  /** The number of tiles before the last move. */
  before = 0;
  /** Turns in a row. */
  scoreless = 0;
  readonly racks: string[];
  readonly scores: number[];
  readonly #gone = new Set<Seat>();
  #position: Position = emptyPosition;

  constructor(seats: number) {
    this.racks = new Array<string>(seats).fill('');
    this.scores = new Array<number>(seats).fill(0);
  }

  get position(): Position {
    if (this.#position.count < this.laid.length)
      this.#position = this.#position.with(this.laid.slice(this.#position.count));
    return this.#position;
  }

  /** Players in the order of turns, from this seat on. Tiles of removed players have left the game. */
  from(seat: Seat): readonly { readonly rack: string; readonly score: number }[] {
    const seats = this.scores.map((_, index) => ((seat - 1 + index) % this.scores.length) + 1);
    return seats.map((each) => ({
      rack: this.#gone.has(each) ? '' : this.racks[each - 1]!,
      score: this.scores[each - 1]!,
    }));
  }

  take(event: EventsWith<ScrabbleEvent>): void {
    if ('rack' in event && event.rack !== undefined) this.racks[event.seat - 1] = event.rack;
    if (event.type === 'position') {
      this.#lay(laidBefore(event));
      this.before = this.laid.length;
      for (const { seat, points } of event.moves) {
        this.scores[seat - 1]! += points;
        this.#turn(points);
      }
    }
    if (event.type === 'play' && event.errors === undefined) {
      this.#lay(placementsOf(event.move.split(' ')));
      this.scores[event.seat - 1] = event.score;
      this.#turn(event.points);
    } else if (['play', 'change', 'pass', 'timeout'].includes(event.type) && !isRetried(event)) this.#turn(0);
    if (event.type === 'gone' || event.type === 'forfeit') this.#gone.add(event.seat);
  }

  #lay(placements: readonly Placement[]): void {
    this.before = this.laid.length;
    this.laid.push(...placements);
  }

  #turn(points: number): void {
    this.scoreless = points === 0 ? this.scoreless + 1 : 0;
  }
}
