import type { ObservedGame } from './observed-game.ts';

/** A player that was seen in another scheduling class than the host had set. */
export interface BatchLeaver {
  readonly entry: number;
  readonly name: string;
  /** Such as `other`, or `batch, slice 0.1 ms`. */
  readonly seen: string;
  /** In so many games. */
  readonly games: number;
}

/** The players that the system favours, over many games. */
export class BatchLeavers {
  readonly #byEntry = new Map<number, { name: string; seen: Set<string>; games: number }>();

  add(game: ObservedGame): void {
    for (const { entry, seat, name } of game.players) {
      const scheduling = game.schedulingOf(seat);
      if (scheduling === undefined || scheduling === 'batch') continue;
      const known = this.#byEntry.get(entry) ?? { name, seen: new Set(), games: 0 };
      known.games++;
      known.seen.add(scheduling);
      this.#byEntry.set(entry, known);
    }
  }

  report(): readonly BatchLeaver[] {
    return [...this.#byEntry]
      .toSorted(([one], [other]) => one - other)
      .map(([entry, { name, seen, games }]) => ({
        entry,
        name,
        seen: [...seen].toSorted().join('; '),
        games,
      }));
  }
}
