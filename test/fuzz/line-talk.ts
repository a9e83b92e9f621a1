import { millis } from '../../host/core/units.ts';
import type { Referee } from '../../host/match/referee.ts';
import { settled } from '../support/settled.ts';
import type { Said } from './wire.ts';

/** Players of a game in lines, each line a millisecond after the one before. */
export class LineTalk {
  readonly said: Said[] = [];
  /** The last turn that was given; its clock starts at once. */
  turn: { readonly seat: number; readonly k: number } | undefined;
  readonly #referee: Referee;
  #now = 0;

  /** All of them are ready. */
  constructor(referee: Referee, seats: number) {
    this.#referee = referee;
    for (let seat = 1; seat <= seats; seat++) this.say(seat, 'ready');
  }

  say(seat: number, line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    this.said.push({ seat, bytes });
    this.#now += millis(1);
    for (const effect of [...settled(this.#referee, seat, bytes, this.#now)].flat())
      if (effect.do === 'tell' && effect.clock) {
        this.#referee.clockStarts(effect.seat, this.#now);
        this.turn = { seat: effect.seat, k: Number(/^turn \S+ (\d+)/m.exec(effect.text)![1]) };
      }
  }
}
