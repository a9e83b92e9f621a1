import { type Markup, markup } from '../../../../../views/html/markup.ts';
import { type Frame, frame, frameSize } from '../../../../../views/html/plots/frame.ts';
import type { HeadStart } from '../../../race-report.ts';
import { micros } from '../../number-words.ts';

/** The left end of a logarithmic axis, in microseconds. */
const LEAST = 0.1;

/** Of how many gates the head start was at most so long. */
export function headStartPlot({ quantiles, medianUs, p99Us }: HeadStart): Markup {
  const known = quantiles.map(({ share, us }) => ({ share, us: Math.max(us, LEAST) }));
  const drawing = frame(...rangeOf(known.map(({ us }) => us)), 'head start at most so many µs');
  const line = known.map(({ share, us }) => `${drawing.x(us)},${drawing.y(share)}`).join(' ');
  return markup`<svg viewBox="0 0 ${frameSize.width} ${frameSize.height}" role="img" aria-label="Head start: ${micros(medianUs)} in the middle, ${micros(p99Us)} at the 99th percentile">
${drawing.drawn}
<polyline class="curve" points="${line}"/>
${markerOf(drawing, 0.5, medianUs)}
${markerOf(drawing, 0.99, p99Us)}
</svg>`;
}

/** Whole steps of 1, 2, 5 around all that is shown; few enough to be read. */
function rangeOf(all: readonly number[]): [number, number, readonly number[]] {
  const steps = [LEAST, 1, 10, 100, 1000, 10_000, 100_000, 1_000_000].flatMap((ten) => [
    ten,
    2 * ten,
    5 * ten,
  ]);
  const from = steps.findLast((step) => step <= Math.min(...all)) ?? LEAST;
  const to = steps.find((step) => step >= Math.max(...all)) ?? 500_000;
  const within = steps.filter((step) => step >= from && step <= to);
  const marks = within.length > 7 ? within.filter((step) => Number.isInteger(Math.log10(step))) : within;
  return [from, from === to ? 10 * to : to, marks];
}

function markerOf({ x, y }: Frame, share: number, us: number): Markup {
  const [at, up] = [x(Math.max(us, LEAST)), y(share)];
  const [anchor, aside] = at > 0.7 * frameSize.width ? ['end', -8] : ['start', 8];
  return markup`<circle class="point" cx="${at}" cy="${up}" r="4"/>
<text class="value" x="${at + aside}" y="${up + (share > 0.9 ? 26 : 14)}" text-anchor="${anchor}">${micros(us)}</text>`;
}
