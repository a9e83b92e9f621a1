import { percent } from '../../../core/text.ts';
import type { EntryShare, RaceReport, Share, Spread } from '../race-report.ts';
import { counted, probability } from './facts.ts';

export interface ShareTable {
  readonly title: string;
  readonly chance: string | undefined;
  readonly heading: string;
  readonly rows: readonly ShareRow[];
  readonly fair: number;
  readonly says: string;
}

export interface ShareRow {
  readonly label: string;
  /** A name of a player may be any text. */
  readonly isName?: true;
  readonly wins: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

export function shareTables(report: RaceReport): readonly ShareTable[] {
  const { spawns, entries } = report;
  return [
    seatsTable(report),
    ...(spawns ? [spawnsTable(report, spawns)] : []),
    placesTable(report),
    ...(entries ? [entriesTable(report, entries)] : []),
  ];
}

function seatsTable({ seats, players }: RaceReport): ShareTable {
  const says = `Judged. If all seats are equal, each wins about ${percent(1 / players)}. p is the probability that chance alone makes the shares at least this uneven. ${limit(seats)}`;
  return tableOf(seats, players, { title: 'By seat', heading: 'seat', says });
}

function limit({ byGame }: Spread): string {
  return byGame === null
    ? 'The race is not fair if p is below 0.001.'
    : 'Gates of one game depend on each other, so the race is not fair only if p is below 0.001 for whole games too.';
}

function spawnsTable({ players }: RaceReport, spawns: Spread): ShareTable {
  const says = 'Judged in the same way. The starting order of the processes is random in each game.';
  return tableOf(spawns, players, { title: 'By starting order', heading: 'started', says });
}

function placesTable({ places, players, mode }: RaceReport): ShareTable {
  const whose = mode.shuffles
    ? 'The order is random at each gate, so no player keeps this advantage.'
    : 'The order was fixed in this run, so the same players had this advantage at every gate.';
  const says = `Not judged: a write takes time, so one player is always first, and the size of this advantage depends on the machine. ${whose}`;
  return tableOf(places, players, { title: 'By writing order', heading: 'written', says });
}

function entriesTable({ players }: RaceReport, entries: readonly EntryShare[]): ShareTable {
  const rows = entries.map((entry) => ({ ...row(entry), label: entry.name, isName: true }) as const);
  const says =
    'Not judged: a better player wins more gates in any seat. Each player has every seat equally often, so this does not affect the seats.';
  return { title: 'By player', chance: undefined, heading: 'player', rows, fair: 1 / players, says };
}

function tableOf(
  { shares, p, byGame, method }: Spread,
  players: number,
  words: Pick<ShareTable, 'title' | 'heading' | 'says'>,
): ShareTable {
  return {
    ...words,
    chance: `${probability(p)}${ofGames(byGame)}, ${method}`,
    rows: shares.map(row),
    fair: 1 / players,
  };
}

function ofGames(p: number | null): string {
  return p === null ? '' : `, for games ${probability(p)}`;
}

function row({ index, wins, share, low, high }: Share): ShareRow {
  return { label: String(index), wins, share, low, high };
}

export function curveTable({ curve, players }: RaceReport): ShareTable | undefined {
  if (curve.length === 0) return undefined;
  const rows = curve.map(({ advantageUs, wins, share, low, high }) => {
    return { label: `${advantageUs} µs`, wins, share, low, high };
  });
  const fewest = Math.min(...curve.map(({ gates }) => gates));
  const rivals = players === 2 ? 'the other' : 'each of the others';
  const says = `Without pauses. One racer thinks this much less than ${rivals}; at least ${counted(fewest, 'gate')} for each line. Without an advantage it would win ${percent(1 / players)}.`;
  const title = 'Wins by advantage in thinking time';
  return { title, chance: undefined, heading: 'advantage', rows, fair: 1 / players, says };
}
