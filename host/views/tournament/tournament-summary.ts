import { visible } from '../../core/text.ts';
import { version } from '../../core/version.ts';
import type { RunSummary, Table, TestCase } from '../reports/summary.ts';
import { endingSentence } from '../words.ts';
import {
  type BadGame,
  badGameWords,
  crosstableCells,
  faultKey,
  faultTable,
  hasMeetings,
  inFull,
  leaderSentence,
  progressSentence,
  type ReportedGame,
  type ReportedTournament,
  reportTitle,
  standingsColumns,
  warningSentences,
  workerTable,
} from './report-words.ts';

/** A wider table is not readable on a page. */
const MOST_CROSSED = 20;

/** One test case per game. */
export function tournamentSummary(tournament: ReportedTournament): RunSummary {
  const { report, games } = tournament;
  const { name, game, format, seed } = report;
  const [first] = games;
  const suite = {
    name: visible(name),
    startedAt: first?.result.startedAt ?? new Date(0).toISOString(),
    ms: games.reduce((sum, { result }) => sum + result.ms, 0),
    facts: { game, format, seed, wordhost: version },
    cases: [...gameCases(tournament), ...leftCases(tournament)],
  };
  const leader = leaderSentence(report);
  const [workers, faults] = [workerTable(report), faultTable(report)];
  return {
    title: reportTitle(report),
    verdict: [
      progressSentence(report),
      ...(leader === undefined ? [] : [leader]),
      ...warningSentences(report),
    ],
    tables: [...tablesOf(report), ...(workers ? [workers] : []), ...(faults ? [faults] : [])],
    suites: [suite],
  };
}

function tablesOf(report: ReportedTournament['report']): readonly Table[] {
  const { standings } = report;
  const columns = standingsColumns(report);
  const standingsTable = {
    headings: columns.map(({ heading }) => heading),
    rows: standings.map((row) => columns.map(({ cell }) => cell(row))),
  };
  if (standings.length > MOST_CROSSED || !hasMeetings(report)) return [standingsTable];
  const labels = standings.map(({ name }) => visible(name));
  return [standingsTable, crosstableCells(report, labels, inFull)];
}

function gameCases(tournament: ReportedTournament): readonly TestCase[] {
  const bad = Map.groupBy(tournament.report.bad, ({ number }) => number);
  const seen = new Set<string>();
  return tournament.games.map((game) => {
    const faults = bad.get(game.number);
    if (!faults) return { ...caseOf(game), outcome: 'passed' };
    const report = tournament.badGame(game.number);
    const repeats = faults.every((fault) => seen.has(faultKey(fault)));
    for (const fault of faults) seen.add(faultKey(fault));
    return {
      ...caseOf(game),
      ...failureOf(tournament, game, faults),
      ...(report && { report }),
      ...(repeats && { repeats }),
    };
  });
}

function caseOf({ number, result }: ReportedGame): Pick<TestCase, 'name' | 'ms'> {
  const who = result.players.map(({ name }) => visible(name)).join(', ');
  return { name: `game ${number}: ${who} (seed ${visible(result.seed)})`, ms: result.ms };
}

function failureOf(
  { words, replayCommand }: ReportedTournament,
  { number, result }: ReportedGame,
  faults: readonly BadGame[],
): Pick<TestCase, 'outcome' | 'why' | 'kind' | 'command'> {
  const [first] = faults;
  const { offence, cause, outcome } = first!;
  return {
    outcome: 'failed',
    kind: offence ? `${offence.kind}/${offence.rule}` : (cause ?? outcome),
    why: first!.player === null ? endingSentence(result, words) : faults.map(badGameWords).join('; '),
    command: replayCommand(number),
  };
}

function leftCases({ report }: ReportedTournament): readonly TestCase[] {
  const { games, planned, stopped } = report;
  if (games >= planned) return [];
  const why = stopped ?? 'the tournament is not over';
  return [{ name: `games not played: ${planned - games} of ${planned}`, outcome: 'skipped', why }];
}
