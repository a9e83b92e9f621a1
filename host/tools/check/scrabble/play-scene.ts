import { judgePlay } from '../../../games/scrabble/judge/judge-play.ts';
import { emptyHand, withTiles } from '../../../games/scrabble/tiles/bag.ts';
import type { Placement } from '../../../games/scrabble/wire/messages.ts';
import { type Finding, untried } from '../finding.ts';
import { otherSeats, performShared, setUp, tellScores, tellStart, tooEarly } from '../lines/line-actions.ts';
import { staysQuiet } from '../lines/unsolicited.ts';
import { sceneStep } from '../scene-step.ts';
import type { Step } from '../step.ts';
import { findPlay } from './find-play.ts';
import { idsOf } from './resolve-setting.ts';
import type { Action, Doing, Scene } from './scene.ts';
import { type CheckedTable, openTable } from './table.ts';
import { takeTurn } from './take-turn.ts';

export function stepOf(scene: Scene): Step {
  return sceneStep(scene, (stage) => openTable(scene, stage), perform);
}

async function perform(table: CheckedTable, action: Action): Promise<Finding | undefined> {
  switch (action.do) {
    case 'set-up':
      return await begin(table);
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
    default:
      return action satisfies never;
  }
}

async function begin(table: CheckedTable): Promise<Finding | undefined> {
  const finding = await setUp(table, table.greeting());
  if (!finding) await tellStart(table);
  return finding;
}

async function quiet(table: CheckedTable): Promise<Finding | undefined> {
  await table.listen();
  return tooEarly(table) ?? (await staysQuiet(table.bot, 'nothing: it is not its turn'));
}

async function other(table: CheckedTable, player: number, does: Doing): Promise<Finding | undefined> {
  if (typeof does === 'string') {
    const types = { passes: 'passed', 'times-out': 'timeout', forfeits: 'forfeited' } as const;
    await table.tell({ type: types[does], player });
    return undefined;
  }
  if ('changes' in does) {
    await table.tell({ type: 'changed', player, tiles: does.changes });
    return undefined;
  }
  if ('fails' in does) {
    await table.tell({ type: 'playfailed', player, placements: overCenter(table, does.fails) });
    return undefined;
  }
  const held = withTiles(emptyHand, idsOf(does.plays, table.set.tiles));
  const placements = findPlay(table.set, table.position, held);
  if (!placements) return untried(`with these words another player cannot lay anything of ${does.plays}`);
  const judgement = judgePlay(table.set, table.position, held, placements);
  await table.layFor(player, placements, judgement.legal ? judgement.points : 0);
  return undefined;
}

function overCenter({ set }: CheckedTable, letters: string): Placement[] {
  const [x, y] = set.board.center;
  const { tiles } = set.tiles;
  return idsOf(letters, set.tiles).map((id, index) => {
    const face = tiles.find((kind) => kind.id === id)!.faces[0]!;
    return { x: x + index, y, id, ...face };
  });
}

const MOST_TURNS = 60;
const MOST_WITHOUT_POINTS = 3;

async function playOut(table: CheckedTable): Promise<Finding | undefined> {
  let pointless = 0;
  for (let turn = 0; turn < MOST_TURNS && pointless < MOST_WITHOUT_POINTS; turn++) {
    const before = table.score;
    const finding = await takeTurn(table, { do: 'turn' });
    if (finding) return finding;
    if (table.inBag === 0 && table.hand.size === 0) return undefined;
    pointless = table.score === before ? pointless + 1 : 0;
    for (const player of otherSeats(table)) await table.tell({ type: 'passed', player });
  }
  return undefined;
}

async function gameOver(table: CheckedTable): Promise<Finding | undefined> {
  const early = tooEarly(table);
  if (early) return early;
  const { set, score } = table;
  return await tellScores(table, (player) => (player === set.seat ? score : 0));
}
