import { visible } from '../../../core/text/visible.ts';
import type { Panel, Sign } from '../../../games/shown.ts';
import { whyNotDrawn } from '../../grid-size.ts';
import { headingOf } from '../../headings.ts';
import { gridFrame, gridSvg } from '../../svg/grid-svg.ts';
import { type Markup, markup } from '../markup.ts';

/** What a step shows: for each place of the picture the number of its frame; none: nothing is there. */
export type ShownFrames = readonly (number | undefined | 'not drawn')[];

/** The frames of one panel, in the order of the steps. */
interface Track {
  /** Of whom it is, and which of theirs; what belongs to all is of 0. */
  readonly seat: number;
  readonly nth: number;
  /** What the last frame was made of. */
  last: string;
  readonly frames: Markup[];
}

/** All pictures of a page together, in characters. */
const MOST = 24_000_000;
/** Of a list that grows with each step, so many items are shown; of the last one, many more. */
const LISTED = 60;
const LISTED_LAST = 5000;
const LONGEST_HEADING = 200;

/** Draws what each step shows. What has not changed is drawn once. */
export class Frames {
  readonly #names: readonly string[];
  readonly #most: number;
  readonly #tracks: Track[] = [];
  #drawn = 0;

  constructor(names: readonly string[], most: number = MOST) {
    this.#names = names;
    this.#most = most;
  }

  take(panels: readonly Panel[], isLast: boolean): ShownFrames {
    const seen = new Map<number, number>();
    const shown: (number | undefined | 'not drawn')[] = this.#tracks.map(() => undefined);
    for (const panel of panels) {
      const seat = panel.seat ?? 0;
      const nth = seen.get(seat) ?? 0;
      seen.set(seat, nth + 1);
      const index = this.#trackOf(seat, nth);
      shown[index] = this.#frameOf(this.#tracks[index]!, panel, isLast);
    }
    return shown;
  }

  /** Once all are taken: what belongs to all first. The last frames are shown, until a script shows others. */
  markup(last: ShownFrames): readonly Markup[] {
    return this.#inOrder().map((track) => {
      const all = this.#tracks[track]!.frames.map((frame, index) => {
        const hidden = last[track] === index ? [] : [markup` hidden`];
        return markup`<div class="frame"${hidden}>${frame}</div>`;
      });
      return markup`<section class="track">
${all}
</section>`;
    });
  }

  /** In the same order, as the script reads it. */
  textOf(shown: ShownFrames): string {
    const frames = this.#inOrder().map((track) => shown[track] ?? '-');
    return frames.map((frame) => (frame === 'not drawn' ? '!' : frame)).join(' ');
  }

  #inOrder(): readonly number[] {
    return [...this.#tracks.keys()].sort((one, other) => {
      const [first, second] = [this.#tracks[one]!, this.#tracks[other]!];
      return first.seat - second.seat || first.nth - second.nth;
    });
  }

  #trackOf(seat: number, nth: number): number {
    const index = this.#tracks.findIndex((track) => track.seat === seat && track.nth === nth);
    return index >= 0 ? index : this.#tracks.push({ seat, nth, last: '', frames: [] }) - 1;
  }

  #frameOf(track: Track, panel: Panel, isLast: boolean): number | 'not drawn' {
    const made = JSON.stringify([panel, isLast && (panel.list ?? []).length > LISTED]);
    if (made !== track.last) {
      if (this.#drawn > this.#most && !isLast) return 'not drawn';
      const frame = frameOf(panel, this.#names, isLast ? LISTED_LAST : LISTED);
      this.#drawn += frame.text.length;
      track.frames.push(frame);
      track.last = made;
    }
    return track.frames.length - 1;
  }
}

/** One panel as it is now; `listed`: so many items of its list at most. */
export function frameOf(panel: Panel, names: readonly string[], listed: number = LISTED): Markup {
  const { list = [], legend = [] } = panel;
  const why = whyNotDrawn(panel);
  const items = list.slice(0, listed).map((item) => markup`<li>${visible(item)}</li>`);
  const more = list.length > listed ? [markup`<li>and ${list.length - listed} more</li>`] : [];
  return markup`<p class="heading">${headingOf(panel, names, LONGEST_HEADING)}</p>
${why === undefined ? [] : [markup`<p class="soft">${why}</p>`]}
${gridFrame(panel).width === 0 ? [] : [markup`<div class="grid-of">${gridSvg(panel)}</div>`]}
${legend.length === 0 ? [] : [markup`<p class="legend">${legend.map(signOf)}</p>`]}
${items.length === 0 ? [] : [markup`<ul class="listed">${[...items, ...more]}</ul>`]}`;
}

function signOf({ sign, meaning, weight }: Sign): Markup {
  return markup`<span><span class="sign w${weight}" aria-hidden="true">${visible(sign)}</span> ${visible(meaning)}</span>`;
}
