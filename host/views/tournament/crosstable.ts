import type { TournamentReport } from '../../tournament/report/report-fields.ts';
import type { Table } from '../reports/summary.ts';
import { inPoints } from './standings-columns.ts';

export type Meeting = TournamentReport['crosstable'][number][number];

/** How a meeting is written: in full, or as the points of the row against the column. */
export type MeetingForm = (meeting: Meeting) => string;

export const inFull: MeetingForm = (meeting) =>
  hasMet(meeting) ? `${meeting.won}-${meeting.drawn}-${meeting.lost}` : '';

export const asPoints: MeetingForm = (meeting) =>
  hasMet(meeting) ? inPoints(meeting.won + meeting.drawn / 2) : '';

export function hasMet(meeting: Meeting): meeting is NonNullable<Meeting> {
  return meeting !== null && meeting.won + meeting.drawn + meeting.lost > 0;
}

/** Whether anybody has met anybody. */
export function hasMeetings({ crosstable }: TournamentReport): boolean {
  return crosstable.some((row) => row.some(hasMet));
}

const ITSELF = '-';

/** Rows and columns by their places in the standings; `from` and `to`: of the columns. */
export function crosstableCells(
  { crosstable }: TournamentReport,
  labels: readonly string[],
  form: MeetingForm,
  [from, to]: readonly [number, number] = [0, crosstable.length],
): Table {
  const places = crosstable.map((_, index) => String(index + 1));
  return {
    headings: ['', '', ...places.slice(from, to)],
    rows: crosstable.map((row, index) => [
      places[index]!,
      labels[index]!,
      ...row.map((meeting, column) => (column === index ? ITSELF : form(meeting))).slice(from, to),
    ]),
  };
}
