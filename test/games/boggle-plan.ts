import { type Nanos, seconds } from '../../host/core/units.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import { type MatchPlan, planMatch } from '../../host/match/plan.ts';
import { type Request, setupOf } from './boggle-table.ts';

/** A whole match of Boggle, for the loop. */
export function bogglePlan(
  request: Request & { readonly seed?: string; readonly gameTimeout?: Nanos },
): MatchPlan {
  const { options, lexicon, names } = setupOf(request);
  return planMatch({
    game: boggle,
    options,
    lexicon,
    seed: request.seed ?? 'round',
    limits: { readyTimeout: seconds(10), gameTimeout: request.gameTimeout ?? 0 },
    players: names.map((name, index) => ({ seat: index + 1, name, command: `./${name}`, entry: index + 1 })),
  });
}
