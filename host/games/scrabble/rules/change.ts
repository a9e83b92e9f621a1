import { putBack, takeFrom } from '../../kit/pool.ts';
import { withPlayer } from '../../line-game/players.ts';
import { tell, tellOthers } from '../../line-game/telling.ts';
import { andThen } from '../../steps.ts';
import { judgeChange } from '../judge/judge-change.ts';
import { countsOfTiles, exchanged } from '../tiles/bag.ts';
import { countText, noticeText } from '../wire/text.ts';
import { errorsOf, refused } from './play.ts';
import { rackText } from './rack.ts';
import type { HeardMove, Player, ScrabbleStep, State } from './state.ts';
import { turnOver, withoutPoints } from './turns.ts';

/** Draws first and puts back afterwards. */
export function hearChange(
  state: State,
  player: Player,
  heard: HeardMove,
  ids: readonly number[],
): ScrabbleStep {
  const { seat, bytes } = heard;
  const errors = judgeChange(state.terms, player.hand, state.bag.left, ids);
  if (errors.length > 0) {
    const event = { type: 'change', seat, ids, errors: errorsOf(errors, seat), bytes } as const;
    return refused(state, heard, errors, event, { type: 'passed', player: seat });
  }
  const [drawn, rest] = takeFrom(state.bag, seat, ids.length);
  const bag = putBack(rest, ids);
  const hand = exchanged(player.hand, ids, drawn);
  const after = withPlayer({ ...state, bag }, { ...player, hand });
  const counts = countsOfTiles(drawn);
  const rack = rackText(hand, state.terms.rackLetters);
  const event = { type: 'change', seat, ids, drew: countText(counts), rack, bytes } as const;
  const told: ScrabbleStep = {
    state: after,
    effects: [
      { do: 'record', event },
      tell(seat, noticeText({ type: 'changesuccess', drawn: counts })),
      ...tellOthers(after, seat, noticeText({ type: 'changed', player: seat, tiles: ids.length })),
    ],
  };
  return andThen(told, (next) => turnOver(next, seat, withoutPoints));
}
