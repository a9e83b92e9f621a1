import type { Nanos, Seat } from '../core/units.ts';
import type { AnyGame, Tally } from '../games/game.ts';
import type { PlayerResult, Result } from '../games/kit/result-fields.ts';
import type { PlayerVerdict, Verdict } from '../games/kit/verdict.ts';
import type { EventSink, Noted, NotedInAny } from './noted.ts';
import { isOverloaded, isTurnOverloaded, ranOutOfTime } from './overload.ts';

export type { PlayerResult, Result };

/** The host had made it batch work, and saw another class. */
export function leftBatchClass({ scheduling }: PlayerResult): boolean {
  return scheduling !== undefined && scheduling !== 'batch';
}

/** It failed, left or offended: reported, and part of the exit status. */
export function droppedOut({ outcome }: Pick<PlayerResult, 'outcome'>): boolean {
  return outcome === 'failed' || outcome === 'left' || outcome === 'offender';
}

type Exit = NonNullable<PlayerResult['exit']>;

type Of<Type> = Noted & { readonly type: Type };

interface PlayerFacts {
  entry: number;
  name: string;
  command: string;
  processor?: number | undefined;
  /** The time since which it has a message to answer; none after its answer until the next message. */
  thinkingSince: Nanos | undefined;
  think: Nanos;
  /** How often it has answered, or its turn has run out. */
  answers: number;
  startedAt: Nanos;
  /** When it was removed. */
  outAt: Nanos | undefined;
  cpuMs: number | null;
  /** Undefined in the first records. */
  waitMs: number | null | undefined;
  maxRssKb: number | null;
  scheduling?: string | undefined;
  exit: Exit | null;
  files?: PlayerResult['files'];
  /** A message that was not whole when silence decided something, until one is. */
  unfinished?: string | undefined;
}

/** A fold over events, except for the verdict, which comes from the rules. */
export class ResultFold implements EventSink {
  readonly #game: Pick<AnyGame, 'turnRanOut'>;
  readonly #tally: Tally;
  readonly #players: PlayerFacts[] = [];
  #header: Of<'game'> | undefined;
  #sandbox = 'none';
  #memory: Result['memory'];
  #gates = 0;
  /** Gates that opened before the loop had been polled empty. */
  #unpolledGates = 0;
  #loopDelayMs: number | null = null;
  /** Whose clock was the first to start. */
  #began: Seat | undefined;
  /** A turn ran out on an overloaded machine. */
  #lostTurns = false;

  constructor(game: Pick<AnyGame, 'tally' | 'turnRanOut'>, seats: number) {
    this.#game = game;
    this.#tally = game.tally(seats);
  }

  take(noted: NotedInAny): void {
    const event: Noted = noted;
    this.#tally.take(event);
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
        this.#spoke(event);
        break;
      default:
        this.#spoke(event);
    }
  }

  finish(verdict: Verdict, endedAt: Nanos): Result {
    const { id, game, seed, playerSeed, mirrored, rejudged, startedAt } = this.#header!;
    const { outcome, winner, reason } = verdict;
    const seeds = { seed, ...(playerSeed !== undefined && { playerSeed }), ...(mirrored && { mirrored }) };
    const head = { wordhost: 1, id, game, ...seeds, outcome, winner, reason, startedAt } as const;
    const instead = rejudged && { rejudged };
    const began = this.#began !== undefined && { began: this.#began };
    const players = verdict.players.map((player) => this.#player(player));
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

  #player({ seat, outcome, cause, offence }: PlayerVerdict): PlayerResult {
    const facts = this.#players[seat - 1]!;
    const {
      name,
      command,
      entry,
      files,
      processor,
      unfinished,
      think,
      answers,
      cpuMs,
      waitMs,
      maxRssKb,
      scheduling,
      exit,
    } = facts;
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
        thinkingSince: undefined,
        think: 0,
        answers: 0,
        startedAt: 0,
        outAt: undefined,
        cpuMs: null,
        waitMs: null,
        maxRssKb: null,
        exit: null,
      });
  }

  #told({ seat, t, gate, order, unpolled, clock }: Of<'out'>): void {
    const first = gate !== undefined && order?.[0] === seat;
    if (first) this.#gates++;
    if (first && unpolled === true) this.#unpolledGates++;
    if (clock === true) this.#clockStarts(seat, t);
    else if (this.#began === undefined) this.#players[seat - 1]!.thinkingSince ??= t;
  }

  /** Where players have clocks of their own, only these count as thinking time. */
  #clockStarts(seat: Seat, t: Nanos): void {
    if (this.#began === undefined)
      for (const player of this.#players)
        Object.assign(player, { thinkingSince: undefined, think: 0, answers: 0 });
    this.#began ??= seat;
    this.#players[seat - 1]!.thinkingSince = t;
  }

  #spoke(event: Noted): void {
    const isSaid = 'bytes' in event && event.bytes !== undefined;
    const seat = isSaid ? event.seat : this.#game.turnRanOut?.(event)?.seat;
    if (seat === undefined) return;
    const player = this.#players[seat - 1]!;
    if (isSaid) player.unfinished = undefined;
    if (player.thinkingSince === undefined) return;
    player.think += Math.max(0, event.t - player.thinkingSince);
    player.thinkingSince = undefined;
    player.answers++;
  }

  #exited({ seat, code, signal, killed, cpuMs, waitMs, maxRssKb, scheduling, files }: Of<'exit'>): void {
    const exit = { code, signal, killed };
    Object.assign(this.#players[seat - 1]!, { exit, cpuMs, waitMs, maxRssKb, scheduling, files });
  }
}

const overloaded = { overloaded: true } as const;

function milliseconds(nanos: Nanos): number {
  return Math.round(nanos / 1e4) / 100;
}
