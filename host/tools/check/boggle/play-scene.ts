import type { Notice } from '../../../games/boggle/wire/messages.ts';
import { pointsOf } from '../../../games/boggle/words/points.ts';
import { type Finding, untried } from '../finding.ts';
import { otherSeats, performShared, setUp, tellScores, tellStart, tooEarly } from '../lines/line-actions.ts';
import { staysQuiet } from '../lines/unsolicited.ts';
import { sceneStep } from '../scene-step.ts';
import type { Step } from '../step.ts';
import { hearOut } from './hear-out.ts';
import type { Action, Doing, Scene } from './scene.ts';
import { type CheckedTable, openTable } from './table.ts';
import { takeTurn } from './take-turn.ts';

export function stepOf({ name, advice, setting, actions }: Scene): Step {
  const scene = { name: `${setting.rules}: ${name}`, advice, actions };
  return sceneStep(scene, (stage) => openTable(setting, stage), perform);
}

async function perform(table: CheckedTable, action: Action): Promise<Finding | undefined> {
  switch (action.do) {
    case 'set-up':
      return await setUp(table, table.greeting());
    case 'start':
      return await start(table);
    case 'quiet':
      return await quiet(table);
    case 'say':
    case 'run-out':
    case 'late-answer':
    case 'hang-up':
      return await performShared(table, action);
    case 'turn':
      return await takeTurn(table, action);
    case 'other':
      return await other(table, action.player, action.does);
    case 'play-out':
      return await playOut(table);
    case 'game-over':
      return await gameOver(table);
    case 'hear-out':
      return await hearOut(table, action);
    case 'time-up':
      return await timeUp(table);
    default:
      return action satisfies never;
  }
}

async function start(table: CheckedTable): Promise<Finding | undefined> {
  const early = tooEarly(table);
  if (early) return early;
  await tellStart(table);
  return undefined;
}

async function quiet(table: CheckedTable): Promise<Finding | undefined> {
  await table.listen();
  const why =
    table.set.rules === 'turns' ? 'it is not its turn' : 'the game is not on, or it has said `done`';
  return await staysQuiet(table.bot, `nothing: ${why}`);
}

/** Some word that the other did not find, for what it only tried. */
const TRIED = 'ZZZZ';

async function other(table: CheckedTable, player: number, does: Doing): Promise<Finding | undefined> {
  if (does === 'forfeits') {
    await table.tell({ type: 'forfeited', player });
    return undefined;
  }
  if (does === 'passes' || does === 'times-out') {
    await table.otherTurn({ type: does === 'passes' ? 'passed' : 'timeout', player });
    return undefined;
  }
  if ('misses' in does) {
    await table.otherTurn({ type: 'missed', player, word: TRIED, reason: does.misses });
    return undefined;
  }
  const { unfound } = table;
  const words = 'finds' in does ? unfound.slice(0, does.finds) : unfound.slice(does.leaves);
  if (words.length === 0) return untried('with these words another player cannot find anything on the board');
  for (const word of words) await table.otherTurn(table.scored(player, word));
  return undefined;
}

async function playOut(table: CheckedTable): Promise<Finding | undefined> {
  while (table.left > 0) {
    const finding = await takeTurn(table, { do: 'turn' });
    if (finding) return finding;
    for (const player of otherSeats(table)) await other(table, player, 'passes');
  }
  return undefined;
}

async function gameOver(table: CheckedTable): Promise<Finding | undefined> {
  const early = tooEarly(table);
  if (early) return early;
  const found = [...table.found];
  return await tellScores(table, (player) =>
    found.reduce((sum, [word, finder]) => sum + (finder === player ? pointsOf(word) : 0), 0),
  );
}

/** What all other players have found; some of it the bot has found, too. */
const FOUND_BY_OTHERS = 40;

async function timeUp(table: CheckedTable): Promise<Finding | undefined> {
  const { set, found } = table;
  const theirs = set.names.length === 1 ? [] : set.words.slice(0, FOUND_BY_OTHERS);
  const lists = set.names.map((_, index) =>
    (index + 1 === set.seat ? [...found.keys()] : [...theirs]).sort(),
  );
  const pointsFor = (word: string) =>
    lists.filter((list) => list.includes(word)).length > 1 ? 0 : pointsOf(word);
  const lines = lists.flatMap((list, index) =>
    list.map((word): Notice => ({ type: 'found', player: index + 1, word, points: pointsFor(word) })),
  );
  await table.tell(...lines);
  return await tellScores(table, (player) =>
    lists[player - 1]!.reduce((sum, word) => sum + pointsFor(word), 0),
  );
}
