/** A person's own order of the tiles. */
export class OwnOrder<Tile> {
  #tiles: readonly Tile[] = [];

  /** Remaining tiles keep their places, and new ones come last. */
  of(held: ReadonlyMap<Tile, number>): readonly Tile[] {
    const left = new Map(held);
    const kept = this.#tiles.filter((tile) => {
      const count = left.get(tile) ?? 0;
      left.set(tile, count - 1);
      return count > 0;
    });
    const added = [...left].flatMap(([tile, count]) => new Array<Tile>(Math.max(0, count)).fill(tile));
    this.#tiles = [...kept, ...added];
    return this.#tiles;
  }

  shuffle(): void {
    const tiles = [...this.#tiles];
    for (let last = tiles.length - 1; last > 0; last--) {
      const other = Math.floor(Math.random() * (last + 1));
      [tiles[last], tiles[other]] = [tiles[other]!, tiles[last]!];
    }
    this.#tiles = tiles;
  }
}
