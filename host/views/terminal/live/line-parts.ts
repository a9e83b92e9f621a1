import { cut, widthOf } from '../../../core/text/columns.ts';

/** A piece of a line. Where all of them do not fit, the ones of the highest rank are left out first. */
export interface LinePart {
  readonly text: string;
  readonly rank: number;
}

const BETWEEN = ', ';

/** The parts in their order, as many as fit. One of them is always there, cut if it must be. */
export function lineOfParts(parts: readonly LinePart[], width: number): string {
  let kept = parts.filter(({ text }) => text !== '');
  while (kept.length > 1 && widthOf(joined(kept)) > width) {
    const least = Math.max(...kept.map(({ rank }) => rank));
    kept = kept.toSpliced(
      kept.findLastIndex(({ rank }) => rank === least),
      1,
    );
  }
  return cut(joined(kept), width);
}

const joined = (parts: readonly LinePart[]) => parts.map(({ text }) => text).join(BETWEEN);
