import type { Tally } from '../games/game.ts';
import type { PlayerVerdict, Verdict } from '../games/verdict.ts';
import type { Nanos, Seat } from '../tabletop/units.ts';
import type { EventSink, Noted } from './event-log.ts';
import { isOverloaded, ranOutOfTime } from './overload.ts';

/** What stands in one line of `--json`, and at the end of a record. */
export interface Result {
  readonly wordhost: 1;
  readonly id: string;
  readonly game: string;
  readonly seed: string;
  /** What players' own seeds came from, where that was not the seed. */
  readonly playerSeed?: string;
  readonly outcome: Verdict['outcome'];
  readonly winner: Seat | null;
  readonly reason: Verdict['reason'];
  readonly startedAt: string;
  readonly ms: number;
  readonly sandbox: string;
  /** How players' memory was limited, if it was. */
  readonly memory?: string;
  /** The worst of the host's own event loop; null where it was not measured. */
  readonly loopDelayMs: number | null;
  /** Somebody ran out of time on a machine that had too much to do. */
  readonly overloaded?: true;
  readonly players: readonly PlayerResult[];
  readonly [figure: string]: unknown;
}

export interface PlayerResult extends PlayerVerdict {
  /** Its place on the command line, from 1. */
  readonly entry: number;
  readonly name: string;
  readonly command: string;
  readonly thinkMs: number;
  readonly cpuMs: number | null;
  readonly waitMs: number | null;
  readonly maxRssKb: number | null;
  readonly exit: Exit | null;
  readonly [figure: string]: unknown;
}

/** It failed, left or offended: what a report names and an exit status tells. */
export function fellOut({ outcome }: PlayerResult): boolean {
  return outcome === 'failed' || outcome === 'left' || outcome === 'offender';
}

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly killed: boolean;
}

interface PlayerFacts {
  entry: number;
  name: string;
  command: string;
  /** Since when it has something to think about; nothing after it has spoken until it is told something. */
  thinkingSince: Nanos | undefined;
  think: Nanos;
  startedAt: Nanos;
  /** When it was thrown out. */
  outAt: Nanos | undefined;
  cpuMs: number | null;
  waitMs: number | null;
  maxRssKb: number | null;
  exit: Exit | null;
}

/** A fold over events, but for the verdict, which is the rules' own. */
export class ResultFold implements EventSink {
  readonly #tally: Tally;
  readonly #players: PlayerFacts[] = [];
  #header: Noted | undefined;
  #sandbox = 'none';
  #memory: string | undefined;
  #gates = 0;
  /** Gates that opened before the loop had been polled empty. */
  #unpolledGates = 0;
  #loopDelayMs: number | null = null;
  #hasClocks = false;

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  take(event: Noted): void {
    this.#tally.take(event);
    switch (event.type) {
      case 'game':
        this.#open(event);
        break;
      case 'spawn':
        this.#sandbox = String(event.sandbox);
        // One that had to be polled makes it a promise no stronger than that.
        if (event.memory !== undefined && this.#memory !== 'polled') this.#memory = String(event.memory);
        this.#players[event.seat! - 1]!.startedAt = event.t;
        break;
      case 'out':
        this.#told(event);
        break;
      case 'exit':
        this.#exited(event);
        break;
      case 'load':
        this.#loopDelayMs = Number(event.loopDelayMs);
        break;
      case 'offence':
        this.#players[event.seat! - 1]!.outAt = event.t;
        this.#spoke(event);
        break;
      default:
        this.#spoke(event);
    }
  }

  finish(verdict: Verdict, endedAt: Nanos): Result {
    const { id, game, seed, playerSeed, startedAt } = this.#header as unknown as Result;
    const { outcome, winner, reason } = verdict;
    const seeds = { seed, ...(playerSeed !== undefined && { playerSeed }) };
    const head = { wordhost: 1, id, game, ...seeds, outcome, winner, reason, startedAt } as const;
    const players = verdict.players.map((player) => this.#player(player));
    const ms = milliseconds(endedAt);
    const held = { sandbox: this.#sandbox, ...(this.#memory && { memory: this.#memory }) };
    const gates = { gates: this.#gates, unpolledGates: this.#unpolledGates };
    const load = { loopDelayMs: this.#loopDelayMs, ...(this.#overloaded(verdict, endedAt) && overloaded) };
    return { ...head, ms, ...this.#tally.game(), ...held, ...gates, ...load, players };
  }

  #overloaded({ players, reason }: Verdict, endedAt: Nanos): boolean {
    const late = players
      .filter((player) => ranOutOfTime(player, reason))
      .map(({ seat }) => {
        const { waitMs, cpuMs, startedAt, outAt } = this.#players[seat - 1]!;
        return { waitMs, cpuMs, givenMs: milliseconds((outAt ?? endedAt) - startedAt) };
      });
    return isOverloaded(this.#loopDelayMs, late);
  }

  #player({ seat, outcome, cause, offence }: PlayerVerdict): PlayerResult {
    const { name, command, entry, think, cpuMs, waitMs, maxRssKb, exit } = this.#players[seat - 1]!;
    const verdict = {
      seat,
      entry,
      name,
      command,
      outcome,
      ...(cause && { cause }),
      ...(offence && { offence }),
    };
    const figures = { thinkMs: milliseconds(think), cpuMs, waitMs, maxRssKb, exit };
    return { ...verdict, ...this.#tally.player(seat), ...figures };
  }

  #open(event: Noted): void {
    this.#header = event;
    for (const { name, command, entry } of event.players as PlayerFacts[])
      this.#players.push({
        entry,
        name,
        command,
        thinkingSince: undefined,
        think: 0,
        startedAt: 0,
        outAt: undefined,
        cpuMs: null,
        waitMs: null,
        maxRssKb: null,
        exit: null,
      });
  }

  #told({ seat, t, gate, order, unpolled, clock }: Noted): void {
    const first = gate !== undefined && (order as Seat[])[0] === seat;
    if (first) this.#gates++;
    if (first && unpolled === true) this.#unpolledGates++;
    if (clock === true) this.#clockStarts(seat!, t);
    else if (!this.#hasClocks) this.#players[seat! - 1]!.thinkingSince ??= t;
  }

  /** Where players have clocks of their own, nothing else that they are told sets them thinking. */
  #clockStarts(seat: Seat, t: Nanos): void {
    if (!this.#hasClocks)
      for (const player of this.#players) Object.assign(player, { thinkingSince: undefined, think: 0 });
    this.#hasClocks = true;
    this.#players[seat - 1]!.thinkingSince = t;
  }

  #spoke({ seat, t, bytes, type }: Noted): void {
    const player = seat === undefined ? undefined : this.#players[seat - 1];
    if (!player || (bytes === undefined && type !== 'timeout') || player.thinkingSince === undefined) return;
    player.think += Math.max(0, t - player.thinkingSince);
    player.thinkingSince = undefined;
  }

  #exited(event: Noted): void {
    const { seat, code, signal, killed, cpuMs, waitMs, maxRssKb } = event as unknown as Exit &
      PlayerFacts & { seat: Seat };
    const exit = { code, signal, killed };
    Object.assign(this.#players[seat - 1]!, { exit, cpuMs, waitMs, maxRssKb });
  }
}

const overloaded = { overloaded: true } as const;

function milliseconds(nanos: Nanos): number {
  return Math.round(nanos / 1e4) / 100;
}
