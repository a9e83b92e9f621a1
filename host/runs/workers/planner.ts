import { HostFailure } from '../../core/host-failure.ts';
import type { AnyGame } from '../../games/game.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { type MatchPlan, planMatch } from '../../match/plan/plan.ts';
import { planFromRequest } from '../../match/plan/plan-from-request.ts';
import { playersFrom } from '../../match/plan/players-from-request.ts';
import type { MatchRequest } from '../../match/plan/request.ts';

/** Plans the games of a run from their requests. Their options are the same texts, and are read once: a board may be a long one. */
export class Planner {
  readonly #game: AnyGame;
  readonly #lexicon: Lexicon | undefined;
  #last: { readonly texts: string; readonly plan: MatchPlan } | undefined;

  constructor(game: AnyGame, lexicon: Lexicon | undefined) {
    this.#game = game;
    this.#lexicon = lexicon;
  }

  plan(request: MatchRequest): MatchPlan {
    const texts = JSON.stringify(request.options);
    if (this.#last?.texts === texts) {
      const { setup, limits } = this.#last.plan;
      const { dictionary: _, options: __, game: ___, ...match } = request;
      const { options } = setup;
      const read = playersFrom(request, this.#game, options);
      if (!read.ok) throw unplannable(read.problem);
      const { players } = read;
      return planMatch({ ...match, game: this.#game, options, lexicon: this.#lexicon, limits, players });
    }
    const game = this.#game;
    const reading = planFromRequest(request, () => this.#lexicon, { [game.name]: game });
    if (!reading.ok) throw unplannable(reading.problem);
    this.#last = { texts, plan: reading.plan };
    return reading.plan;
  }
}

function unplannable(problem: string): HostFailure {
  return new HostFailure(`a game cannot be planned again: ${problem}`);
}
