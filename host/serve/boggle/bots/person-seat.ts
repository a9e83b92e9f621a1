import type { Clock } from '../../../match/clock.ts';
import type { Ending, SeatHandle, SeatListener } from '../../../match/seat.ts';
import { isTurn, lineOf, SaidLines } from './seat-lines.ts';
import type { TurnUse } from './web-game.ts';

/** A player whose moves come from the web: it answers each turn as soon as the move is there, at once with those that are past. */
export class PersonSeat implements SeatHandle {
  readonly #said: SaidLines;
  readonly #ended = Promise.withResolvers<Ending>();
  readonly #asked: (isAsked: boolean) => void;
  #moves: readonly TurnUse[];
  #answered = 0;
  #isAsked = false;

  /** `asked`: told when it has a turn that it has not answered, and when it has answered. */
  constructor(
    moves: readonly TurnUse[],
    listener: SeatListener,
    clock: Clock,
    asked: (isAsked: boolean) => void,
  ) {
    this.#moves = moves;
    this.#said = new SaidLines(listener, clock);
    this.#asked = asked;
  }

  get ended(): Promise<Ending> {
    return this.#ended.promise;
  }

  /** All that this player has played by now. */
  played(moves: readonly TurnUse[]): void {
    if (moves.length > this.#moves.length) this.#moves = moves;
    this.#answer();
  }

  send(text: string): void {
    if (text.endsWith('end\n')) this.#said.say('ready');
    if (!isTurn(text)) return;
    this.#isAsked = true;
    if (!this.#answer()) this.#asked(true);
  }

  #answer(): boolean {
    const move = this.#moves[this.#answered];
    if (!this.#isAsked || !move) return false;
    this.#isAsked = false;
    this.#answered++;
    this.#asked(false);
    this.#said.say(lineOf(move));
    return true;
  }

  pause(): void {
    this.#said.pause();
  }

  resume(): void {
    this.#said.resume();
  }

  readInSmallPieces(): void {}
  hangUp(): void {}

  dismiss(): void {
    this.#said.end();
    this.#ended.resolve({});
  }
}
