import { boggle } from '../../host/games/boggle/boggle.ts';
import { type MatchPlan, planMatch } from '../../host/plan/match-plan.ts';
import { type Nanos, seconds } from '../../host/tabletop/units.ts';
import { setupOf, type Wishes } from './boggle-table.ts';

/** A whole match of Boggle, for the loop. */
export function bogglePlan(
  wishes: Wishes & { readonly seed?: string; readonly gameTimeout?: Nanos },
): MatchPlan {
  const { options, lexicon, names } = setupOf(wishes);
  return planMatch({
    game: boggle,
    options,
    lexicon,
    seed: wishes.seed ?? 'round',
    limits: { readyTimeout: seconds(10), gameTimeout: wishes.gameTimeout ?? 0 },
    players: names.map((name, index) => ({ seat: index + 1, name, command: `./${name}`, entry: index + 1 })),
  });
}
