import { grouped } from '../core/text.ts';
import type { Comparison } from '../tournament/comparison.ts';
import { comparisonLine, comparisonRows, comparisonWords, verdictWords } from './comparison.ts';
import { command, dataTable, markup } from './html/markup.ts';
import { htmlPage, pageBeginning } from './html/page.ts';
import { pathPlot } from './html/plots.ts';
import { drawTable } from './terminal/table.ts';

export interface ShownTuning {
  readonly game: string;
  readonly seed: string;
  readonly steps: number;
  readonly plannedSteps: number;
  readonly games: number;
  readonly parameters: readonly ShownParameter[];
  readonly command: string;
  /** Compares the found values (NEW) with the start (OLD). Undefined before the last step. */
  readonly comparison: Comparison | undefined;
}

interface ShownParameter {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly start: number;
  readonly found: number;
  /** The values after each step, from the start. */
  readonly path: readonly number[];
  inWords(value: number): string;
}

const headings = ['parameter', 'range', 'start', 'found'];

function rowsOf({ parameters }: ShownTuning): string[][] {
  return parameters.map(({ name, low, high, start, found, inWords }) => [
    name,
    `${inWords(low)}..${inWords(high)}`,
    inWords(start),
    inWords(found),
  ]);
}

const stepsWords = ({ steps, plannedSteps, games }: ShownTuning) =>
  `${grouped(steps)} of ${grouped(plannedSteps)} steps, ${grouped(games)} games`;

const SIDES = 'NEW is the command with the tuned values, OLD the command with the start values.';

export function tuningWords(tuning: ShownTuning): string[] {
  const { comparison } = tuning;
  const found = [stepsWords(tuning), '', ...drawTable(headings, rowsOf(tuning)), '', tuning.command];
  return comparison ? [...found, '', SIDES, ...comparisonWords(comparison)] : found;
}

export function tuningLine(tuning: ShownTuning, seconds: number): object {
  const { game, seed, steps, plannedSteps, games, comparison } = tuning;
  const parameters = tuning.parameters.map(({ name, low, high, start, found, path, inWords }) => {
    const rounded = (value: number) => Number(inWords(value));
    return { name, low, high, start, found: rounded(found), path: path.map(rounded) };
  });
  const compared = comparison ? comparisonLine({ game, seed, seconds: null }, comparison) : null;
  return {
    wordhost: 1,
    kind: 'tune',
    game,
    seed,
    steps,
    plannedSteps,
    games,
    parameters,
    command: tuning.command,
    comparison: compared,
    seconds,
  };
}

const KIND = 'Tuning';

/** Recognizes such a page. */
export const tuningPageBeginning = pageBeginning(KIND);

export function tuningPage(tuning: ShownTuning): string {
  const { game, seed, parameters, comparison } = tuning;
  const plots = parameters.map(({ name, low, high, start, found, path, inWords }) => {
    const plot = pathPlot({
      title: `Path of ${name}`,
      paths: [{ points: path.map((value, step) => [step, value] as const) }],
      bounds: [
        { at: start, label: 'start' },
        { at: found, label: 'found' },
      ],
      below: 'steps',
      range: [low, high],
      inWords,
    });
    return markup`<figure><h3>${name}</h3>
${plot}
<figcaption>Tuned value ${inWords(found)}; start value ${inWords(start)}.</figcaption></figure>`;
  });
  const compared = comparison
    ? markup`<h2>Is NEW better?</h2>
<p>${SIDES}</p>
${verdictWords(comparison).map((sentence) => markup`<p>${sentence}</p>`)}
${dataTable('Figures of the comparison', { headings: ['figure', 'value'], rows: comparisonRows(comparison).map(([name, value]) => [name, value]) })}`
    : markup`<p>Tuning is not finished: run the same command to resume.</p>`;
  const body = markup`<h1>${game}: ${parameters.map(({ name }) => name).join(', ')}</h1>
<p>${stepsWords(tuning)}, seed ${seed}.</p>
${dataTable('Parameters', { headings, rows: rowsOf(tuning) })}
<p>${command(tuning.command)}</p>
<h2>Paths</h2>
<div class="cards">${plots}</div>
${compared}`;
  return htmlPage({ kind: KIND, title: parameters.map(({ name }) => name).join(', '), body });
}
