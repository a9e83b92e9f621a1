import { availableParallelism } from 'node:os';
import { counted, cut, padEnd, visible, widthOf } from '../../../core/text.ts';
import {
  type CheckedStep,
  type CheckOptions,
  type NumberedStep,
  runSteps,
} from '../../../tools/check/run-steps.ts';
import { Progress } from '../../../views/terminal/progress.ts';
import { canRedraw, printJson, printNotes } from '../../output.ts';
import type { NamedBot } from './find-bots.ts';
import { asJson, type BotPages, closingLines, outcomeOf, reportLines, type StepLook } from './report.ts';

interface Check extends StepLook {
  readonly game: string;
  readonly steps: readonly NumberedStep[];
  readonly json: boolean;
  /** Prints lines for people, to standard output unless that is for something else. */
  readonly print: (lines: readonly string[]) => void;
  readonly pages: BotPages | undefined;
  /** The check stops at the first fault, so that it stays on the screen. */
  readonly endsAtFault?: boolean;
}

interface SeveralBots extends Check {
  readonly bots: readonly NamedBot[];
}

type Tools = Omit<CheckOptions, 'command'>;

/** A bot with its steps that are over: where it was interrupted, not all of them. */
export interface CheckedBot {
  readonly bot: NamedBot;
  readonly steps: readonly CheckedStep[];
}

/** One bot: each step is reported as soon as it is over. */
export async function checkBot(one: Check & { readonly bot: NamedBot }, tools: Tools): Promise<CheckedBot> {
  const { game, bot, pages, json, print } = one;
  const steps: CheckedStep[] = [];
  for await (const step of runSteps(one.steps, { ...tools, command: bot.command })) {
    if (json) printJson(asJson(game, step));
    else print(reportLines(step, one));
    if (!tools.interrupt?.aborted) steps.push(step);
    if (one.endsAtFault && outcomeOf(step) === 'not ok') break;
  }
  if (!tools.interrupt?.aborted) {
    pages?.write(game, bot, steps);
    if (!json) print(closingLines(steps, one));
  }
  return { bot, steps };
}

/** Bots mostly wait, for the host or for the end of their time, so more of them than processors are checked at once. */
const AT_ONCE = 2 * availableParallelism();

/** Checks several bots at once. Each is reported as soon as those before it are. An interruption ends all. */
export async function checkBots(several: SeveralBots, tools: Tools): Promise<readonly CheckedBot[]> {
  const { bots, steps } = several;
  const checks = bots.map((bot) => ({ bot, steps: [] as CheckedStep[], isOver: false }));
  let [next, nextReport, wrong, count] = [0, 0, 0, 0];
  const output = { stream: process.stderr, redraws: canRedraw(process.stderr) };
  const progress = new Progress(output, { of: bots.length * steps.length, what: 'steps' });
  const widest = Math.max(...bots.map(({ name }) => widthOf(shownName(name))));

  function reportThoseOver(): void {
    for (; checks[nextReport]?.isOver && !tools.interrupt?.aborted; nextReport++) {
      const check = checks[nextReport]!;
      if (check.steps.some((step) => outcomeOf(step) === 'not ok')) wrong++;
      progress.clear();
      report(several, check, widest);
    }
  }

  async function worker(): Promise<void> {
    while (next < bots.length && !tools.interrupt?.aborted) {
      const check = checks[next++]!;
      for await (const step of runSteps(steps, { ...tools, command: check.bot.command })) {
        if (!tools.interrupt?.aborted) check.steps.push(step);
        progress.show(++count, `${nextReport} of ${bots.length} bots`);
      }
      check.isOver = true;
      reportThoseOver();
    }
  }

  await Promise.all(Array.from({ length: Math.min(AT_ONCE, bots.length) }, worker));
  progress.clear();
  if (tools.interrupt?.aborted) for (const check of checks.slice(nextReport)) report(several, check, widest);
  else finish(several, wrong);
  return checks;
}

const LONGEST_NAME = 30;

function shownName(name: string): string {
  return cut(visible(name), LONGEST_NAME);
}

function report(several: SeveralBots, { bot, steps }: CheckedBot, widest: number): void {
  const { game, json, print, pages } = several;
  const isWhole = steps.length === several.steps.length;
  if (isWhole) pages?.write(game, bot, steps);
  if (json) for (const step of steps) printJson(asJson(game, step, bot.name));
  else print([botInOneLine(padEnd(shownName(bot.name), widest), steps, { ...several, isWhole })]);
}

function finish({ bots, json, print, pages, paint }: SeveralBots, wrong: number): void {
  const verdict = wrong > 0 ? paint.bad(`${wrong} not ok`) : paint.good('nothing is wrong');
  if (!json) print(['', `${bots.length} bots: ${bots.length - wrong} ok; ${verdict}`]);
  if (pages) printNotes([`a page for each bot: ${pages.folder}`]);
  else if (wrong > 0 && !json)
    printNotes(['for all details, check a bot alone, or write a page for each bot with --out DIR']);
}

const NARROWEST = 20;

/** The outcome of one bot of several: how much is right, or its first fault. `isWhole`: all its steps are over. */
function botInOneLine(
  name: string,
  steps: readonly CheckedStep[],
  { paint, width, isWhole }: StepLook & { readonly isWhole: boolean },
): string {
  const wrong = steps.filter((step) => outcomeOf(step) === 'not ok');
  const passed = isWhole ? paint.good('ok     ') : paint.dim('-      ');
  const verdict = wrong.length > 0 ? paint.bad('not ok ') : passed;
  const until = isWhole ? [] : [`interrupted after ${counted(steps.length, 'step')}`];
  const result = wrong.length > 0 ? [faults(wrong)] : isWhole ? [rights(steps)] : [];
  const words = [...until, ...result].join('; ');
  const space = Math.max(NARROWEST, width - 'not ok '.length - widthOf(name) - 3);
  return `${verdict} ${name}  ${process.stdout.isTTY ? cut(words, space) : words}`;
}

/** A program that has ended mostly says why in its last line. */
function lastError({ stderr }: CheckedStep): string {
  const last = stderr.trimEnd().split('\n').at(-1);
  return last ? ` (${last})` : '';
}

function rights(steps: readonly CheckedStep[]): string {
  const skipped = steps.filter((step) => outcomeOf(step) === 'skipped').length;
  const rest = skipped > 0 ? `, ${skipped} skipped` : '';
  return `${counted(steps.length, 'step')}: ${steps.length - skipped} ok${rest}`;
}

function faults(wrong: readonly CheckedStep[]): string {
  const [first] = wrong;
  const different = wrong.filter(({ sameAs }) => sameAs === undefined).length;
  if (first?.finding?.is !== 'wrong') return '';
  const { expected, came } = first.finding;
  const where = `${counted(different, 'fault')} in ${counted(wrong.length, 'step')}`;
  return visible(`${where}; step ${first.number}: ${came}${lastError(first)}; expected ${expected}`);
}
