import { counted, cut, padEnd, padStart, percent, visible, widthOf } from '../../core/text.ts';
import { numericColumns, type Table } from '../reports/summary.ts';
import { duration } from '../words.ts';

/** Numeric columns are aligned to the right. */
export function drawTable(
  headings: readonly string[],
  cells: readonly (readonly string[])[],
  width = Number.POSITIVE_INFINITY,
): string[] {
  const rows = fitted(headings, cells, width);
  const all = [headings, ...rows];
  const widths = widthsOf(all);
  const right = numericColumns(headings, rows);
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        right[column] ? padStart(cell, widths[column]!) : padEnd(cell, widths[column]!),
      )
      .join('  ')
      .trimEnd();
  return all.map(line);
}

const GAP = 2;
/** The minimum width of a name. */
const NARROWEST = 8;

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  return rows[0]!.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column]!))));
}

/** Cuts the widest column of a table that is too wide. */
function fitted(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): readonly (readonly string[])[] {
  const widths = widthsOf([headings, ...rows]);
  const over = widths.reduce((sum, each) => sum + each + GAP, -GAP) - width;
  if (over <= 0) return rows;
  const widest = widths.indexOf(Math.max(...widths));
  const left = Math.max(NARROWEST, widths[widest]! - over);
  return rows.map((row) => row.map((cell, column) => (column === widest ? cut(cell, left) : cell)));
}

export interface Row {
  readonly name: string;
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
  readonly out: number;
  readonly errors?: number | undefined;
}

/** The wins of each player in several games. */
export function standingsCells(players: readonly Row[], games: number): Table {
  const hasErrors = players.some(({ errors = 0 }) => errors > 0);
  const rows = players.map(({ name, won, lost, drawn, out, errors = 0 }) => {
    const share = games === 0 ? '' : `${((100 * (won + drawn / 2)) / games).toFixed(1)}%`;
    return [
      cut(visible(name), 40),
      String(won),
      String(drawn),
      String(lost),
      String(out),
      ...(hasErrors ? [String(errors)] : []),
      share,
    ];
  });
  const ofErrors = hasErrors ? ['errors'] : [];
  return { headings: ['player', 'won', 'drawn', 'lost', 'out', ...ofErrors, 'share'], rows };
}

export function indentedTable({ headings, rows }: Table): string[] {
  return drawTable(headings, rows).map((line) => `  ${line}`);
}

interface Figures {
  readonly mean: number | undefined;
  readonly deviation: number | undefined;
  readonly pointsPerMove: number | undefined;
  readonly msPerAnswer: number | undefined;
}

export interface SeriesFacts {
  readonly players: readonly Figures[];
  readonly beginner:
    | { readonly games: number; readonly share: number; readonly low: number; readonly high: number }
    | undefined;
  readonly best:
    | { readonly word: string; readonly points: number; readonly entry: number; readonly game: number }
    | undefined;
}

const LONGEST_NAME = 30;

/** Empty without figures. `heading` is that of the average figure. */
export function figureCells(
  names: readonly string[],
  { players, beginner }: SeriesFacts,
  heading: string,
): Table {
  const headings = ['player', heading, 'points/move', beginner ? 'thinking/turn' : 'thinking/answer'];
  const rows = players.map(({ mean, deviation, pointsPerMove, msPerAnswer }, index) => [
    cut(visible(names[index]!), LONGEST_NAME),
    spread(mean, deviation),
    pointsPerMove?.toFixed(1) ?? '',
    msPerAnswer === undefined ? '' : duration(msPerAnswer),
  ]);
  const told = headings.map((_, column) => rows.some((row) => row[column] !== ''));
  const kept = (cells: readonly string[]) => cells.filter((_, column) => told[column]);
  return { headings: kept(headings), rows: told.slice(1).some(Boolean) ? rows.map(kept) : [] };
}

export function figureSentences(names: readonly string[], { beginner, best }: SeriesFacts): string[] {
  const lines: string[] = [];
  if (beginner) lines.push(`the player who started won ${percent(beginner.share)} of ${games(beginner)}`);
  if (best) {
    const player = { entry: best.entry, name: names[best.entry - 1]! };
    lines.push(`${bestMoveSentence(best, player)} in game ${best.game}`);
  }
  return lines;
}

/** The best move of a game or of several. */
export function bestMoveSentence(
  { word, points }: { readonly word: string; readonly points: number },
  { entry, name }: { readonly entry: number; readonly name: string },
): string {
  const who = `player ${entry} (${cut(visible(name), LONGEST_NAME)})`;
  return `best move: ${cut(visible(word), LONGEST_NAME)} for ${points} by ${who}`;
}

export function seriesFigures(names: readonly string[], facts: SeriesFacts, heading: string): string[] {
  const cells = figureCells(names, facts, heading);
  const table = cells.rows.length > 0 ? ['', ...indentedTable(cells)] : [];
  return [...table, ...figureSentences(names, facts)];
}

function spread(mean: number | undefined, deviation: number | undefined): string {
  if (mean === undefined) return '';
  return deviation === undefined ? mean.toFixed(1) : `${mean.toFixed(1)} ± ${deviation.toFixed(1)}`;
}

function games({ games: count, low, high }: NonNullable<SeriesFacts['beginner']>): string {
  return `${counted(count, 'game')} (95% interval: ${percent(low)} to ${percent(high)})`;
}
