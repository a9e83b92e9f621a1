import { html, svg } from 'lit-html';
import type { Draw } from '../board.ts';

/** Lit templates, which render only what has changed. */
export const draw = { html, svg } as unknown as Draw<ReturnType<typeof html>>;

const FLIGHT_MS = 180;

export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The tiles of a move come from above. */
export function flyIn(root: Element): void {
  if (isStill()) return;
  for (const face of root.querySelectorAll('.board .fresh'))
    face.animate(
      [
        { opacity: 0, translate: '0 -12px' },
        { opacity: 1, translate: '0 0' },
      ],
      FLIGHT_MS,
    );
}
