import { type Nanos, seconds } from '../../host/core/units.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import { build } from '../../host/lexicon/build.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { type MatchPlan, type MatchSettings, planMatch } from '../../host/match/plan.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';

/** Every row of As is a word, so that a player needs no time to think. */
const lexicon: Lexicon = (() => {
  const built = build(Array.from({ length: 200 }, (_, index) => 'A'.repeat(index + 1)));
  if (!built.ok) throw new Error('the rows of As cannot be compiled');
  return { ...built.automaton, name: 'rows of A', sha256: '', path: '' };
})();

/** Two players and nothing but As. With the box's 144 tiles and hands of 21, it takes 52 peels to win. */
export function allAsPlan(...choices: Parameters<typeof allAsSettings>): MatchPlan {
  return planMatch(allAsSettings(...choices));
}

export function allAsSettings(
  commands: readonly string[],
  tiles: number,
  hand: number,
  { options = {}, gameTimeout = 0 }: { options?: Record<string, number>; gameTimeout?: Nanos } = {},
): MatchSettings {
  const own = { bunch: { A: tiles }, hand, ...options };
  return {
    game: bananagrams,
    options: { ...settleOptions(bananagramsOptions, []), ...own },
    lexicon,
    seed: 'bench',
    limits: { readyTimeout: seconds(10), gameTimeout },
    players: commands.map((command, index) => {
      return { seat: index + 1, entry: index + 1, name: `p${index + 1}`, command };
    }),
  };
}
