import type { Outcome } from './outcome.ts';
import type { ScheduledGame } from './stage-games.ts';

/** Who plays no more. Worked out from the results in the order of their numbers, whichever came first. */
export class Dropped {
  readonly #game: (number: number) => ScheduledGame | undefined;
  #players: ReadonlyMap<number, number> = new Map();

  constructor(game: (number: number) => ScheduledGame | undefined) {
    this.#game = game;
  }

  /** By player: the game after which it is dropped. */
  get players(): ReadonlyMap<number, number> {
    return this.#players;
  }

  update(outcomes: ReadonlyMap<number, Outcome>): void {
    this.#players = new Map();
    const players = new Map<number, number>();
    this.#players = players;
    const bad = [...outcomes].filter(([, { out }]) => out.includes(true));
    for (const [number, { out }] of bad.sort(([one], [other]) => one - other)) {
      const game = this.#game(number);
      if (game === undefined || this.isCancelled(game)) continue;
      for (const [seat, isOut] of out.entries()) if (isOut) players.set(game.players[seat]!, number);
    }
  }

  isOutIn(player: number, game: number): boolean {
    return (this.#players.get(player) ?? Number.POSITIVE_INFINITY) < game;
  }

  /** Somebody in it was dropped before. */
  isCancelled({ number, players }: ScheduledGame): boolean {
    return players.some((player) => this.isOutIn(player, number));
  }
}
