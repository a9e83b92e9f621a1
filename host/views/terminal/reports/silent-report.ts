import { cut } from '../../../core/text/columns.ts';
import { visible } from '../../../core/text/visible.ts';
import type { Exchange } from '../../../events/exchanges.ts';
import type { LateTurnFacts } from '../../../events/late-turns.ts';
import { hasLostTurns, ranOutOfTime } from '../../../events/overload.ts';
import type { PlayerResult, Result } from '../../../events/result.ts';
import type { Paint } from '../paint.ts';
import { duration, turnsLost, whoIs } from '../words.ts';
import { exchangeText, stderrLines } from './offence-report.ts';
import { processorNote } from './processor-note.ts';

export interface SilentFacts {
  readonly player: PlayerResult;
  readonly result: Pick<Result, 'ms' | 'reason'>;
  readonly exchanges: readonly Exchange[];
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
): boolean {
  if (player.offence) return false;
  if (hasLostTurns(player) || ranOutOfTime(player, reason)) return true;
  const { wrote, told } = lastTimes(exchanges);
  return reason === 'interrupted' && told !== undefined && wrote < told && ms - told >= LONG_MS;
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

function sinceWhen({ result: { ms }, exchanges }: SilentFacts): string {
  const { wrote } = lastTimes(exchanges);
  if (wrote <= 0) return `wrote nothing in the ${duration(ms)} of the game`;
  return `wrote nothing in the last ${duration(Math.max(0, ms - wrote))} of the game`;
}

function* notes(facts: SilentFacts): Generator<string> {
  const { player, result, exchanges, lateTurns, overlooked } = facts;
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
  const { wrote } = lastTimes(exchanges);
  if (wrote <= 0 && unfinished === undefined && overlooked !== undefined) yield overlooked;
}

/** Since the start of the game, as in a story. */
function time(t: number): string {
  return `${(t / 1e9).toFixed(4).padStart(9)} s`;
}

/** In milliseconds since the start of the game; `wrote` is negative where that was before it, or never. */
function lastTimes(exchanges: readonly Exchange[]) {
  const last = (from: Exchange['from']) => exchanges.findLast((exchange) => exchange.from === from)?.t;
  const [wrote, told] = [last('player'), last('host')];
  return {
    wrote: wrote === undefined ? -1 : wrote / 1e6,
    told: told === undefined ? undefined : Math.max(0, told / 1e6),
  };
}
