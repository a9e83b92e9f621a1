import type { Entrants, Format, Outcome } from '../../../host/tournament/formats/format.ts';
import type { ScheduledGame } from '../../../host/tournament/schedule.ts';
import { Schedule, type ScheduleOptions } from '../../../host/tournament/schedule.ts';

export const plain = { rounds: 1, seats: 2, mirrored: false, heroes: 1, games: 1 } as const;

export function entrantsOf(players: number, format: Format): Entrants {
  return { versions: [{ players, format }], from: Array<number>(players).fill(1) };
}

/** What comes of each game follows from its number and its players: the same whenever it is played. */
export interface Chance {
  readonly salt: number;
  /** Of a hundred games so many are draws, and in so many somebody offends. */
  readonly draws: number;
  readonly offences: number;
}

export function outcomeOf({ number, players }: ScheduledGame, { salt, draws, offences }: Chance): Outcome {
  const luck = (what: number) => mixed(salt, number, ...players, what) % 100;
  const best = luck(1) % players.length;
  const isDraw = luck(2) < draws;
  const offender = luck(3) < offences ? luck(4) % players.length : -1;
  const first = offender === best ? (best + 1) % players.length : best;
  const points = players.map((_, seat) => {
    if (isDraw) return 0.5;
    if (players.length === 2 || seat === first) return Number(seat === first);
    return (luck(10 + seat) % 3) / 4;
  });
  return {
    points,
    out: players.map((_, seat) => seat === offender),
    margins: points.map((share) => Math.round(20 * (share - 0.5))),
  };
}

function mixed(...numbers: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const number of numbers) {
    hash = Math.imul(hash ^ number, 0x01000193);
    hash ^= hash >>> 15;
    hash = Math.imul(hash, 0x2c1b3c6d);
    hash ^= hash >>> 12;
  }
  return hash >>> 0;
}

export interface Played {
  readonly schedule: Schedule;
  readonly games: readonly ScheduledGame[];
  readonly counting: readonly ScheduledGame[];
}

/** Plays to the end, so many games at once; which of those that run ends next is drawn. */
export function playOut(
  terms: ScheduleOptions,
  chance: Chance,
  { jobs = 1, order = 0, most = 20_000 } = {},
): Played {
  const schedule = new Schedule(terms);
  const running: ScheduledGame[] = [];
  const games: ScheduledGame[] = [];
  const fill = () => {
    for (const game of schedule.due()) {
      if (running.length >= jobs) return;
      if (!running.some(({ number }) => number === game.number)) running.push(game);
    }
  };
  for (fill(); running.length > 0; fill()) {
    const [game] = running.splice(mixed(order, games.length) % running.length, 1);
    games.push(game!);
    if (games.length > most) throw new Error(`more than ${most} games`);
    schedule.take(game!.number, outcomeOf(game!, chance));
  }
  games.sort((one, other) => one.number - other.number);
  return { schedule, games, counting: games.filter(({ number }) => schedule.counts(number)) };
}
