import type { Paint } from '../../../../views/terminal/paint.ts';
import { wrapped } from './wrapped.ts';

export const WIDTH = 80;

/** Explanations, which may be skipped. */
export function dimmed(text: string, indent: number, paint: Paint): string[] {
  return wrapped(text, WIDTH - indent).map((line) => `${' '.repeat(indent)}${paint.dim(line)}`);
}
