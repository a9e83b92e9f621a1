import { hrtime } from 'node:process';
import { millis, type Nanos } from '../../host/core/units.ts';
import type { Offence } from '../../host/games/kit/verdict.ts';
import type { ProcessEnding, SandboxLevel, SeatDeparture, SeatHandle } from '../../host/match/seat.ts';
import { levels } from '../../host/match/seat.ts';
import type { ProcessOptions } from '../../host/seats/process/process-options.ts';
import { openSeats } from '../../host/seats/process/process-seats.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { processesWith } from '../support/programs.ts';
import { until } from '../support/until.ts';

export { until };

export const clock = (): Nanos => Number(hrtime.bigint() % 2n ** 53n);

let games = 0;

export function hostingFor(
  level: SandboxLevel | 'auto',
  changes: Partial<ProcessOptions> = {},
): ProcessOptions {
  return {
    game: `test-${process.pid}-${++games}`,
    sandbox: level,
    shell: '/bin/sh',
    cwd: undefined,
    graceNs: millis(5_000),
    unreadCap: 1_048_576,
    stderr: 'discard',
    environment: () => ({}),
    clock,
    ...changes,
  };
}

/** One player of a game, and all that was told of it. */
export class Player {
  seat!: SeatHandle;
  reads: { readonly bytes: Uint8Array; readonly at: Nanos; readonly poll: number }[] = [];
  departures: (SeatDeparture & { readonly at: Nanos; readonly told: Nanos })[] = [];
  offences: Offence[] = [];
  signals: string[] = [];

  get text(): string {
    return Buffer.concat(this.reads.map(({ bytes }) => bytes)).toString('latin1');
  }

  get length(): number {
    return this.reads.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  async says(text: string): Promise<void> {
    await until(
      () => this.text.includes(text),
      () => `${JSON.stringify(text)} from a player: ${this.text}`,
    );
  }

  /** How it went, without the moment. */
  async gone(): Promise<SeatDeparture> {
    await until(() => this.departures.length > 0, 'a player to go');
    const { at: _, told: __, ...gone } = this.departures[0]!;
    return gone;
  }

  /** The first thing that it was caught at. */
  async offence(): Promise<Offence> {
    await until(
      () => this.offences.length > 0,
      () => `an offence of a player; gone: ${JSON.stringify(this.departures)}`,
    );
    return this.offences[0]!;
  }

  async ending(): Promise<ProcessEnding> {
    this.seat.dismiss();
    return (await this.seat.ended).processes!;
  }
}

export interface Sitting extends AsyncDisposable {
  readonly players: readonly Player[];
  readonly game: string;
}

let polls = 0;

/** While this lives, each read has the number of the turn of the loop that it came in. */
export function countPolls(): Disposable {
  let next = setImmediate(count);
  function count(): void {
    polls++;
    next = setImmediate(count);
  }
  return { [Symbol.dispose]: () => clearImmediate(next) };
}

export async function sit(hosting: ProcessOptions, ...commands: readonly string[]): Promise<Sitting> {
  const players = commands.map(() => new Player());
  const plans = commands.map((command, index) => ({ seat: index + 1, name: `player ${index + 1}`, command }));
  const table = await openSeats(plans, hosting, (seat) => {
    const player = players[seat - 1]!;
    return {
      read: (bytes, at) => void player.reads.push({ bytes, at, poll: polls }),
      gone: (gone, at) => void player.departures.push({ ...gone, at, told: clock() }),
      caught: (offence) => void player.offences.push(offence),
      signalled: (signal) => void player.signals.push(signal),
    };
  });
  for (const [index, player] of players.entries()) player.seat = table.seats[index]!;
  return { players, game: hosting.game, [Symbol.asyncDispose]: () => table[Symbol.asyncDispose]() };
}

/** For one player alone. */
export async function seatOne(
  level: SandboxLevel | 'auto',
  command: string,
  changes: Partial<ProcessOptions> = {},
): Promise<Sitting & { readonly player: Player }> {
  const sitting = await sit(hostingFor(level, changes), command);
  return Object.assign(sitting, { player: sitting.players[0]! });
}

/** Every process on the machine that carries the marker of this game, found without the host's own search. */
export const carriersOfGame = (game: string) => processesWith(`WORDHOST_GAME=${game}\0`);

/**
 * Each level, with the reason where it cannot be tried here. Players of `strict` cannot do what the others can: it is
 * tried by itself.
 */
export const triedLevels = await Promise.all(
  levels
    .filter((level) => level !== 'strict')
    .map(async (level) => {
      const sandbox = await probeSandbox(level);
      if (!hasProc) return { level, skip: 'survivors can only be counted where there is a /proc' };
      return { level, skip: 'problem' in sandbox ? sandbox.problem : false };
    }),
);

/** Without names, all of them. */
export const levelsNamed = (names?: readonly SandboxLevel[]): typeof triedLevels =>
  triedLevels.filter(({ level }) => names?.includes(level) ?? true);

export const hasNamespace = (level: SandboxLevel): boolean => level === 'bubblewrap' || level === 'unshare';
