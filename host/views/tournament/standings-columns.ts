import { visible } from '../../core/text/visible.ts';
import type { StandingsRow, TournamentReport } from '../../tournament/report/report-fields.ts';
import { duration } from '../terminal/words.ts';

export interface Column {
  readonly heading: string;
  cell(row: StandingsRow): string;
  /** Where there is no room for all, those with the highest are left out first. */
  readonly leftOut: number;
}

/** Of the standings, for people. Columns in which nothing is said of anybody are not there. */
export function standingsColumns({ standings }: Pick<TournamentReport, 'standings'>): readonly Column[] {
  const all = [...columns(pointsDigits(standings)), ...tieBreakColumns(standings)];
  return all.filter(
    ({ leftOut, cell }) => leftOut === 0 || standings.some((row) => !/^(0|)$/.test(cell(row))),
  );
}

/** Points are shares of games: halves, and thirds where four sit at a table. They stand below each other. */
function pointsDigits(standings: readonly StandingsRow[]): number {
  return Math.max(0, ...standings.map(({ points }) => (inPoints(points).split('.')[1] ?? '').length));
}

const columns = (digits: number): readonly Column[] => [
  { heading: '#', leftOut: 0, cell: ({ rank }) => String(rank) },
  { heading: 'player', leftOut: 0, cell: ({ name }) => visible(name) },
  { heading: 'games', leftOut: 1, cell: ({ games }) => String(games) },
  { heading: 'won', leftOut: 2, cell: ({ won }) => String(won) },
  { heading: 'drawn', leftOut: 3, cell: ({ drawn }) => String(drawn) },
  { heading: 'lost', leftOut: 2, cell: ({ lost }) => String(lost) },
  { heading: 'points', leftOut: 0, cell: ({ points }) => points.toFixed(digits) },
  { heading: 'Elo', leftOut: 0, cell: ({ elo }) => eloWords(elo) },
  { heading: 'bad', leftOut: 4, cell: ({ offences }) => String(offences) },
  { heading: 'score', leftOut: 5, cell: ({ score }) => inTenths(score) },
  { heading: 'margin', leftOut: 7, cell: ({ margin }) => inTenths(margin) },
  { heading: 'timeouts', leftOut: 6, cell: ({ timeouts }) => String(timeouts) },
  { heading: 'thinking', leftOut: 8, cell: ({ thinkMs }) => (thinkMs ? duration(thinkMs.median) : '') },
  {
    heading: 'better than next',
    leftOut: 9,
    cell: ({ los }) => (los === null ? '' : `${(100 * los).toFixed(1)}%`),
  },
  { heading: 'byes', leftOut: 10, cell: ({ byes }) => (byes === undefined ? '' : String(byes)) },
  { heading: 'out since', leftOut: 6, cell: ({ out }) => (out === undefined ? '' : `game ${out}`) },
];

function tieBreakColumns(standings: readonly StandingsRow[]): readonly Column[] {
  const names = Object.keys(standings[0]?.tieBreaks ?? {});
  return names.map((name) => ({
    heading: visible(name),
    leftOut: 11,
    cell: ({ tieBreaks }) => inPoints(tieBreaks[name] ?? 0),
  }));
}

function inTenths(value: number | null): string {
  return value === null ? '' : (rounded(value * 10) / 10).toFixed(1);
}

/** Halves go away from 0, so that what is opposite stays so; what is rounded to nothing has no sign. */
function rounded(value: number): number {
  return value < 0 ? 0 - Math.round(-value) : Math.round(value);
}

export function inPoints(points: number): string {
  return String(Number(points.toFixed(2)));
}

export function eloWords(elo: StandingsRow['elo']): string {
  if (elo === null) return '';
  const value = rounded(elo.value);
  return `${value > 0 ? '+' : ''}${value} ± ${Math.round(elo.error)}`;
}
