import { droppedOut, type Result } from '../../events/result.ts';

/** The games in which a player fails, leaves or offends for the first time. Of many games these are shown. */
export class FirstBadGames {
  /** By entry. */
  readonly #seen = new Set<number>();

  takes({ players }: Result): boolean {
    const before = this.#seen.size;
    for (const { entry } of players.filter(droppedOut)) this.#seen.add(entry);
    return this.#seen.size > before;
  }
}
