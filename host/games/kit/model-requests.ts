import { jsonObject } from '../../core/json.ts';
import {
  Misfit,
  noted,
  number,
  object,
  oneOf,
  optional,
  readShape,
  text,
  type ValueOf,
  whole,
} from '../../core/shape.ts';

/** A line of `wordhost player model` on standard error: one request to the server. */
const line = object({
  model: text(),
  turn: whole(0),
  attempt: whole(1),
  ms: number(0),
  prompt_tokens: optional(whole(0)),
  completion_tokens: optional(whole(0)),
  finish: optional(text()),
  /** The move that was read. */
  read: optional(text()),
  /** Why the rules refuse that move. */
  refused: optional(text()),
  /** Why there is no answer, or no move in it. */
  problem: optional(text()),
  raw: optional(text()),
});

export type ModelRequest = ValueOf<typeof line>;

/** Marks a problem without any answer, such as a status of 500. */
export const UNANSWERED = 'no answer: ';

export function readModelRequest(written: string): ModelRequest | undefined {
  if (!written.startsWith('{"model":')) return undefined;
  const read = readShape(line, jsonObject(written));
  return read instanceof Misfit ? undefined : read;
}

const modelShape = {
  requests: whole(1),
  ms: noted('sum of the times of the requests', number(0)),
  promptTokens: whole(0),
  completionTokens: whole(0),
  turns: noted('turns with a request', whole(0)),
  legal: noted('turns whose first answer had a legal move', whole(0)),
  illegal: noted('turns whose first answer had a move that the rules refuse', whole(0)),
  unreadable: noted('turns whose first answer had no move', whole(0)),
  cutOff: noted('turns whose first answer was cut off by the limit of tokens', whole(0)),
  unanswered: noted('turns without an answer of the server', whole(0)),
  incomplete: optional(noted('true if the record lacks some lines: see --keep-stderr', oneOf(true))),
};

export const modelFigures = object(modelShape);

export type ModelFigures = ValueOf<typeof modelFigures>;

type FirstAnswer = 'legal' | 'illegal' | 'unreadable' | 'cutOff' | 'unanswered';

const nothing = {
  requests: 0,
  ms: 0,
  promptTokens: 0,
  completionTokens: 0,
  turns: 0,
  legal: 0,
  illegal: 0,
  unreadable: 0,
  cutOff: 0,
  unanswered: 0,
};

/** Sums the requests of one player of one game, in the order of their lines. */
export class ModelTally {
  #sums = { ...nothing };
  #turn = -1;
  #first: FirstAnswer | undefined;
  #isIncomplete = false;

  take(lines: readonly string[], leftOut = 0): void {
    this.#isIncomplete ||= leftOut > 0;
    for (const written of lines) {
      const request = readModelRequest(written);
      if (request) this.#add(request);
    }
  }

  get figures(): ModelFigures | undefined {
    const sums = { ...this.#sums };
    if (sums.requests === 0) return undefined;
    if (this.#first) sums[this.#first]++;
    return { ...sums, ms: Math.round(sums.ms), ...(this.#isIncomplete && { incomplete: true as const }) };
  }

  #add(request: ModelRequest): void {
    const sums = this.#sums;
    sums.requests++;
    sums.ms += request.ms;
    sums.promptTokens += request.prompt_tokens ?? 0;
    sums.completionTokens += request.completion_tokens ?? 0;
    if (request.turn !== this.#turn) {
      if (this.#first) sums[this.#first]++;
      this.#turn = request.turn;
      this.#first = undefined;
      sums.turns++;
    }
    if (this.#first === undefined || this.#first === 'unanswered') this.#first = firstAnswerOf(request);
  }
}

function firstAnswerOf({ read, refused, finish, problem }: ModelRequest): FirstAnswer {
  if (problem?.startsWith(UNANSWERED)) return 'unanswered';
  if (read !== undefined) return refused === undefined ? 'legal' : 'illegal';
  return finish === 'length' ? 'cutOff' : 'unreadable';
}

export const modelTotalsFields = { name: text(), games: whole(1), ...modelShape };
const modelTotals = object(modelTotalsFields);

/** Sums of the games of one player. */
export type ModelTotals = ValueOf<typeof modelTotals>;

/** Adds the requests of players up, by their names. */
export class ModelSums {
  readonly #byName = new Map<string, ModelTotals>();

  add(name: string, figures: ModelFigures | undefined): void {
    if (!figures) return;
    const sums = { name, games: 0, ...nothing, ...this.#byName.get(name) };
    sums.games++;
    for (const key of Object.keys(nothing) as (keyof typeof nothing)[]) sums[key] += figures[key];
    this.#byName.set(name, { ...sums, ...(figures.incomplete && { incomplete: figures.incomplete }) });
  }

  get totals(): readonly ModelTotals[] {
    return [...this.#byName.values()];
  }
}
