import type { Seat } from '../tabletop/units.ts';
import { bytesRead } from './event-line.ts';
import type { EventSink, Noted } from './event-log.ts';

/** One thing that was said between the host and a player. */
export interface Exchange {
  readonly t: number;
  readonly from: 'host' | 'player';
  readonly text: string;
  /** Of the player's output: where the text begins. */
  readonly offset: number;
  /** And how many lines had ended before it. */
  readonly lines: number;
}

interface Kept {
  last: Exchange[];
  written: number;
  lines: number;
}

const KEPT = 8;
const LONGEST = 4096;

/** The last exchanges with each player, for the report of an offence. Bounded, whatever was said. */
export class Exchanges implements EventSink {
  readonly #bySeat = new Map<Seat, Kept>();

  take(event: Noted): void {
    if (event.type === 'out')
      this.#keep(event, { from: 'host', text: String(event.text), offset: 0, lines: 0 });
    else if (event.type === 'in') this.#heard(event);
  }

  with(seat: Seat): readonly Exchange[] {
    return this.#bySeat.get(seat)?.last ?? [];
  }

  #heard(event: Noted): void {
    const bytes = (event.data as Uint8Array | undefined) ?? bytesRead(event);
    const kept = this.#of(event.seat!);
    const length = Math.min(bytes.length, LONGEST);
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('latin1');
    this.#keep(event, { from: 'player', text, offset: kept.written, lines: kept.lines });
    kept.written += bytes.length;
    kept.lines += linesEnded(bytes);
  }

  #keep(event: Noted, { from, text, offset, lines }: Omit<Exchange, 't'>): void {
    const { last } = this.#of(event.seat!);
    const before = last.at(-1);
    // A bot that writes a message in several pieces has said one thing.
    if (from === 'player' && before?.from === 'player' && follows(before, text, offset)) {
      last[last.length - 1] = { ...before, text: before.text + text };
      return;
    }
    last.push({ t: event.t, from, text, offset, lines });
    if (last.length > KEPT) last.shift();
  }

  #of(seat: Seat): Kept {
    let kept = this.#bySeat.get(seat);
    if (!kept) this.#bySeat.set(seat, (kept = { last: [], written: 0, lines: 0 }));
    return kept;
  }
}

const LF = 10;

function linesEnded(bytes: Uint8Array): number {
  let ended = 0;
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) ended++;
  return ended;
}

function follows(before: Exchange, text: string, offset: number): boolean {
  const whole = before.offset + before.text.length === offset;
  return whole && before.text.length + text.length <= LONGEST;
}
