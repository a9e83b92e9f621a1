import { counted, cut, grouped, visible, widthOf } from '../../core/text.ts';
import type { GameRecord } from '../../events/read-record.ts';
import type { Result } from '../../events/result.ts';
import type { InWords } from '../../games/presentation.ts';
import type { StandingsRow, TournamentReport } from '../../tournament/report.ts';
import type { Table } from '../reports/summary.ts';
import { offenceSentence } from '../terminal/player-reports.ts';
import { duration } from '../words.ts';

/** Recognizes a report for people. */
export const reportBeginning = 'Report of ';

export function reportTitle({ name, game, format }: TournamentReport): string {
  return `${reportBeginning}${visible(name)}: ${visible(game)}, ${format}`;
}

export function progressSentence(report: TournamentReport, isSeedHidden = false): string {
  const { games, planned, uncounted = 0, standings, stopped, seed } = report;
  const players = counted(standings.length, 'player');
  const of = games === planned ? counted(games, 'game') : `${grouped(games)} of ${grouped(planned)} games`;
  const end = stopped === undefined ? '' : `; stopped: ${visible(stopped)}`;
  const more =
    uncounted > 0 ? `; ${uncounted} more not counted, because a player was dropped during the game` : '';
  const without = leftOutSentences(report)
    .map((sentence) => `; ${sentence}`)
    .join('');
  const seedWords = isSeedHidden ? '' : `, seed ${visible(seed)}`;
  return `${of} between ${players}${seedWords}${more}${without}${end}`;
}

export function leaderSentence({ standings, games }: TournamentReport): string | undefined {
  if (games === 0) return undefined;
  const leaders = standings.filter(({ rank }) => rank === 1);
  const [first] = leaders;
  if (!first) return undefined;
  if (leaders.length > 1) return `${counted(leaders.length, 'player')} share first place.`;
  const elo = first.elo === null ? '' : ` (Elo ${eloWords(first.elo)})`;
  return `${visible(first.name)} is first with ${inPoints(first.points)} points${elo}.`;
}

/** Problems of players that results hide. */
export function warningSentences({ warnings = [] }: TournamentReport): readonly string[] {
  return warnings.map(({ player, text }) => `${visible(player)} ${text}`);
}

/** Workers whose games are not counted. */
export function leftOutSentences({ leftOut = [] }: TournamentReport): readonly string[] {
  return leftOut.map(
    ({ worker, games }) =>
      `${counted(games, 'game')} of worker ${visible(worker)} left out (--without-worker)`,
  );
}

/** The workers of a farm; undefined where one machine has played. */
export function workerTable({ workers }: TournamentReport): Table | undefined {
  if (workers === undefined) return undefined;
  const all = workers.reduce((sum, { games }) => sum + games, 0);
  return {
    headings: ['worker', 'games', 'share', 'per minute', 'mean delay', 'timeouts', 'overloaded'],
    rows: workers.map(({ name, games, gamesPerMinute, delayMs, timeouts, overloaded }) => [
      ...[visible(name), String(games), `${((100 * games) / all).toFixed(1)}%`, String(gamesPerMinute)],
      ...[delayMs === null ? '' : duration(delayMs), String(timeouts), String(overloaded)],
    ]),
  };
}

export type BadGame = TournamentReport['bad'][number];

export function badGameWords({ player, ...bad }: BadGame): string {
  return player === null
    ? `it had no normal end: ${bad.outcome}`
    : `${visible(player)}: ${offenceSentence({ ...bad, exit: null })}`;
}

/** A fault of a player, with its first game. */
export interface Fault {
  readonly first: BadGame;
  readonly games: number;
}

/** Groups faults by the rule or the kind of departure, the most frequent first. */
export function faultsOf({ bad }: Pick<TournamentReport, 'bad'>): readonly Fault[] {
  const groups = Map.groupBy(bad, faultKey);
  return [...groups.values()]
    .map((games) => ({ first: games[0]!, games: games.length }))
    .sort((one, other) => other.games - one.games);
}

export function faultKey({ player, offence, cause, outcome }: BadGame): string {
  return JSON.stringify([player, offence ? [offence.kind, offence.rule] : (cause ?? outcome)]);
}

export function faultWords({ first: { player, ...bad }, games }: Fault): string {
  const count = counted(games, 'game');
  if (player === null) return `${count} had no normal end: ${bad.outcome}`;
  return `${visible(player)}, in ${count}: ${offenceSentence({ ...bad, exit: null })}`;
}

export function faultTable(report: TournamentReport): Table | undefined {
  if (report.bad.length === 0) return undefined;
  return {
    headings: ['player', 'games', 'what went wrong', 'first in'],
    rows: faultsOf(report).map(({ first: { player, number, ...bad }, games }) => [
      ...(player === null
        ? ['', String(games), `no normal end: ${bad.outcome}`]
        : [visible(player), String(games), offenceSentence({ ...bad, exit: null })]),
      `game ${number}`,
    ]),
  };
}

export interface Column {
  readonly heading: string;
  cell(row: StandingsRow): string;
  /** Columns with the highest value are omitted first. */
  readonly leftOut: number;
}

/** Columns without any value are omitted. */
export function standingsColumns({ standings }: Pick<TournamentReport, 'standings'>): readonly Column[] {
  const all = [...columns(pointsDigits(standings)), ...tieBreakColumns(standings)];
  return all.filter(
    ({ leftOut, cell }) => leftOut === 0 || standings.some((row) => !/^(0|)$/.test(cell(row))),
  );
}

/** Points are shares of games, such as halves or thirds, and are aligned. */
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
  { heading: 'errors', leftOut: 6, cell: ({ errors = 0 }) => String(errors) },
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

/** Rounds half away from zero for symmetry, and never returns -0. */
function rounded(value: number): number {
  return value < 0 ? 0 - Math.round(-value) : Math.round(value);
}

function inPoints(points: number): string {
  return String(Number(points.toFixed(2)));
}

export function eloWords(elo: StandingsRow['elo']): string {
  if (elo === null) return '';
  const value = rounded(elo.value);
  return `${value > 0 ? '+' : ''}${value} ± ${Math.round(elo.error)}`;
}

export type Meeting = TournamentReport['crosstable'][number][number];

/** Writes a meeting in full, or as points of the row against the column. */
export type MeetingForm = (meeting: Meeting) => string;

export const inFull: MeetingForm = (meeting) =>
  hasMet(meeting) ? `${meeting.won}-${meeting.drawn}-${meeting.lost}` : '';

export const asPoints: MeetingForm = (meeting) =>
  hasMet(meeting) ? inPoints(meeting.won + meeting.drawn / 2) : '';

export function hasMet(meeting: Meeting): meeting is NonNullable<Meeting> {
  return meeting !== null && meeting.won + meeting.drawn + meeting.lost > 0;
}

export function hasMeetings({ crosstable }: TournamentReport): boolean {
  return crosstable.some((row) => row.some(hasMet));
}

const ITSELF = '-';

/** `from` and `to` are columns. Rows and columns are places in the standings. */
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

/** Shortens names to a width and keeps them distinct by their ends. */
export function shortNames(names: readonly string[], width: number): readonly string[] {
  const seen = names.map(visible);
  const atEnd = seen.map((name) => cut(name, width));
  if (areDistinct(atEnd) || !areDistinct(seen)) return atEnd;
  const counts = new Map<string, number>();
  for (const name of atEnd) counts.set(name, (counts.get(name) ?? 0) + 1);
  return seen.map((name, index) =>
    counts.get(atEnd[index]!) === 1 ? atEnd[index]! : cutInside(name, width),
  );
}

function cutInside(name: string, width: number): string {
  const characters = [...name];
  const forEnd = Math.ceil((width - 1) / 2);
  let end = '';
  while (characters.length > 0 && widthOf(end) + widthOf(characters.at(-1)!) <= forEnd)
    end = characters.pop()! + end;
  let begin = '';
  for (const character of characters) {
    if (widthOf(begin) + widthOf(character) + 1 + widthOf(end) > width) break;
    begin += character;
  }
  return `${begin}…${end}`;
}

function areDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

export interface ReportedGame {
  readonly number: number;
  readonly result: Result;
}

/** A tournament, possibly unfinished, as its reports show it. */
export interface ReportedTournament {
  readonly report: TournamentReport;
  readonly words: InWords;
  readonly games: readonly ReportedGame[];
  /** A shell command that shows the game. Undefined without a record. */
  replayCommand(number: number): string | undefined;
  /**
   * The terminal report of a bad game. Undefined if it is unknown or was not read because of their number.
   */
  badGame(number: number): readonly string[] | undefined;
  /** The address of each game. Without it, only games in `shown` have steps. */
  readonly gameAddress?: (number: number) => string;
  /** With the seed, the hands of games that run could be found. */
  readonly isSeedHidden?: true;
  readonly shown: ReadonlyMap<number, GameRecord>;
}
