import { visible } from '../../core/text.ts';
import type { StandingsRow, TournamentReport } from '../../tournament/report.ts';

type Cell = string | number | null | undefined;

const columns = {
  rank: ({ rank }) => rank,
  name: ({ name }) => name,
  games: ({ games }) => games,
  won: ({ won }) => won,
  drawn: ({ drawn }) => drawn,
  lost: ({ lost }) => lost,
  points: ({ points }) => points,
  elo: ({ elo }) => elo?.value,
  elo_error: ({ elo }) => elo?.error,
  los: ({ los }) => los,
  score: ({ score }) => score,
  margin: ({ margin }) => margin,
  offences: ({ offences }) => offences,
  timeouts: ({ timeouts }) => timeouts,
  think_ms_median: ({ thinkMs }) => thinkMs?.median,
  think_ms_max: ({ thinkMs }) => thinkMs?.max,
  byes: ({ byes = 0 }) => byes,
  out: ({ out }) => out,
  errors: ({ errors }) => errors,
} as const satisfies Readonly<Record<string, (row: StandingsRow) => Cell>>;

const headings = Object.keys(columns).join(',');

/** Recognizes such a file: the first version had these columns. */
export const csvBeginning = headings.slice(0, headings.indexOf(',errors'));

/** The standings in the form of RFC 4180. */
export function csvReport({ standings }: TournamentReport): string {
  const line = (row: StandingsRow) =>
    `${Object.values(columns)
      .map((of) => cellText(of(row)))
      .join(',')}\r\n`;
  return `${headings}\r\n${standings.map(line).join('')}`;
}

/** Unknown values are empty. */
export function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = harmless(visible(cell));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets execute such texts, even in quotes. A text that begins with the mark itself gets another one.
 */
function harmless(text: string): string {
  return /^\s*[=+\-@'＝＋－＠]/u.test(text) ? `'${text}` : text;
}
