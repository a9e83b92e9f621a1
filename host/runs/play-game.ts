import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Seat } from '../core/units.ts';
import { EventLog } from '../events/event-log.ts';
import { type Exchange, Exchanges, type Silence } from '../events/exchanges.ts';
import {
  type EventSink,
  type Noted,
  type NotedInAny,
  publicEvent,
  type SharedEvent,
} from '../events/noted.ts';
import { type PipeRecorder, Recorder, recorderTo, type Trace } from '../events/recorder.ts';
import { droppedOut, leftBatchClass, type Result, ResultFold } from '../events/result.ts';
import { type LateTurnFacts, LateTurns } from '../events/times.ts';
import { isPlatformEvent } from '../games/events.ts';
import type { CommonReason } from '../games/kit/verdict.ts';
import type { Panel, Picture } from '../games/presentation.ts';
import { liveClock } from '../match/clock.ts';
import type { GateHabits } from '../match/mailbox.ts';
import type { MatchPlan } from '../match/plan.ts';
import { playMatch } from '../match/play-match.ts';
import type { Ending, OpenSeats } from '../match/seat.ts';
import type { DelayWatch } from '../match/turn-watch.ts';
import type { PackedRecord } from './store/packed-record.ts';

/** Each record is a file in a folder. */
export interface Recording {
  readonly record?: string | undefined;
  /** Only those of bad games are kept: with `requireBatch` also where a player left the batch class. */
  readonly onlyBad?: { readonly requireBatch: boolean } | undefined;
  /** A folder for another record of each game, for people who watch. No report names it. */
  readonly copies?: string | undefined;
}

export interface GameTools extends Recording {
  readonly openSeats: OpenSeats;
  readonly interrupt?: AbortSignal | undefined;
  /** The file that this game's events go to. */
  readonly events?: string | undefined;
  /** Receives each event as it is noted. */
  readonly watch?: ((event: Noted) => void) | undefined;
  /** Draws the events for people who look at running games. */
  readonly pictures?: GamePictures | undefined;
  readonly trace?: ((plan: MatchPlan) => Trace) | undefined;
  /** Receives each event at the moment it happens, before all others. */
  readonly attend?: ((plan: MatchPlan) => (event: SharedEvent) => void) | undefined;
  /** The game is over, and its players are being ended. */
  readonly decided?: (() => void) | undefined;
  readonly gates?: GateHabits | undefined;
}

/** The outcome of a game as plain data, because another process may have played it. */
export interface GameReport {
  readonly result: Result;
  /** The list is in the order of seats. */
  readonly seats: readonly SeatReport[];
  /** The list is in the order of seats. */
  readonly endings: readonly Ending[];
  /** Files that can be shown and verified again. */
  readonly records: readonly string[];
  /** The record of a game that was played elsewhere, for the store: it is no file of this machine. */
  readonly packedRecord?: PackedRecord;
  /** A record that could not be written to its end. */
  readonly recordFailure: string | undefined;
}

/** The last known state of one player. */
interface SeatReport {
  /** The last of what was said. */
  readonly exchanges: readonly Exchange[];
  readonly silence: Silence;
  /** Undefined if no turn ran out of time, or the machine was not observed. */
  readonly lateTurns?: LateTurnFacts | undefined;
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
      keepsStderr: recorders.length > 0 || copy !== undefined,
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
    const report = { result, seats, endings: played.endings, ...(await flushed(recorders)) };
    await copy?.flush();
    return withoutGoodRecord(report, tools);
  } finally {
    for (const recorder of recorders) recorder.close();
    copy?.close();
  }
}

/** The report of a game that nobody plays, or plays on. */
export async function unplayedReport(plan: MatchPlan, reason: CommonReason): Promise<GameReport> {
  const report = await playGame(plan, { openSeats: emptySeats, interrupt: AbortSignal.abort() });
  return { ...report, result: { ...report.result, reason } };
}

const emptySeats: OpenSeats = async (requests) => {
  const nothing = () => {};
  const seats = requests.map(() => ({
    send: nothing,
    pause: nothing,
    resume: nothing,
    readInSmallPieces: nothing,
    hangUp: nothing,
    dismiss: nothing,
    ended: Promise.resolve({}),
  }));
  return { seats, [Symbol.asyncDispose]: async () => {} };
};

/** A record that is not whole is kept with what it has. */
function withoutGoodRecord(report: GameReport, { record, onlyBad }: GameTools): GameReport {
  const { result, records, recordFailure } = report;
  if (!onlyBad || !record || recordFailure !== undefined) return report;
  if (result.reason !== 'interrupted' && statusOf(result, onlyBad.requireBatch) !== 0) return report;
  const path = recordPath(record, result.id);
  rmSync(path, { force: true });
  return { ...report, records: records.filter((each) => each !== path) };
}

async function flushed(
  recorders: readonly (Recorder | PipeRecorder)[],
): Promise<Pick<GameReport, 'records' | 'recordFailure'>> {
  for (const recorder of recorders) await recorder.flush();
  const failed = recorders.find(({ failure }) => failure);
  const recordFailure = failed && `${failed.path}: ${failed.failure}`;
  const files = recorders.filter((recorder) => recorder instanceof Recorder);
  return { records: files.map(({ path }) => path), recordFailure };
}

/** The visible part of a running game as plain data, because another process may play it. */
export interface SeenGame {
  readonly id: string;
  readonly panels: readonly Panel[];
  /** The last event as a sentence, without the name of its player. */
  readonly last: { readonly seat: Seat | undefined; readonly words: string } | undefined;
}

/** The time between two pictures of a game. */
const EVERY_MS = 250;
/** Some events have no sentence. */
const LAST_EVENTS = 8;
/** Pictures that wait for a person who looks. */
const MOST_UNSEEN = 1_000;

interface Pictured {
  readonly plan: MatchPlan;
  readonly picture: Picture;
  /** Events that the picture has not taken, because nobody has looked. */
  readonly unseen: NotedInAny[];
  /** The last events of the game itself. */
  readonly last: NotedInAny[];
  isNew: boolean;
}

/** The pictures of the games that run here: drawn only while somebody looks, and of each game some a second at most. */
export class GamePictures {
  readonly #show: (game: SeenGame) => void;
  readonly #everyMs: number;
  readonly #games = new Set<Pictured>();
  #isLooking = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(show: (game: SeenGame) => void, everyMs = EVERY_MS) {
    this.#show = show;
    this.#everyMs = everyMs;
  }

  /** Shows all games as they are when somebody begins to look. */
  look(isLooking: boolean): void {
    this.#isLooking = isLooking;
    if (isLooking) for (const game of this.#games) game.isNew = true;
    this.#drawSoon();
  }

  /** Takes the events of a game, until it is disposed of. */
  of(plan: MatchPlan): EventSink & Disposable {
    const picture = plan.game.picture(plan.players.length);
    const game: Pictured = { plan, picture, unseen: [], last: [], isNew: true };
    this.#games.add(game);
    return {
      take: (event) => this.#take(game, event),
      [Symbol.dispose]: () => void this.#games.delete(game),
    };
  }

  #take(game: Pictured, noted: NotedInAny): void {
    const event = publicEvent(game.plan.game, game.plan.setup.options, noted);
    if (!event) return;
    game.unseen.push(event);
    if (game.unseen.length >= MOST_UNSEEN) this.#catchUp(game);
    if (isPlatformEvent(event)) return;
    game.isNew = true;
    this.#drawSoon();
  }

  #catchUp({ picture, unseen, last }: Pictured): void {
    for (const event of unseen.splice(0)) {
      picture.take(event);
      if (!isPlatformEvent(event)) last.push(event);
    }
    last.splice(0, last.length - LAST_EVENTS);
  }

  #drawSoon(): void {
    if (!this.#isLooking || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#draw();
    }, this.#everyMs);
    this.#timer.unref();
  }

  #draw(): void {
    if (!this.#isLooking) return;
    for (const game of this.#games) {
      if (!game.isNew) continue;
      game.isNew = false;
      this.#catchUp(game);
      const { plan, picture } = game;
      this.#show({ id: plan.request.id, panels: [...picture.panels()], last: lastOf(game) });
    }
  }
}

function lastOf({ plan, last }: Pictured): SeenGame['last'] {
  for (const event of last.toReversed()) {
    const words = plan.game.describe(event);
    if (words !== undefined) return { seat: event.seat, words };
  }
  return undefined;
}

/** A look costs about 0.1 ms of processor time, most of it the system's. */
const PERIOD_MS = 20;

/** The delays of one game since it began, and since its lap began. */
interface Delays {
  readonly since: number;
  worst: number;
  ofLap: number;
}

/** One timer measures the delays for all running games. */
const watching = new Set<Delays>();
let timer: NodeJS.Timeout | undefined;
let due = 0;

/** Measures how late the event loop comes to what is due. Of a single pause, up to one period is not seen. */
function watchLoopDelay(): DelayWatch {
  const delays = { since: performance.now(), worst: 0, ofLap: 0 };
  watching.add(delays);
  if (timer === undefined) {
    due = performance.now() + PERIOD_MS;
    timer = setInterval(look, PERIOD_MS).unref();
  }
  return {
    get worst() {
      return hundredths(delays.worst);
    },
    startLap() {
      delays.ofLap = 0;
    },
    get ofLap() {
      // A timer that is late has not fired yet, but its delay counts.
      return hundredths(Math.max(0, delays.ofLap, performance.now() - due));
    },
    [Symbol.dispose]() {
      watching.delete(delays);
      if (watching.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}

function look(): void {
  const now = performance.now();
  for (const delays of watching) {
    const late = now - Math.max(due, delays.since);
    delays.worst = Math.max(delays.worst, late);
    delays.ofLap = Math.max(delays.ofLap, late);
  }
  due = now + PERIOD_MS;
}

function hundredths(value: number): number {
  return Math.round(100 * value) / 100;
}

/**
 * Returns 1 if a player failed, left or offended, or the game had no regular end, else 0. With
 * `requireBatch`, a player that left the batch class after the verdict is no offender, but the requirement is
 * not met.
 */
export function statusOf(result: Result, requireBatch = false): 0 | 1 {
  if (result.outcome !== 'won' && result.outcome !== 'draw') return 1;
  if (requireBatch && result.players.some(leftBatchClass)) return 1;
  return result.players.some(droppedOut) ? 1 : 0;
}
