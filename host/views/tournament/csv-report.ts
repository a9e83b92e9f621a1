import { visible } from '../../core/text.ts';
import type { StandingsRow, TournamentReport } from '../../tournament/report.ts';
import type { PricedTotals } from '../model-figures.ts';

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

/** The sums of language models, in reports that have them. */
const modelColumns = {
  model_games: 'games',
  model_requests: 'requests',
  model_ms: 'ms',
  prompt_tokens: 'promptTokens',
  completion_tokens: 'completionTokens',
  money: 'money',
  model_turns: 'turns',
  first_legal: 'legal',
  first_illegal: 'illegal',
  first_unreadable: 'unreadable',
  first_cut_off: 'cutOff',
  unanswered: 'unanswered',
} as const satisfies Readonly<Record<string, keyof PricedTotals>>;

/** The standings in the form of RFC 4180. */
export function csvReport({ standings, models }: TournamentReport): string {
  const line = (row: StandingsRow) => {
    const own = models?.find(({ name }) => name === row.name);
    const ofModel = models ? Object.values(modelColumns).map((key) => own?.[key]) : [];
    const cells = [...Object.values(columns).map((of) => of(row)), ...ofModel];
    return `${cells.map(cellText).join(',')}\r\n`;
  };
  const all = [headings, ...(models ? Object.keys(modelColumns) : [])].join(',');
  return `${all}\r\n${standings.map(line).join('')}`;
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
