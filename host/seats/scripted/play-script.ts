import type { Nanos, Seat } from '../../core/units.ts';
import { EventLog } from '../../events/event-log.ts';
import type { EventSink } from '../../events/noted.ts';
import type { Clock } from '../../match/clock.ts';
import type { Played } from '../../match/live/settler.ts';
import type { MatchPlan } from '../../match/plan/plan.ts';
import { playMatch } from '../../match/play-match.ts';
import { type Script, type Stage, scriptedSeats } from './scripted-seats.ts';

const encoder = new TextEncoder();

/** All that is said in a match of turns. */
export interface ScriptOfMatch {
  /** By each, as soon as it hears something. */
  readonly hello: string;
  readonly moves: readonly {
    readonly seat: Seat;
    readonly text: string;
    readonly took: Nanos;
  }[];
}

/** Plays a match from its script, as fast as can be: its time is that of the script. After the last move it is interrupted. */
export async function playScript(
  plan: MatchPlan,
  { hello, moves }: ScriptOfMatch,
  sinks: readonly EventSink[],
): Promise<{ readonly played: Played; readonly log: EventLog; readonly now: Nanos }> {
  const clock = new ScriptClock();
  const interrupt = new AbortController();
  const stages = new Map<Seat, Stage>();
  let next = 0;
  const log = new EventLog([...sinks], (event) => {
    if (event.type === 'out' && event.clock) turnOf(event.seat);
  });
  const scripts = plan.players.map((): Script => (stage) => ({ hear: () => greet(stage) }));
  const openSeats = scriptedSeats(scripts, clock);
  const played = await playMatch(plan, { openSeats, clock, log, interrupt: interrupt.signal });
  return { played, log, now: clock.now() };

  function greet(stage: Stage): void {
    if (stages.has(stage.seat)) return;
    stages.set(stage.seat, stage);
    stage.say(encoder.encode(hello));
  }

  function turnOf(seat: Seat): void {
    const move = moves[next++];
    if (!move) {
      interrupt.abort();
      return;
    }
    if (move.seat !== seat)
      throw new Error(`it is the turn of seat ${seat}; the script has seat ${move.seat}`);
    clock.pass(move.took);
    stages.get(seat)!.say(encoder.encode(move.text));
  }
}

/** Stands still but for what is told to it. No alarm rings: what a script does not say does not happen. */
class ScriptClock implements Clock {
  #now: Nanos = 0;

  now(): Nanos {
    return this.#now;
  }

  pass(time: Nanos): void {
    this.#now += time;
  }

  alarm(): () => void {
    return () => {};
  }

  poll(): Promise<void> {
    return new Promise(setImmediate);
  }
}
