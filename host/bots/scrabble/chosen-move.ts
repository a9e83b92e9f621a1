import { judgeChange } from '../../games/scrabble/judge/judge-change.ts';
import type { HeldTiles, JudgingTerms } from '../../games/scrabble/judge/judgement.ts';
import type { Move } from '../../games/scrabble/wire/messages.ts';
import { checkedMove, checkedPlacements } from './checked-move.ts';
import type { Chooser } from './strategy.ts';

interface Stuck {
  readonly terms: JudgingTerms;
  readonly held: HeldTiles;
  readonly inBag: number;
}

/** What it says, having looked at all plays. */
export function chosenMove(chooser: Chooser, stuck: Stuck): Move {
  const chosen = chooser.chosen();
  if (chosen === undefined || chosen === null) return moveWhenStuck(stuck);
  if (Array.isArray(chosen)) return { type: 'play', placements: checkedPlacements('chosen', chosen) };
  return checkedMove('chosen', MOVES, chosen);
}

const MOVES = 'placements, or a move with the type play, change, pass or forfeit';

/** The move of a player that can lay nothing: a change of as many tiles as the rules allow now, or else a pass. */
export function moveWhenStuck({ terms, held, inBag }: Stuck): Move {
  const all = [...held].flatMap(([id, count]) => new Array<number>(count).fill(id));
  const ids = all.slice(0, inBag);
  const stands = judgeChange(terms, held, inBag, ids).length === 0;
  return stands ? { type: 'change', ids } : { type: 'pass' };
}
