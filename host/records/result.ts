import type { Tally } from '../games/game.ts';
import type { PlayerVerdict, Verdict } from '../games/verdict.ts';
import type { Nanos, Seat } from '../tabletop/units.ts';
import type { EventSink, Noted } from './event-log.ts';

/** What stands in one line of `--json`, and at the end of a record. */
export interface Result {
  readonly wordhost: 1;
  readonly id: string;
  readonly game: string;
  readonly seed: string;
  readonly outcome: Verdict['outcome'];
  readonly winner: Seat | null;
  readonly reason: Verdict['reason'];
  readonly startedAt: string;
  readonly ms: number;
  readonly sandbox: string;
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
  cpuMs: number | null;
  maxRssKb: number | null;
  exit: Exit | null;
}

/** A fold over events, but for the verdict, which is the rules' own. */
export class ResultFold implements EventSink {
  readonly #tally: Tally;
  readonly #players: PlayerFacts[] = [];
  #header: Noted | undefined;
  #sandbox = 'none';
  #gates = 0;
  /** Gates that opened before the loop had been polled empty. */
  #unpolledGates = 0;

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
        break;
      case 'out':
        this.#told(event);
        break;
      case 'exit':
        this.#exited(event);
        break;
      default:
        if (event.seat !== undefined && event.bytes !== undefined) this.#spoke(event);
    }
  }

  finish(verdict: Verdict, endedAt: Nanos): Result {
    const { id, game, seed, startedAt } = this.#header as unknown as Result;
    const { outcome, winner, reason } = verdict;
    const head = { wordhost: 1, id, game, seed, outcome, winner, reason, startedAt } as const;
    const players = verdict.players.map((player) => this.#player(player));
    const ms = milliseconds(endedAt);
    const gates = { gates: this.#gates, unpolledGates: this.#unpolledGates };
    return { ...head, ms, ...this.#tally.game(), sandbox: this.#sandbox, ...gates, players };
  }

  #player({ seat, outcome, cause, offence }: PlayerVerdict): PlayerResult {
    const { name, command, entry, think, cpuMs, maxRssKb, exit } = this.#players[seat - 1]!;
    const verdict = {
      seat,
      entry,
      name,
      command,
      outcome,
      ...(cause && { cause }),
      ...(offence && { offence }),
    };
    return { ...verdict, ...this.#tally.player(seat), thinkMs: milliseconds(think), cpuMs, maxRssKb, exit };
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
        cpuMs: null,
        maxRssKb: null,
        exit: null,
      });
  }

  #told({ seat, t, gate, order, unpolled }: Noted): void {
    const first = gate !== undefined && (order as Seat[])[0] === seat;
    if (first) this.#gates++;
    if (first && unpolled === true) this.#unpolledGates++;
    this.#players[seat! - 1]!.thinkingSince ??= t;
  }

  #spoke({ seat, t }: Noted): void {
    const player = this.#players[seat! - 1]!;
    if (player.thinkingSince === undefined) return;
    player.think += Math.max(0, t - player.thinkingSince);
    player.thinkingSince = undefined;
  }

  #exited(event: Noted): void {
    const { seat, code, signal, killed, cpuMs, maxRssKb } = event as unknown as Exit &
      PlayerFacts & { seat: Seat };
    Object.assign(this.#players[seat - 1]!, { exit: { code, signal, killed }, cpuMs, maxRssKb });
  }
}

function milliseconds(nanos: Nanos): number {
  return Math.round(nanos / 1e4) / 100;
}
