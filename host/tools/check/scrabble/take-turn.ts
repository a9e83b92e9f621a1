import { judgePlay } from '../../../games/scrabble/judge/judge-play.ts';
import { errorWords, type MoveError } from '../../../games/scrabble/judge/move-error.ts';
import { rackLetters, rackText } from '../../../games/scrabble/rules/rack.ts';
import type { Message, Notice } from '../../../games/scrabble/wire/messages.ts';
import { moveText } from '../../../games/scrabble/wire/text.ts';
import { type Finding, untried } from '../finding.ts';
import { askInTurn } from '../lines/line-actions.ts';
import type { Answer } from '../lines/next-answer.ts';
import { findPlay } from './find-play.ts';
import { errorsOf, illegal } from './judge-answer.ts';
import type { Turn } from './scene.ts';
import type { CheckedTable } from './table.ts';

/** The bot's turn: its answer is judged, and the bot is told the outcome. */
export async function takeTurn(table: CheckedTable, turn: Turn): Promise<Finding | undefined> {
  const answer = await askInTurn(table, 'play, pass, change or forfeit');
  return 'is' in answer ? answer : await settle(table, turn, answer);
}

async function settle(
  table: CheckedTable,
  turn: Turn,
  answer: Answer<Message>,
): Promise<Finding | undefined> {
  const { message } = answer;
  const errors = errorsOf(table.set, table, message);
  const isRefusedChange = message.type === 'change' && errors.every(({ rule }) => rule === 'notenoughpieces');
  if (errors.length > 0) {
    if (!isRefusedChange && !table.tolerates(errors))
      return { ...illegal(table.set, table, message, errors), at: answer.bytes[0] };
    await refuse(table, errors);
    return isRefusedChange || turn.wants === undefined
      ? undefined
      : untried('its play was not legal here, which is no fault');
  }
  if (turn.wants !== undefined && message.type !== turn.wants)
    return otherThanWanted(table, turn.wants, message);
  if (turn.refused) await refuseLegal(table, turn.refused, message);
  else return await accept(table, message);
  return undefined;
}

async function refuse(table: CheckedTable, errors: readonly MoveError[]): Promise<void> {
  const lines = errors.map((error): Notice => ({ type: 'error', words: errorWords(error, table.set.seat) }));
  await table.tell(...lines, { type: 'failed' });
}

async function refuseLegal(
  table: CheckedTable,
  refused: NonNullable<Turn['refused']>,
  message: Message,
): Promise<void> {
  const placements = message.type === 'play' ? message.placements : [];
  const ids = message.type === 'change' ? message.ids : [];
  await table.say(...refused({ seat: table.set.seat, placements, ids }), 'failed');
}

async function accept(table: CheckedTable, message: Message): Promise<Finding | undefined> {
  switch (message.type) {
    case 'play': {
      const judgement = judgePlay(table.set, table.position, table.hand, message.placements);
      await table.accept(message.placements, judgement.legal ? judgement.points : 0);
      return undefined;
    }
    case 'change':
      await table.acceptChange(message.ids);
      return undefined;
    case 'pass':
      await table.tell({ type: 'passed', player: table.set.seat });
      return undefined;
    case 'forfeit':
      return untried('it forfeited, which it may');
    default:
      return message satisfies never;
  }
}

/** No fault, but perhaps it missed a play. */
function otherThanWanted(table: CheckedTable, wanted: 'play' | 'change', message: Message): Finding {
  const held = rackText(table.hand, rackLetters(table.set.tiles));
  if (wanted === 'change') return untried(`it answered ${message.type}, and this is about a change`);
  const play = findPlay(table.set, table.position, table.hand);
  const better = play
    ? `though it could ${moveText({ type: 'play', placements: play })}`
    : 'and there was no legal play';
  return untried(`it answered ${message.type} with ${held}, ${better}: this is about a play`);
}
