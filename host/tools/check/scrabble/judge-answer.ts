import { excerpt } from '../../../games/line-game/wire/move-scanner.ts';
import { judgeChange } from '../../../games/scrabble/judge/judge-change.ts';
import { judgePlay } from '../../../games/scrabble/judge/judge-play.ts';
import { errorLine, type MoveError } from '../../../games/scrabble/judge/move-error.ts';
import type { Position } from '../../../games/scrabble/judge/position.ts';
import { rackLetters, rackText } from '../../../games/scrabble/rules/rack.ts';
import type { Hand } from '../../../games/scrabble/tiles/bag.ts';
import type { Message } from '../../../games/scrabble/wire/messages.ts';
import { notInList } from '../../../lexicon/lexicon.ts';
import type { Wrong } from '../finding.ts';
import type { ResolvedSetting } from './resolve-setting.ts';

/** The state of the game when the bot moves. */
export interface Situation {
  readonly position: Position;
  readonly hand: Hand;
  readonly inBag: number;
}

/** The error of the game's judge; none if the move is legal. */
export function errorsOf(set: ResolvedSetting, situation: Situation, message: Message): readonly MoveError[] {
  const { position, hand, inBag } = situation;
  if (message.type === 'change') return judgeChange(set, hand, inBag, message.ids);
  if (message.type !== 'play') return [];
  const judgement = judgePlay(set, position, hand, message.placements);
  return judgement.legal ? [] : judgement.errors;
}

export function illegal(
  set: ResolvedSetting,
  { hand }: Situation,
  message: Message,
  errors: readonly MoveError[],
): Omit<Wrong, 'at'> {
  const held = rackText(hand, rackLetters(set.tiles));
  const lines = errors.map((error) => `${errorLine(error, set.seat)} (${meaning(error, set)})`);
  return {
    is: 'wrong',
    expected: `a legal move with what it holds: ${held === '' ? 'nothing' : held}`,
    came: `${excerpt(message.line)}, which gets ${lines.join('; ')}`,
    fault: [...new Set(errors.map(({ rule }) => rule))].join(' '),
  };
}

function meaning(error: MoveError, { lexicon }: ResolvedSetting): string {
  switch (error.rule) {
    case 'emptymove':
      return 'it has no tiles';
    case 'piecedoesnotexist':
      return `there is no tile ${error.id} in the table of tiles`;
    case 'playerdoesnothavepiece':
      return `it does not hold tile ${error.id}, or not so many of it`;
    case 'invalidpieceinst':
      return `tile ${error.id} cannot stand for that, or not with those points`;
    case 'emptytile':
      return 'the board has no square there';
    case 'occupiedtile':
      return 'a tile lies there already';
    case 'wordnotonroworcolumn':
      return 'not all on one row or column';
    case 'wordoutsideboard':
      return 'the word goes over a place without a square';
    case 'wordnotconnected':
      return 'there is a free square in the middle of the word';
    case 'firstwordtooshort':
      return 'a first word has two letters or more';
    case 'firstwordnotovercenter':
      return 'the board is empty: a first word covers its centre';
    case 'wordnotadjacent':
      return 'it touches nothing that lies on the board';
    case 'wordnotindictionary':
      return lexicon ? notInList(lexicon) : 'not in the word list';
    case 'notenoughpieces':
      return 'too few tiles in the bag';
    default:
      return error satisfies never;
  }
}
