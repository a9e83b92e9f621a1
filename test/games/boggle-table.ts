import { keyOf } from '../../host/core/seed.ts';
import { type Nanos, type Seat, seconds } from '../../host/core/units.ts';
import { readBoardText } from '../../host/games/boggle/board/board-text.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import { boggleOptions, type Options } from '../../host/games/boggle/options.ts';
import type { State } from '../../host/games/boggle/rules/state.ts';
import type { AnyGame, Effect, Setup, Step } from '../../host/games/game.ts';
import type { LeavingCause, Verdict } from '../../host/games/kit/verdict.ts';
import { Referee } from '../../host/match/referee.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import type { SeenEvent } from '../seen-event.ts';
import { keyNumber, lexiconWith, outcomesOf } from './table.ts';

/** A table of Boggle under the real referee. */
export interface Request {
  readonly players?: number;
  /** As with `--board`; a small one with the words of `words`. */
  readonly board?: string;
  readonly options?: Partial<Options>;
  readonly words?: readonly string[];
  readonly key?: number;
  readonly gameTimeout?: Nanos;
}

export interface BoggleTable {
  readonly referee: Referee;
  /** What the rules keep; for laws. */
  readonly state: State;
  readonly events: readonly SeenEvent[];
  readonly verdict: Verdict | undefined;
  /** What was told at the beginning, after `ready`, by seat. */
  readonly opening: string[];
  /** A player writes lines; one read. Answers what came of it: `1< turn 30000 1 20`. */
  says(seat: Seat, ...lines: readonly string[]): string[];
  leaves(seat: Seat, cause?: LeavingCause): string[];
  wait(time: Nanos): string[];
  interrupt(): string[];
  greeting(seat: Seat): string[];
  outcomes(): string;
  /** `guess CAT 1`, `guess DOG notonboard`, `late done`: what was noted of one player. */
  noted(seat: Seat): string[];
}

/** All are on the board but DOG and SCAT. */
export const small = 'CATS/XQuAT';
export const words = ['A', 'AT', 'CAT', 'CATS', 'DOG', 'SAT', 'SCAT', 'QUA', 'TAX'] as const;

/** Everybody is ready. Nothing takes longer than a microsecond. */
export function openedBoggle(request: Request = {}, absent: readonly Seat[] = []): BoggleTable {
  const table = laidBoggle(request);
  for (let seat = 1; seat <= (request.players ?? 2); seat++)
    table.opening.push(...(absent.includes(seat) ? table.leaves(seat) : table.says(seat, 'ready')));
  return table;
}

export const inTurns = (request: Request = {}, absent: readonly Seat[] = []) =>
  openedBoggle({ ...request, options: { rules: 'turns', ...request.options } }, absent);

export function boardFrom(text: string): NonNullable<Options['board']> {
  const reading = readBoardText(text);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.value;
}

export function setupOf(request: Request): Setup {
  const { players = 2, board = small, key = 0 } = request;
  const defaults = settleOptions(boggleOptions, []);
  const laid = board === '' ? undefined : boardFrom(board);
  return {
    names: Array.from({ length: players }, (_, index) => `p${index + 1}`),
    options: { ...defaults, board: laid, ...request.options },
    lexicon: lexiconWith(request.words ?? words),
    key: keyNumber(key),
    keyOf,
  };
}

export function laidBoggle(request: Request = {}): BoggleTable {
  const setup = setupOf(request);
  const players = setup.names.map((name) => ({ name, command: `./${name}` }));
  const limits = { readyTimeout: seconds(10), gameTimeout: request.gameTimeout ?? 0 };
  const watched = watch();
  return tableOf(new Referee(watched.game, setup, limits, players), watched.state, (seat) =>
    boggle.greet(boggle.prepare(setup as never), seat),
  );
}

/** The same game, with an eye on its state. */
function watch(): { game: AnyGame; state: () => State } {
  let state: State | undefined;
  const seen = (step: Step<State>): Step<State> => {
    state = step.state;
    return step;
  };
  const game: AnyGame = {
    ...boggle,
    open: (...given: Parameters<typeof boggle.open>) => seen(boggle.open(...given)),
    hear: (...given: Parameters<typeof boggle.hear>) => seen(boggle.hear(...given)),
    leave: (...given: Parameters<typeof boggle.leave>) => seen(boggle.leave(...given)),
    wake: (...given: Parameters<typeof boggle.wake>) => seen(boggle.wake(...given)),
    halt: (...given: Parameters<typeof boggle.halt>) => seen(boggle.halt(...given)),
  };
  return { game, state: () => state! };
}

function tableOf(referee: Referee, state: () => State, greet: (seat: Seat) => string): BoggleTable {
  const events: SeenEvent[] = [];
  let verdict: Verdict | undefined;
  let now: Nanos = 0;

  function carryOut(effects: readonly Effect[]): string[] {
    return effects.flatMap((effect): string[] => {
      switch (effect.do) {
        case 'tell':
          if (effect.clock) referee.clockStarts(effect.seat, now);
          return told(effect);
        case 'gate':
          return [...effect.tells].sort((one, other) => one.seat - other.seat).flatMap(told);
        case 'record':
          events.push(effect.event);
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

  carryOut(referee.start(now));
  return {
    referee,
    events,
    wait,
    opening: [],
    get state() {
      return state();
    },
    get verdict() {
      return verdict;
    },
    says(seat, ...said) {
      const lines = wait(1000);
      const bytes = new TextEncoder().encode(said.map((line) => `${line}\n`).join(''));
      for (const effects of referee.read(seat, bytes, now)) lines.push(...carryOut(effects));
      return lines;
    },
    leaves(seat, cause = 'exited') {
      const lines = wait(1000);
      const code = cause === 'crashed' ? 1 : 0;
      return [...lines, ...carryOut(referee.gone(seat, { cause, code, signal: null }, now))];
    },
    interrupt: () => carryOut(referee.interrupt(now)),
    greeting: (seat) => greet(seat).trimEnd().split('\n'),
    outcomes: () => outcomesOf(verdict),
    noted: (seat) => events.filter((event) => event.seat === seat && event.bytes).map(inShort),
  };
}

function told({ seat, text }: { readonly seat: Seat; readonly text: string }): string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `${seat}< ${line}`);
}

function inShort({ type, word, points, reason, line }: SeenEvent): string {
  return [type, word, points ?? reason, line].filter((part) => part !== undefined).join(' ');
}
