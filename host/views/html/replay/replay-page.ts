import { cut } from '../../../core/text/columns.ts';
import { counted } from '../../../core/text/plural.ts';
import { visible } from '../../../core/text/visible.ts';
import type { GameRecord } from '../../../events/read-record.ts';
import { countSteps, type Step, stepsOf } from '../../steps.ts';
import { paintFor } from '../../terminal/paint.ts';
import { retelling } from '../../terminal/story.ts';
import { duration, endingSentence } from '../../terminal/words.ts';
import { type Markup, markup } from '../markup.ts';
import { htmlPage, pageBeginning } from '../page.ts';
import { scrolledText } from '../tables.ts';
import { Frames } from './frames.ts';
import { replayFacts } from './replay-facts.ts';
import { replayScript } from './replay-script.ts';
import { replayStyle } from './replay-style.ts';

const KIND = 'Replay';

/** By which such a page is known again. */
export const replayBeginning = pageBeginning(KIND);

/** What came of judging a record again. */
export interface Judged {
  readonly is: 'right' | 'different' | 'not judged';
  /** In sentences. */
  readonly said: readonly string[];
}

export interface ReplayRequest {
  readonly record: GameRecord;
  readonly judged: Judged;
  /** The step that is shown first; none: the last. */
  readonly start?: number | undefined;
}

/** A game to step through, as one self-contained page. */
export function replayPage(request: ReplayRequest): string {
  const { header } = request.record;
  const players = header.players.map(({ name }) => cut(visible(name), LONGEST_NAME)).join(' against ');
  const title = `${header.game}, ${players}`;
  return htmlPage({
    kind: KIND,
    title,
    body: markup`<h1>${title}</h1>
${replayBody(request)}`,
    style: replayStyle,
    script: replayScript,
  });
}

const LONGEST_NAME = 40;

/** All of it below its heading, for a page with `replayStyle` and `replayScript`. */
export function replayBody({ record, judged, start }: ReplayRequest): Markup {
  const { game, result } = record;
  const chosen = fewEnough(record);
  const ending = result ? endingSentence(result, game) : 'The record has no end: the host was killed.';
  return markup`<p><strong>${ending}</strong></p>
${judgedBox(judged)}
${stepper(record, chosen, { start })}
${replayFacts(record, chosen.steps)}
<details><summary>Every position as text</summary>
${scrolledText('Every position', positionsAsText(record))}
</details>`;
}

/** Its steps alone, for such a page with several games: `prefix` makes their addresses differ. */
export function replaySteps(record: GameRecord, prefix: string): Markup {
  return stepper(record, fewEnough(record), { prefix });
}

interface StepperRequest {
  readonly start?: number | undefined;
  readonly prefix?: string;
}

function stepper(
  { header }: GameRecord,
  { steps, left }: Chosen,
  { start = steps.length, prefix = '' }: StepperRequest,
): Markup {
  const frames = new Frames(header.players.map(({ name }) => name));
  const shown = steps.map((step) => frames.take(step.panels, step === steps.at(-1)));
  return markup`<div class="replay" data-start="${Math.min(start, steps.length)}">
${controls(steps.length)}
<div class="pictures">
<p class="undrawn" hidden>The position after this step is not drawn: the page would be too large. <code>wordhost export --to svg --step N</code> draws it.</p>
${frames.markup(shown.at(-1) ?? [])}
</div>
<div>
<ol class="moves">
${steps.map((step, index) => moveOf(step, frames.textOf(shown[index]!), prefix))}
</ol>
${left === 0 ? [] : [markup`<p class="soft">${counted(left, 'step')} before the last one ${left === 1 ? 'is' : 'are'} not in this page, which has ${steps.length}. <code>wordhost replay</code> shows all.</p>`]}
<p class="keys"><kbd>←</kbd> <kbd>→</kbd> step, <kbd>Home</kbd> <kbd>End</kbd> first and last, <kbd>Space</kbd> play</p>
</div>
</div>`;
}

/** A page has no more: the first ones, and the last. */
const MOST_STEPS = 5000;

interface Chosen {
  readonly steps: readonly Step[];
  /** How many there are between the last two of them. */
  readonly left: number;
}

function fewEnough(record: GameRecord): Chosen {
  const count = countSteps(record);
  const steps = [...stepsOf(record, (number) => number < MOST_STEPS || number === count)];
  return { steps, left: count - steps.length };
}

const boxes = { right: 'fair-here', different: 'not-fair', 'not judged': 'soft' } as const;
const titles = { right: 'verified', different: 'DIFFERENT', 'not judged': 'not verified' } as const;

function judgedBox({ is, said }: Judged): Markup {
  const [first = '', ...more] = said;
  return markup`<div class="verdict ${boxes[is]}"><strong><span>${titles[is]}</span></strong><p>${first}</p></div>
${more.map((line) => markup`<pre class="line">${line}</pre>`)}`;
}

/** Hidden until the script runs. */
function controls(steps: number): Markup {
  return markup`<div class="controls" hidden>
<div class="buttons" role="group" aria-label="steps">
<button type="button" data-go="first" aria-keyshortcuts="Home">First</button>
<button type="button" data-go="back" aria-keyshortcuts="ArrowLeft">Back</button>
<button type="button" data-go="play" aria-keyshortcuts="Space">Play</button>
<button type="button" data-go="next" aria-keyshortcuts="ArrowRight">Next</button>
<button type="button" data-go="last" aria-keyshortcuts="End">Last</button>
<input class="slider" type="range" min="1" max="${steps}" value="1" aria-label="step"/>
</div>
<output class="said" aria-live="polite"></output>
</div>`;
}

function moveOf({ number, t, sentence, thought }: Step, frames: string, prefix: string): Markup {
  const address = `${prefix}step=${number}`;
  const thinking = thought === undefined ? '' : `, thought for ${duration(thought / 1e6)}`;
  return markup`<li id="${address}" data-frames="${frames}"><a href="#${address}" aria-label="step ${number}">${number}</a><span class="what">${sentence}</span><span class="times">${seconds(t)}${thinking}</span></li>`;
}

function seconds(t: number): string {
  return `${(t / 1e9).toFixed(3)} s`;
}

const MOST_TEXT = 4_000_000;
const WIDTH = 100;

/** As a terminal shows it. */
function positionsAsText(record: GameRecord): string {
  let text = '';
  for (const lines of retelling(record, { grids: true, width: WIDTH, paint: paintFor(false) })) {
    text += lines.map((line) => `${line}\n`).join('');
    if (text.length > MOST_TEXT) return `${text}… wordhost replay --grids shows all of it\n`;
  }
  return text;
}
