import type { Reading } from '../../core/reading.ts';
import { drawId } from '../../core/seed.ts';
import { now } from '../../match/clock.ts';
import type { OpenSeats } from '../../match/seat.ts';
import { Bot } from './bot.ts';
import { type Finding, untried, type WrongFinding } from './findings.ts';
import type { CheckRequest, Stage, Step } from './step.ts';
import type { WireMessage } from './transcript.ts';

export interface CheckedStep extends StepReport {
  /** The number of an earlier step with the same fault, or with the same reason to be skipped. */
  readonly sameAs?: number | undefined;
  /** The step was not run because earlier steps show its result. */
  readonly isLeftOut?: true;
}

/**
 * Runs the steps until nothing new can be learned. It reports steps that it does not run, with the reason.
 */
export async function* runSteps(
  steps: readonly NumberedStep[],
  tools: CheckOptions,
  run = runStep,
): AsyncGenerator<CheckedStep> {
  const known = new KnownFaults();
  const longer = new LongerSteps(steps, async (step, number) => await run(step, number, tools));
  let why: string | undefined;
  for (const { number, step } of steps) {
    if (tools.interrupt?.aborted) return;
    if (why !== undefined) {
      yield { number, step, finding: untried(why), ...NOTHING, isLeftOut: true };
      continue;
    }
    const report = (await longer.reportOf({ number, step })) ?? (await run(step, number, tools));
    yield { ...report, sameAs: known.add(report) };
    why = known.whyToStop(tools.command);
  }
}

const NOTHING = { messages: [], stderr: '', ms: 0, wasReady: false } as const;

/** The check waits for this many silent steps, in a row or in all, and skips the others. */
const SILENT_IN_A_ROW = 3;
const SILENT_IN_ALL = 5;
/** The check stops after this many faults. */
const MOST_WRONG = 12;

/** The faults found so far, and the reasons to skip a step, each with its first step. */
class KnownFaults {
  readonly #steps = new Map<string, number>();
  readonly #silent = new Map<string, number>();
  #inARow = 0;
  #wasReady = false;
  #startFailed = false;
  #wrong = 0;

  add({ number, finding, stderr, wasReady }: StepReport): number | undefined {
    this.#wasReady ||= wasReady;
    const before = this.#inARow;
    this.#inARow = 0;
    if (finding?.is === 'untried') return this.#firstWith(`untried: ${finding.alike}`, number);
    if (finding === undefined) return undefined;
    this.#wrong++;
    if (!this.#wasReady) this.#startFailed = true;
    const fault = faultOf(finding, stderr);
    if (finding.silent) {
      this.#inARow = before + 1;
      this.#silent.set(fault, (this.#silent.get(fault) ?? 0) + 1);
    }
    return this.#firstWith(fault, number);
  }

  #firstWith(fault: string, number: number): number | undefined {
    const first = this.#steps.get(fault);
    if (first === undefined) this.#steps.set(fault, number);
    return first;
  }

  whyToStop(command: string): string | undefined {
    if (this.#startFailed) return `not run: \`${command}\` was never ready, and every step starts with that`;
    const most = Math.max(0, ...this.#silent.values());
    if (most >= SILENT_IN_ALL || (most >= SILENT_IN_A_ROW && this.#inARow >= SILENT_IN_A_ROW))
      return `not run: the bot was silent in ${most} steps until they timed out`;
    if (this.#wrong >= MOST_WRONG) return `not run: ${MOST_WRONG} steps are not ok: fix these first`;
    return undefined;
  }
}

/** Two steps have the same fault if only numbers differ, such as those of turns and tiles. */
function faultOf({ fault, came }: WrongFinding & Finding, stderr: string): string {
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  return [fault ?? came, last].join('\n').replaceAll(/\d+/g, 'N');
}

export interface CheckOptions {
  readonly game: string;
  readonly command: string;
  readonly openSeats: OpenSeats;
  /** Opens bots without `PYTHONUNBUFFERED`. */
  readonly openUnhelped: OpenSeats;
  readonly request: CheckRequest;
  readonly interrupt: AbortSignal | undefined;
}

export interface StepReport {
  /** The number of the step among all steps of the game, from 1. */
  readonly number: number;
  readonly step: Step;
  readonly finding: Finding | undefined;
  readonly messages: readonly WireMessage[];
  readonly stderr: string;
  readonly ms: number;
  readonly wasReady: boolean;
}

/** A fixed seed makes random bots repeatable. */
const PLAYER_SEED = 1;

/** Runs a step with a new process of the bot, until all its processes have ended. */
export async function runStep(step: Step, number: number, tools: CheckOptions): Promise<StepReport> {
  const began = performance.now();
  await using stack = new AsyncDisposableStack();
  let player: Bot<unknown> | undefined;
  const open: Stage['open'] = async ({ seat, players, lexicon, scanner, isUnhelped }) => {
    const bot = new Bot(tools.command, scanner);
    const { command, game } = tools;
    const setup = { game, players, lexicon, seed: PLAYER_SEED };
    const request = { match: drawId(), seat, name: 'the bot', command, ...setup, clock: now };
    const openSeats = isUnhelped ? tools.openUnhelped : tools.openSeats;
    const { seats } = stack.use(await openSeats([request], () => bot));
    bot.sitsAt(seats[0]!);
    player = bot;
    if (tools.interrupt?.aborted) bot.interrupted();
    tools.interrupt?.addEventListener('abort', () => bot.interrupted(), { once: true });
    return bot;
  };
  const finding = await step.play({ request: tools.request, open });
  await stack.disposeAsync();
  const { conversation, ending, isReady: wasReady } = player!;
  const stderr = (await ending).processes?.stderr ?? '';
  const ms = performance.now() - began;
  return { number, step, finding, messages: conversation.messages, stderr, ms, wasReady };
}

export interface NumberedStep {
  readonly number: number;
  readonly step: Step;
}

type Choice = Reading<{ steps: readonly NumberedStep[] }>;

/** Chooses steps by number and by parts of their names. */
export function chooseSteps(steps: readonly Step[], choices: readonly string[]): Choice {
  const all = steps.map((step, index): NumberedStep => ({ number: index + 1, step }));
  if (choices.length === 0) return { ok: true, steps: all };
  const odd = choices.find((choice) => !all.some((step) => matches(step, choice)));
  if (odd === undefined)
    return { ok: true, steps: all.filter((step) => choices.some((choice) => matches(step, choice))) };
  const expected = `expected a number from 1 to ${all.length}, or a part of a step's name (--list shows them)`;
  return { ok: false, problem: `${expected}; got ${JSON.stringify(odd)}` };
}

function matches({ number, step }: NumberedStep, choice: string): boolean {
  if (/^\d+$/.test(choice)) return number === Number(choice);
  return choice.trim() !== '' && step.name.toLowerCase().includes(choice.toLowerCase());
}

type Run = (step: Step, number: number) => Promise<StepReport>;

/** Runs a longer step once for the steps within it. They run alone only if it finds a fault. */
class LongerSteps {
  readonly #run: Run;
  readonly #within = new Map<Step, number>();
  readonly #reports = new Map<Step, StepReport>();

  constructor(steps: readonly NumberedStep[], run: Run) {
    this.#run = run;
    for (const { step } of steps)
      if (step.within) this.#within.set(step.within, (this.#within.get(step.within) ?? 0) + 1);
  }

  /** Reports that a step is right if its longer step shows so. */
  async reportOf({ number, step }: NumberedStep): Promise<StepReport | undefined> {
    const longer = step.within;
    const count = longer && this.#within.get(longer);
    if (!longer || !count || count === 1) return undefined;
    const report = this.#reports.get(longer) ?? (await this.#run(longer, number));
    this.#reports.set(longer, report);
    if (report.finding) return undefined;
    return { ...report, number, step, messages: [], stderr: '', ms: report.ms / count };
  }
}
