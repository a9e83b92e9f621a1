import { counted, cut, visible } from '../../core/text.ts';
import { version } from '../../core/version.ts';
import type { GameRecord } from '../../events/read-record.ts';
import type { PlayerResult, Result } from '../../events/result.ts';
import type { Panel } from '../../games/presentation.ts';
import { besideSteps, writtenIn } from '../beside-moves.ts';
import type { Table } from '../reports/summary.ts';
import { countSteps, type Step, stepsOf } from '../steps.ts';
import { paintFor } from '../terminal/paint.ts';
import { offencesIn } from '../terminal/player-reports.ts';
import { retelling } from '../terminal/story.ts';
import {
  duration,
  endingSentence,
  exitWords,
  overloadNote,
  playerLabel,
  playersTable,
  schedulingNotes,
  warningsIn,
} from '../words.ts';
import { Frames, replayScript, replayStyle } from './frames.ts';
import { dataTable, type Fact, factList, type Markup, markup, scrollBoxText } from './markup.ts';
import { htmlPage, pageBeginning } from './page.ts';

const KIND = 'Replay';

/** Recognizes such a page. */
export const replayBeginning = pageBeginning(KIND);

/** The result of judging a record again. */
export interface JudgeReport {
  readonly is: 'right' | 'different' | 'not judged';
  readonly said: readonly string[];
}

interface ReplayRequest {
  readonly record: GameRecord;
  readonly judged: JudgeReport;
  /** The initial step. The default is the last. */
  readonly start?: number | undefined;
  readonly analysis?: StepperAnalysis | undefined;
}

export interface StepperAnalysis {
  readonly summary: Markup;
  /** The panel beside the board after the event of this number. */
  beside(n: number): Panel | undefined;
}

/** A self-contained page to step through a game. */
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

/** Its content below the heading, for a page with `replayStyle` and `replayScript`. */
export function replayBody({ record, judged, start, analysis }: ReplayRequest): Markup {
  const { game, result } = record;
  const chosen = fewEnough(record);
  const ending = result
    ? endingSentence(result, game)
    : 'The record has no end, because the host was killed.';
  return markup`<p><strong>${ending}</strong></p>
${judgedBox(judged)}
${analysis ? analysis.summary : []}
${stepper(record, chosen, { start, analysis })}
${replayFacts(record, chosen.steps)}
<details><summary>Every position as text</summary>
${scrollBoxText('Every position', positionsAsText(record))}
</details>`;
}

/** Only the steps, for a page with several games. `prefix` makes their addresses unique. */
export function replaySteps(record: GameRecord, prefix: string): Markup {
  return stepper(record, fewEnough(record), { prefix });
}

interface StepperRequest {
  readonly start?: number | undefined;
  readonly prefix?: string;
  readonly analysis?: StepperAnalysis | undefined;
}

function stepper(
  record: GameRecord,
  { steps, left }: Chosen,
  { start = Number.POSITIVE_INFINITY, prefix = '', analysis }: StepperRequest,
): Markup {
  const frames = new Frames(record.header.players.map(({ name }) => name));
  const shown = steps.map((step) => {
    const best = analysis?.beside(step.n);
    return frames.take(best ? [...step.panels, best] : step.panels, step === steps.at(-1));
  });
  const beside = besideSteps(writtenIn(record), steps);
  const found = steps.findIndex(({ number }) => number >= start);
  const first = found === -1 ? steps.length : found + 1;
  return markup`<div class="replay" data-start="${first}">
${controls(steps.length)}
<div class="pictures">
<p class="undrawn" hidden>The position after this step is not drawn: the page would be too large. <code>wordhost export --as svg --step N</code> draws it.</p>
${frames.markup(shown[first - 1] ?? [])}
</div>
<div>
<ol class="moves">
${steps.map((step, index) => moveOf(step, { frames: frames.textOf(shown[index]!), prefix, beside: beside.get(step.number) }))}
</ol>
${left === 0 ? [] : [markup`<p class="soft">${counted(left, 'step')} before the last one ${left === 1 ? 'is' : 'are'} not on this page, which shows ${steps.length}. <code>wordhost replay</code> shows all.</p>`]}
<p class="keys"><kbd>←</kbd> <kbd>→</kbd> step, <kbd>Home</kbd> <kbd>End</kbd> first and last, <kbd>Space</kbd> play</p>
</div>
</div>`;
}

/** Longer games show the first steps and the last. */
const MOST_STEPS = 5000;

interface Chosen {
  readonly steps: readonly Step[];
  /** The number of omitted steps. */
  readonly left: number;
}

function fewEnough(record: GameRecord): Chosen {
  const count = countSteps(record);
  const steps = [...stepsOf(record, (number) => number < MOST_STEPS || number === count)];
  return { steps, left: count - steps.length };
}

const boxes = { right: 'fair-here', different: 'not-fair', 'not judged': 'soft' } as const;
const titles = { right: 'verified', different: 'DIFFERENT', 'not judged': 'not verified' } as const;

function judgedBox({ is, said }: JudgeReport): Markup {
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

interface MoveRequest {
  readonly frames: string;
  readonly prefix: string;
  readonly beside: ReturnType<typeof writtenIn> | undefined;
}

function moveOf(step: Step, { frames, prefix, beside = [] }: MoveRequest): Markup {
  const { number, t, sentence, thought } = step;
  const address = `${prefix}step=${number}`;
  const thinking = thought === undefined ? '' : `, thought for ${duration(thought / 1e6)}`;
  return markup`<li id="${address}" data-frames="${frames}"><a href="#${address}" aria-label="step ${number}">${number}</a><span class="what">${sentence}</span><span class="times">${seconds(t)}${thinking}</span>${beside.length === 0 ? [] : besideMove(step, beside)}</li>`;
}

/** Longer output is collapsed. */
const MOST_OPEN = 8;

function besideMove({ seat, number }: Step, beside: ReturnType<typeof writtenIn>): Markup {
  const lines = beside.flatMap(({ t, seat: writer, who, lines }) =>
    lines.map((line) => `${seconds(t)}  ${writer === seat ? '' : `${who}: `}${line}\n`),
  );
  const open = lines.length > MOST_OPEN ? [] : [markup` open`];
  const box = scrollBoxText(`Standard error, step ${number}`, lines.join(''));
  return markup`<details class="beside"${open}><summary>${counted(lines.length, 'line')} of standard error</summary>${box}</details>`;
}

function seconds(t: number): string {
  return `${(t / 1e9).toFixed(3)} s`;
}

const MOST_TEXT = 4_000_000;
const POSITION_WIDTH = 100;

function positionsAsText(record: GameRecord): string {
  let text = '';
  for (const lines of retelling(record, { grids: true, width: POSITION_WIDTH, paint: paintFor(false) })) {
    text += lines.map((line) => `${line}\n`).join('');
    if (text.length > MOST_TEXT) return `${text}… see wordhost replay --grids for all\n`;
  }
  return text;
}

function replayFacts(record: GameRecord, steps: readonly Step[]): Markup {
  const { result } = record;
  return markup`<h2>Players</h2>
${dataTable('Players', tableOf(record))}
${result ? notesOf(result) : []}
${record.header.players.map((player) => {
  const own = steps.filter(({ seat, thought }) => seat === player.seat && thought !== undefined);
  return playerFacts(player, result?.players[player.seat - 1], own);
})}
${offences(record)}
<h2>The game</h2>
${factList(gameFacts(record))}
<h2>Options</h2>
${factList(Object.entries(record.header.options).map(([name, value]) => ({ name, value: value ?? 'none' })))}`;
}

function tableOf({ game, header, result }: GameRecord): Table {
  if (result) return playersTable(result, game);
  const rows = header.players.map(({ seat, name }) => [String(seat), visible(name)]);
  return { headings: ['seat', 'player'], rows };
}

/** Notes about the machine, and about facts that the table hides. */
function notesOf(result: Result): readonly Markup[] {
  const overload = overloadNote(result);
  const notes = [
    ...(overload === undefined ? [] : [overload]),
    ...warningsIn(result),
    ...schedulingNotes(result),
  ];
  return notes.map((note) => markup`<p>${note}</p>`);
}

type Named = GameRecord['header']['players'][number];

function playerFacts(named: Named, player: PlayerResult | undefined, steps: readonly Step[]): Markup {
  const facts = [
    { name: 'command', value: named.command },
    ...Object.entries(named.options ?? {}).map(([name, value]) => ({ name, value, means: 'its own' })),
    ...(player ? resultFacts(player) : []),
    ...timeFacts(steps),
  ];
  return markup`<details><summary>${playerLabel(named)}</summary>
${factList(facts)}
</details>`;
}

function resultFacts(player: PlayerResult): readonly Fact[] {
  const { offence, unfinished, files = [], cpuMs, waitMs, maxRssKb, exit, processor } = player;
  return [
    ...(offence ? [{ name: 'offence', value: `${offence.kind} (${offence.rule}): ${offence.detail}` }] : []),
    ...(unfinished === undefined ? [] : [{ name: 'not finished', value: unfinished }]),
    ...files.map(({ file, sha256, problem, version }) => ({
      name: 'file',
      value: file,
      means: sha256 === null ? (problem ?? `version ${version}`) : `SHA-256 ${sha256}`,
    })),
    ...measured('processor time', cpuMs),
    ...measured('waited for a processor', waitMs),
    ...(maxRssKb === null ? [] : [{ name: 'most memory', value: `${(maxRssKb / 1024).toFixed(1)} MiB` }]),
    ...(processor === undefined ? [] : [{ name: 'pinned to', value: `processor ${processor}` }]),
    ...(exit === null
      ? []
      : [{ name: 'ended', value: `${exit.killed ? 'killed' : 'by itself'}${exitWords(exit)}` }]),
  ];
}

function measured(name: string, ms: number | null | undefined): readonly Fact[] {
  return typeof ms === 'number' ? [{ name, value: duration(ms) }] : [];
}

function timeFacts(steps: readonly Step[]): readonly Fact[] {
  const [longest] = steps.toSorted((one, other) => other.thought! - one.thought!);
  if (longest === undefined) return [];
  return [
    { name: 'longest thought', value: `${duration(longest.thought! / 1e6)}, before step ${longest.number}` },
  ];
}

const REPORT_WIDTH = 110;

function offences(record: GameRecord): readonly Markup[] {
  const reports = offencesIn(record, { width: REPORT_WIDTH });
  if (reports.length === 0) return [];
  return [
    markup`<h2>What went wrong</h2>`,
    ...reports.map((lines, index) => scrollBoxText(`What went wrong, ${index + 1}`, lines.join('\n'))),
  ];
}

function gameFacts({ header, result, events }: GameRecord): readonly Fact[] {
  const { id, game, seed, playerSeed, mirrored, rejudged, startedAt, dictionary, host } = header;
  const played = `wordhost ${header.version}${header.edition === undefined ? '' : `, edition ${header.edition}`}`;
  const other = header.version === version ? {} : { means: `This page is from wordhost ${version}.` };
  const list =
    'sha256' in dictionary
      ? { value: `${dictionary.name}, ${dictionary.words} words`, means: `SHA-256 ${dictionary.sha256}` }
      : { value: dictionary.name };
  return [
    { name: 'game', value: game },
    { name: 'seed', value: seed },
    ...(playerSeed === undefined ? [] : [{ name: 'player seed', value: playerSeed }]),
    ...(mirrored ? [{ name: 'mirrored', value: 'each seat draws tiles in its own order' }] : []),
    { name: 'id', value: id },
    ...(rejudged ? [{ name: 'instead of', value: rejudged.join(', ') }] : []),
    { name: 'started', value: startedAt },
    ...(result ? [{ name: 'took', value: duration(result.ms) }] : []),
    { name: 'word list', ...list },
    { name: 'played by', value: played, ...other },
    { name: 'machine', value: `Node ${host.node}, ${host.platform}, ${host.cpus} processors` },
    ...(result ? hostingFacts(result) : []),
    { name: 'events', value: String(events.length) },
  ];
}

function hostingFacts({ sandbox, memory, loopDelayMs }: Result): readonly Fact[] {
  const limit = memory === 'group' ? 'by a control group' : 'by polling';
  return [
    { name: 'sandbox', value: sandbox },
    ...(memory === undefined ? [] : [{ name: 'memory limit', value: limit }]),
    ...measured('the host was late by', loopDelayMs),
  ];
}
