import { judgePlay } from '../../../games/scrabble/judge/judge-play.ts';
import { emptyHand, withTiles } from '../../../games/scrabble/rules/bag.ts';
import type { Placement } from '../../../games/scrabble/wire/messages.ts';
import { type Finding, untried } from '../finding.ts';
import { mayAnswerLate, saysReady } from '../of-lines.ts';
import { sceneStep } from '../scene-step.ts';
import { hangUp, outlived } from '../shutdown.ts';
import type { Step } from '../step.ts';
import { staysQuiet } from '../unsolicited.ts';
import { findPlay } from './find-play.ts';
import { idsOf } from './resolve-setting.ts';
import type { Beat, Doing, Scene } from './scene.ts';
import { type CheckedTable, openTable } from './table.ts';
import { takeTurn, tooEarly } from './take-turn.ts';

export function stepOf(scene: Scene): Step {
  return sceneStep(scene, (stage) => openTable(scene.setting, stage), perform);
}

async function perform(table: CheckedTable, beat: Beat): Promise<Finding | undefined> {
  switch (beat.do) {
    case 'set-up':
      return await setUp(table);
    case 'quiet':
      return await quiet(table);
    case 'say':
      await table.say(...beat.lines);
      return undefined;
    case 'turn':
      return await takeTurn(table, beat);
    case 'run-out':
      return await runOut(table);
    case 'late-answer':
      return await mayAnswerLate(table.bot, 'a move');
    case 'other':
      return await other(table, beat.player, beat.does);
    case 'play-out':
      return await playOut(table);
    case 'game-over':
      return await gameOver(table);
    case 'hang-up':
      return await hangUp(table.bot);
    default:
      return beat satisfies never;
  }
}

async function setUp(table: CheckedTable): Promise<Finding | undefined> {
  await table.greet();
  await table.listen();
  const finding = await saysReady(table.bot, table.request.readyTimeout);
  if (finding) return finding;
  const absent = (table.setting.absent ?? []).map((player) => ({ type: 'forfeited', player }) as const);
  await table.tell({ type: 'start' }, ...absent);
  return undefined;
}

async function quiet(table: CheckedTable): Promise<Finding | undefined> {
  await table.listen();
  return tooEarly(table) ?? (await staysQuiet(table.bot, 'nothing: it is not its turn'));
}

/** A turn may be a millisecond; a bot that reads the next line first cannot answer in it. */
async function runOut(table: CheckedTable): Promise<Finding | undefined> {
  const early = tooEarly(table);
  if (early) return early;
  table.turns++;
  table.hasBeenLate = true;
  await table.tell({ type: 'turn', ms: 1, k: table.turns }, { type: 'timeout', player: table.set.seat });
  return undefined;
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
    for (const [index] of table.set.names.entries())
      if (index + 1 !== table.set.seat) await table.tell({ type: 'passed', player: index + 1 });
  }
  return undefined;
}

async function gameOver(table: CheckedTable): Promise<Finding | undefined> {
  const early = tooEarly(table);
  if (early) return early;
  const { set, score, request, bot } = table;
  const scores = set.names.map((_, index) => ({
    player: index + 1,
    points: index + 1 === set.seat ? score : 0,
  }));
  await table.tell({ type: 'gameover', scores });
  await table.listen();
  return await outlived(bot, request.grace);
}
