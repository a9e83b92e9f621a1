import type { Result } from '../events/result.ts';

export interface StandingsRow {
  readonly entry: number;
  readonly name: string;
  won: number;
  lost: number;
  drawn: number;
  /** Forfeited, failed, left or offended. */
  out: number;
}

/** How players stand after so many games; the games themselves are not kept. */
export class Standings {
  readonly #players: StandingsRow[];
  #games = 0;

  constructor(names: readonly string[]) {
    this.#players = names.map((name, index) => ({
      entry: index + 1,
      name,
      won: 0,
      lost: 0,
      drawn: 0,
      out: 0,
    }));
  }

  get games(): number {
    return this.#games;
  }

  get players(): readonly Readonly<StandingsRow>[] {
    return this.#players;
  }

  /** A game that was interrupted says nothing about anybody. */
  add(result: Result): void {
    if (result.reason === 'interrupted') return;
    this.#games++;
    for (const { entry, outcome } of result.players) {
      const player = this.#players[entry - 1]!;
      if (outcome === 'won') player.won++;
      else if (outcome === 'draw') player.drawn++;
      else if (outcome === 'lost') player.lost++;
      else if (outcome !== 'unfinished') player.out++;
    }
  }
}
