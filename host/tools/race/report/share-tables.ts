import { percent } from '../../../core/text.ts';
import type { EntryShare, RaceReport, Share, Spread } from '../race-report.ts';
import { counted, probability } from './facts.ts';

/** The shares of the gates with intervals, for the terminal and the page. */
export interface ShareTable {
  readonly title: string;
  /** The probability of chance alone; none if that is not tested. */
  readonly chance: string | undefined;
  /** What the rows are. */
  readonly heading: string;
  readonly rows: readonly ShareRow[];
  /** The share of each if none is favoured. */
  readonly fair: number;
  /** What the table says, in plain words. */
  readonly says: string;
}

export interface ShareRow {
  readonly label: string;
  /** It is the name of a player, which may be any text. */
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
  const says = `Judged. If no seat is better than another, each wins ${percent(1 / players)} apart from chance. p is how often chance alone makes shares as uneven as these. ${limit(seats)}`;
  return tableOf(seats, players, { title: 'By seat', heading: 'seat', says });
}

/** Gates of one game depend on each other, so that whole games are tested too if there are any. */
function limit({ byGame }: Spread): string {
  return byGame === null
    ? 'Below 0.001 it is not fair.'
    : 'Gates of one game depend on each other: it is not fair only if p is below 0.001 for whole games too.';
}

function spawnsTable({ players }: RaceReport, spawns: Spread): ShareTable {
  const says = 'Judged in the same way. Processes are started in an order drawn for each game.';
  return tableOf(spawns, players, { title: 'By the order of starting', heading: 'started', says });
}

function placesTable({ places, players, mode }: RaceReport): ShareTable {
  const whose = mode.shuffles
    ? 'The order is drawn for each gate, so that no player has this advantage for long.'
    : 'The order was fixed in this run, so the same players had this at every gate.';
  const says = `Not judged: a write takes time, so one player is first, and what that is worth depends on the machine. ${whose}`;
  return tableOf(places, players, { title: 'By the order of writing', heading: 'written', says });
}

function entriesTable({ players }: RaceReport, entries: readonly EntryShare[]): ShareTable {
  const rows = entries.map((entry) => ({ ...row(entry), label: entry.name, isName: true }) as const);
  const says =
    'Not judged: a better player wins more gates in any seat. Each player has every seat in turn, so that this does not affect the seats.';
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
  return p === null ? '' : `, of games ${probability(p)}`;
}

function row({ index, wins, share, low, high }: Share): ShareRow {
  return { label: String(index), wins, share, low, high };
}

/** How often a racer wins that thinks a little less. */
export function curveTable({ curve, players }: RaceReport): ShareTable | undefined {
  if (curve.length === 0) return undefined;
  const rows = curve.map(({ advantageUs, wins, share, low, high }) => {
    return { label: `${advantageUs} µs`, wins, share, low, high };
  });
  const fewest = Math.min(...curve.map(({ gates }) => gates));
  const rivals = players === 2 ? 'the other' : 'each of the others';
  const says = `Without pauses. One racer thinks this much less than ${rivals}; ${counted(fewest, 'gate')} or more for each line. With no advantage it would win ${percent(1 / players)}.`;
  const title = 'How small an advantage still wins';
  return { title, chance: undefined, heading: 'ahead by', rows, fair: 1 / players, says };
}
