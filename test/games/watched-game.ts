import type { Nanos } from '../../host/core/units.ts';
import type { AnyGame, Step } from '../../host/games/game.ts';

/** One call of the rules, so that it can be made again. */
export interface Call {
  readonly name: 'open' | 'hear' | 'leave' | 'wake' | 'halt' | 'spent' | 'clockStarts';
  /** Its time, where it has one. */
  readonly at: Nanos | undefined;
  readonly before: unknown;
  readonly step: Step<unknown>;
  again(): Step<unknown>;
}

export interface WatchedGame {
  readonly game: AnyGame;
  readonly calls: readonly Call[];
  /** What the rules keep now. */
  readonly state: unknown;
}

/** The same game, with an eye on what it is asked and what it answers. */
export function watched(game: AnyGame): WatchedGame {
  const calls: Call[] = [];
  function note(name: Call['name'], at: Nanos | undefined, before: unknown, again: () => Step<unknown>) {
    const step = again();
    calls.push({ name, at, before, step, again });
    return step;
  }
  const seen: AnyGame = {
    ...game,
    open: (prepared, present, at) => note('open', at, undefined, () => game.open(prepared, present, at)),
    hear: (state, heard) => note('hear', heard.at, state, () => game.hear(state, heard)),
    leave: (state, seat, departure, at) =>
      note('leave', at, state, () => game.leave(state, seat, departure, at)),
    wake: (state, at) => note('wake', at, state, () => game.wake(state, at)),
    halt: (state, why, at) => note('halt', at, state, () => game.halt(state, why, at)),
    spent: (state, seat, cpu, at) => note('spent', at, state, () => game.spent(state, seat, cpu, at)),
    clockStarts: (state, seat, at) =>
      note('clockStarts', at, state, () => ({ state: game.clockStarts(state, seat, at), effects: [] })).state,
  };
  return {
    game: seen,
    calls,
    get state() {
      return calls.at(-1)?.step.state;
    },
  };
}
