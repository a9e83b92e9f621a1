import { millis, type Nanos } from '../../../core/units.ts';
import { judgeGuess, type MissReason, pointsOf } from '../../../games/boggle/judge.ts';
import type { Message, Notice } from '../../../games/boggle/wire/messages.ts';
import { excerpt } from '../../../games/line-game/wire/scanner.ts';
import { notInList } from '../../../lexicon/lexicon.ts';
import { now } from '../../../match/clock.ts';
import { type Finding, unexpected, untried } from '../findings.ts';
import {
  askInTurn,
  expectSilence,
  otherSeats,
  performShared,
  setUp,
  tellScores,
  tellStart,
  tooEarly,
} from '../line-actions.ts';
import type { Answer } from '../line-game.ts';
import { flushAdvice, type Step, sceneStep, withoutHelp } from '../step.ts';
import {
  type Action,
  type CheckedGame,
  type HearOut,
  type OtherMove,
  openGame,
  type Scene,
  type Turn,
} from './game.ts';
import { findingScenes, guessScenes, turnScenes } from './scenes.ts';

/** The bot's turn: its guess is judged, and the bot is told the outcome. */
async function takeTurn(game: CheckedGame, turn: Turn): Promise<Finding | undefined> {
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

/** After a guess and this silence the bot has no more guesses. */
const PAUSE = millis(500);

interface Heard {
  right: number;
  /** The first line that missed. */
  missed: string | undefined;
  isDone: boolean;
}

/** All guesses of the bot, until it is done, or pauses, or the time is over. */
async function hearOut(game: CheckedGame, { wants }: HearOut): Promise<Finding | undefined> {
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

function stepOf({ name, advice, setting, actions }: Scene): Step {
  const scene = { name: `${setting.rules}: ${name}`, advice, actions };
  return sceneStep(scene, (stage) => openGame(setting, stage), perform);
}

async function perform(game: CheckedGame, action: Action): Promise<Finding | undefined> {
  switch (action.do) {
    case 'set-up':
      return await setUp(game, game.greeting());
    case 'start':
      return await start(game);
    case 'quiet':
      return await quiet(game);
    case 'say':
    case 'run-out':
    case 'late-answer':
    case 'hang-up':
      return await performShared(game, action);
    case 'turn':
      return await takeTurn(game, action);
    case 'other':
      return await other(game, action.player, action.does);
    case 'play-out':
      return await playOut(game);
    case 'game-over':
      return await gameOver(game);
    case 'hear-out':
      return await hearOut(game, action);
    case 'time-up':
      return await timeUp(game);
    default:
      return action satisfies never;
  }
}

async function start(game: CheckedGame): Promise<Finding | undefined> {
  const early = tooEarly(game);
  if (early) return early;
  await tellStart(game);
  return undefined;
}

async function quiet(game: CheckedGame): Promise<Finding | undefined> {
  await game.listen();
  const why = game.set.rules === 'turns' ? 'it is not its turn' : 'the game is not on, or it has said `done`';
  return await expectSilence(game.bot, `nothing: ${why}`);
}

/** Some word that the other did not find, for what it only tried. */
const TRIED = 'ZZZZ';

async function other(game: CheckedGame, player: number, does: OtherMove): Promise<Finding | undefined> {
  if (does === 'forfeits') {
    await game.tell({ type: 'forfeited', player });
    return undefined;
  }
  if (does === 'passes' || does === 'times-out') {
    await game.otherTurn({ type: does === 'passes' ? 'passed' : 'timeout', player });
    return undefined;
  }
  if ('misses' in does) {
    await game.otherTurn({ type: 'missed', player, word: TRIED, reason: does.misses });
    return undefined;
  }
  const { unfound } = game;
  const words = 'finds' in does ? unfound.slice(0, does.finds) : unfound.slice(does.leaves);
  if (words.length === 0) return untried('with these words another player cannot find anything on the board');
  for (const word of words) await game.otherTurn(game.scored(player, word));
  return undefined;
}

async function playOut(game: CheckedGame): Promise<Finding | undefined> {
  while (game.left > 0) {
    const finding = await takeTurn(game, { do: 'turn' });
    if (finding) return finding;
    for (const player of otherSeats(game)) await other(game, player, 'passes');
  }
  return undefined;
}

async function gameOver(game: CheckedGame): Promise<Finding | undefined> {
  const early = tooEarly(game);
  if (early) return early;
  const found = [...game.found];
  return await tellScores(game, (player) =>
    found.reduce((sum, [word, finder]) => sum + (finder === player ? pointsOf(word) : 0), 0),
  );
}

/** What all other players have found; some of it the bot has found, too. */
const FOUND_BY_OTHERS = 40;

async function timeUp(game: CheckedGame): Promise<Finding | undefined> {
  const { set, found } = game;
  const theirs = set.names.length === 1 ? [] : set.words.slice(0, FOUND_BY_OTHERS);
  const lists = set.names.map((_, index) =>
    (index + 1 === set.seat ? [...found.keys()] : [...theirs]).sort(),
  );
  const pointsFor = (word: string) =>
    lists.filter((list) => list.includes(word)).length > 1 ? 0 : pointsOf(word);
  const lines = lists.flatMap((list, index) =>
    list.map((word): Notice => ({ type: 'found', player: index + 1, word, points: pointsFor(word) })),
  );
  await game.tell(...lines);
  return await tellScores(game, (player) =>
    lists[player - 1]!.reduce((sum, word) => sum + pointsFor(word), 0),
  );
}

const begin: readonly Action[] = [{ do: 'set-up' }, { do: 'start' }];
const flushes = { name: 'flushes what it writes, without help of the host', advice: flushAdvice } as const;

/** Whether it writes at once what it says, without the help that bots in Python have from the host. */
const flushing: readonly Scene[] = [
  { ...flushes, setting: { rules: 'classic' }, actions: [...begin, { do: 'hear-out' }] },
  { ...flushes, setting: { rules: 'turns' }, actions: [...begin, { do: 'turn' }] },
];

/** By each of the two sets of rules, from what a bot must do first to what is rare. */
export const boggleSteps: readonly Step[] = [
  ...[...guessScenes, ...turnScenes, ...findingScenes].map(stepOf),
  ...flushing.map(stepOf).map(withoutHelp),
];
