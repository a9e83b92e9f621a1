import { judgePlay } from '../../../games/scrabble/judge/judge-play.ts';
import { errorWords, type MoveError } from '../../../games/scrabble/judge/move-error.ts';
import { rackLetters, rackText } from '../../../games/scrabble/rules/rack.ts';
import type { Message, Notice } from '../../../games/scrabble/wire/messages.ts';
import { moveText } from '../../../games/scrabble/wire/text.ts';
import { type Finding, untried } from '../finding.ts';
import { askInTurn } from '../lines/line-actions.ts';
import type { Answer } from '../lines/next-answer.ts';
import type { CheckedGame } from './checked-game.ts';
import { findPlay } from './find-play.ts';
import { errorsOf, illegal } from './judge-answer.ts';
import type { Turn } from './scene.ts';

/** The bot's turn: its answer is judged, and the bot is told the outcome. */
export async function takeTurn(game: CheckedGame, turn: Turn): Promise<Finding | undefined> {
  const answer = await askInTurn(game, 'play, pass, change or forfeit');
  return 'is' in answer ? answer : await settle(game, turn, answer);
}

async function settle(game: CheckedGame, turn: Turn, answer: Answer<Message>): Promise<Finding | undefined> {
  const { message } = answer;
  const errors = errorsOf(game.set, game, message);
  const isRefusedChange = message.type === 'change' && errors.every(({ rule }) => rule === 'notenoughpieces');
  if (errors.length > 0) {
    if (!isRefusedChange && !game.tolerates(errors))
      return {
        ...illegal(game.set, game, message, errors),
        at: answer.bytes[0],
        advice: game.setting.ifIllegal,
      };
    await refuse(game, errors);
    return isRefusedChange || turn.wants === undefined
      ? undefined
      : untried('its play was not legal here, which is no fault');
  }
  if (turn.wants !== undefined && message.type !== turn.wants)
    return otherThanWanted(game, turn.wants, message);
  if (turn.refused) await refuseLegal(game, turn.refused, message);
  else return await accept(game, message);
  return undefined;
}

async function refuse(game: CheckedGame, errors: readonly MoveError[]): Promise<void> {
  const lines = errors.map((error): Notice => ({ type: 'error', words: errorWords(error, game.set.seat) }));
  await game.tell(...lines, { type: 'failed' });
}

async function refuseLegal(
  game: CheckedGame,
  refused: NonNullable<Turn['refused']>,
  message: Message,
): Promise<void> {
  const placements = message.type === 'play' ? message.placements : [];
  const ids = message.type === 'change' ? message.ids : [];
  await game.say(...refused({ seat: game.set.seat, placements, ids }), 'failed');
}

async function accept(game: CheckedGame, message: Message): Promise<Finding | undefined> {
  switch (message.type) {
    case 'play': {
      const judgement = judgePlay(game.set, game.position, game.hand, message.placements);
      await game.accept(message.placements, judgement.legal ? judgement.points : 0);
      return undefined;
    }
    case 'change':
      await game.acceptChange(message.ids);
      return undefined;
    case 'pass':
      await game.tell({ type: 'passed', player: game.set.seat });
      return undefined;
    case 'forfeit':
      return untried('it forfeited, which it may');
    default:
      return message satisfies never;
  }
}

/** No fault, but perhaps it missed a play. */
function otherThanWanted(game: CheckedGame, wanted: 'play' | 'change', message: Message): Finding {
  const held = rackText(game.hand, rackLetters(game.set.tiles));
  if (wanted === 'change') return untried(`it answered ${message.type}, and this is about a change`);
  const play = findPlay(game.set, game.position, game.hand);
  const better = play
    ? `though it could ${moveText({ type: 'play', placements: play })}`
    : 'and there was no legal play';
  return untried(
    `it answered ${message.type} with ${held}, ${better}: this is about a play`,
    `${message.type}, and ${play ? 'a' : 'no'} play was possible`,
  );
}
