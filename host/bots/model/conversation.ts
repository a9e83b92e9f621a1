import { MOST_DEPTH, readJsonObject } from '../../core/json.ts';
import { cut } from '../../core/text.ts';
import { type ModelRequest, UNANSWERED } from '../../games/kit/model-requests.ts';
import { Misuse } from '../misuse.ts';
import {
  type AnswerSchema,
  type ChatMessage,
  type Completion,
  ModelServer,
  NETWORK_IS_MISSING,
  type ServerOptions,
} from './server.ts';

export const histories = ['all', 'last', 'none'] as const;

export interface ModelOptions extends ServerOptions {
  /** Answers without a move are asked for again, this many times in all. */
  readonly attempts: number;
  /** The number of best plays that the prompt lists. */
  readonly hints: number;
  readonly history: (typeof histories)[number];
  /** Replaces the rules. */
  readonly prompt?: string | undefined;
}

export interface ModelPlayerOptions extends ModelOptions {
  /** The beginning of errors. */
  readonly name: string;
}

/** The schema of an object with these properties. */
export function answerSchema(
  name: string,
  properties: object,
  required: readonly string[] = Object.keys(properties),
): AnswerSchema {
  return { name, schema: { type: 'object', properties, required, additionalProperties: false } };
}

/** One turn, as the model is asked. */
export interface Question<Move> {
  readonly turn: number;
  readonly rules: string;
  readonly position: string;
  readonly schema: AnswerSchema;
  /** The time of `performance.now()` until which an answer is useful. */
  readonly until: number;
  /** Reads the object of an answer. A string is the reason why it has no move. */
  read(object: Readonly<Record<string, unknown>>): ReadMove<Move> | string;
}

export interface ReadMove<Move> {
  readonly move: Move;
  readonly text: string;
  /** Why the rules refuse the move. */
  readonly refused?: string | undefined;
}

/** The answer reaches the host before the end of the turn. */
const MARGIN_MS = 200;
const LONGEST_RAW = 4096;
/** An answer without a move is repeated to the model up to this length. */
const LONGEST_REPEATED = 2000;
const MOST_EARLIER = 400;

/** Asks the model turn by turn, and writes a line on standard error for each request. */
export class Conversation implements Disposable {
  readonly #options: ModelOptions;
  readonly #server: ModelServer;
  readonly #earlier: ChatMessage[] = [];
  #turn = -1;
  #attempt = 0;

  constructor(options: ModelOptions) {
    this.#options = options;
    this.#server = new ModelServer(options);
  }

  [Symbol.dispose](): void {
    this.#server[Symbol.dispose]();
  }

  /** Undefined if there is no move. Throws if there will never be one. */
  async ask<Move>(question: Question<Move>): Promise<ReadMove<Move> | undefined> {
    const { rules, position, schema, turn } = question;
    const { prompt, history, attempts } = this.#options;
    if (turn !== this.#turn) this.#attempt = 0;
    this.#turn = turn;
    const asked: ChatMessage = { role: 'user', content: position };
    const messages: ChatMessage[] = [{ role: 'system', content: prompt ?? rules }, ...this.#earlier, asked];
    for (let left = attempts; left > 0; left--) {
      this.#attempt++;
      const note = (completion: Completion, read: Partial<ModelRequest> = {}) =>
        this.#write(completion, read);
      const completion = await this.#server.complete(messages, schema, question.until - MARGIN_MS, note);
      if (!completion) return undefined;
      const { content, isUnanswered, isFinal, isWithoutNetwork, problem } = completion;
      const read =
        content === undefined ? (problem ?? '') : readContent(content, completion.finish, question);
      note(
        completion,
        typeof read === 'string' ? { problem: read } : { read: read.text, refused: read.refused },
      );
      if (isWithoutNetwork) throw new Misuse(`${NETWORK_IS_MISSING} (${problem})`);
      if (typeof read !== 'string') {
        if (history === 'all') this.#remember(asked, content!);
        return read;
      }
      if (isUnanswered || isFinal) return undefined;
      if (content) messages.push({ role: 'assistant', content: cut(content, LONGEST_REPEATED) });
      messages.push({ role: 'user', content: `Your answer has no move: ${read}. Answer again.` });
    }
    return undefined;
  }

  #remember(asked: ChatMessage, content: string): void {
    this.#earlier.push(asked, { role: 'assistant', content });
    if (this.#earlier.length > MOST_EARLIER) this.#earlier.splice(0, 2);
  }

  #write(completion: Completion, { read, refused, problem }: Partial<ModelRequest>): void {
    const { ms, finish, content, body, isUnanswered } = completion;
    const why = problem ?? (read === undefined ? completion.problem : undefined);
    const raw = content ?? body;
    const line: ModelRequest = {
      model: this.#options.model,
      turn: this.#turn,
      attempt: this.#attempt,
      ms,
      prompt_tokens: completion.promptTokens,
      completion_tokens: completion.completionTokens,
      finish,
      read: read && cut(read, 1000),
      refused: refused && cut(refused, 1000),
      problem: why && this.#withoutKey(isUnanswered ? UNANSWERED + why : why),
      raw: raw && start(this.#withoutKey(raw)),
    };
    process.stderr.write(`${JSON.stringify(line)}\n`);
  }

  /** Some servers repeat the key in their errors. */
  #withoutKey(text: string): string {
    const { key } = this.#options;
    return key === undefined ? text : text.replaceAll(key, '[key]');
  }
}

function readContent<Move>(content: string, finish: string | undefined, { read }: Question<Move>) {
  if (content.trim() === '') return finish === 'length' ? CUT_OFF : 'the answer is empty';
  const object = lastObject(content);
  if (typeof object !== 'string') return read(object);
  return finish === 'length' ? CUT_OFF : object;
}

const CUT_OFF = 'the answer was cut off by the limit of tokens';

function start(text: string): string {
  return Buffer.from(text)
    .subarray(0, LONGEST_RAW)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
}

/** The object is at the end of an answer, so the beginning of a long one is not read. */
const LONGEST_READ = 65_536;

/** The last JSON object of a text. A string is the reason why there is none. */
export function lastObject(text: string): Readonly<Record<string, unknown>> | string {
  const end = text.slice(-LONGEST_READ);
  let last: ReturnType<typeof lastObject> = 'the answer has no JSON object';
  for (let at = end.indexOf('{'); at >= 0; ) {
    const closed = endOfObject(end, at);
    const read = closed === undefined ? 'it is not closed' : readJsonObject(end.slice(at, closed));
    if (typeof read !== 'string') last = read;
    at = end.indexOf('{', typeof read === 'string' ? at + 1 : closed);
  }
  return last;
}

/** The offset after the brace that closes the one at `from`. */
function endOfObject(text: string, from: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (quoted && sign === '\\') at++;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === '{' && ++depth > MOST_DEPTH) return undefined;
    else if (!quoted && sign === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}
