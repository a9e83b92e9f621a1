import type { PlayerResult } from '../../events/result.ts';
import { beatenTable } from './outcome-of-result.ts';

interface Meetings {
  won: number;
  drawn: number;
  lost: number;
}

/** Who has beaten whom how often; a table of three and more counts as its pairs. */
export class Crosstable {
  readonly #rows: readonly Meetings[][];

  constructor(players: number) {
    this.#rows = Array.from({ length: players }, () =>
      Array.from({ length: players }, () => ({ won: 0, drawn: 0, lost: 0 })),
    );
  }

  /** `players`: by seat, each with its entry. Answers with the share of the others that each has beaten. */
  add(players: readonly PlayerResult[]): readonly number[] {
    const table = beatenTable(players);
    for (const [seat, row] of table.entries())
      for (const [other, points] of row.entries())
        if (seat !== other) this.#count(players, seat, other, points);
    return table.map((row) => row.reduce((sum, points) => sum + points, 0) / Math.max(1, players.length - 1));
  }

  #count(players: readonly PlayerResult[], seat: number, other: number, points: number): void {
    const meetings = this.#rows[players[seat]!.entry - 1]![players[other]!.entry - 1]!;
    if (points === 1) meetings.won++;
    else if (points === 0) meetings.lost++;
    else meetings.drawn++;
  }

  meetings(one: number, other: number): Readonly<Meetings> | null {
    const meetings = this.#rows[one]![other]!;
    return meetings.won + meetings.drawn + meetings.lost === 0 ? null : { ...meetings };
  }

  points(one: number, other: number): number {
    const { won, drawn } = this.#rows[one]![other]!;
    return won + drawn / 2;
  }

  /** For ratings. */
  get table(): readonly (readonly number[])[] {
    return this.#rows.map((row, one) => row.map((_, other) => this.points(one, other)));
  }
}
