import { cut } from '../../../core/text/columns.ts';
import { visible } from '../../../core/text/visible.ts';
import type { Exchange, Silence } from '../../../events/exchanges.ts';
import { hasLostTurns, ranOutOfTime } from '../../../events/overload.ts';
import type { PlayerResult, Result } from '../../../events/result.ts';
import type { LateTurnFacts } from '../../../events/times/late-turns.ts';
import type { Paint } from '../paint.ts';
import { duration, turnsLost, whoIs } from '../words.ts';
import { exchangeText, stderrLines } from './offence-report.ts';
import { processorNote } from './processor-note.ts';

export interface SilentFacts {
  readonly player: PlayerResult;
  readonly result: Pick<Result, 'ms' | 'reason'>;
  readonly exchanges: readonly Exchange[];
  readonly silence: Silence;
  readonly lateTurns: LateTurnFacts | undefined;
  /** The time limit of a turn; none: there is none. */
  readonly turnMs: number | undefined;
  /** Why a player of this game may answer nothing. */
  readonly overlooked: string | undefined;
  readonly stderr: string;
  readonly stderrStart?: string | undefined;
  readonly width: number;
}

/** A user who waits so long for a player ends the game. */
const LONG_MS = 3000;

/** It held the game up: it is reported like an offender, though it broke no rule. */
export function isSlow(
  player: PlayerResult,
  { reason, ms }: Pick<Result, 'ms' | 'reason'>,
  exchanges: readonly Exchange[],
  { wroteAt = Number.NEGATIVE_INFINITY, isAwaited }: Silence,
): boolean {
  if (player.offence) return false;
  if (hasLostTurns(player)) return true;
  if (!isAwaited) return false;
  if (ranOutOfTime(player, reason)) return true;
  // The game was over when it was told that.
  const told = exchanges.findLast(({ from, t }) => from === 'host' && t / 1e6 < ms)?.t;
  if (reason !== 'interrupted' || told === undefined) return false;
  return wroteAt < told && ms - Math.max(0, told / 1e6) >= LONG_MS;
}

/** Nothing was heard of it until the time of the game was up, though it was ready. */
export function saidNothing(
  { outcome, offence }: PlayerResult,
  { reason }: Pick<Result, 'reason'>,
  silence: Silence,
  timeUp: string | undefined,
): boolean {
  if (reason !== timeUp || offence || outcome === 'left') return false;
  return wroteInGame(silence) === undefined;
}

/** What a player was sent and did while it was waited for, and whether it waited itself. */
export function silentReport(facts: SilentFacts, paint: Paint): string[] {
  const { player, exchanges, width, turnMs } = facts;
  const why = hasLostTurns(player) ? turnsLost(player, turnMs) : sinceWhen(facts);
  return [
    `${paint.bold(whoIs(player))}: ${why}`,
    ...exchanges.map((exchange) => cut(`  ${time(exchange.t)} ${exchangeText(exchange)}`, width)),
    ...[...notes(facts)].map((note) => `  ${visible(note)}`),
    ...stderrLines(facts, paint),
  ];
}

function sinceWhen({ result: { ms }, silence }: SilentFacts): string {
  const wrote = wroteInGame(silence);
  if (wrote === undefined)
    return `was ready, and wrote nothing in the ${duration(ms)} of the game after that`;
  return `wrote nothing in the last ${duration(Math.max(0, ms - wrote))} of the game`;
}

function* notes(facts: SilentFacts): Generator<string> {
  const { player, result, silence, lateTurns, overlooked } = facts;
  const { unfinished } = player;
  if (unfinished !== undefined) yield `it had not finished a message: it ${unfinished}`;
  const inTurns = hasLostTurns(player);
  if (inTurns) {
    const used = lateTurns && processorNote(lateTurns, lateTurns.givenMs);
    if (used !== undefined) yield `in the turns that ran out it ${used}`;
    return;
  }
  const used = processorNote(player, result.ms);
  if (used !== undefined) yield `it ${used}`;
  const answered = wroteInGame(silence) !== undefined || unfinished !== undefined;
  if (!answered && overlooked !== undefined) yield overlooked;
}

/** Since the start of the game, as in a story. */
function time(t: number): string {
  return `${(t / 1e9).toFixed(4).padStart(9)} s`;
}

/** In milliseconds since the start of the game; none where it has only been ready, before. */
function wroteInGame({ wroteAt = 0 }: Silence): number | undefined {
  return wroteAt > 0 ? wroteAt / 1e6 : undefined;
}
