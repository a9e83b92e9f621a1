import { availableParallelism } from 'node:os';
import { cut, padEnd, widthOf } from '../../../core/text/columns.ts';
import { visible } from '../../../core/text/visible.ts';
import type { NumberedStep } from '../../../tools/check/running/choose-steps.ts';
import type { CheckTools } from '../../../tools/check/running/run-step.ts';
import { type CheckedStep, runSteps } from '../../../tools/check/running/run-steps.ts';
import { Progress } from '../../../views/terminal/live/progress.ts';
import { canRedraw, printJson, printLines, printNotes } from '../../print.ts';
import { botInOneLine } from './bot-in-one-line.ts';
import type { NamedBot } from './bots-in-folder.ts';
import type { BotPages } from './pages.ts';
import { asJson, asTap, CheckReport } from './report.ts';
import { outcomeOf, type StepLook } from './step-lines.ts';

interface Check extends StepLook {
  readonly game: string;
  readonly chosen: readonly NumberedStep[];
  readonly json: boolean;
  readonly tap: boolean;
  readonly pages: BotPages | undefined;
}

interface SeveralBots extends Check {
  readonly bots: readonly NamedBot[];
}

type Tools = Omit<CheckTools, 'command'>;

/** One bot: each step is reported as soon as it is over. Answers the exit status. */
export async function checkBot(one: Check & { readonly bot: NamedBot }, tools: Tools): Promise<number> {
  const { game, bot, chosen, pages } = one;
  const report = new CheckReport(game, chosen.length, one);
  const steps: CheckedStep[] = [];
  for await (const step of runSteps(chosen, { ...tools, command: bot.command })) {
    report.add(step);
    steps.push(step);
  }
  if (tools.interrupt?.aborted) return 1;
  pages?.write(game, bot, steps);
  return report.finish();
}

/** Bots mostly wait, for the host or for their time to be over: more of them than processors are checked at once. */
const AT_ONCE = 2 * availableParallelism();

/** Several bots at once; each is reported in its place as soon as those before it are. Answers the exit status. */
export async function checkBots(several: SeveralBots, tools: Tools): Promise<number> {
  const { bots, chosen, tap } = several;
  const done: (readonly CheckedStep[] | undefined)[] = bots.map(() => undefined);
  let [begun, told, wrong, steps] = [0, 0, 0, 0];
  const output = { stream: process.stderr, redraws: canRedraw(process.stderr) };
  const progress = new Progress(output, { of: bots.length * chosen.length, what: 'steps' });
  if (tap) printLines(['TAP version 14', `1..${bots.length * chosen.length}`]);
  const widest = Math.max(...bots.map(({ name }) => widthOf(nameOf(name))));

  function tell(): void {
    for (let reports = done[told]; reports !== undefined; reports = done[++told]) {
      if (tools.interrupt?.aborted) return;
      if (reports.some((report) => outcomeOf(report) === 'not ok')) wrong++;
      several.pages?.write(several.game, bots[told]!, reports);
      progress.clear();
      report(several, told, reports, widest);
    }
  }

  async function worker(): Promise<void> {
    while (begun < bots.length && !tools.interrupt?.aborted) {
      const place = begun++;
      const { command } = bots[place]!;
      const reports: CheckedStep[] = [];
      for await (const step of runSteps(chosen, { ...tools, command })) {
        reports.push(step);
        progress.show(++steps, `${told} of ${bots.length} bots`);
      }
      done[place] = reports;
      tell();
    }
  }

  await Promise.all(Array.from({ length: Math.min(AT_ONCE, bots.length) }, worker));
  progress.clear();
  if (!tools.interrupt?.aborted) finish(several, wrong);
  return wrong > 0 ? 1 : 0;
}

const LONGEST_NAME = 30;

function nameOf(name: string): string {
  return cut(visible(name), LONGEST_NAME);
}

function report(several: SeveralBots, place: number, steps: readonly CheckedStep[], widest: number): void {
  const { game, bots, chosen, json, tap } = several;
  const { name } = bots[place]!;
  if (json) for (const step of steps) printJson(asJson(game, step, name));
  else if (tap) {
    const before = place * chosen.length;
    printLines(steps.flatMap((step, index) => asTap(step, before + index + 1, `${name}: `, several)));
  } else printLines([botInOneLine(padEnd(nameOf(name), widest), steps, several)]);
}

function finish({ bots, json, tap, pages, paint }: SeveralBots, wrong: number): void {
  const verdict = wrong > 0 ? paint.bad(`${wrong} not ok`) : paint.good('nothing is wrong');
  if (!json && !tap) printLines(['', `${bots.length} bots: ${bots.length - wrong} ok; ${verdict}`]);
  if (pages) printNotes([`a page for each bot: ${pages.folder}`]);
  else if (wrong > 0 && !json && !tap)
    printNotes(['for all of a bot: check it alone, or write a page for each with --out DIR']);
}
