import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { EventLog } from '../events/event-log.ts';
import { type Exchange, Exchanges, type Silence } from '../events/exchanges.ts';
import type { EventSink, Noted, SharedEvent } from '../events/noted.ts';
import { type PipeRecorder, recorderTo } from '../events/pipes/pipe-recorder.ts';
import { Recorder } from '../events/recorder.ts';
import { type Result, ResultFold } from '../events/result.ts';
import { type LateTurnFacts, LateTurns } from '../events/times/late-turns.ts';
import type { Trace } from '../events/trace.ts';
import { liveClock } from '../match/clock.ts';
import type { GateHabits } from '../match/live/gate.ts';
import type { MatchPlan } from '../match/plan/plan.ts';
import { playMatch } from '../match/play-match.ts';
import type { Ending, OpenSeats } from '../match/seat.ts';
import { statusOf } from './exit-status.ts';
import type { GamePictures } from './game-pictures.ts';
import { watchLoopDelay } from './loop-delay.ts';

/** Where the records of games go: a file in a folder for each. */
export interface Recording {
  readonly record: string | undefined;
  /** Only those of bad games are kept: with `requireBatch` also where a player left the batch class. */
  readonly onlyBad?: { readonly requireBatch: boolean } | undefined;
  /** A folder for another record of each game, for whoever watches: no report names it. */
  readonly copies?: string | undefined;
}

export interface GameTools extends Recording {
  readonly openSeats: OpenSeats;
  readonly interrupt: AbortSignal | undefined;
  /** The file that this game's events go to. */
  readonly events: string | undefined;
  /** Told of each event, as it is noted. */
  readonly watch?: (event: Noted) => void;
  /** Told of the same, for whoever looks at the games that run. */
  readonly pictures?: GamePictures | undefined;
  readonly trace: ((plan: MatchPlan) => Trace) | undefined;
  /** Told of each event in the moment in which it happens, before all others. */
  readonly attend?: ((plan: MatchPlan) => (event: SharedEvent) => void) | undefined;
  /** The game is over, and its players are being ended. */
  readonly decided?: (() => void) | undefined;
  readonly gates?: GateHabits | undefined;
}

/** What came of a game, as plain data: it may have been played by another process. */
export interface GameReport {
  readonly result: Result;
  /** By seat. */
  readonly seats: readonly SeatReport[];
  /** By seat. */
  readonly endings: readonly Ending[];
  /** Files that can be shown and verified again. */
  readonly records: readonly string[];
  /** A record that could not be written to its end. */
  readonly recordFailure: string | undefined;
}

/** How one player was last seen. */
export interface SeatReport {
  /** The last of what was said. */
  readonly exchanges: readonly Exchange[];
  readonly silence: Silence;
  /** None: no turn of it ran out, or the machine was not looked at. */
  readonly lateTurns: LateTurnFacts | undefined;
}

export function recordPath(folder: string, id: string): string {
  return join(folder, `${id}.jsonl`);
}

/** One game, with everything that is made of it. */
export async function playGame(plan: MatchPlan, tools: GameTools): Promise<GameReport> {
  const recorders = [tools.events, tools.record && recordPath(tools.record, plan.request.id)]
    .filter((path) => path !== undefined && path !== '')
    .map((path) => recorderTo(path!));
  const copy = tools.copies === undefined ? undefined : recorderTo(recordPath(tools.copies, plan.request.id));
  const fold = new ResultFold(plan.game, plan.players.length);
  const exchanges = new Exchanges();
  const lateTurns = new LateTurns();
  const sinks: EventSink[] = [fold, exchanges, lateTurns, ...recorders];
  if (tools.watch) sinks.push({ take: tools.watch });
  using pictured = tools.pictures?.of(plan);
  if (pictured) sinks.push(pictured);
  if (copy) sinks.push(copy);
  const trace = tools.trace?.(plan);
  const attend = tools.attend?.(plan);
  const log = new EventLog(
    sinks,
    (trace || attend) &&
      ((event, at) => {
        attend?.(event);
        trace?.show(event, at);
      }),
  );
  try {
    const clock = liveClock;
    const played = await playMatch(plan, {
      openSeats: tools.openSeats,
      clock,
      log,
      interrupt: tools.interrupt,
      gates: tools.gates,
      decided: tools.decided,
      watchDelay: watchLoopDelay,
    });
    const result = fold.finish(played.verdict, played.endedAt);
    log.note({ type: 'end', result }, clock.now());
    const seats = plan.players.map(({ seat }) => ({
      exchanges: exchanges.with(seat),
      silence: exchanges.silenceOf(seat),
      lateTurns: lateTurns.of(seat),
    }));
    const report = { result, seats, endings: played.endings, ...(await kept(recorders)) };
    await copy?.flush();
    return withoutGoodRecord(report, tools);
  } finally {
    for (const recorder of recorders) recorder.close();
    copy?.close();
  }
}

/** A record that is not whole is kept with what it has. */
function withoutGoodRecord(report: GameReport, { record, onlyBad }: GameTools): GameReport {
  const { result, records, recordFailure } = report;
  if (!onlyBad || !record || recordFailure !== undefined) return report;
  if (result.reason !== 'interrupted' && statusOf(result, onlyBad.requireBatch) !== 0) return report;
  const path = recordPath(record, result.id);
  rmSync(path, { force: true });
  return { ...report, records: records.filter((each) => each !== path) };
}

async function kept(
  recorders: readonly (Recorder | PipeRecorder)[],
): Promise<Pick<GameReport, 'records' | 'recordFailure'>> {
  for (const recorder of recorders) await recorder.flush();
  const failed = recorders.find(({ failure }) => failure);
  const recordFailure = failed && `${failed.path}: ${failed.failure}`;
  const files = recorders.filter((recorder) => recorder instanceof Recorder);
  return { records: files.map(({ path }) => path), recordFailure };
}
