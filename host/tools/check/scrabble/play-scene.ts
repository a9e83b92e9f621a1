import { judgePlay } from '../../../games/scrabble/judge/judge-play.ts';
import { emptyHand, withTiles } from '../../../games/scrabble/tiles/bag.ts';
import type { Placement } from '../../../games/scrabble/wire/messages.ts';
import { type Finding, untried } from '../finding.ts';
import { otherSeats, performShared, setUp, tellScores, tellStart, tooEarly } from '../lines/line-actions.ts';
import { staysQuiet } from '../lines/unsolicited.ts';
import { sceneStep } from '../scene-step.ts';
import type { Step } from '../step.ts';
import { type CheckedGame, openGame } from './checked-game.ts';
import { findPlay } from './find-play.ts';
import { idsOf } from './resolve-setting.ts';
import type { Action, Doing, Scene } from './scene.ts';
import { takeTurn } from './take-turn.ts';

export function stepOf(scene: Scene): Step {
  return sceneStep(scene, (stage) => openGame(scene, stage), perform);
}

async function perform(game: CheckedGame, action: Action): Promise<Finding | undefined> {
  switch (action.do) {
    case 'set-up':
      return await begin(game);
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
    default:
      return action satisfies never;
  }
}

async function begin(game: CheckedGame): Promise<Finding | undefined> {
  const finding = await setUp(game, game.greeting());
  if (!finding) await tellStart(game);
  return finding;
}

async function quiet(game: CheckedGame): Promise<Finding | undefined> {
  await game.listen();
  return tooEarly(game) ?? (await staysQuiet(game.bot, 'nothing: it is not its turn'));
}

async function other(game: CheckedGame, player: number, does: Doing): Promise<Finding | undefined> {
  if (typeof does === 'string') {
    const types = { passes: 'passed', 'times-out': 'timeout', forfeits: 'forfeited' } as const;
    await game.tell({ type: types[does], player });
    return undefined;
  }
  if ('changes' in does) {
    await game.tell({ type: 'changed', player, tiles: does.changes });
    return undefined;
  }
  if ('fails' in does) {
    await game.tell({ type: 'playfailed', player, placements: overCenter(game, does.fails) });
    return undefined;
  }
  const held = withTiles(emptyHand, idsOf(does.plays, game.set.tiles));
  const placements = findPlay(game.set, game.position, held);
  if (!placements) return untried(`with these words another player cannot lay anything of ${does.plays}`);
  const judgement = judgePlay(game.set, game.position, held, placements);
  await game.layFor(player, placements, judgement.legal ? judgement.points : 0);
  return undefined;
}

function overCenter({ set }: CheckedGame, letters: string): Placement[] {
  const [x, y] = set.board.center;
  const { tiles } = set.tiles;
  return idsOf(letters, set.tiles).map((id, index) => {
    const face = tiles.find((kind) => kind.id === id)!.faces[0]!;
    return { x: x + index, y, id, ...face };
  });
}

const MOST_TURNS = 60;
const MOST_WITHOUT_POINTS = 3;

async function playOut(game: CheckedGame): Promise<Finding | undefined> {
  let pointless = 0;
  for (let turn = 0; turn < MOST_TURNS && pointless < MOST_WITHOUT_POINTS; turn++) {
    const before = game.score;
    const finding = await takeTurn(game, { do: 'turn' });
    if (finding) return finding;
    if (game.inBag === 0 && game.hand.size === 0) return undefined;
    pointless = game.score === before ? pointless + 1 : 0;
    for (const player of otherSeats(game)) await game.tell({ type: 'passed', player });
  }
  return undefined;
}

async function gameOver(game: CheckedGame): Promise<Finding | undefined> {
  const early = tooEarly(game);
  if (early) return early;
  const { set, score } = game;
  return await tellScores(game, (player) => (player === set.seat ? score : 0));
}
