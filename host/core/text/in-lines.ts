import { widthOf } from './columns.ts';

/** Parts one after another, on as many lines of this width as they need; a part alone may be wider. */
export function inLines(parts: readonly string[], width: number, gap = ' '): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = lines.length > 0 ? `${lines.at(-1)}${gap}${part}` : part;
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/** A text on several lines, with its spaces as they are; a word alone may be wider. */
export function wrapped(text: string, width: number): string[] {
  return inLines(text.split(' '), width);
}
