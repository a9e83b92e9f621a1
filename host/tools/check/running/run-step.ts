import { drawId } from '../../../core/seed.ts';
import { now } from '../../../match/clock.ts';
import type { Ending, OpenSeats } from '../../../match/seat.ts';
import { Bot } from '../bot.ts';
import type { Said } from '../conversation.ts';
import type { Finding } from '../finding.ts';
import type { CheckRequest, Stage, Step } from '../step.ts';

export interface CheckTools {
  /** The name of the game. */
  readonly game: string;
  readonly command: string;
  readonly openSeats: OpenSeats;
  /** For bots that are not helped. */
  readonly openUnhelped: OpenSeats;
  readonly request: CheckRequest;
  readonly interrupt: AbortSignal | undefined;
}

export interface StepReport {
  /** From 1, among all steps of the game. */
  readonly number: number;
  readonly step: Step;
  /** None if all was right. */
  readonly finding: Finding | undefined;
  readonly said: readonly Said[];
  /** The end of what the bot wrote on standard error. */
  readonly stderr: string;
  readonly ms: number;
  /** The bot got so far that it was ready. */
  readonly saidReady: boolean;
}

/** Its own seed, the same each time: a bot with random choices is checked in the same way again. */
const PLAYER_SEED = 1;

/** One step with a new process of the bot, from its start to the end of all that it started. */
export async function runStep(step: Step, number: number, tools: CheckTools): Promise<StepReport> {
  const began = performance.now();
  await using stack = new AsyncDisposableStack();
  const sat: { readonly bot: Bot<unknown>; readonly ended: Promise<Ending> }[] = [];
  const open: Stage['open'] = async ({ seat, players, lexicon, scanner, isUnhelped }) => {
    const bot = new Bot(tools.command, scanner);
    const { command, game } = tools;
    const told = { game, players, lexicon, seed: PLAYER_SEED };
    const request = { match: drawId(), seat, name: 'the bot', command, ...told, clock: now };
    const openSeats = isUnhelped ? tools.openUnhelped : tools.openSeats;
    const opened = stack.use(await openSeats([request], () => bot));
    const handle = opened.seats[0]!;
    bot.sitsAt(handle);
    sat.push({ bot, ended: handle.ended });
    if (tools.interrupt?.aborted) bot.interrupted();
    tools.interrupt?.addEventListener('abort', () => bot.interrupted(), { once: true });
    return bot;
  };
  const finding = await step.play({ request: tools.request, open });
  await stack.disposeAsync();
  const { bot, ended } = sat[0]!;
  const { processes } = await ended;
  const stderr = processes?.stderr ?? '';
  const { conversation, saidReady } = bot;
  return { number, step, finding, said: conversation.said, stderr, ms: performance.now() - began, saidReady };
}
