import type { EntryShare, RaceReport, Share, Spread } from '../race-report.ts';
import { counted, percent, probability } from './number-words.ts';

/** Who won how many gates, with intervals: what the terminal and the page draw alike. */
export interface ShareTable {
  readonly title: string;
  /** What the rows are. */
  readonly heading: string;
  readonly rows: readonly ShareRow[];
  /** What everybody has where nobody is favoured. */
  readonly fair: number;
  /** What the table says, in plain words. */
  readonly says: string;
}

export interface ShareRow {
  readonly label: string;
  readonly wins: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

export function shareTables(report: RaceReport): readonly ShareTable[] {
  const { seats, spawns, places, entries } = report;
  return [
    table(report, seats, { title: 'By seat', heading: 'seat', about: 'seat' }),
    ...(spawns
      ? [
          table(report, spawns, {
            title: 'By the order in which the players were started',
            heading: 'started',
            about: 'place in it',
          }),
        ]
      : []),
    placesTable(report, places),
    ...(entries ? [entriesTable(report, entries)] : []),
  ];
}

interface Words {
  readonly title: string;
  readonly heading: string;
  readonly about: string;
}

function table(report: RaceReport, spread: Spread, { title, heading, about }: Words): ShareTable {
  const { fair, chance } = fairness(report, spread);
  const says = `If every ${about} is equal, each wins ${percent(fair)}. ${chance} Below 0.001 it is not fair.`;
  return { title, heading, rows: spread.shares.map(row), fair, says };
}

function placesTable(report: RaceReport, places: Spread): ShareTable {
  const { fair, chance } = fairness(report, places);
  const anew = report.mode.shuffles
    ? 'the order is drawn anew at each gate, so this is nobody’s for long. Not judged.'
    : 'the order was fixed in this run, so that it was the same players’ at every gate.';
  const says = `Whoever is written first can begin first: that always counts for something, and ${anew} ${chance}`;
  return {
    title: 'By the order in which the letters were written',
    heading: 'written',
    rows: places.shares.map(row),
    fair,
    says,
  };
}

function entriesTable({ players }: RaceReport, entries: readonly EntryShare[]): ShareTable {
  const rows = entries.map((entry) => ({ ...row(entry), label: entry.name }));
  const says =
    'A better player wins more gates wherever it sits. Everybody sits everywhere in turn, so that this does not bear on the seats. Not judged.';
  return { title: 'By player', heading: 'player', rows, fair: 1 / players, says };
}

function fairness({ players }: RaceReport, { p, method }: Spread) {
  const chance = `Shares as uneven as these come of chance alone with ${probability(p)} (${method}).`;
  return { fair: 1 / players, chance };
}

function row({ index, wins, share, low, high }: Share): ShareRow {
  return { label: String(index), wins, share, low, high };
}

/** How often one wins that has a little less to think about. */
export function curveTable({ curve, players }: RaceReport): ShareTable | undefined {
  if (curve.length === 0) return undefined;
  const rows = curve.map(({ advantageUs, wins, share, low, high }) => {
    return { label: `${advantageUs} µs`, wins, share, low, high };
  });
  const gates = Math.min(...curve.map((point) => point.gates));
  return {
    title: 'How small an advantage still wins',
    heading: 'ahead by',
    rows,
    fair: 1 / players,
    says: `One racer thinks so much less than ${players === 2 ? 'the other' : 'each of the others'}; ${counted(gates, 'gate')} for each point. Without an advantage it would win ${percent(1 / players)}.`,
  };
}
