import type { SeriesGame } from './play-series.ts';

/** Gives out what belongs to games in the order of their numbers, whatever the order in which they end. */
export class InOrder<Item> {
  readonly #waiting = new Map<number, Item[]>();
  /** Those that nothing more comes of. */
  readonly #over = new Set<number>();
  #next = 1;

  /** Of the game with this number, and with `isLast` nothing more comes of it. Answers with what is due now. */
  take(game: number, item: Item, isLast = true): readonly Item[] {
    const items = this.#waiting.get(game);
    if (items) items.push(item);
    else this.#waiting.set(game, [item]);
    if (isLast) this.#over.add(game);
    const due: Item[] = [];
    for (; this.#over.delete(this.#next); this.#next++) due.push(...this.#taken(this.#next));
    return due;
  }

  /** What still waits for a game that does not come any more. */
  rest(): readonly Item[] {
    const games = [...this.#waiting.keys()].sort((one, other) => one - other);
    return games.flatMap((game) => this.#taken(game));
  }

  #taken(game: number): readonly Item[] {
    const items = this.#waiting.get(game) ?? [];
    this.#waiting.delete(game);
    return items;
  }
}

/** The games of a series in the order of their numbers, with those that were played before. */
export async function* inOrder<Before extends { readonly game: number } = never>(
  games: AsyncIterable<SeriesGame>,
  before: readonly Before[] = [],
): AsyncGenerator<SeriesGame | Before> {
  const order = new InOrder<SeriesGame | Before>();
  for (const each of before) yield* order.take(each.game, each);
  for await (const played of games) yield* order.take(played.game, played, !comesAgain(played));
  yield* order.rest();
}

/** Another one with this number follows. */
export function comesAgain(played: SeriesGame): boolean {
  return 'again' in played && played.again;
}
