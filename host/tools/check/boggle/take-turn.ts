import { judgeGuess, type MissReason } from '../../../games/boggle/judge-guess.ts';
import type { Message } from '../../../games/boggle/wire/messages.ts';
import { excerpt } from '../../../games/line-game/wire/move-scanner.ts';
import { notInList } from '../../../lexicon/lexicon.ts';
import { type Finding, untried } from '../finding.ts';
import { askInTurn } from '../lines/line-actions.ts';
import type { Answer } from '../lines/next-answer.ts';
import type { CheckedGame } from './checked-game.ts';
import type { Turn } from './scene.ts';

/** The bot's turn: its guess is judged, and the bot is told the outcome. */
export async function takeTurn(game: CheckedGame, turn: Turn): Promise<Finding | undefined> {
  const answer = await askInTurn(game, 'guess, pass or forfeit');
  return 'is' in answer ? answer : await settle(game, turn, answer);
}

async function settle(game: CheckedGame, turn: Turn, answer: Answer<Message>): Promise<Finding | undefined> {
  const { message } = answer;
  switch (message.type) {
    case 'guess':
      return await settleGuess(game, turn, answer, message.word);
    case 'pass':
      await game.tell({ type: 'passed', player: game.set.seat });
      return turn.wants === undefined ? undefined : withoutGuess(game);
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
  game: CheckedGame,
  { missed }: Turn,
  { message, bytes }: Answer<Message>,
  word: string,
): Promise<Finding | undefined> {
  const player = game.set.seat;
  const judgement = judgeGuess(game.set, word, (text) => game.found.has(text));
  if (!judgement.right) {
    if (!game.setting.tolerated) return { ...illegal(game, message, judgement.reason, word), at: bytes[0] };
    await game.tell({ type: 'missed', player, word, reason: judgement.reason });
  } else if (missed !== undefined) await game.say(`missed ${player} ${word} ${missed}`);
  else await game.tell(game.scored(player, word));
  return undefined;
}

function illegal({ set, found }: CheckedGame, { line }: Message, reason: MissReason, word: string) {
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
function withoutGuess({ unfound }: CheckedGame): Finding {
  const [word] = unfound;
  const better =
    word === undefined ? 'and there was no word left' : `though ${word} can be found on the board`;
  return untried(`it passed, ${better}: this is about a guess`);
}
