import type { Markup } from '../../views/html/markup.ts';
import { EventFeed, type ServerEvent } from '../http/event-feed.ts';

/** A part of a page that changes. */
interface Part {
  /** The element that it is in. */
  readonly within: string;
  draw: () => Markup;
  html: string | undefined;
  isUnsent: boolean;
}

/** A change is shown after so long, and so many times as long as drawing took: a page costs no more of the time than that. */
const SHOWN_AFTER_MS = 250;
const MOST_OF_TIME = 20;

/** The parts of a page, drawn only while somebody looks. Readers get all when they come, and then those that have changed. */
export class LiveParts {
  readonly feed = new EventFeed(() => [this.#everything()]);
  readonly #parts = new Map<string, Part>();
  #timer: NodeJS.Timeout | undefined;
  #took = 0;

  /** A new part, or an old one that has changed. */
  put(id: string, within: string, draw: () => Markup): void {
    const part = this.#parts.get(id);
    if (part) Object.assign(part, { draw, html: undefined, isUnsent: true });
    else this.#parts.set(id, { within, draw, html: undefined, isUnsent: true });
    this.#showSoon();
  }

  remove(id: string): void {
    if (this.#parts.delete(id)) this.feed.send({ name: 'gone', data: id });
  }

  /** All parts in an element, in the order in which they came. */
  within(element: string): readonly (readonly [id: string, html: string])[] {
    const parts = [...this.#parts].filter(([, part]) => part.within === element);
    return parts.map(([id, part]) => [id, drawn(part)]);
  }

  /** Shows the last changes, and says that there will be no more. */
  end(words: string): void {
    clearTimeout(this.#timer);
    this.#show();
    this.feed.end({ name: 'end', data: words });
  }

  #showSoon(): void {
    if (this.#timer !== undefined || this.feed.readers === 0) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#show();
      },
      Math.max(SHOWN_AFTER_MS, MOST_OF_TIME * this.#took),
    );
    this.#timer.unref();
  }

  #show(): void {
    if (this.feed.readers === 0) return;
    const start = performance.now();
    for (const [id, part] of this.#parts) {
      if (!part.isUnsent) continue;
      part.isUnsent = false;
      this.feed.send({ name: 'part', data: asSent(id, part) });
    }
    this.#took = performance.now() - start;
  }

  #everything(): ServerEvent {
    return { name: 'everything', data: [...this.#parts].map(([id, part]) => asSent(id, part)) };
  }
}

function drawn(part: Part): string {
  part.html ??= part.draw().text;
  return part.html;
}

function asSent(id: string, part: Part) {
  return { id, within: part.within, html: drawn(part) };
}
