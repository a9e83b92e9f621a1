import { type Nanos, seconds } from '../../host/core/units.ts';
import { EventLog } from '../../host/events/event-log.ts';
import type { Noted } from '../../host/events/noted.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import type { Options } from '../../host/games/bananagrams/rules/state.ts';
import type { MatchPlan } from '../../host/match/plan.ts';
import { type MatchTools, playMatch } from '../../host/match/play-match.ts';
import type { SeatListener, Share } from '../../host/match/seat.ts';
import type { MatchOutcome } from '../../host/match/settler.ts';
import { type Script, type Stage, scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { planOf as planOfGame } from '../contracts/plan-of.ts';
import { lexiconWith } from '../games/table.ts';
import type { SeenEvent } from '../seen-event.ts';
import { ManualClock } from './manual-clock.ts';

export interface MatchRequest {
  readonly players: number;
  readonly seed?: string;
  readonly options?: Partial<Options>;
  readonly gameTimeout?: Nanos;
  /** Before anything is started. */
  readonly interrupted?: boolean;
  /** By seat: what its processes had of the machine. */
  readonly shares?: readonly Share[];
  /** By seat: the processor time of its processes, which a test may change. */
  readonly used?: readonly Nanos[];
}

/** As in the tests of the rules: As, Bs and Cs in alphabetical order are a word. */
const lexicon = (() => {
  const words: string[] = [];
  for (let a = 0; a <= 40; a++)
    for (let b = 0; a + b <= 40; b++) if (a + b > 1) words.push('A'.repeat(a) + 'B'.repeat(b));
  return lexiconWith(words);
})();

export function planOf({ players, seed = 'loop', options, gameTimeout = 0 }: MatchRequest): MatchPlan {
  const own = { bunch: { A: 30, B: 10 }, hand: 3, stall: seconds(60), ...options };
  return planOfGame({ game: bananagrams, lexicon, players, options: own, seed, gameTimeout });
}

/** A match whose players are moved by hand. */
export interface HandPlayed {
  readonly clock: ManualClock;
  readonly stages: readonly Stage[];
  readonly listeners: readonly SeatListener[];
  /** What each was sent. */
  readonly heard: readonly string[][];
  readonly events: readonly SeenEvent[];
  /** What happened when: `heard 1`, `noted out`, `turn`. */
  readonly journal: string[];
  readonly interrupt: AbortController;
  readonly played: Promise<MatchOutcome>;
  /** On the clock of the loop. */
  readonly dealtAt: Nanos;
}

export async function handPlayed(request: MatchRequest): Promise<HandPlayed> {
  return await playedByHand(planOf(request), request);
}

export async function playedByHand(
  plan: MatchPlan,
  { interrupted = false, shares, used }: Pick<MatchRequest, 'interrupted' | 'shares' | 'used'> = {},
): Promise<HandPlayed> {
  const clock = new ManualClock();
  const stages: Stage[] = [];
  const heard: string[][] = [];
  const scripts = plan.players.map((_, index): Script => {
    heard.push([]);
    return (stage) => {
      stages[stage.seat - 1] = stage;
      return {
        hear(text) {
          journal.push(`heard ${stage.seat}`);
          heard[index]!.push(text);
        },
      };
    };
  });
  const journal: string[] = [];
  const listeners: SeatListener[] = [];
  const events: SeenEvent[] = [];
  clock.onTurn = () => journal.push('turn');
  let dealtAt: Nanos = 0;
  const interrupt = new AbortController();
  if (interrupted) interrupt.abort();
  const note = (event: Noted) => {
    journal.push(`noted ${event.type}`);
    events.push(event as SeenEvent);
  };
  const tools: MatchTools = {
    clock,
    interrupt: interrupt.signal,
    log: new EventLog([{ take: note }], ({ type }: { readonly type: string }, at) => {
      if (type === 'deal' || type === 'board') dealtAt = at;
    }),
    async openSeats(seated, listenerOf) {
      const opened = await scriptedSeats(scripts, clock)(
        seated,
        (seat) => (listeners[seat - 1] = listenerOf(seat)),
      );
      for (const [place, { seat }] of seated.entries()) {
        const share = shares?.[seat - 1] ?? { cpuMs: null, waitMs: null };
        const usage = { used: async () => used?.[seat - 1] ?? 0, share: () => share };
        if (shares || used) Object.assign(opened.seats[place]!, { processes: { sandbox: 'off', usage } });
      }
      return opened;
    },
    ...(shares && { watchDelay: () => ({ worst: 0, ofLap: 0, startLap() {}, [Symbol.dispose]() {} }) }),
  };
  const played = playMatch(plan, tools);
  await clock.quiet();
  return {
    clock,
    stages,
    listeners,
    heard,
    events,
    journal,
    interrupt,
    played,
    get dealtAt() {
      return dealtAt;
    },
  };
}

/** The same, and everybody is ready: `n` numbered, `r` plain. */
export async function dealt(
  dialects: string,
  request: Omit<MatchRequest, 'players'> = {},
): Promise<HandPlayed> {
  const match = await handPlayed({ ...request, players: dialects.length });
  for (const [index, dialect] of [...dialects].entries()) match.stages[index]!.say(dialect);
  await match.clock.quiet();
  return match;
}

/** Scripts play the whole match; the clock runs by itself. */
export async function scriptPlayed(plan: MatchPlan, scriptsOf: (clock: ManualClock) => readonly Script[]) {
  const clock = new ManualClock();
  const events: Noted[] = [];
  const log = new EventLog([{ take: (event) => events.push(event) }]);
  const openSeats = scriptedSeats(scriptsOf(clock), clock);
  const played = await clock.run(playMatch(plan, { clock, log, openSeats, interrupt: undefined }));
  return { events, played };
}
