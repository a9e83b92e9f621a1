import { type Entrants, type Format, gamesOfMeeting, type Meeting, type NextStage } from './format.ts';

/** All tables of one round that a version of the file asks for, in their order. */
type Tables = (players: number, format: Format) => readonly (readonly number[])[];

/**
 * A format in which no meeting depends on a result. Each version of the file adds a stage with its new
 * meetings, so that games keep their numbers when players and rounds are added.
 */
function allTables(tables: Tables): NextStage {
  return (entrants, past) => {
    const round = past.length + 1;
    if (past.length >= entrants.versions.length) return undefined;
    return { round, meetings: newMeetings(entrants, past.length, tables), byes: [] };
  };
}

function newMeetings({ versions }: Entrants, version: number, tables: Tables): readonly Meeting[] {
  const { players, format } = versions[version]!;
  const before = versions[version - 1];
  if (format.rounds === 0) return [];
  const all = tables(players, format);
  const games = gamesOfMeeting(format);
  return Array.from({ length: format.rounds }, (_, round) => {
    const isOld = (table: readonly number[]) =>
      before !== undefined &&
      round < before.format.rounds &&
      table.every((player) => player < before.players);
    return all.filter((table) => !isOld(table)).map((table) => ({ players: seated(table, round), games }));
  }).flat();
}

/** Turns the seats of a table with the round and its players, so that each player sits first about as often. */
function seated(table: readonly number[], round: number): readonly number[] {
  const turns = round + sumOf(table);
  return table.map((_, seat) => table[(seat + turns) % table.length]!);
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Every table, in each round. In their order all players have had about as many games at any time. */
export const roundRobin = allTables((players, { seats }) => {
  const tables = [...combinations(players, seats)].map((table) => ({ table, turn: sumOf(table) % players }));
  return tables.sort((one, other) => one.turn - other.turn).map(({ table }) => table);
});

/** The first players against all others, but not against each other. */
export const gauntlet = allTables((players, { heroes }) =>
  Array.from({ length: Math.max(0, players - heroes) }, (_, other) =>
    Array.from({ length: heroes }, (_, hero) => [hero, heroes + other]),
  ).flat(),
);

/** All choices of this many numbers below `below`, each in ascending order. */
function* combinations(below: number, size: number, from = 0): Generator<readonly number[]> {
  if (size === 0) yield [];
  else
    for (let first = from; first <= below - size; first++)
      for (const rest of combinations(below, size - 1, first + 1)) yield [first, ...rest];
}
