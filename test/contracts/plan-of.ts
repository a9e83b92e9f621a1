import { type Nanos, seconds } from '../../host/core/units.ts';
import type { AnyGame } from '../../host/games/game.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { type MatchPlan, planMatch } from '../../host/match/plan.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';

export interface PlanRequest {
  readonly game: AnyGame;
  readonly lexicon: Lexicon | undefined;
  readonly players?: number;
  /** Those that are not at their defaults. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** By seat, what a player has of its own. */
  readonly own?: readonly (Readonly<Record<string, unknown>> | undefined)[];
  readonly seed?: string;
  readonly gameTimeout?: Nanos;
}

/** A whole match of any game, for the loop. */
export function planOf(request: PlanRequest): MatchPlan {
  const { game, lexicon, players = 2, options, own = [], seed = 'seed', gameTimeout = 0 } = request;
  return planMatch({
    game,
    options: { ...(settleOptions(game.options, []) as object), ...options },
    lexicon,
    seed,
    limits: { readyTimeout: seconds(10), gameTimeout },
    players: Array.from({ length: players }, (_, index) => {
      const name = `p${index + 1}`;
      return { seat: index + 1, name, command: `./${name}`, entry: index + 1, options: own[index] };
    }),
  });
}
