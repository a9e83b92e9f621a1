import { randomInt } from 'node:crypto';
import type { Choice, Greeting, Message, Mover, Notice } from 'wordhost/scrabble';
import { refusalOf } from '../scrabble/refusal.ts';
import { BotCalls } from './bot-calls.ts';
import { HeardEnding } from './ending.ts';
import { type Fault, fault, faults, shown } from './fault.ts';
import { withLetters } from './moves/blank-letters.ts';
import { readMove } from './moves/read-move.ts';
import type { WebBotOptions } from './options.ts';
import { ownMethods } from './served/own-methods.ts';
import { Served } from './served/served.ts';
import { fileKinds, type SaidGame, saidGame } from './told/game-files.ts';
import { toldPosition } from './told/told-position.ts';

const CALL_WITHIN_MS = 30_000;
/** For a bot that is started at the same time. */
const STARTS_WITHIN_MS = 3_000;
/** Of a turn, what is left for this side. */
const MARGIN_MS = 50;
/** For a call whose answer does not count. A host gives its players a second to end. */
const TELL_WITHIN_MS = 500;
/** So many in a row, and the bot is out. */
const MOST_FAILURES = 3;
const LARGEST_ID = 2 ** 31 - 1;

/** Tells the bot of the game, and waits until it has the files. A sentence: it does not play. */
export async function openWebBot(
  told: Greeting,
  choice: Choice,
  { url, port, prepareWithinMs }: WebBotOptions,
): Promise<Mover | string> {
  const said = saidGame(told, choice.terms);
  if (typeof said === 'string') return said;
  const calls = new BotCalls(url);
  const failed = await calls.ping(CALL_WITHIN_MS, STARTS_WITHIN_MS);
  if (failed) return `the bot at ${url} does not answer Status.Ping: ${failed.message}`;
  const gameid = randomInt(1, LARGEST_ID);
  const prepared = Promise.withResolvers<true>();
  const methods = ownMethods(gameid, said.files, () => prepared.resolve(true));
  let served: Served;
  try {
    served = await Served.on(port, Object.values(said.files), methods);
  } catch (error) {
    return `--listen ${port}: ${(error as Error).message}`;
  }
  complain(`the files of the game and /rpc are at ${served.address}`);
  const about = { gameid, players: String(told.names.length), ...addresses(said, served) };
  const answer = await calls.call('Scrabble.NewGame', about, CALL_WITHIN_MS);
  const problem = await whyNotReady(answer, prepared.promise, prepareWithinMs);
  if (problem === undefined) return new WebMover({ calls, served, said, gameid, player: told.player });
  served[Symbol.dispose]();
  return `the bot at ${url}: Scrabble.NewGame: ${problem}`;
}

function addresses({ files }: SaidGame, served: Served) {
  return Object.fromEntries(
    fileKinds.map((kind) => [kind, { sha1: files[kind].sha1, url: served.urlOf(files[kind]) }]),
  );
}

async function whyNotReady(
  answer: Awaited<ReturnType<BotCalls['call']>>,
  prepared: Promise<true>,
  withinMs: number,
): Promise<string | undefined> {
  if (!answer.ok) return answer.message;
  const { status } = (answer.result ?? {}) as { readonly status?: unknown };
  if (status === 'READY') return undefined;
  if (status !== 'PREPARING' && status !== 'PENDING')
    return `status: expected "READY" or "PREPARING"; got ${shown(status)}`;
  complain(
    `the bot answered ${status}, and has ${withinMs / 1000} s to call Scrabble.Ready; a host waits no longer than its --ready-timeout`,
  );
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, withinMs, false);
  const isReady = await Promise.race([prepared, late]);
  clearTimeout(timer);
  return isReady
    ? undefined
    : `it answered ${status}, and did not call Scrabble.Ready within ${withinMs / 1000} s`;
}

interface Seated {
  readonly calls: BotCalls;
  readonly served: Served;
  readonly said: SaidGame;
  readonly gameid: number;
  readonly player: number;
}

class WebMover implements Mover {
  readonly #seated: Seated;
  readonly #ending: HeardEnding;
  #failures = 0;
  #isOver = false;

  constructor(seated: Seated) {
    this.#seated = seated;
    this.#ending = new HeardEnding(seated.player);
  }

  [Symbol.dispose](): void {
    this.#seated.served[Symbol.dispose]();
    this.#seated.calls[Symbol.dispose]();
  }

  heard(notice: Notice): void {
    this.#ending.hear(notice);
  }

  async move(choice: Choice, until: number): Promise<Message> {
    const { calls, said, gameid } = this.#seated;
    const withinMs = Math.min(CALL_WITHIN_MS, until - performance.now() - MARGIN_MS);
    const answer = await calls.call('Scrabble.NextMove', { gameid, ...toldPosition(said, choice) }, withinMs);
    const read = answer.ok ? readMove(answer.result, said) : answer;
    if (this.#isOver) return { type: 'pass' };
    if (!read.ok) return this.#failed(read);
    this.#failures = 0;
    const move = 'move' in read ? read.move : playOf(withLetters(read.laid, choice, until - MARGIN_MS));
    const refusal = refusalOf(move, choice);
    // The host judges: what it says of the move is in the record then.
    if (refusal !== undefined) this.#tellOf(fault('illegal', refusal));
    return move;
  }

  async finish(choice: Choice): Promise<void> {
    const { calls, said, gameid } = this.#seated;
    const { gamestate, gameletters } = toldPosition(said, choice);
    const ending = this.#ending.ending(choice.scores);
    this.#isOver = true;
    await calls.tellLast('Scrabble.Complete', { gameid, ...ending, gamestate, gameletters }, TELL_WITHIN_MS);
  }

  #failed(failure: Fault): Message {
    this.#tellOf(failure);
    this.#failures++;
    return { type: this.#failures < MOST_FAILURES ? 'pass' : 'forfeit' };
  }

  #tellOf({ message, errorcode }: Fault): void {
    const { calls, gameid } = this.#seated;
    complain(errorcode === faults.illegal ? `the move is not legal: ${message}` : `no move: ${message}`);
    void calls.tell('Scrabble.Error', { gameid, message, errorcode }, TELL_WITHIN_MS);
  }
}

const playOf = (placements: Extract<Message, { readonly type: 'play' }>['placements']): Message => ({
  type: 'play',
  placements,
});

function complain(sentence: string): void {
  process.stderr.write(`wordhost player merknera: ${sentence}\n`);
}
