import type { Seat } from '../../core/units.ts';
import type { LinePlayer, LineState } from './line-state.ts';

export function playing<Player extends LinePlayer>({ players }: LineState<Player>): readonly Player[] {
  return players.filter(({ status }) => status.is === 'playing');
}

export function playerAt<Player extends LinePlayer>(state: LineState<Player>, seat: Seat): Player {
  return state.players[placeOf(state, seat)]!;
}

/** The game is on, and this player is in it. */
export function hasSay(state: LineState, seat: Seat): boolean {
  return !state.over && playerAt(state, seat).status.is === 'playing';
}

/** The next that still plays, after this seat. There is one. */
export function playerAfter<Player extends LinePlayer>({ players }: LineState<Player>, seat: Seat): Player {
  let first: Player | undefined;
  for (const player of players) {
    if (player.status.is !== 'playing') continue;
    if (player.seat > seat) return player;
    first ??= player;
  }
  return first!;
}

export function withPlayer<Player extends LinePlayer, State extends LineState<Player>>(
  state: State & LineState<Player>,
  changed: Player,
): State {
  return { ...state, players: playersWith(state, changed) };
}

/** For a step that changes more of the state at once. */
export function playersWith<Player extends LinePlayer>(
  state: LineState<Player>,
  changed: Player,
): readonly Player[] {
  return state.players.with(placeOf(state, changed.seat), changed);
}

function placeOf({ players }: LineState, seat: Seat): number {
  for (let place = 0; place < players.length; place++) if (players[place]!.seat === seat) return place;
  throw new Error(`seat ${seat} is not in this game`);
}
