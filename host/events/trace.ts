import { cut } from '../core/text/columns.ts';
import { visible, visibleUtf8 } from '../core/text/visible.ts';
import type { Nanos } from '../core/units.ts';
import type { SharedEvent } from './noted.ts';

/** The conversation as it happens, a line each. `<` is what the host writes, `>` what a player writes. */
export class Trace {
  readonly #write: (line: string) => void;
  readonly #width: number;
  #start: Nanos | undefined;

  constructor(write: (line: string) => void, width: number) {
    this.#write = write;
    this.#width = width;
  }

  show(event: SharedEvent, at: Nanos): void {
    this.#start ??= at;
    const said = whatWasSaid(event);
    if (said === undefined) return;
    const time = ((at - this.#start) / 1e6).toFixed(3).padStart(10);
    this.#write(cut(`${time} ms  ${said}`, this.#width));
  }
}

function whatWasSaid(event: SharedEvent): string | undefined {
  switch (event.type) {
    case 'out':
      return `${event.seat} < ${visible(event.text)}`;
    case 'in':
      return `${event.seat} > ${visibleUtf8(Buffer.from(event.data).toString('latin1'))}`;
    case 'signal':
      return `${event.to} ! ${event.signal}`;
    case 'exit':
      return `${event.seat} ! ended: ${event.signal ?? `status ${event.code}`}`;
    case 'offence':
      return `${event.seat} ! ${event.kind} (${event.rule}): ${visible(event.detail)}`;
    case 'gone':
      return `${event.seat} ! gone: ${event.cause}`;
    default:
      return undefined;
  }
}
