import { judgePlay } from '../../games/scrabble/judge/judge-play.ts';
import { errorWords, type MoveError } from '../../games/scrabble/judge/move-error.ts';
import { rackLetters, rackText } from '../../games/scrabble/rules/rack.ts';
import type { Message, Notice } from '../../games/scrabble/wire/messages.ts';
import { excerpt } from '../../games/scrabble/wire/scanner.ts';
import { moveText } from '../../games/scrabble/wire/text.ts';
import { now } from '../../match/clock.ts';
import { millis } from '../../tabletop/units.ts';
import type { Heard } from '../bot.ts';
import { type Finding, untried } from '../finding.ts';
import { unexpected } from '../unexpected.ts';
import { findPlay } from './find-play.ts';
import { errorsOf, illegal } from './judge-answer.ts';
import type { Turn } from './scene.ts';
import type { CheckedTable } from './table.ts';

/** As the host allows by itself. */
const MARGIN = millis(50);
/** So many times the usual time is waited for an answer to a turn without end. */
const PATIENCE = 4;

type Answer = Heard<Message> & { readonly kind: 'message' };

/** The bot has its turn: its answer is judged, and told what came of it. */
export async function takeTurn(table: CheckedTable, turn: Turn): Promise<Finding | undefined> {
  await table.listen();
  const early = tooEarly(table);
  if (early) return early;
  table.turns++;
  await table.tell({ type: 'turn', ms: table.turnMs, k: table.turns });
  await table.listen();
  const answer = await nextAnswer(table);
  return 'is' in answer ? answer : await settle(table, turn, answer);
}

/** Something said when nothing was asked. */
export function tooEarly(table: CheckedTable): Finding | undefined {
  const { bot } = table;
  const heard = bot.pending();
  if (heard === undefined) return undefined;
  if (heard.kind !== 'message' && heard.kind !== 'ready')
    return unexpected(heard, 'that it waits for its turn, and says nothing', bot.command, 0);
  const said = heard.kind === 'ready' ? 'ready' : excerpt(heard.message.line);
  return {
    is: 'wrong',
    expected: 'nothing before its turn: a move only answers a line `turn`',
    came: said,
    at: heard.bytes[0],
  };
}

async function nextAnswer(table: CheckedTable): Promise<Answer | Finding> {
  const { bot, wishes, turns, setting } = table;
  const limit = setting.endless ? PATIENCE * wishes.turnTimeout : wishes.turnTimeout + MARGIN;
  const expected = `an answer to turn ${turns}: play, pass, change or forfeit`;
  const end = now() + limit;
  for (;;) {
    const heard = await bot.next(end - now());
    if (heard.kind === 'silence' && setting.endless)
      return untried(`it has not answered within ${limit / 1e9} s, and the turn had no end`);
    if (heard.kind === 'ready') return { is: 'wrong', expected, came: 'ready', at: heard.bytes[0] };
    if (heard.kind !== 'message') return unexpected(heard, expected, bot.command, limit);
    const { tag } = heard.message;
    if (table.hasBeenLate && tag !== undefined && tag < turns) continue;
    if (tag === undefined || tag === turns) return heard;
    return wrongTag(heard, turns);
  }
}

function wrongTag({ message: { line }, bytes }: Answer, turn: number): Finding {
  return {
    is: 'wrong',
    expected: `an answer to turn ${turn}, with @${turn} in front of it or with nothing`,
    came: excerpt(line),
    at: bytes[0],
    advice: 'The number after @ is the last of the line `turn MS K` that is answered.',
  };
}

async function settle(table: CheckedTable, turn: Turn, answer: Answer): Promise<Finding | undefined> {
  const { message } = answer;
  const errors = errorsOf(table.set, table, message);
  const isRefusedChange = message.type === 'change' && errors.every(({ rule }) => rule === 'notenoughpieces');
  if (errors.length > 0) {
    if (!isRefusedChange && !table.pardons(errors))
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

/** No fault; but perhaps it has lost sight of something. */
function otherThanWanted(table: CheckedTable, wanted: 'play' | 'change', message: Message): Finding {
  const held = rackText(table.hand, rackLetters(table.set.tiles));
  if (wanted === 'change') return untried(`it answered ${message.type}, and this is about a change`);
  const play = findPlay(table.set, table.position, table.hand);
  const better = play
    ? `though it could ${moveText({ type: 'play', placements: play })}`
    : 'and there was no legal play';
  return untried(`it answered ${message.type} with ${held}, ${better}: this is about a play`);
}
