import type { Notice } from '../../../games/boggle/wire/messages.ts';
import { pointsOf } from '../../../games/boggle/words/points.ts';
import { type Finding, untried } from '../finding.ts';
import { otherSeats, performShared, setUp, tellScores, tellStart, tooEarly } from '../lines/line-actions.ts';
import { staysQuiet } from '../lines/unsolicited.ts';
import { sceneStep } from '../scene-step.ts';
import type { Step } from '../step.ts';
import { type CheckedGame, openGame } from './checked-game.ts';
import { hearOut } from './hear-out.ts';
import type { Action, Doing, Scene } from './scene.ts';
import { takeTurn } from './take-turn.ts';

export function stepOf({ name, advice, setting, actions }: Scene): Step {
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
  return await staysQuiet(game.bot, `nothing: ${why}`);
}

/** Some word that the other did not find, for what it only tried. */
const TRIED = 'ZZZZ';

async function other(game: CheckedGame, player: number, does: Doing): Promise<Finding | undefined> {
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
