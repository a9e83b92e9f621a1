import type { Finding } from '../finding.ts';
import { hangUp, outlived } from '../shutdown.ts';
import type { LineSetting, LineTable, Seated } from './line-table.ts';
import { type Answer, nextAnswer, type Tagged } from './next-answer.ts';
import { mayAnswerLate, saysReady } from './of-lines.ts';
import { saidUnsolicited } from './unsolicited.ts';

/** What happens in the scenes of all games in lines. */
export type LineAction =
  /** The set-up, and the bot's ready. */
  | { readonly do: 'set-up' }
  /** The bot has nothing to say now. */
  | { readonly do: 'quiet' }
  | { readonly do: 'say'; readonly lines: readonly string[] }
  /** Its turn ends before it can answer. */
  | { readonly do: 'run-out' }
  /** Time for an answer that is late: it is dropped. */
  | { readonly do: 'late-answer' }
  /** Turn by turn, while the others pass, to the end. */
  | { readonly do: 'play-out' }
  | { readonly do: 'game-over' }
  | { readonly do: 'hang-up' };

type Table<Message extends Tagged> = LineTable<Message, LineSetting, Seated>;

/** It gives the bot a turn of so many milliseconds, or one without end. */
interface GivesTurns {
  /** By which a turn is answered: `guess`. */
  readonly answer: string;
  giveTurn(ms: number | undefined): Promise<void>;
}

/** What is the same in each of these games. */
export async function performShared<Message extends Tagged & { readonly line: string }>(
  table: Table<Message> & GivesTurns,
  action: Extract<LineAction, { readonly do: 'say' | 'run-out' | 'late-answer' | 'hang-up' }>,
): Promise<Finding | undefined> {
  switch (action.do) {
    case 'say':
      await table.say(...action.lines);
      return undefined;
    case 'run-out':
      return await runOut(table);
    case 'late-answer':
      return await mayAnswerLate(table.bot, `a ${table.answer}`);
    case 'hang-up':
      return await hangUp(table.bot);
    default:
      return action satisfies never;
  }
}

/** The bot reads the set-up. */
export async function setUp(table: Table<Tagged>, greeting: string): Promise<Finding | undefined> {
  await table.write(greeting);
  await table.listen();
  return await saysReady(table.bot, table.request.readyTimeout);
}

/** All that are ready are told so, and which players are not. */
export async function tellStart(table: Table<Tagged>): Promise<void> {
  const absent = (table.setting.absent ?? []).map((player) => ({ type: 'forfeited', player }) as const);
  await table.tellShared({ type: 'start' }, ...absent);
}

/** A message that was not solicited. */
export function tooEarly<Message extends Tagged>({
  bot,
  answer,
}: Table<Message> & GivesTurns): Finding | undefined {
  return saidUnsolicited(bot, `nothing before its turn: a ${answer} only answers a line \`turn\``);
}

/** The bot has its turn. What it answers, or what is wrong with it. */
export async function askInTurn<Message extends Tagged>(
  table: Table<Message> & GivesTurns,
  answers: string,
): Promise<Answer<Message> | Finding> {
  await table.listen();
  const early = tooEarly(table);
  if (early) return early;
  await table.giveTurn(table.turnMs);
  await table.listen();
  const { bot, request, turns: turn, setting, hasBeenLate } = table;
  const endless = setting.endless === true;
  return await nextAnswer(bot, { turn, time: request.turnTimeout, endless, hasBeenLate, answers });
}

/** A turn may be a millisecond; a bot that reads the next line first cannot answer in it. */
async function runOut<Message extends Tagged>(
  table: Table<Message> & GivesTurns,
): Promise<Finding | undefined> {
  const early = tooEarly(table);
  if (early) return early;
  table.hasBeenLate = true;
  await table.giveTurn(1);
  await table.tellShared({ type: 'timeout', player: table.set.seat });
  return undefined;
}

/** Where all players but the bot sit. */
export function otherSeats({ set: { names, seat } }: Table<Tagged>): number[] {
  return names.map((_, index) => index + 1).filter((other) => other !== seat);
}

/** Everybody's points, by seat: the game is over, and the bot has its grace to end. */
export async function tellScores(
  table: Table<Tagged>,
  pointsOf: (player: number) => number,
): Promise<Finding | undefined> {
  const scores = table.set.names.map((_, index) => ({ player: index + 1, points: pointsOf(index + 1) }));
  await table.tellShared({ type: 'gameover', scores });
  await table.listen();
  return await outlived(table.bot, table.request.grace);
}
