import { type Effect, unchanged } from '../../game.ts';
import type { Verdict } from '../../kit/verdict.ts';
import { gameOver, verdictByScore, verdictOfHalt, verdictOnTheRest } from '../../line-game/end.ts';
import { playing } from '../../line-game/state.ts';
import type { BoggleEvent, EndReason } from '../events.ts';
import { pointsOf } from '../judge.ts';
import { noticeText } from '../wire/messages.ts';
import type { BoggleStep, Player, State } from './state.ts';

export function endByScore(state: State, reason: EndReason): BoggleStep {
  const count = countUp(state);
  return endGame(count, (state) => verdictByScore(state, reason));
}

export function endByHalt(state: State, why: 'game-timeout' | 'interrupted'): BoggleStep {
  return endGame(countUp(state), (ended) => verdictOfHalt(ended, why));
}

/** Undefined while enough players are left. */
export function endIfFewAreLeft(state: State): BoggleStep | undefined {
  const verdict = verdictOnTheRest(state);
  return verdict && endGame(countUp(state), () => verdict);
}

/** Tells the found words first, then the scores. */
function endGame({ state, finds }: Count, verdictOn: (state: State) => Verdict): BoggleStep {
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

/** Ends when all remaining players are done. */
export function endIfAllAreDone(state: State): BoggleStep {
  return playing(state).every(({ isDone }) => isDone) ? endByScore(state, 'played-out') : unchanged(state);
}

/** Words of a player with their points. */
interface Find {
  readonly player: Player;
  readonly words: readonly string[];
  readonly points: readonly number[];
}

interface Count {
  readonly state: State;
  readonly finds: readonly Find[];
}

/**
 * In a simultaneous game, a word counts if only one player found it. Words of an offender are void and cost
 * others nothing. In a game in turns everything is counted already.
 */
function countUp(state: State): Count {
  if (state.terms.options.rules === 'turns') return { state, finds: [] };
  const finders = state.players.filter(({ status }) => status.is !== 'offender');
  const shared = foundByMore(finders);
  const finds = finders.map((player): Find => {
    const words = player.found.inOrder();
    return { player, words, points: words.map((word) => (shared.has(word) ? 0 : pointsOf(word))) };
  });
  const scores = new Map(finds.map(({ player, points }) => [player.seat, sum(points)]));
  const players = state.players.map((player) => ({ ...player, score: scores.get(player.seat) ?? 0 }));
  return { state: { ...state, players }, finds: finds.filter(({ words }) => words.length > 0) };
}

function foundByMore(finders: readonly Player[]): ReadonlySet<string> {
  const once = new Set<string>();
  const more = new Set<string>();
  for (const { found } of finders)
    for (const word of found.inOrder()) (once.has(word) ? more : once).add(word);
  return more;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
