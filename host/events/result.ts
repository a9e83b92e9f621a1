import { readJsonObject } from '../core/json.ts';
import { Misfit, object, readShape } from '../core/shape.ts';
import { cut } from '../core/text.ts';
import { type Nanos, type Seat, seconds } from '../core/units.ts';
import type { AnyGame, Refusal, Situation, Situations, Tally } from '../games/game.ts';
import { ModelTally } from '../games/kit/model-requests.ts';
import { type PlayerResult, playersOf, type Result, resultFields } from '../games/kit/result-fields.ts';
import type { PlayerVerdict, Verdict } from '../games/kit/verdict.ts';
import type { EventSink, Noted, NotedInAny } from './noted.ts';
import {
  isExcusable,
  isMessage,
  isOverloaded,
  isTurnOverloaded,
  ranOutOfTime,
  ThinkingTimes,
} from './times.ts';

export type { PlayerResult, Result };

/** The player ran in another scheduling class than the host had set. */
export function leftBatchClass({ scheduling }: PlayerResult): boolean {
  return scheduling !== undefined && scheduling !== 'batch';
}

/** The first results count points only. */
export function errorsOf({
  refused,
  errors,
}: Pick<PlayerResult, 'refused'> & { readonly errors?: unknown }): number {
  if (!refused) return typeof errors === 'number' ? errors : 0;
  return Object.values(refused.rules).reduce((sum, { count }) => sum + count, 0);
}

/** The player failed, left or offended. This is reported, and sets the exit status. */
export function droppedOut({ outcome }: Pick<PlayerResult, 'outcome'>): boolean {
  return outcome === 'failed' || outcome === 'left' || outcome === 'offender';
}

type Outs = Pick<Result, 'overloaded' | 'rejudged'> & {
  readonly players: readonly Pick<PlayerResult, 'outcome' | 'offence'>[];
};

/** The players that were put out of the game, where waiting for a processor may be why: they get a second start. */
export function excusableIn<Game extends Outs>({ players, overloaded }: Game): Game['players'] {
  return overloaded ? players.filter((player) => droppedOut(player) && isExcusable(player)) : [];
}

/**
 * Returns the players that have lost the game but are not dropped and do not end a run, because the machine
 * may be the reason, also after a second start. A result without a second start is of an earlier version.
 */
export function excusedIn<Game extends Outs>(result: Game): Game['players'] {
  return result.rejudged === undefined ? [] : excusableIn(result);
}

type Exit = NonNullable<PlayerResult['exit']>;

type Of<Type> = Noted & { readonly type: Type };

interface PlayerFacts {
  entry: number;
  name: string;
  command: string;
  processor?: number | undefined;
  startedAt: Nanos;
  outAt: Nanos | undefined;
  cpuMs: number | null;
  waitMs: number | null | undefined;
  maxRssKb: number | null;
  scheduling?: string | undefined;
  exit: Exit | null;
  files?: PlayerResult['files'];
  /** An incomplete message at a decision by silence, until a message is complete. */
  unfinished?: string | undefined;
  isReady: boolean;
  readonly model: ModelTally;
  /** The time of the first text since the last answer, or of the first clock. */
  askedAt: Nanos | undefined;
  messages: number;
}

/** Folds events into a result. The verdict comes from the rules. */
export class ResultFold implements EventSink {
  readonly #tally: Tally;
  readonly #thinking: ThinkingTimes;
  readonly #moves: JudgedMoves;
  readonly #players: PlayerFacts[] = [];
  #header: Of<'game'> | undefined;
  #sandbox = 'none';
  #hasClocks = false;
  #memory: Result['memory'];
  #gates = 0;
  #unpolledGates = 0;
  #loopDelayMs: number | null = null;
  #lostTurns = false;

  constructor(game: Pick<AnyGame, 'tally' | 'turnRanOut' | 'judgedMove' | 'situations'>, seats: number) {
    this.#tally = game.tally(seats);
    this.#thinking = new ThinkingTimes(game, seats);
    this.#moves = new JudgedMoves(game, seats);
  }

  take(noted: NotedInAny): void {
    const event: Noted = noted;
    this.#tally.take(event);
    this.#thinking.take(event);
    if (isMessage(event)) this.#message(event);
    this.#moves.see(event);
    switch (event.type) {
      case 'game':
        this.#open(event);
        break;
      case 'spawn':
        this.#sandbox = event.sandbox;
        // The weakest limit of all players counts.
        if (event.memory !== undefined && this.#memory !== 'polled') this.#memory = event.memory;
        this.#players[event.seat - 1]!.startedAt = event.t;
        break;
      case 'out':
        this.#told(event);
        break;
      case 'exit':
        this.#exited(event);
        break;
      case 'stderr':
        this.#players[event.seat - 1]!.model.take(event.lines, event.leftOut);
        break;
      case 'load':
        this.#loopDelayMs = event.loopDelayMs;
        break;
      case 'turn-load':
        this.#lostTurns ||= isTurnOverloaded(event.loopDelayMs, event);
        break;
      case 'unfinished':
        this.#players[event.seat - 1]!.unfinished = event.what;
        break;
      case 'offence':
        this.#players[event.seat - 1]!.outAt = event.t;
        break;
      default:
    }
  }

  finish(verdict: Verdict, endedAt: Nanos): Result {
    const { id, game, seed, playerSeed, mirrored, rejudged, startedAt } = this.#header!;
    const { outcome, winner, reason } = verdict;
    const hash = this.#header!['seed-hash'];
    const seeds = {
      seed,
      ...(hash !== undefined && { 'seed-hash': hash }),
      ...(playerSeed !== undefined && { playerSeed }),
      ...(mirrored && { mirrored }),
    };
    const head = { wordhost: 1, id, game, ...seeds, outcome, winner, reason, startedAt } as const;
    const instead = rejudged && { rejudged };
    const { began: first } = this.#thinking;
    const began = first !== undefined && { began: first };
    const players = verdict.players.map((player) => this.#player(player, endedAt));
    const ms = milliseconds(endedAt);
    const held = { sandbox: this.#sandbox, ...(this.#memory && { memory: this.#memory }) };
    const gates = { gates: this.#gates, unpolledGates: this.#unpolledGates };
    const load = { loopDelayMs: this.#loopDelayMs, ...(this.#overloaded(verdict, endedAt) && overloaded) };
    return { ...head, ms, ...this.#tally.game(), ...held, ...gates, ...load, ...instead, ...began, players };
  }

  #overloaded({ players, reason }: Verdict, endedAt: Nanos): boolean {
    if (this.#lostTurns) return true;
    const late = players
      .filter((player) => ranOutOfTime(player, reason))
      .map(({ seat }) => {
        const { waitMs, cpuMs, startedAt, outAt } = this.#players[seat - 1]!;
        return { waitMs: waitMs ?? null, cpuMs, givenMs: milliseconds((outAt ?? endedAt) - startedAt) };
      });
    return isOverloaded(this.#loopDelayMs, late);
  }

  #player({ seat, outcome, cause, offence }: PlayerVerdict, endedAt: Nanos): PlayerResult {
    const facts = this.#players[seat - 1]!;
    const { name, command, entry, files, processor, unfinished, messages } = facts;
    const { cpuMs, waitMs, maxRssKb, scheduling, exit } = facts;
    const { think, answers } = this.#thinking.of(seat);
    const { figures: model } = facts.model;
    const verdict = {
      seat,
      entry,
      name,
      command,
      ...(files && { files }),
      ...(processor !== undefined && { processor }),
      outcome,
      ...(cause && { cause }),
      ...(offence && { offence }),
      ...(unfinished !== undefined && { unfinished }),
    };
    const figures = {
      thinkMs: milliseconds(think),
      answers,
      messages,
      ...this.#moves.refused(seat),
      ...(isSilent(facts, outcome, endedAt) && { silent: true as const }),
      ...(model && { model }),
      cpuMs,
      waitMs,
      maxRssKb,
      ...(scheduling !== undefined && { scheduling }),
      exit,
    };
    return { ...verdict, ...this.#tally.player(seat), ...figures };
  }

  #open(event: Of<'game'>): void {
    this.#header = event;
    for (const { name, command, entry, processor } of event.players)
      this.#players.push({
        entry,
        name,
        command,
        processor,
        isReady: false,
        model: new ModelTally(),
        askedAt: undefined,
        messages: 0,
        startedAt: 0,
        outAt: undefined,
        cpuMs: null,
        waitMs: null,
        maxRssKb: null,
        exit: null,
      });
  }

  #message(event: Noted & { readonly seat: number }): void {
    const player = this.#players[event.seat - 1]!;
    player.unfinished = undefined;
    if (event.type === 'ready') {
      player.isReady = true;
      return;
    }
    player.messages++;
    this.#moves.take(event);
  }

  #told({ seat, t, gate, order, unpolled, clock }: Of<'out'>): void {
    if (clock && !this.#hasClocks) {
      this.#hasClocks = true;
      for (const player of this.#players) player.askedAt = undefined;
    }
    const player = this.#players[seat - 1]!;
    if (clock || (player.isReady && !this.#hasClocks)) player.askedAt ??= t;
    if (gate === undefined || order?.[0] !== seat) return;
    this.#gates++;
    if (unpolled === true) this.#unpolledGates++;
  }

  #exited({ seat, code, signal, killed, cpuMs, waitMs, maxRssKb, scheduling, files }: Of<'exit'>): void {
    const exit = { code, signal, killed };
    Object.assign(this.#players[seat - 1]!, { exit, cpuMs, waitMs, maxRssKb, scheduling, files });
  }
}

/** A player may have been about to answer if somebody else ended the game earlier. */
const LONG_ENOUGH = seconds(1);

function isSilent({ messages, askedAt, outAt }: PlayerFacts, outcome: string, endedAt: Nanos): boolean {
  if (messages > 0 || askedAt === undefined) return false;
  return outcome === 'left' || (outAt ?? endedAt) - askedAt >= LONG_ENOUGH;
}

const overloaded = { overloaded: true } as const;

function milliseconds(nanos: Nanos): number {
  return Math.round(nanos / 1e4) / 100;
}

type Refused = NonNullable<PlayerResult['refused']>;

interface Moves {
  made: number;
  readonly rules: Map<string, Refused['rules'][string]>;
}

const LONGEST_MOVE = 120;
const LONGEST_SENTENCE = 240;

/** Counts refused moves by rule, with the first of each. */
class JudgedMoves {
  readonly #game: Pick<AnyGame, 'judgedMove'>;
  readonly #situations: Situations | undefined;
  readonly #bySeat = new Map<Seat, Moves>();

  constructor(game: Pick<AnyGame, 'judgedMove' | 'situations'>, seats: number) {
    this.#game = game;
    this.#situations = game.situations?.(seats);
  }

  /** Called after the move of the event, so that an example has the position before it. */
  see(event: Noted): void {
    this.#situations?.take(event);
  }

  take(event: Noted): void {
    const judged = this.#game.judgedMove?.(event);
    if (!judged) return;
    const { seat, refusal } = judged;
    let moves = this.#bySeat.get(seat);
    if (!moves) this.#bySeat.set(seat, (moves = { made: 0, rules: new Map() }));
    moves.made++;
    if (refusal) countRefusal(moves, refusal, () => this.#situations?.of(seat) ?? {});
  }

  refused(seat: Seat): { readonly refused?: Refused } {
    const moves = this.#bySeat.get(seat);
    if (!moves || moves.rules.size === 0) return {};
    return { refused: { of: moves.made, rules: Object.fromEntries(moves.rules) } };
  }
}

function countRefusal(
  { made, rules }: Moves,
  { rule, move, why, sentence }: Refusal,
  situation: () => Situation,
): void {
  const before = rules.get(rule);
  rules.set(
    rule,
    before
      ? { ...before, count: before.count + 1 }
      : {
          count: 1,
          first: made,
          move: cut(move, LONGEST_MOVE),
          why: cut(why, LONGEST_MOVE),
          ...(sentence !== undefined && { sentence: cut(sentence, LONGEST_SENTENCE) }),
          ...situation(),
        },
  );
}

/** Fields of the results of all games. Numeric figures of single games are summed. */
const shape = object({ ...resultFields, players: playersOf({}) });

/** Reads a result of any game as `--json` prints it. A string is an error. */
export function readResult(text: string): Result | string {
  const value = readJsonObject(text);
  return typeof value === 'string' ? value : readResultValue(value);
}

export function readResultValue(value: unknown): Result | string {
  const players = (value as { readonly players?: unknown } | null | undefined)?.players;
  const read = readShape(shape, value, Array.isArray(players) ? players.length : 0);
  return read instanceof Misfit ? read.inWords() : (value as unknown as Result);
}
