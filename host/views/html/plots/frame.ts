import { type Markup, markup } from '../markup.ts';

/** A plot with a logarithmic axis of microseconds below, and shares from 0 to 1 upwards. */
export interface Frame {
  readonly x: (us: number) => number;
  readonly y: (share: number) => number;
  readonly drawn: Markup;
}

export const frameSize = { width: 360, height: 250 } as const;
const { width, height } = frameSize;
const inner = { left: 44, right: 22, top: 14, bottom: 40 } as const;

export function frame(from: number, to: number, marks: readonly number[], below: string): Frame {
  const span = Math.log(to / from) || 1;
  const x = (us: number) => inner.left + (Math.log(us / from) / span) * (width - inner.left - inner.right);
  const y = (share: number) => height - inner.bottom - share * (height - inner.top - inner.bottom);
  const drawn = markup`${[0, 0.25, 0.5, 0.75, 1].map((share) => level(share, y(share)))}
${marks.map((us) => mark(us, x(us)))}
<text class="tick" x="${(width + inner.left) / 2}" y="${height - 4}" text-anchor="middle">${below}</text>`;
  return { x, y, drawn };
}

function level(share: number, y: number): Markup {
  return markup`<line class="grid" x1="${inner.left}" x2="${width - inner.right}" y1="${y}" y2="${y}"/>
<text class="tick" x="${inner.left - 6}" y="${y + 4}" text-anchor="end">${100 * share}%</text>`;
}

function mark(us: number, x: number): Markup {
  return markup`<line class="grid" x1="${x}" x2="${x}" y1="${inner.top}" y2="${height - inner.bottom}"/>
<text class="tick" x="${x}" y="${height - inner.bottom + 16}" text-anchor="middle">${us < 1000 ? us : `${us / 1000} ms`}</text>`;
}

export const frameEdges = { left: inner.left, right: width - inner.right } as const;
