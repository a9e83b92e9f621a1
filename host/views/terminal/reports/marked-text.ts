import { cut, widthOf } from '../../../core/text/columns.ts';

interface MarkedText {
  readonly shown: string;
  /** Where the place is in it. */
  readonly column: number;
}

/** A text with a place in it; of a long one, the part around that place. */
export function markedText(
  text: string,
  place: number,
  show: (part: string) => string,
  width: number,
): MarkedText {
  const whole = show(text.slice(0, place));
  const start = widthOf(whole) < width ? 0 : Math.max(0, place - Math.floor(width / 2));
  const before = start === 0 ? whole : `…${show(text.slice(start, place))}`;
  return {
    shown: cut(`${before}${show(text.slice(place))}`, width),
    column: Math.min(widthOf(before), Math.max(0, width - 1)),
  };
}
