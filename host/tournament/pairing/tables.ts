/** A player that is to be seated. */
export interface Guest {
  readonly player: number;
  readonly points: number;
  readonly byes: number;
}

/** Tables of so many each, for players who are sorted by their rank; those who are left over have a bye. */
export function tablesOf(
  sorted: readonly Guest[],
  seats: number,
  meetings: (one: number, other: number) => number,
): { readonly tables: readonly (readonly number[])[]; readonly byes: readonly number[] } {
  const byes = leftOver(sorted, sorted.length % seats);
  let open = sorted.filter(({ player }) => !byes.includes(player));
  const tables: number[][] = [];
  while (open.length > 0) {
    const table = [open[0]!];
    while (table.length < seats) table.push(best(open, table, meetings));
    tables.push(table.map(({ player }) => player));
    open = open.filter((guest) => !table.includes(guest));
  }
  return { tables, byes };
}

/** The last of those who were left over least often. */
function leftOver(sorted: readonly Guest[], count: number): readonly number[] {
  const ordered = sorted.map((guest, rank) => ({ guest, rank }));
  ordered.sort((one, other) => one.guest.byes - other.guest.byes || other.rank - one.rank);
  return ordered.slice(0, count).map(({ guest }) => guest.player);
}

/** Who has met those at the table least often; of these, the next in rank. */
function best(
  open: readonly Guest[],
  table: readonly Guest[],
  meetings: (one: number, other: number) => number,
): Guest {
  const rated = open
    .filter((guest) => !table.includes(guest))
    .map((guest) => {
      const met = table.reduce((sum, { player }) => sum + meetings(player, guest.player), 0);
      return { guest, met };
    });
  return rated.reduce((one, other) => (other.met < one.met ? other : one)).guest;
}
