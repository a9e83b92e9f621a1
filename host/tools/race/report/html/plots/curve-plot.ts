import { percent } from '../../../../../core/text/plural.ts';
import { type Markup, markup } from '../../../../../views/html/markup.ts';
import { type Frame, frame, frameEdges, frameSize } from '../../../../../views/html/plots/frame.ts';
import type { CurvePoint, RaceReport } from '../../../race-report.ts';

/** How often the racer wins that is ahead by so much. */
export function curvePlot({ curve, players }: RaceReport): Markup {
  const ahead = curve.map(({ advantageUs }) => advantageUs);
  const edges = [Math.min(...ahead) / 1.4, Math.max(...ahead) * 1.2] as const;
  const drawing = frame(...edges, ahead, 'ahead by so many µs');
  const fair = drawing.y(1 / players);
  const line = curve.map(({ advantageUs, share }) => `${drawing.x(advantageUs)},${drawing.y(share)}`);
  const said = curve.map(({ advantageUs, share }) => `${advantageUs} µs: ${percent(share)}`).join(', ');
  return markup`<svg viewBox="0 0 ${frameSize.width} ${frameSize.height}" role="img" aria-label="Gates won by an advantage. ${said}">
${drawing.drawn}
<line class="fair" x1="${frameEdges.left}" x2="${frameEdges.right}" y1="${fair}" y2="${fair}"/>
<polyline class="curve" points="${line.join(' ')}"/>
${curve.map((point) => pointOf(point, drawing))}
</svg>`;
}

function pointOf({ advantageUs, share, low, high }: CurvePoint, { x, y }: Frame): Markup {
  const [at, from, to] = [x(advantageUs), y(low), y(high)];
  return markup`<path class="whisker" d="M${at - 4} ${from}h8M${at} ${from}V${to}M${at - 4} ${to}h8"/>
<circle class="point" cx="${at}" cy="${y(share)}" r="4"/>`;
}
