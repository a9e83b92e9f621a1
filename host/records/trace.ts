import type { GameEvent } from '../games/event.ts';
import type { Nanos } from '../tabletop/units.ts';
import { cut, escaped } from './escape.ts';

/** The conversation as it happens, a line each. `<` is what the host writes, `>` what a player writes. */
export class Trace {
  readonly #write: (line: string) => void;
  readonly #width: number;
  #start: Nanos | undefined;

  constructor(write: (line: string) => void, width: number) {
    this.#write = write;
    this.#width = width;
  }

  show(event: GameEvent, at: Nanos): void {
    this.#start ??= at;
    const said = whatWasSaid(event);
    if (said === undefined) return;
    const time = ((at - this.#start) / 1e6).toFixed(3).padStart(10);
    this.#write(cut(`${time} ms  ${said}`, this.#width));
  }
}

function whatWasSaid(event: GameEvent): string | undefined {
  switch (event.type) {
    case 'out':
      return `${event.seat} < ${escaped(String(event.text))}`;
    case 'in':
      return `${event.seat} > ${escaped(Buffer.from(event.data as Uint8Array).toString('latin1'))}`;
    case 'signal':
      return `${String(event.to)} ! ${String(event.signal)}`;
    case 'exit':
      return `${event.seat} ! ended: ${event.signal === null ? `status ${String(event.code)}` : String(event.signal)}`;
    case 'offence':
      return `${event.seat} ! ${String(event.kind)} (${String(event.rule)}): ${String(event.detail)}`;
    case 'gone':
      return `${event.seat} ! gone: ${String(event.cause)}`;
    default:
      return undefined;
  }
}
