import type { Finding } from '../finding.ts';
import { hangUp, outlived } from '../shutdown.ts';
import type { CheckedLineGame, LineSetting, Seated } from './checked-line-game.ts';
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

type LineGame<Message extends Tagged> = CheckedLineGame<Message, LineSetting, Seated>;

/** It gives the bot a turn of so many milliseconds, or one without end. */
interface GivesTurns {
  /** By which a turn is answered: `guess`. */
  readonly answer: string;
  giveTurn(ms: number | undefined): Promise<void>;
}

/** What is the same in each of these games. */
export async function performShared<Message extends Tagged & { readonly line: string }>(
  game: LineGame<Message> & GivesTurns,
  action: Extract<LineAction, { readonly do: 'say' | 'run-out' | 'late-answer' | 'hang-up' }>,
): Promise<Finding | undefined> {
  switch (action.do) {
    case 'say':
      await game.say(...action.lines);
      return undefined;
    case 'run-out':
      return await runOut(game);
    case 'late-answer':
      return await mayAnswerLate(game.bot, `a ${game.answer}`);
    case 'hang-up':
      return await hangUp(game.bot);
    default:
      return action satisfies never;
  }
}

/** The bot reads the set-up. */
export async function setUp(game: LineGame<Tagged>, greeting: string): Promise<Finding | undefined> {
  await game.write(greeting);
  await game.listen();
  return await saysReady(game.bot, game.request.readyTimeout);
}

/** All that are ready are told so, and which players are not. */
export async function tellStart(game: LineGame<Tagged>): Promise<void> {
  const absent = (game.setting.absent ?? []).map((player) => ({ type: 'forfeited', player }) as const);
  await game.tellShared({ type: 'start' }, ...absent);
}

/** A message that was not solicited. */
export function tooEarly<Message extends Tagged>({
  bot,
  answer,
}: LineGame<Message> & GivesTurns): Finding | undefined {
  return saidUnsolicited(bot, `nothing before its turn: a ${answer} only answers a line \`turn\``);
}

/** The bot has its turn. What it answers, or what is wrong with it. */
export async function askInTurn<Message extends Tagged>(
  game: LineGame<Message> & GivesTurns,
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
async function runOut<Message extends Tagged>(
  game: LineGame<Message> & GivesTurns,
): Promise<Finding | undefined> {
  const early = tooEarly(game);
  if (early) return early;
  game.hasBeenLate = true;
  await game.giveTurn(1);
  await game.tellShared({ type: 'timeout', player: game.set.seat });
  return undefined;
}

/** Where all players but the bot sit. */
export function otherSeats({ set: { names, seat } }: LineGame<Tagged>): number[] {
  return names.map((_, index) => index + 1).filter((other) => other !== seat);
}

/** Everybody's points, by seat: the game is over, and the bot has its grace to end. */
export async function tellScores(
  game: LineGame<Tagged>,
  pointsOf: (player: number) => number,
): Promise<Finding | undefined> {
  const scores = game.set.names.map((_, index) => ({ player: index + 1, points: pointsOf(index + 1) }));
  await game.tellShared({ type: 'gameover', scores });
  await game.listen();
  return await outlived(game.bot, game.request.grace);
}
