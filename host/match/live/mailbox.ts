import { earlier, type Nanos, type Seat } from '../../core/units.ts';
import type { Pace } from '../../games/game.ts';
import type { Offence } from '../../games/kit/verdict.ts';
import type { Clock } from '../clock.ts';
import type { Gone, SeatListener } from '../seat.ts';
import type { FlowControl } from './flow-control.ts';

/** What reaches the referee, in the order in which it arrived. */
export type Input =
  | { readonly is: 'read'; readonly seat: Seat; readonly bytes: Uint8Array; readonly at: Nanos }
  | { readonly is: 'gone'; readonly seat: Seat; readonly gone: Gone; readonly at: Nanos }
  | { readonly is: 'caught'; readonly seat: Seat; readonly offence: Offence; readonly at: Nanos }
  | { readonly is: 'spent'; readonly seat: Seat; readonly cpu: Nanos; readonly at: Nanos }
  | { readonly is: 'interrupt'; readonly at: Nanos };

interface Posted {
  readonly input: Input;
  /** It may have been in its pipe since then: the host had not looked. */
  readonly since: Nanos;
}

/** The one place that decides what came when. */
export class Mailbox {
  readonly #clock: Clock;
  readonly #flow: FlowControl;
  readonly #gathers: boolean;
  #posted: Posted[] = [];
  #next = 0;
  #arrived = 0;
  #wakeUp: (() => void) | undefined;
  #bell: { readonly at: Nanos; readonly takeBack: () => void } | undefined;
  /** When the last look began, and the one before it. */
  #looked: Nanos;
  #lookedBefore: Nanos;

  /**
   * Where players race, all that came in one turn of the loop is stamped before the first of it is settled; where one
   * is waited for, there is nothing to gather.
   */
  constructor(clock: Clock, flow: FlowControl, pace: Pace = 'race') {
    this.#clock = clock;
    this.#flow = flow;
    this.#gathers = pace !== 'turns';
    this.#looked = this.#lookedBefore = clock.now();
  }

  /** How many inputs ever came: two equal answers mean that nothing came between them. */
  get arrived(): number {
    return this.#arrived;
  }

  /** What a seat says is put in here, with its time. */
  listener(seat: Seat): Pick<SeatListener, 'read' | 'gone' | 'caught'> {
    return {
      read: (bytes, at) => this.put({ is: 'read', seat, bytes, at }),
      gone: (gone, at) => this.put({ is: 'gone', seat, gone, at }),
      caught: (offence, at) => this.put({ is: 'caught', seat, offence, at }),
    };
  }

  put(input: Input): void {
    if (input.is === 'read') this.#flow.read(input.seat, input.bytes.length);
    this.#posted.push({ input, since: this.#lookedBefore });
    this.#arrived++;
    this.#wakeUp?.();
  }

  /** What is left of an input: the others have their turn, but nothing of the same seat overtakes it. */
  putBack(input: Input & { readonly is: 'read' }): void {
    const isOfSeat = ({ input: other }: Posted) => other.is !== 'interrupt' && other.seat === input.seat;
    const later = this.#posted.findIndex((posted, index) => index >= this.#next && isOfSeat(posted));
    const place = later === -1 ? this.#posted.length : later;
    this.#posted.splice(place, 0, { input, since: input.at });
  }

  /** One turn of the event loop: what has arrived by now is put in. */
  async look(): Promise<void> {
    const began = this.#clock.now();
    await this.#clock.poll();
    this.#lookedBefore = this.#looked;
    this.#looked = began;
  }

  /** The next input that came before the alarm, or nothing once the alarm is due. */
  async next(alarm: Nanos | undefined): Promise<Input | undefined> {
    for (;;) {
      const input = this.#takeBefore(alarm);
      if (input) return input;
      if (alarm === undefined || this.#clock.now() < alarm) {
        await this.#somethingOr(earlier(alarm, this.#endOfWaiting()));
        this.#wakeUp = undefined;
        if (this.#gathers || this.#next === this.#posted.length) await this.look();
      }
      // What already lies in a pipe came in time: silence is only believed after two looks.
      else if (this.#lookedBefore < alarm) await this.look();
      else return undefined;
    }
  }

  #takeBefore(alarm: Nanos | undefined): Input | undefined {
    let passedOver: Seat[] | undefined;
    for (let index = this.#next; index < this.#posted.length; index++) {
      const { input, since } = this.#posted[index]!;
      const seat = input.is === 'interrupt' ? undefined : input.seat;
      if (seat !== undefined && passedOver?.includes(seat)) continue;
      const isLate = alarm !== undefined && input.at >= alarm && since >= alarm;
      if (isLate || (seat !== undefined && this.#flow.isHeldBack(seat, alarm))) {
        if (seat !== undefined) (passedOver ??= []).push(seat);
        continue;
      }
      this.#remove(index);
      // The host was busy elsewhere when it came. The answer of a player that was waited for counts as in time.
      return alarm === undefined || input.at < alarm ? input : { ...input, at: alarm - 1 };
    }
    return undefined;
  }

  /** When a seat that has written something may be heard again. */
  #endOfWaiting(): Nanos | undefined {
    let end: Nanos | undefined;
    if (!this.#flow.holdsAny) return end;
    for (let index = this.#next; index < this.#posted.length; index++) {
      const { input } = this.#posted[index]!;
      if (input.is !== 'interrupt') end = earlier(end, this.#flow.heldUntil(input.seat));
    }
    return end;
  }

  #remove(index: number): void {
    if (index === this.#posted.length - 1) this.#posted.pop();
    else if (index === this.#next) this.#next++;
    else this.#posted.splice(index, 1);
    if (this.#next === 0 || this.#next < this.#posted.length) return;
    this.#posted = [];
    this.#next = 0;
  }

  #somethingOr(alarm: Nanos | undefined): Promise<void> {
    if (alarm !== undefined) this.#setBell(alarm);
    return new Promise((resolve) => {
      this.#wakeUp = resolve;
    });
  }

  /** An early alarm has no effect; setting it again for each input would cost more than reading that input. */
  #setBell(at: Nanos): void {
    if (this.#bell && this.#bell.at <= at) return;
    this.#bell?.takeBack();
    const ring = () => {
      this.#bell = undefined;
      this.#wakeUp?.();
    };
    this.#bell = { at, takeBack: this.#clock.alarm(at, ring) };
  }

  [Symbol.dispose](): void {
    this.#bell?.takeBack();
  }
}
