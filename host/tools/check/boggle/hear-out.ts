import { millis, type Nanos } from '../../../core/units.ts';
import { judgeGuess } from '../../../games/boggle/judge-guess.ts';
import { excerpt } from '../../../games/line-game/wire/move-scanner.ts';
import { notInList } from '../../../lexicon/lexicon.ts';
import { now } from '../../../match/clock.ts';
import { type Finding, untried } from '../finding.ts';
import { unexpected } from '../unexpected.ts';
import type { CheckedGame } from './checked-game.ts';
import type { HearOut } from './scene.ts';

/** After a guess and this silence the bot has no more guesses. */
const PAUSE = millis(500);

interface Heard {
  right: number;
  /** The first line that missed. */
  missed: string | undefined;
  isDone: boolean;
}

/** All guesses of the bot, until it is done, or pauses, or the time is over. */
export async function hearOut(game: CheckedGame, { wants }: HearOut): Promise<Finding | undefined> {
  await game.listen();
  const { bot, request } = game;
  const heard: Heard = { right: 0, missed: undefined, isDone: false };
  const end = now() + request.turnTimeout;
  // No guess is right if there is nothing to find: the wait is short.
  let patience: Nanos = wants === 'nothing' || game.set.words.length === 0 ? PAUSE : request.turnTimeout;
  while (!heard.isDone && now() < end) {
    const next = await bot.next(Math.min(patience, end - now()));
    if (next.kind === 'silence') {
      if (patience === request.turnTimeout || next.unfinished !== undefined)
        return unexpected(next, EXPECTED, bot.command, request.turnTimeout);
      break;
    }
    if (next.kind === 'ready') return { is: 'wrong', expected: EXPECTED, came: 'ready', at: next.bytes[0] };
    if (next.kind !== 'message') return unexpected(next, EXPECTED, bot.command, request.turnTimeout);
    patience = PAUSE;
    const { message } = next;
    if (message.type === 'forfeit') return untried('it forfeited, which it may');
    if (message.type === 'guess') takeGuess(game, heard, message);
    else heard.isDone = true;
  }
  return wants === 'word' && heard.right === 0 ? withoutWord(game, heard) : undefined;
}

const EXPECTED = 'guesses, each on a line of its own, or `done`';

function takeGuess(
  { set, found }: CheckedGame,
  heard: Heard,
  { word, line }: { readonly word: string; readonly line: string },
): void {
  if (judgeGuess(set, word).right) {
    heard.right++;
    found.set(word, set.seat);
  } else heard.missed ??= line;
}

/** Guesses that are all wrong show that it reads something wrongly; that it found nothing does not. */
function withoutWord({ set }: CheckedGame, { missed }: Heard): Finding {
  const [word] = set.words;
  if (word === undefined) return untried('with these words nothing can be found on the board');
  if (missed === undefined) return untried(`it has found no word, though ${word} is on the board`);
  const guess = missed.replace(/^ *guess +/, '').toUpperCase();
  const judgement = judgeGuess(set, guess);
  const reason = judgement.right ? '' : ` is ${judgement.reason}`;
  const list = reason.endsWith('notindictionary') ? `, ${notInList(set.lexicon)}` : '';
  return {
    is: 'wrong',
    expected: `one word that counts, such as ${word}`,
    came: `guesses that are all wrong: ${excerpt(missed)}${reason}${list}`,
    fault: `nothing right: ${reason}`,
  };
}
