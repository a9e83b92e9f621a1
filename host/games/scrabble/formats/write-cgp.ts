import type { EventsWith } from '../../events.ts';
import type { WrittenForm } from '../../presentation.ts';
import { faultIn, isRetried, laidBefore, type ScrabbleEvent } from '../events.ts';
import { emptyPosition } from '../judge/position.ts';
import { recordedGame } from '../picture.ts';
import { ambiguousLetter } from '../tiles/bag.ts';
import { placementsOf } from '../wire/messages.ts';
import { cgpOf, cgpText } from './cgp.ts';
import { readHand } from './move-notation.ts';

const BEGINNING = '# positions in CGP\n';

/** Writes the position before each turn on its own line. Other games can begin from them. */
export const cgp: WrittenForm<ScrabbleEvent> = {
  what: 'list of positions in CGP',
  beginning: BEGINNING,
  write(events) {
    const [game] = events;
    if (game?.type !== 'game') return { ok: false, problem: 'its start is missing' };
    const fault = faultIn(events);
    if (fault !== undefined) return { ok: false, problem: fault };
    const { board, tiles } = recordedGame(game.options);
    if (!tiles || !board?.layout)
      return { ok: false, problem: 'CGP supports only finite boards that are not random' };
    const twice = ambiguousLetter(tiles);
    if (twice !== undefined)
      return {
        ok: false,
        problem: `CGP supports one kind of tile for each letter; these tiles have two kinds for ${twice}`,
      };
    const course = new Course(game.players.length);
    const lines: string[] = [];
    for (const event of events) {
      course.take(event);
      if (event.type !== 'turn' || isRetried(event)) continue;
      const players = course.from(event.seat).map(({ rack, score }) => {
        const held = readHand(rack, tiles);
        return { held: typeof held === 'string' ? new Map() : held, score };
      });
      lines.push(cgpText(cgpOf(course.position, { board, tiles }, players, course)!));
    }
    return { ok: true, text: `${BEGINNING}${lines.join('\n')}\n` };
  },
};

/** Follows board, hands and scores by events. */
export class Course {
  position = emptyPosition;
  scoreless = 0;
  readonly #players: { rack: string; score: number }[];

  constructor(seats: number) {
    this.#players = Array.from({ length: seats }, () => ({ rack: '', score: 0 }));
  }

  /** Players in the order of turns, from this seat on. */
  from(seat: number): readonly { readonly rack: string; readonly score: number }[] {
    return [...this.#players.slice(seat - 1), ...this.#players.slice(0, seat - 1)];
  }

  take(event: EventsWith<ScrabbleEvent>): void {
    if ('rack' in event && event.rack !== undefined) this.#players[event.seat - 1]!.rack = event.rack;
    if (event.type === 'position') {
      this.position = this.position.with(laidBefore(event));
      for (const { seat, points } of event.moves) {
        this.#players[seat - 1]!.score += points;
        this.#turn(points);
      }
    }
    if (event.type === 'play' && event.errors === undefined) {
      this.position = this.position.with(placementsOf(event.move.split(' ')));
      this.#players[event.seat - 1]!.score = event.score;
      this.#turn(event.points);
    } else if (['play', 'change', 'pass', 'timeout'].includes(event.type) && !isRetried(event)) this.#turn(0);
    // Its tiles leave the game.
    if (event.type === 'gone' || event.type === 'forfeit') this.#players[event.seat - 1]!.rack = '';
  }

  #turn(points: number): void {
    this.scoreless = points === 0 ? this.scoreless + 1 : 0;
  }
}
