import type { Nanos } from '../../core/units.ts';
import type { BankNotice, OvertimeNotice } from './wire/greeting.ts';

/** What a player's time depends on. Without a time bank that is endless. */
export interface TimeOptions {
  readonly timeout: Nanos;
  readonly margin: Nanos;
  readonly 'time-bank': Nanos;
  readonly increment: Nanos;
  readonly overtime: 'points' | 'lose';
  readonly 'overtime-points': number;
  readonly 'overtime-limit': Nanos;
}

/** Which limit a turn has run into; none: its own. */
export type LimitOfTurn = 'turn-cpu' | 'time-bank' | undefined;

const MINUTE: Nanos = 60e9;

export function hasBank({ 'time-bank': bank }: Pick<TimeOptions, 'time-bank'>): boolean {
  return Number.isFinite(bank);
}

/** A sentence for the user where options of time banks are given, and there are none. */
export function bankProblem({ increment, overtime, ...options }: TimeOptions): string | undefined {
  const given = increment > 0 ? '--increment' : overtime === 'lose' ? '--overtime' : undefined;
  if (given === undefined || hasBank(options)) return undefined;
  return `${given} requires a time bank: add --time-bank TIME, such as --time-bank 5m`;
}

/** What is left in a bank after a turn that took so long; overtime is below 0. The margin excuses a turn that goes a little beyond. */
export function bankAfter(options: TimeOptions, bank: Nanos, used: Nanos): Nanos {
  const left = bank - used;
  const isExcused = bank >= 0 && left < 0 && left >= -options.margin;
  return isExcused ? 0 : Math.max(left, 0 - allowedOvertime(options));
}

/** Points off for each minute of overtime that has been started. */
export function pointsOff(options: TimeOptions, bank: Nanos): number {
  return startedMinutes(bank) * options['overtime-points'];
}

/** How long a turn may take, without the margin, and which limit comes first: where both come at once, the turn alone is lost. */
export function limitOfTurn(
  options: TimeOptions,
  bank: Nanos,
): { readonly time: Nanos; readonly of: LimitOfTurn } {
  const left = bank + allowedOvertime(options);
  return options.timeout <= left ? { time: options.timeout, of: undefined } : { time: left, of: 'time-bank' };
}

/** How long a player can think and lose nothing: no turn, no game and no points. In milliseconds; none: as long as it likes. */
export function freeMilliseconds(options: TimeOptions, bank: Nanos): number | undefined {
  const free = bank + Math.min(startedMinutes(bank) * MINUTE, allowedOvertime(options));
  const ms = Math.min(Math.ceil(options.timeout / 1e6), Math.max(1, whole(free)));
  return Number.isFinite(ms) ? ms : undefined;
}

/** As the set-up tells it; none without a bank. */
export function bankNotice(options: TimeOptions): BankNotice | undefined {
  if (!hasBank(options)) return undefined;
  const { 'time-bank': bank, increment } = options;
  return { ms: whole(bank), incrementMs: whole(increment), overtime: overtimeNotice(options) };
}

function overtimeNotice(options: TimeOptions): OvertimeNotice {
  if (options.overtime === 'lose') return 'lose';
  const limit = options['overtime-limit'];
  return { points: options['overtime-points'], limitMs: Number.isFinite(limit) ? whole(limit) : undefined };
}

/** On the wire. */
export function whole(time: Nanos): number {
  return Math.round(time / 1e6);
}

/** In events and results: to a hundredth. */
export function bankMs(bank: Nanos): number {
  return Math.round(bank / 1e4) / 100;
}

/** As far as a bank may go below 0. */
function allowedOvertime({ overtime, 'overtime-limit': limit }: TimeOptions): Nanos {
  return overtime === 'lose' ? 0 : limit;
}

function startedMinutes(bank: Nanos): number {
  return bank < 0 ? Math.ceil(-bank / MINUTE) : 0;
}
