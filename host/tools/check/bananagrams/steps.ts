import { millis } from '../../../core/units.ts';
import { bananagramsInWords } from '../../../games/bananagrams/events.ts';
import type { Message } from '../../../games/bananagrams/wire/messages.ts';
import { excerptOf, threeDigits } from '../../../games/bananagrams/wire/messages.ts';
import { now } from '../../../match/clock.ts';
import type { BotEvent } from '../bot.ts';
import { awaitExit, type Finding, hangUp, unexpected, untried, type WrongFinding } from '../findings.ts';
import { flushAdvice, type Step, sceneStep, withoutHelp } from '../step.ts';
import { type CheckedGame, openGame } from './game.ts';
import {
  type Action,
  type Dump,
  endingScenes,
  type Peel,
  peelScenes,
  raceScenes,
  type Scene,
} from './scenes.ts';

function stepOf(scene: Scene): Step {
  return sceneStep(scene, (stage) => openGame(scene, stage), perform);
}

async function perform(game: CheckedGame, action: Action): Promise<Finding | undefined> {
  switch (action.do) {
    case 'ready':
      return await ready(game);
    case 'quiet':
      return await quiet(game);
    case 'deal':
      await game.deal();
      return undefined;
    case 'say-numbered':
      if (game.dialect === 'plain') return untried('it speaks the plain dialect, which has no such messages');
      await game.say(action.text);
      return undefined;
    case 'peel':
      return await peel(game, action);
    case 'other-peels':
      await game.peeled(false, action.drew);
      return undefined;
    case 'dump':
      return await dump(game, action);
    case 'game-over':
      return await gameOver(game, action.winner);
    case 'hang-up':
      return await hangUp(game.bot);
    default:
      return action satisfies never;
  }
}

async function ready(game: CheckedGame): Promise<Finding | undefined> {
  const { bot, request } = game;
  const expected = '`n` or `r`, once it is ready';
  const heard = await bot.next(request.readyTimeout);
  if (heard.kind === 'message') return { is: 'wrong', expected, came: saidIn(heard), at: heard.bytes[0] };
  if (heard.kind !== 'ready') return unexpected(heard, expected, bot.command, request.readyTimeout);
  game.dialect = heard.dialect === 'plain' ? 'plain' : 'numbered';
  return undefined;
}

const QUIET = millis(250);

async function quiet(game: CheckedGame): Promise<Finding | undefined> {
  await game.listen();
  const heard = await game.bot.next(QUIET);
  if (heard.kind === 'silence') return undefined;
  const expected = 'nothing: there is nothing to answer';
  if (heard.kind === 'message' || heard.kind === 'ready')
    return { is: 'wrong', expected, came: saidIn(heard), at: heard.bytes[0] };
  return unexpected(heard, expected, game.bot.command, QUIET);
}

function saidIn(heard: BotEvent<Message> & { readonly kind: 'message' | 'ready' }): string {
  return heard.kind === 'ready' ? 'a second ready' : excerptOf(heard.message);
}

/** So often it may give letters back before it peels. */
const MOST_DUMPS = 12;
/** What it gets for them, in this order: easy ones. */
const FOR_DUMPS = 'EATSERINGTONEDASLEROATINSEDERATIONSEL';

async function peel(game: CheckedGame, action: Peel): Promise<Finding | undefined> {
  const finding = await awaitPeel(game, action.hard === true);
  if (finding) return finding;
  if (!action.late) await game.peeled(true, action.drew);
  else {
    const number = game.nextNumber;
    await game.peeled(false, action.drew);
    await game.tell({ type: 'late', number });
  }
  return undefined;
}

/** A legal peel of the current number. What is late is answered, and what is dumped. */
async function awaitPeel(game: CheckedGame, isHard: boolean): Promise<Finding | undefined> {
  let [dumps, late] = [0, 0];
  while (dumps <= MOST_DUMPS) {
    const heard = await nextMessage(game, `a peel of ${game.hand}`, isHard);
    if ('is' in heard) return heard;
    const { message, bytes } = heard;
    if (message.type === 'dump') {
      const begin = (3 * dumps++) % (FOR_DUMPS.length - 2);
      const found = await answerDump(game, heard, FOR_DUMPS.slice(begin, begin + 3));
      if (found) return found;
      continue;
    }
    const judgement = game.judge(message);
    if (judgement.is === 'wrong') return { ...judgement.finding, at: bytes[0] + judgement.within };
    if (judgement.is === 'legal') return undefined;
    if (late++ === MOST_LATE) return { ...tooOld(game), came: excerptOf(message), at: bytes[0] };
    if (message.number !== undefined) await game.tell({ type: 'late', number: message.number });
  }
  return untried(`it gave letters back more than ${MOST_DUMPS} times`);
}

/** One late peel after another may be on its way; not so many. */
const MOST_LATE = 5;

function tooOld({ hand, dialect, nextNumber }: CheckedGame): Omit<WrongFinding, 'came'> {
  const number = dialect === 'numbered' ? ` with the number ${threeDigits(nextNumber)}` : '';
  return {
    is: 'wrong',
    expected: `a peel of ${hand}${number}`,
    advice:
      'A peel with a number that is taken is late, again and again: take the number and the tiles of each message.',
  };
}

type Spoken = BotEvent<Message> & { readonly kind: 'message' };

async function nextMessage(game: CheckedGame, expected: string, isHard: boolean): Promise<Spoken | Finding> {
  await game.listen();
  const { bot, request } = game;
  const heard = await bot.next(request.turnTimeout);
  if (heard.kind === 'message') return heard;
  if (heard.kind === 'ready') return { is: 'wrong', expected, came: 'a second ready', at: heard.bytes[0] };
  if (heard.kind === 'silence' && heard.unfinished === undefined && isHard)
    return untried(
      `there was no answer to ${game.hand} within ${request.turnTimeout / 1e9} s, which is no fault`,
    );
  return unexpected(heard, expected, bot.command, request.turnTimeout, bananagramsInWords.overlooked);
}

async function answerDump(game: CheckedGame, heard: Spoken, gets: string): Promise<Finding | undefined> {
  const { message, bytes } = heard;
  if (message.type !== 'dump') return undefined;
  const { letter } = message;
  if (!game.hand.includes(letter))
    return { is: 'wrong', expected: `a letter of ${game.hand}`, came: `d${letter}`, at: bytes[0] };
  game.takeOff(letter);
  await game.dumped(gets === 'back' ? letter : gets);
  return undefined;
}

/** Where it would rather peel, or think on, there is nothing to try. */
async function dump(game: CheckedGame, { gets, meanwhile }: Dump): Promise<Finding | undefined> {
  for (const end = now() + game.request.turnTimeout; now() < end; ) {
    const heard = await nextMessage(game, 'a dump', true);
    if ('is' in heard) return heard;
    const { message, bytes } = heard;
    if (message.type === 'peel') {
      const judgement = game.judge(message);
      if (judgement.is === 'wrong') return { ...judgement.finding, at: bytes[0] + judgement.within };
      if (judgement.is === 'legal') return untried('it peeled, and this is about a dump');
      continue;
    }
    if (meanwhile === undefined || !game.hand.includes(message.letter))
      return await answerDump(game, heard, gets);
    await game.peeled(false, meanwhile);
    return await answerDump(game, heard, gets);
  }
  return untried('it has not given a letter back');
}

async function gameOver(game: CheckedGame, winner: 'bot' | 'other'): Promise<Finding | undefined> {
  if (winner === 'bot') {
    const finding = await awaitPeel(game, false);
    if (finding) return finding;
  }
  await game.tell({ type: 'peeled', number: game.nextNumber, mine: winner === 'bot', drew: '' });
  await game.listen();
  return await awaitExit(game.bot, game.request.grace);
}

/** Whether it writes at once what it says, without the help that bots in Python have from the host. */
const flushing: Scene = {
  name: 'flushes what it writes, without help of the host',
  advice: flushAdvice,
  hand: 'CAT',
  actions: [{ do: 'ready' }, { do: 'deal' }, { do: 'peel', drew: 'S' }],
};

/** From what a bot must do first to what is rare. */
export const bananagramsSteps: readonly Step[] = [
  ...[...peelScenes, ...raceScenes, ...endingScenes].map(stepOf),
  withoutHelp(stepOf(flushing)),
];
