import { judgeGuess, type MissReason } from '../../../games/boggle/judge-guess.ts';
import type { Message } from '../../../games/boggle/wire/messages.ts';
import { excerpt } from '../../../games/line-game/wire/move-scanner.ts';
import { notInList } from '../../../lexicon/lexicon.ts';
import { type Finding, untried } from '../finding.ts';
import { askInTurn } from '../lines/line-actions.ts';
import type { Answer } from '../lines/next-answer.ts';
import type { Turn } from './scene.ts';
import type { CheckedTable } from './table.ts';

/** The bot's turn: its guess is judged, and the bot is told the outcome. */
export async function takeTurn(table: CheckedTable, turn: Turn): Promise<Finding | undefined> {
  const answer = await askInTurn(table, 'guess, pass or forfeit');
  return 'is' in answer ? answer : await settle(table, turn, answer);
}

async function settle(
  table: CheckedTable,
  turn: Turn,
  answer: Answer<Message>,
): Promise<Finding | undefined> {
  const { message } = answer;
  switch (message.type) {
    case 'guess':
      return await settleGuess(table, turn, answer, message.word);
    case 'pass':
      await table.tell({ type: 'passed', player: table.set.seat });
      return turn.wants === undefined ? undefined : withoutGuess(table);
    case 'forfeit':
      return untried('it forfeited, which it may');
    case 'done':
    case 'unread':
      // The reader of lines lets no done through in turns.
      return undefined;
    default:
      return message satisfies never;
  }
}

async function settleGuess(
  table: CheckedTable,
  { missed }: Turn,
  { message, bytes }: Answer<Message>,
  word: string,
): Promise<Finding | undefined> {
  const player = table.set.seat;
  const judgement = judgeGuess(table.set, word, (text) => table.found.has(text));
  if (!judgement.right) {
    if (!table.setting.tolerated) return { ...illegal(table, message, judgement.reason, word), at: bytes[0] };
    await table.tell({ type: 'missed', player, word, reason: judgement.reason });
  } else if (missed !== undefined) await table.say(`missed ${player} ${word} ${missed}`);
  else await table.tell(table.scored(player, word));
  return undefined;
}

function illegal({ set, found }: CheckedTable, { line }: Message, reason: MissReason, word: string) {
  const by = found.get(word) === set.seat ? 'itself' : `player ${found.get(word)}`;
  const meaning = {
    notindictionary: notInList(set.lexicon),
    alreadyfound: `found already, by ${by}`,
    notonboard: 'no path of neighbouring cells on the board spells it',
  };
  return {
    is: 'wrong',
    expected: 'a word that scores, or pass',
    came: `${excerpt(line)}, which is ${reason} (${meaning[reason]})`,
    fault: reason,
  } as const;
}

/** No fault, but perhaps it missed a play. */
function withoutGuess({ unfound }: CheckedTable): Finding {
  const [word] = unfound;
  const better =
    word === undefined ? 'and there was no word left' : `though ${word} can be found on the board`;
  return untried(`it passed, ${better}: this is about a guess`);
}
