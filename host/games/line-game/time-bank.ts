import { MINUTE, type Nanos } from '../../core/units.ts';
import type { BankNotice, OvertimeNotice } from './wire/greeting.ts';

/** Without a time bank, time is endless. */
export interface TimeOptions {
  readonly timeout: Nanos;
  readonly margin: Nanos;
  readonly 'time-bank': Nanos;
  readonly increment: Nanos;
  readonly overtime: 'points' | 'lose';
  readonly 'overtime-points': number;
  readonly 'overtime-limit': Nanos;
}

/** The limit that a turn reached. Undefined for its own. */
export type LimitOfTurn = 'turn-cpu' | 'time-bank' | undefined;

export function hasBank({ 'time-bank': bank }: Pick<TimeOptions, 'time-bank'>): boolean {
  return Number.isFinite(bank);
}

/** Returns a sentence if options of time banks are used without one. */
export function bankProblem({ increment, overtime, ...options }: TimeOptions): string | undefined {
  const given = increment > 0 ? '--increment' : overtime === 'lose' ? '--overtime' : undefined;
  if (given === undefined || hasBank(options)) return undefined;
  return `${given} requires a time bank: add --time-bank TIME, such as --time-bank 5m`;
}

/** Overtime is negative. The margin tolerates a small excess. */
export function bankAfter(options: TimeOptions, bank: Nanos, used: Nanos): Nanos {
  const left = bank - used;
  const isExcused = bank >= 0 && left < 0 && left >= -options.margin;
  return isExcused ? 0 : Math.max(left, 0 - allowedOvertime(options));
}

/** Points for each started minute of overtime. */
export function pointsOff(options: TimeOptions, bank: Nanos): number {
  return startedMinutes(bank) * options['overtime-points'];
}

/** The limit of a turn without the margin. If two limits are equal, only the turn is lost. */
export function limitOfTurn(
  options: TimeOptions,
  bank: Nanos,
): { readonly time: Nanos; readonly of: LimitOfTurn } {
  const left = bank + allowedOvertime(options);
  return options.timeout <= left ? { time: options.timeout, of: undefined } : { time: left, of: 'time-bank' };
}

/** Milliseconds that a player can think without losing a turn, the game or points. */
export function freeMilliseconds(options: TimeOptions, bank: Nanos): number | undefined {
  const free = bank + Math.min(startedMinutes(bank) * MINUTE, allowedOvertime(options));
  const ms = Math.min(Math.ceil(options.timeout / 1e6), Math.max(1, whole(free)));
  return Number.isFinite(ms) ? ms : undefined;
}

/** Undefined without a bank. */
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

/** The unit of the wire. */
export function whole(time: Nanos): number {
  return Math.round(time / 1e6);
}

/** Events and results round to a hundredth. */
export function bankMs(bank: Nanos): number {
  return Math.round(bank / 1e4) / 100;
}

/** The limit below 0. */
function allowedOvertime({ overtime, 'overtime-limit': limit }: TimeOptions): Nanos {
  return overtime === 'lose' ? 0 : limit;
}

function startedMinutes(bank: Nanos): number {
  return bank < 0 ? Math.ceil(-bank / MINUTE) : 0;
}
