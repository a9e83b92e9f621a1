import { wrongTiles } from '../judge/judge-alone.ts';
import { judgeGrid } from '../judge/judge-grid.ts';
import type { Refusal } from '../judge/refusal.ts';
import { sameTiles, tileCount, tilesOf, withTiles } from '../tiles/tiles.ts';
import type { Grid } from '../wire/messages.ts';
import { ageOf, numberAfter } from './peel-number.ts';
import type { Peel, Player, State } from './state.ts';

/** The judgement of a peel, before it has any effect. */
export type Judgement =
  | { readonly is: 'legal' }
  | { readonly is: 'late' }
  | { readonly is: 'refused'; readonly refusal: Refusal };

export function judgePeel(state: State, player: Player, message: Peel['message']): Judgement {
  const { grid, number } = message;
  const current = number === undefined ? plainAge(player, grid) : ageOf(number, state.peels);
  if (current === 'old') return { is: 'late' };
  if (current === 'future') {
    return refused({ rule: 'number', said: number!, next: numberAfter(state.peels) });
  }
  const wrong = wrongTiles(player, grid) ?? judgeGrid(grid, state.lexicon);
  return wrong ? refused(wrong) : { is: 'legal' };
}

function refused(refusal: Refusal): Judgement {
  return { is: 'refused', refusal };
}

/**
 * A plain peel carries no number: it is old when its letters are the hand that the player had while some
 * message was still on its way to it. Each message brings tiles, so only one hand has the right size.
 */
function plainAge(player: Player, grid: Grid): 'old' | 'current' {
  const letters = tilesOf(grid.letters);
  let known = player.settled;
  let size = tileCount(known);
  for (const message of player.sent) {
    if (size === grid.letters.length && grid.beyond === 0 && sameTiles(letters, known)) return 'old';
    known = withTiles(known, message);
    size += message.length;
  }
  return 'current';
}
