import { UsageError } from '../core/errors.ts';
import { jsonObject } from '../core/json.ts';
import type { WarnedResult } from '../events/player-warnings.ts';
import type { Entry } from '../match/plan.ts';
import {
  foundValues,
  nextStep,
  sidesOf,
  startTuning,
  stepsOf,
  type TunedParameter,
  type Tuning,
  type TuningState,
  type Values,
} from '../statistics/spsa.ts';
import {
  type ComparedResult,
  GAMES_OF_A_PAIR,
  type GameBetweenTwo,
  type Question,
} from '../tournament/comparison.ts';
import {
  CompareFold,
  type ComparisonPlan,
  definitionOf,
  type NamedStore,
  type ResumeOptions,
  resumePairs,
  seenByNew,
} from './comparison.ts';
import { counts, type Experiment, type RunGame } from './experiment.ts';
import { InOrder } from './game-queue.ts';
import { OneVersion } from './report/versions.ts';
import type { Fold } from './run.ts';
import { planGame, type SeriesRequest, seriesExperiment } from './series.ts';

export type { TunedParameter };

/** The figure of a pair that decides which side is better. */
export const measures = ['result', 'margin'] as const;
export type Measure = (typeof measures)[number];

/** A tuning of parameters by games, and then a comparison of the result with the start. */
export interface TuneRequest extends Tuning {
  /** All games of both parts have its seed and consecutive numbers. */
  readonly series: SeriesRequest;
  /** It has `{NAME}` for each parameter. */
  readonly command: string;
  readonly by: Measure;
  /** The comparison after the tuning answers it. */
  readonly question: Question;
  /** The comparison ends after these games. */
  readonly mostGames: number;
}

/** The number of games for tuning. Games with higher numbers belong to the comparison. */
export const tuningGames = ({ steps, pairs }: Tuning) => GAMES_OF_A_PAIR * steps * pairs;

/** Writes a value with the decimals that a part in 10,000 of the range needs. */
export function valueText({ low, high }: TunedParameter, value: number): string {
  const decimals = Math.min(20, Math.max(0, 4 - Math.floor(Math.log10(high - low))));
  const text = value.toFixed(decimals);
  return decimals === 0 ? text : text.replace(/\.?0+$/, '').replace(/^-0$/, '0');
}

export function commandWith(
  { command, parameters }: Pick<TuneRequest, 'command' | 'parameters'>,
  values: Values,
): string {
  return parameters.reduce(
    (text, parameter, index) => text.replaceAll(`{${parameter.name}}`, valueText(parameter, values[index]!)),
    command,
  );
}

type TuneResult = ComparedResult & WarnedResult;

/** Games of the step that is due; after the last step, those of the comparison. */
export function tuningExperiment(
  request: TuneRequest,
  fold: TuneFold,
  played: ReadonlySet<number>,
): Experiment {
  const { series } = request;
  let last = 0;
  const next = () => {
    if (fold.isDone) return undefined;
    const [from, to] = fold.due;
    let number = Math.max(last + 1, from);
    while (played.has(number)) number++;
    if (number > to) return undefined;
    last = number;
    return number;
  };
  const plan = (number: number, rejudged: readonly string[]) =>
    planGame({ ...series, entries: fold.entriesOf(number) }, number, rejudged);
  const left = (over: number) => tuningGames(request) + request.mostGames - played.size - over;
  return { ...seriesExperiment(series), next, left, plan };
}

/** The parameters after the games so far, and then the comparison. The order in which games end changes nothing. */
export class TuneFold implements Fold {
  readonly comparison: CompareFold;
  readonly #request: TuneRequest;
  readonly #versions: OneVersion;
  readonly #ofComparison = new InOrder<{ readonly game: number; readonly result: TuneResult }>();
  /** Games of the step that is due. */
  readonly #seen = new Map<number, GameBetweenTwo>();
  #state: TuningState;
  #hasOffence = false;

  constructor(request: TuneRequest, versions = new OneVersion()) {
    this.#request = request;
    this.#versions = versions;
    this.comparison = new CompareFold(request.question, versions);
    this.#state = startTuning(request);
  }

  get path(): readonly Values[] {
    return this.#state.path;
  }

  /** The best values, as far as they are known. */
  get found(): Values {
    return foundValues(this.#state);
  }

  get steps(): number {
    return stepsOf(this.#state);
  }

  get isTuned(): boolean {
    return this.steps === this.#request.steps;
  }

  /** A player has committed an offence, and the games go on no longer. */
  get hasOffence(): boolean {
    return this.#hasOffence;
  }

  get isDone(): boolean {
    return this.#hasOffence || this.comparison.isDone;
  }

  get problem(): string | undefined {
    return this.#versions.problem;
  }

  /** The numbers of the games that can be played now: from, and to. */
  get due(): readonly [number, number] {
    const games = tuningGames(this.#request);
    if (this.isTuned) return [games + 1, games + this.#request.mostGames];
    const ofStep = GAMES_OF_A_PAIR * this.#request.pairs;
    return [this.steps * ofStep + 1, (this.steps + 1) * ofStep];
  }

  /** Returns the players of a game that is due. */
  entriesOf(game: number): readonly Entry[] {
    const entry = (name: string, values: Values): Entry => ({
      name,
      command: commandWith(this.#request, values),
    });
    if (game > tuningGames(this.#request)) return [entry('found', this.found), entry('start', this.path[0]!)];
    const { plus, minus } = sidesOf(this.#request, this.#state);
    return [entry('plus', plus), entry('minus', minus)];
  }

  excludes(played: RunGame): boolean {
    return this.#versions.isAnother(played);
  }

  take(played: RunGame): void {
    if (counts(played)) this.takeResult(played.game, played.report.result);
  }

  takeResult(game: number, result: TuneResult): void {
    const after = game - tuningGames(this.#request);
    if (after > 0) {
      for (const each of this.#ofComparison.take(after, { game, result }))
        if (!this.comparison.isDone) this.comparison.takeResult(each.game, each.result);
      return;
    }
    const seen = seenByNew(result);
    if (seen) this.#seen.set(game, seen);
    if (seen?.out.includes(true) && !this.#request.question.countsOffences) this.#hasOffence = true;
    if (this.#seen.size === GAMES_OF_A_PAIR * this.#request.pairs) this.#endStep();
  }

  #endStep(): void {
    const [from] = this.due;
    const results = Array.from({ length: this.#request.pairs }, (_, index) => {
      const first = from + GAMES_OF_A_PAIR * index;
      return this.#resultOf(this.#seen.get(first)!, this.#seen.get(first + 1)!);
    });
    this.#seen.clear();
    this.#state = nextStep(this.#request, this.#state, results);
  }

  #resultOf(one: GameBetweenTwo, other: GameBetweenTwo): number {
    if (this.#request.by === 'result') return one.points + other.points - 1;
    return ((one.margin ?? 0) + (other.margin ?? 0)) / GAMES_OF_A_PAIR;
  }
}

const KIND = 'tune';

function canonicalOf(request: TuneRequest, plan: ComparisonPlan): string {
  const { parameters, steps, pairs, by } = request;
  return JSON.stringify({ ...definitionOf(plan), kind: KIND, parameters, steps, pairs, by });
}

/** The seeds that a store of a tuning has; undefined where it is new. Refuses the store of anything else. */
export async function tuningSaved({
  store,
  path,
}: NamedStore): Promise<{ readonly seed?: string; readonly playerSeed?: string } | undefined> {
  const file = await store.file();
  if (!file) return undefined;
  const { kind, seed, playerSeed } = jsonObject(file.canonical) ?? {};
  if (kind !== KIND) throw new UsageError(`--store ${path} is not the store of a tuning. Use another store`);
  return {
    ...(typeof seed === 'string' && { seed }),
    ...(typeof playerSeed === 'string' && { playerSeed }),
  };
}

/** Counts the games that the store has, and answers with their numbers. Refuses the store of anything else. */
export async function resumeTuning(
  saved: NamedStore,
  request: TuneRequest,
  fold: TuneFold,
  plan: ComparisonPlan,
  options: ResumeOptions,
): Promise<ReadonlySet<number>> {
  const earlier = await resumePairs(saved, 'tuning', canonicalOf(request, plan), plan, options);
  for (const { game, result } of earlier) fold.takeResult(game, result);
  return new Set(earlier.map(({ game }) => game));
}
