import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../../core/errors.ts';
import { counted, cut, visible, visibleLines, visibleUtf8 } from '../../../core/text.ts';
import { writeOutput } from '../../../files/write-file.ts';
import type { CheckedStep } from '../../../tools/check/run-steps.ts';
import { decodeLine, type TranscriptLine, transcriptOf } from '../../../tools/check/transcript.ts';
import { type Paint, paintFor } from '../../../views/terminal/paint.ts';
import { markedText, stderrLines } from '../../../views/terminal/player-reports.ts';
import { checkOutputFile, makeFolder, shownPath } from '../../process/paths.ts';
import type { NamedBot } from './find-bots.ts';

/** The lines for people about a step. A step that was left out has none of its own. */
export function reportLines(report: CheckedStep, look: StepLook): string[] {
  return report.isLeftOut ? [] : [stepLine(report, look), ...stepDetail(report, look)];
}

export function closingLines(steps: readonly CheckedStep[], look: StepLook): string[] {
  return [...leftOutLines(steps.filter(({ isLeftOut }) => isLeftOut)), ...verdictLines(steps, look)];
}

/** One line lists all steps that were not run. */
function leftOutLines(steps: readonly CheckedStep[]): string[] {
  const [first] = steps;
  if (first?.finding?.is !== 'untried') return [];
  const [from, to] = [first.number, steps.at(-1)!.number];
  const which = steps.length === 1 ? `step ${from}` : `${steps.length} steps, ${from} to ${to}`;
  return ['', visible(`${which}: ${first.finding.why}`)];
}

function verdictLines(steps: readonly CheckedStep[], { paint }: StepLook): string[] {
  const count = (outcome: Outcome) => steps.filter((step) => outcomeOf(step) === outcome).length;
  const [wrong, skipped] = [count('not ok'), count('skipped')];
  const rest = skipped > 0 ? `, ${skipped} skipped` : '';
  const verdict = wrong > 0 ? paint.bad(`${wrong} not ok`) : paint.good('nothing is wrong');
  return ['', `${counted(steps.length, 'step')}: ${count('ok')} ok${rest}; ${verdict}`];
}

export function asJson(game: string, report: CheckedStep, bot?: string): Readonly<Record<string, unknown>> {
  const { number, step, finding, messages, stderr, ms, sameAs } = report;
  const head = {
    game,
    ...(bot !== undefined && { bot }),
    number,
    name: step.name,
    outcome: outcomeOf(report),
    ms: Math.round(ms),
  };
  if (finding === undefined) return head;
  const repeated = sameAs === undefined ? {} : { sameAs };
  if (finding.is === 'untried') return { ...head, ...repeated, why: finding.why };
  const { expected, came, advice = step.advice, at } = finding;
  return {
    ...head,
    ...repeated,
    expected,
    came,
    advice,
    said: transcriptOf(messages, at).map(decodeLine),
    stderr,
  };
}

/** Identifies a page, so that no other file is overwritten. */
const HEAD = 'wordhost check ';
const look = { paint: paintFor(false), width: 120 };

/** A text for each bot, in a folder: all steps, as on a terminal. */
export class BotPages {
  readonly folder: string;
  readonly #paths: ReadonlyMap<NamedBot, string>;

  /** A folder that cannot be written is a usage error, before anything is started. */
  constructor(folder: string, bots: readonly NamedBot[]) {
    this.folder = folder;
    makeFolder(folder, '--out');
    const names = new Set<string>();
    this.#paths = new Map(bots.map((bot) => [bot, join(folder, `${ownName(bot.name, names)}.txt`)]));
    for (const path of this.#paths.values()) refuseOthers(path);
  }

  write(game: string, bot: NamedBot, steps: readonly CheckedStep[]): void {
    const lines = [
      `${HEAD}${game} ${visible(JSON.stringify(bot.command))}`,
      '',
      ...steps.flatMap((step) => reportLines(step, look)),
      ...closingLines(steps, look),
    ];
    writeOutput(this.#paths.get(bot)!, visibleLines(`${lines.join('\n')}\n`));
  }
}

/** A command may be no name of a file, and two bots may have the same name. */
function ownName(name: string, taken: Set<string>): string {
  const plain =
    name
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[.-]+/, '')
      .slice(0, 80) || 'bot';
  let own = plain;
  for (let number = 2; taken.has(own); number++) own = `${plain}-${number}`;
  taken.add(own);
  return own;
}

function refuseOthers(path: string): void {
  // The check would create an empty page for a bot whose steps may never be run.
  if (existsSync(path) && checkOutputFile('--out', path, 'page of a check', [HEAD]) !== 'file')
    throw new UsageError(`--out ${shownPath(path)} cannot be used: it is a pipe or a device`);
}

export interface StepLook {
  readonly paint: Paint;
  readonly width: number;
}

type Outcome = 'ok' | 'not ok' | 'skipped';

export function outcomeOf({ finding }: CheckedStep): Outcome {
  if (finding === undefined) return 'ok';
  return finding.is === 'wrong' ? 'not ok' : 'skipped';
}

function stepLine(report: CheckedStep, { paint }: StepLook): string {
  const { number, step, finding, sameAs } = report;
  const outcome = outcomeOf(report);
  const colours = { ok: paint.good, 'not ok': paint.bad, skipped: paint.dim };
  const why =
    finding?.is === 'untried' && sameAs === undefined ? paint.dim(` (${visible(finding.why)})`) : '';
  const again = sameAs === undefined ? '' : paint.dim(` (as in step ${sameAs})`);
  return `${colours[outcome](outcome.padEnd(7))} ${String(number).padStart(2)}  ${step.name}${why}${again}`;
}

const INDENT = '            ';

/** The lines about the faults of a step, below its own line. */
function stepDetail(report: CheckedStep, { paint, width }: StepLook): string[] {
  const lines = faultLines(report, { paint, width: width - INDENT.length });
  return lines.length === 0 ? [] : [...lines.map((line) => `${INDENT}${line}`), ''];
}

/** Describes a fault, unless an earlier step has shown it. */
export function faultLines(
  { finding, step, messages, stderr, sameAs }: CheckedStep,
  look: StepLook,
): string[] {
  if (finding?.is !== 'wrong' || sameAs !== undefined) return [];
  return [
    `expected: ${visible(finding.expected)}`,
    `came:     ${visible(finding.came)}`,
    `to do:    ${visible(finding.advice ?? step.advice)}`,
    ...transcriptOf(messages, finding.at).flatMap((line) => transcriptLines(line, look)),
    ...stderrLines({ stderr }, look.paint).map((line) => line.trimStart()),
  ];
}

/** Shows the messages of both sides, and the position of the fault, as after an offense in a game. */
function transcriptLines(
  { from, text, fault }: TranscriptLine,
  { width: columns, paint }: StepLook,
): string[] {
  const width = columns - 2;
  if (from === 'host') return [`< ${cut(visible(text), width)}`];
  if (fault === undefined) return [`> ${cut(visibleUtf8(text), width)}`];
  const { shown, column } = markedText(text, fault, visibleUtf8, width);
  return [`> ${shown}`, `${' '.repeat(2 + column)}${paint.bad('^')}`];
}
