import { PlayerWarnings } from '../events/player-warnings.ts';
import type { AnyGame } from '../games/game.ts';
import { statusOf } from './exit-status.ts';
import { comesAgain, InOrder } from './in-order.ts';
import type { SeriesGame } from './play-series.ts';
import { type Requirement, RequirementCheck } from './requirement.ts';
import { SeriesFigures } from './series-figures.ts';
import { Standings } from './standings.ts';

interface Counted {
  readonly game: AnyGame;
  /** By entry. */
  readonly names: readonly string[];
  readonly requirements: readonly Requirement[];
  readonly requireBatch: boolean;
}

/** What a series has come to: grows game by game, and keeps none of them. */
export class SeriesFold {
  readonly standings: Standings;
  readonly figures: SeriesFigures;
  readonly warnings = new PlayerWarnings();
  readonly #check: RequirementCheck;
  readonly #requireBatch: boolean;
  /** What depends on the order of games must not depend on which of them ended first. */
  readonly #order = new InOrder<SeriesGame>();
  #status: 0 | 1 = 0;
  #hostFailed = false;
  #games = 0;

  constructor({ game, names, requirements, requireBatch }: Counted) {
    this.standings = new Standings(names);
    this.figures = new SeriesFigures(names.length, mainFigure(game));
    this.#check = new RequirementCheck(requirements);
    this.#requireBatch = requireBatch;
  }

  take(played: SeriesGame): void {
    if (hostFailedIn(played)) this.#hostFailed = true;
    for (const due of this.#order.take(played.game, played, !comesAgain(played))) this.#takeInOrder(due);
    if (comesAgain(played)) return;
    this.#games++;
    if ('failure' in played) return;
    const { result } = played.report;
    this.standings.add(result);
    if (statusOf(result, this.#requireBatch) !== 0) this.#status = 1;
  }

  #takeInOrder(played: SeriesGame): void {
    if ('failure' in played || played.again) return;
    this.figures.add(played.game, played.report.result);
    this.warnings.take(played.game, played.report.result);
    this.#check.add(played.report.result, played.game);
  }

  /** Those that are over: void and interrupted ones too. */
  get games(): number {
    return this.#games;
  }

  get requirements(): Pick<RequirementCheck, 'outcomes' | 'broken'> {
    return this.#check;
  }

  /** 3 comes first, because then the others cannot be trusted. `interrupted`: the status of a run that was. */
  exitStatus(interrupted: number | undefined): number {
    if (this.#hostFailed) return 3;
    return interrupted ?? (this.#check.broken().length > 0 ? 1 : this.#status);
  }
}

/** It is void, or has a record that is not whole. */
export function hostFailedIn(played: SeriesGame): boolean {
  return 'failure' in played || played.report.recordFailure !== undefined;
}

/** What a series tells the mean of: points, or what the game counts first. */
function mainFigure({ figures }: AnyGame): string {
  return Object.hasOwn(figures, 'score') ? 'score' : Object.keys(figures)[0]!;
}
