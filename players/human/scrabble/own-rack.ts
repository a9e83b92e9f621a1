import type { HeldTiles } from 'wordhost/scrabble';

/** The tiles that a person holds, in the order in which the person has them. */
export class OwnRack {
  #ids: readonly number[] = [];

  /** Tiles that are still there keep their places, and new ones come last. */
  ids(held: HeldTiles): readonly number[] {
    const left = new Map(held);
    const kept = this.#ids.filter((id) => {
      const count = left.get(id) ?? 0;
      left.set(id, count - 1);
      return count > 0;
    });
    const added = [...left].flatMap(([id, count]) => new Array<number>(Math.max(0, count)).fill(id));
    this.#ids = [...kept, ...added];
    return this.#ids;
  }

  shuffle(): void {
    const ids = [...this.#ids];
    for (let last = ids.length - 1; last > 0; last--) {
      const other = Math.floor(Math.random() * (last + 1));
      [ids[last], ids[other]] = [ids[other]!, ids[last]!];
    }
    this.#ids = ids;
  }
}
