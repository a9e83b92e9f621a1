import { cut, percent, visible } from '../../core/text.ts';
import type { Cell, Column, Columns, GameAnalysis } from '../../games/analysis.ts';
import type { Table } from '../reports/summary.ts';
import { cellText } from '../tournament/csv-report.ts';
import { duration } from '../words.ts';
import type { AnalysisReport, NamedFigures, ReportedMove, WorstMove } from './report.ts';

const LONGEST_NAME = 30;

/** One row per move. Empty columns are omitted. */
export function movesTable({ columns }: GameAnalysis, { players, moves }: AnalysisReport): Table {
  const names = new Map(players.map(({ seat, name }) => [seat, nameOf(name)]));
  const shown = Object.entries(columns).filter(
    ([name, { isDetail }]) => !isDetail && moves.some(({ cells }) => cells[name] !== undefined),
  );
  const lead = (move: ReportedMove) => [String(move.step ?? ''), names.get(move.seat) ?? String(move.seat)];
  return {
    headings: ['step', 'player', ...shown.map(([, { heading }]) => heading)],
    rows: moves.map((move) => [
      ...lead(move),
      ...shown.map(([name, column]) => inWords(column, move.cells[name])),
    ]),
  };
}

/** One column per player. */
export function figuresTable({ figures }: GameAnalysis, players: readonly NamedFigures[]): Table {
  const shown = Object.entries(figures).filter(([name]) =>
    players.some((player) => player.figures[name] !== undefined),
  );
  const games = players.some((player) => player.games > 1)
    ? [['games', ...players.map((player) => String(player.games))]]
    : [];
  return {
    headings: ['figure', ...players.map(({ name }) => nameOf(name))],
    rows: [
      ...games,
      ...shown.map(([figure, column]) => [
        column.heading,
        ...players.map((player) => inWords(column, player.figures[figure])),
      ]),
    ],
  };
}

export function worstTable({ measure = '' }: GameAnalysis, worst: readonly WorstMove[]): Table {
  const hasBest = worst.some(({ move }) => move.best.length > 0);
  return {
    headings: ['player', 'game', 'step', 'move', ...(hasBest ? ['best'] : []), measure],
    rows: worst.map(({ file, name, move }) => [
      nameOf(name),
      cut(visible(file), LONGEST_NAME),
      String(move.step ?? ''),
      inWords({ heading: '' }, move.cells.move),
      ...(hasBest ? [move.best[0] ?? ''] : []),
      String(rounded(move.measure)),
    ]),
  };
}

export function inWords({ unit }: Column, cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'string') return cut(visible(cell), 60);
  if (unit === 'share') return percent(cell);
  if (unit === 'seconds') return duration(cell * 1e3);
  return Number.isInteger(cell) ? String(cell) : cell.toFixed(2);
}

const nameOf = (name: string) => cut(visible(name), LONGEST_NAME);

const csvLine = (cells: readonly Cell[]) => `${cells.map(cellText).join(',')}\r\n`;
const rounded = (cell: Cell) => (typeof cell === 'number' ? Number(cell.toFixed(6)) : cell);

/** Recognizes such a file. */
export const movesCsvBeginning = 'file,game,';
export const gamesCsvBeginning = 'game,file,';

const namesOf = (columns: Columns) => Object.keys(columns);

/** One row per move. */
export function movesCsvHead({ columns }: GameAnalysis): string {
  return csvLine(['file', 'game', 'id', 'n', 'step', 'seat', 'player', ...namesOf(columns), 'choices']);
}

export function movesCsv(
  { columns }: GameAnalysis,
  { file, game, id, players, moves }: AnalysisReport,
): string {
  const names = new Map(players.map(({ seat, name }) => [seat, name]));
  return moves
    .map(({ n, step, seat, cells, best }) =>
      csvLine([
        ...[file, game, id, n, step, seat, names.get(seat)],
        ...namesOf(columns).map((name) => rounded(cells[name])),
        best.join('; '),
      ]),
    )
    .join('');
}

/** One row per game, with columns for each seat. */
export function gamesCsvHead({ figures }: GameAnalysis, seats: number): string {
  const ofSeat = (seat: number) => ['player', ...namesOf(figures)].map((name) => `${name}_${seat}`);
  return csvLine([
    'game',
    'file',
    'id',
    'seed',
    ...Array.from({ length: seats }, (_, index) => ofSeat(index + 1)).flat(),
  ]);
}

export function gamesCsv({ figures }: GameAnalysis, report: AnalysisReport, seats: number): string {
  const { game, file, id, seed, players } = report;
  const ofSeat = (index: number) => {
    const player = players[index];
    return [player?.name, ...namesOf(figures).map((name) => rounded(player?.figures[name]))];
  };
  return csvLine([
    game,
    file,
    id,
    seed,
    ...Array.from({ length: seats }, (_, index) => ofSeat(index)).flat(),
  ]);
}
