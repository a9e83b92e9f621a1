import { type Nanos, type Seat, seconds } from '../../host/core/units.ts';
import type { AnyGame, Effect, Setup } from '../../host/games/game.ts';
import type { LeavingCause, Verdict } from '../../host/games/kit/verdict.ts';
import { Referee } from '../../host/match/referee.ts';
import type { SeatDeparture } from '../../host/match/seat.ts';
import type { SeenEvent } from '../seen-event.ts';
import { settled } from '../support/settled.ts';
import { type Call, watched } from './watched-game.ts';

/** A table under the real referee, for tests that say what players write and look at what comes of it. */
export interface RefereeTable<State = unknown> {
  readonly referee: Referee;
  /** What the rules keep now; for laws. */
  readonly state: State;
  /** All that the rules were asked. */
  readonly calls: readonly Call[];
  readonly now: Nanos;
  readonly events: readonly SeenEvent[];
  readonly verdict: Verdict | undefined;
  /** What was told at the beginning, after `ready`, by seat. */
  readonly opening: string[];
  /** A player writes; one read. Answers what came of it, a line each: `1< turn 30000 1`. */
  writes(seat: Seat, written: string | Uint8Array): string[];
  /** The same, of lines. */
  says(seat: Seat, ...lines: readonly string[]): string[];
  /** The host has measured so much processor time in the turn, and then reads these lines. */
  spends(seat: Seat, cpu: Nanos, ...lines: readonly string[]): string[];
  leaves(seat: Seat, cause?: LeavingCause, facts?: Partial<SeatDeparture>): string[];
  /** Time passes, and whatever falls due in it. */
  wait(time: Nanos): string[];
  interrupt(): string[];
  /** What a seat is told before it is ready, by line. */
  greeting(seat: Seat): string[];
  /** `lost, offender illegal/word`, by seat. */
  outcomes(): string;
}

interface Limits {
  readonly readyTimeout?: Nanos | undefined;
  readonly gameTimeout?: Nanos | undefined;
  /** What was carried out, before the next is asked for. */
  readonly onEffect?: ((effect: Effect) => void) | undefined;
}

/** Everybody is named, and nobody is ready. A microsecond passes before each word of a player. */
export function refereeTable<State = unknown>(
  game: AnyGame,
  setup: Setup,
  { readyTimeout = seconds(10), gameTimeout = 0, onEffect }: Limits = {},
): RefereeTable<State> {
  const watch = watched(game);
  const players = setup.names.map((name) => ({ name, command: `./${name}` }));
  const referee = new Referee(watch.game, setup, { readyTimeout, gameTimeout }, players);
  const events: SeenEvent[] = [];
  let verdict: Verdict | undefined;
  let now: Nanos = 0;

  function carryOut(effects: readonly Effect[]): string[] {
    return effects.flatMap((effect): string[] => {
      onEffect?.(effect);
      switch (effect.do) {
        case 'tell':
          if (effect.clock) referee.clockStarts(effect.seat, now);
          return told(effect);
        case 'gate':
          return effect.tells.toSorted((one, other) => one.seat - other.seat).flatMap(told);
        case 'record':
          events.push(effect.event as SeenEvent);
          return [];
        case 'dismiss':
          return [`${effect.seat} is out`];
        case 'end':
          verdict = effect.verdict;
          return [`${verdict.winner ?? 'nobody'} has won: ${verdict.reason}`];
        default:
          return effect satisfies never;
      }
    });
  }

  function wait(time: Nanos): string[] {
    const until = now + time;
    const lines: string[] = [];
    for (let { alarm } = referee; alarm !== undefined && alarm <= until; { alarm } = referee) {
      now = Math.max(now, alarm);
      lines.push(...carryOut(referee.wake(alarm)));
    }
    now = until;
    return lines;
  }

  function read(seat: Seat, bytes: Uint8Array): string[] {
    const lines: string[] = [];
    for (const effects of settled(referee, seat, bytes, now)) lines.push(...carryOut(effects));
    return lines;
  }

  carryOut(referee.start(now));
  return {
    referee,
    calls: watch.calls,
    events,
    wait,
    opening: [],
    get state() {
      return watch.state as State;
    },
    get now() {
      return now;
    },
    get verdict() {
      return verdict;
    },
    writes(seat, written) {
      return [
        ...wait(1000),
        ...read(seat, typeof written === 'string' ? Buffer.from(written, 'latin1') : written),
      ];
    },
    says(seat, ...lines) {
      return [...wait(1000), ...read(seat, encode(lines))];
    },
    spends(seat, cpu, ...lines) {
      return [...wait(1000), ...carryOut(referee.spent(seat, cpu, now)), ...read(seat, encode(lines))];
    },
    leaves(seat, cause = 'exited', facts = {}) {
      const lines = wait(1000);
      const code = cause === 'crashed' ? 1 : 0;
      return [...lines, ...carryOut(referee.gone(seat, { cause, code, signal: null, ...facts }, now))];
    },
    interrupt: () => carryOut(referee.interrupt(now)),
    greeting: (seat) => game.greet(game.prepare(setup), seat).trimEnd().split('\n'),
    outcomes: () => outcomesOf(verdict),
  };
}

function encode(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.map((line) => `${line}\n`).join(''));
}

function told({ seat, text }: { readonly seat: Seat; readonly text: string }): string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `${seat}< ${line}`);
}

function outcomesOf(verdict: Verdict | undefined): string {
  if (!verdict) return 'no verdict';
  return verdict.players
    .map(({ outcome, cause, offence }) => {
      if (offence) return `${outcome} ${offence.kind}/${offence.rule}`;
      return cause ? `${outcome} ${cause}` : outcome;
    })
    .join(', ');
}
