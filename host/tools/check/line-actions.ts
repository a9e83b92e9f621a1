import { millis, type Nanos } from '../../core/units.ts';
import type { Bot, BotEvent } from './bot.ts';
import { awaitExit, type Finding, hangUp, unexpected } from './findings.ts';
import {
  type Answer,
  type CheckedLineGame,
  type LineSetting,
  nextAnswer,
  type PlayerSeats,
  type TaggedLine,
} from './line-game.ts';

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

type LineGame<Message extends TaggedLine> = CheckedLineGame<Message, LineSetting, PlayerSeats>;

/** It gives the bot a turn of so many milliseconds, or one without end. */
interface TurnGiver {
  /** By which a turn is answered: `guess`. */
  readonly answer: string;
  giveTurn(ms: number | undefined): Promise<void>;
}

/** What is the same in each of these games. */
export async function performShared<Message extends TaggedLine & { readonly line: string }>(
  game: LineGame<Message> & TurnGiver,
  action: Extract<LineAction, { readonly do: 'say' | 'run-out' | 'late-answer' | 'hang-up' }>,
): Promise<Finding | undefined> {
  switch (action.do) {
    case 'say':
      await game.say(...action.lines);
      return undefined;
    case 'run-out':
      return await runOut(game);
    case 'late-answer':
      return await allowLateAnswer(game.bot, `a ${game.answer}`);
    case 'hang-up':
      return await hangUp(game.bot);
    default:
      return action satisfies never;
  }
}

/** The bot reads the set-up. */
export async function setUp(game: LineGame<TaggedLine>, greeting: string): Promise<Finding | undefined> {
  await game.write(greeting);
  await game.listen();
  return await expectReady(game.bot, game.request.readyTimeout);
}

/** All that are ready are told so, and which players are not. */
export async function tellStart(game: LineGame<TaggedLine>): Promise<void> {
  const absent = (game.setting.absent ?? []).map((player) => ({ type: 'forfeited', player }) as const);
  await game.tellShared({ type: 'start' }, ...absent);
}

/** A message that was not solicited. */
export function tooEarly<Message extends TaggedLine>({
  bot,
  answer,
}: LineGame<Message> & TurnGiver): Finding | undefined {
  return findUnsolicited(bot, `nothing before its turn: a ${answer} only answers a line \`turn\``);
}

/** The bot has its turn. What it answers, or what is wrong with it. */
export async function askInTurn<Message extends TaggedLine>(
  game: LineGame<Message> & TurnGiver,
  answers: string,
): Promise<Answer<Message> | Finding> {
  await game.listen();
  const early = tooEarly(game);
  if (early) return early;
  await game.giveTurn(game.turnMs);
  await game.listen();
  const { bot, request, turns: turn, setting, hasBeenLate } = game;
  const endless = setting.endless === true;
  return await nextAnswer(bot, { turn, time: request.turnTimeout, endless, hasBeenLate, answers });
}

/** A turn may be a millisecond; a bot that reads the next line first cannot answer in it. */
async function runOut<Message extends TaggedLine>(
  game: LineGame<Message> & TurnGiver,
): Promise<Finding | undefined> {
  const early = tooEarly(game);
  if (early) return early;
  game.hasBeenLate = true;
  await game.giveTurn(1);
  await game.tellShared({ type: 'timeout', player: game.set.seat });
  return undefined;
}

/** Where all players but the bot sit. */
export function otherSeats({ set: { names, seat } }: LineGame<TaggedLine>): number[] {
  return names.map((_, index) => index + 1).filter((other) => other !== seat);
}

/** Everybody's points, by seat: the game is over, and the bot has its grace to end. */
export async function tellScores(
  game: LineGame<TaggedLine>,
  pointsOf: (player: number) => number,
): Promise<Finding | undefined> {
  const scores = game.set.names.map((_, index) => ({ player: index + 1, points: pointsOf(index + 1) }));
  await game.tellShared({ type: 'gameover', scores });
  await game.listen();
  return await awaitExit(game.bot, game.request.grace);
}

interface Line {
  readonly line: string;
}

/** In games in lines of text: the bot is ready when it has read the set-up. */
async function expectReady(bot: Bot<Line>, limit: Nanos): Promise<Finding | undefined> {
  const expected = '`ready`, once the set-up is read up to `end`';
  const heard = await bot.next(limit);
  if (heard.kind === 'ready') return undefined;
  if (heard.kind !== 'message') return unexpected(heard, expected, bot.command, limit);
  return { is: 'wrong', expected, came: heard.message.line, at: heard.bytes[0] };
}

const LATE = millis(400);

/** The turn has run out: a late answer and no answer are both right. */
async function allowLateAnswer(bot: Bot<Line>, answer: string): Promise<Finding | undefined> {
  const heard = await bot.next(LATE);
  if (heard.kind === 'message' || heard.kind === 'silence') return undefined;
  if (heard.kind === 'ready') return { is: 'wrong', expected: `${answer}, or nothing`, came: 'ready' };
  return unexpected(heard, 'a late answer, or nothing', bot.command, LATE);
}

/** A message that was not solicited. */
function findUnsolicited(bot: Bot<Line>, expected: string): Finding | undefined {
  const heard = bot.pending();
  return heard && outOfTurn(bot, heard, expected, 0);
}

/** Long enough for a bot that sends unsolicited messages. */
const QUIET = millis(250);

export async function expectSilence(bot: Bot<Line>, expected: string): Promise<Finding | undefined> {
  const heard = await bot.next(QUIET);
  return heard.kind === 'silence' ? undefined : outOfTurn(bot, heard, expected, QUIET);
}

function outOfTurn({ command }: Bot<Line>, heard: BotEvent<Line>, expected: string, limit: number): Finding {
  if (heard.kind === 'ready') return { is: 'wrong', expected, came: 'ready', at: heard.bytes[0] };
  if (heard.kind !== 'message') return unexpected(heard, expected, command, limit);
  return { is: 'wrong', expected, came: heard.message.line, at: heard.bytes[0] };
}
