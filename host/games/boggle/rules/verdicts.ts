import type { Effect } from '../../game.ts';
import type { Verdict } from '../../kit/verdict.ts';
import { gameOver } from '../../line-game/game-over.ts';
import { haltedBy, verdictOnTheRest, wonByScore } from '../../line-game/verdicts.ts';
import type { BoggleEvent } from '../events.ts';
import type { EndReason } from '../in-words.ts';
import { noticeText } from '../wire/text.ts';
import { type Count, countUp, type Find } from './count-up.ts';
import type { BoggleStep, State } from './state.ts';

/** The words are counted, and the highest total wins. */
export function scored(state: State, reason: EndReason): BoggleStep {
  const count = countUp(state);
  return over(count, (state) => wonByScore(state, reason));
}

/** The host ends the game. */
export function halted(state: State, why: 'game-timeout' | 'interrupted'): BoggleStep {
  return over(countUp(state), (ended) => haltedBy(ended, why));
}

/** None as long as enough are left. */
export function endIfFewAreLeft(state: State): BoggleStep | undefined {
  const verdict = verdictOnTheRest(state);
  return verdict && over(countUp(state), () => verdict);
}

/** What everybody found is told first, then the scores. */
function over({ state, finds }: Count, verdictOn: (state: State) => Verdict): BoggleStep {
  const ended: BoggleStep = gameOver(state, verdictOn, finds.map(findText).join(''));
  return { state: ended.state, effects: [...finds.map(findEffect), ...ended.effects] };
}

function findText({ player, words, points }: Find): string {
  return words
    .map((word, index) => noticeText({ type: 'found', player: player.seat, word, points: points[index]! }))
    .join('');
}

function findEffect({ player, words, points }: Find): Effect<BoggleEvent> {
  return { do: 'record', event: { type: 'found', seat: player.seat, words, points } };
}
