import type { Stream } from '../../../core/chance.ts';
import { chiSquared } from '../../../statistics/chi-squared.ts';
import { exchangeTest, type PlacedWins, permutationTest } from '../../../statistics/permutation.ts';
import { exactBinomial, wilson } from '../../../statistics/proportion.ts';
import type { Share, Spread } from '../race-report.ts';

/** Wins of places that are all as likely, gate by gate. */
export function evenSpread(wins: readonly number[]): Spread & { readonly byGame: null } {
  const of = sum(wins);
  const shares = wins.map((each, index) => shareOf(index + 1, each, of));
  return wins.length === 2
    ? { shares, p: exactBinomial(wins[0]!, of), byGame: null, method: 'exact binomial' }
    : { shares, p: chiSquared(wins), byGame: null, method: 'chi-squared' };
}

/** The same where whole games are told of, by place. */
export function equalSpread(games: readonly (readonly number[])[], places: number, chance: Stream): Spread {
  const wins = Array.from({ length: places }, (_, place) => sum(games.map((game) => game[place]!)));
  return { ...evenSpread(wins), byGame: exchangeTest(games, chance) };
}

/** Wins of the places that players of unequal strength had, game by game. */
export function dealtSpread(games: readonly PlacedWins[], places: number, chance: Stream): Spread {
  const wins = new Array<number>(places).fill(0);
  for (const game of games)
    for (const [entry, place] of game.places.entries()) wins[place]! += game.wins[entry]!;
  const shares = wins.map((each, index) => shareOf(index + 1, each, sum(wins)));
  return { shares, p: permutationTest(games, chance), byGame: null, method: 'permutation' };
}

export function shareOf(index: number, wins: number, of: number): Share {
  return { index, wins, of, share: of === 0 ? 0 : wins / of, ...wilson(wins, of) };
}

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
