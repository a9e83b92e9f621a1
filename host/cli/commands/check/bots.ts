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
import { asJson, type BotPages, CheckReport, outcomeOf, type StepLook } from './report.ts';

interface Check extends StepLook {
  readonly game: string;
  readonly chosen: readonly NumberedStep[];
  readonly json: boolean;
  /** Of lines for people: to standard output, unless it is for something else. */
  readonly print: (lines: readonly string[]) => void;
  readonly pages: BotPages | undefined;
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
  const { game, bot, chosen, pages } = one;
  const report = new CheckReport(game, one);
  const steps: CheckedStep[] = [];
  for await (const step of runSteps(chosen, { ...tools, command: bot.command })) {
    report.add(step);
    if (!tools.interrupt?.aborted) steps.push(step);
  }
  if (!tools.interrupt?.aborted) {
    pages?.write(game, bot, steps);
    report.finish();
  }
  return { bot, steps };
}

/** Bots mostly wait, for the host or for their time to be over: more of them than processors are checked at once. */
const AT_ONCE = 2 * availableParallelism();

/** Several bots at once; each is reported in its place as soon as those before it are, or an interruption ends all. */
export async function checkBots(several: SeveralBots, tools: Tools): Promise<readonly CheckedBot[]> {
  const { bots, chosen } = several;
  const over = bots.map((bot) => ({ bot, steps: [] as CheckedStep[] }));
  const done: (readonly CheckedStep[] | undefined)[] = bots.map(() => undefined);
  let [begun, told, wrong, steps] = [0, 0, 0, 0];
  const output = { stream: process.stderr, redraws: canRedraw(process.stderr) };
  const progress = new Progress(output, { of: bots.length * chosen.length, what: 'steps' });
  const widest = Math.max(...bots.map(({ name }) => widthOf(nameOf(name))));

  function tell(): void {
    for (let reports = done[told]; reports !== undefined; reports = done[++told]) {
      if (tools.interrupt?.aborted) return;
      if (reports.some((report) => outcomeOf(report) === 'not ok')) wrong++;
      progress.clear();
      report(several, told, reports, widest);
    }
  }

  async function worker(): Promise<void> {
    while (begun < bots.length && !tools.interrupt?.aborted) {
      const place = begun++;
      const { command } = bots[place]!;
      const reports = over[place]!.steps;
      for await (const step of runSteps(chosen, { ...tools, command })) {
        if (!tools.interrupt?.aborted) reports.push(step);
        progress.show(++steps, `${told} of ${bots.length} bots`);
      }
      done[place] = reports;
      tell();
    }
  }

  await Promise.all(Array.from({ length: Math.min(AT_ONCE, bots.length) }, worker));
  progress.clear();
  if (tools.interrupt?.aborted)
    for (const [place, { steps }] of over.slice(told).entries()) report(several, told + place, steps, widest);
  else finish(several, wrong);
  return over;
}

const LONGEST_NAME = 30;

function nameOf(name: string): string {
  return cut(visible(name), LONGEST_NAME);
}

function report(several: SeveralBots, place: number, steps: readonly CheckedStep[], widest: number): void {
  const { game, bots, chosen, json, print, pages } = several;
  const { name } = bots[place]!;
  const isWhole = steps.length === chosen.length;
  if (isWhole) pages?.write(game, bots[place]!, steps);
  if (json) for (const step of steps) printJson(asJson(game, step, name));
  else print([botInOneLine(padEnd(nameOf(name), widest), steps, { ...several, isWhole })]);
}

function finish({ bots, json, print, pages, paint }: SeveralBots, wrong: number): void {
  const verdict = wrong > 0 ? paint.bad(`${wrong} not ok`) : paint.good('nothing is wrong');
  if (!json) print(['', `${bots.length} bots: ${bots.length - wrong} ok; ${verdict}`]);
  if (pages) printNotes([`a page for each bot: ${pages.folder}`]);
  else if (wrong > 0 && !json)
    printNotes(['for all of a bot: check it alone, or write a page for each with --out DIR']);
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
  const found = wrong.length > 0 ? [faults(wrong)] : isWhole ? [rights(steps)] : [];
  const words = [...until, ...found].join('; ');
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
