import { counted } from '../../../core/text/plural.ts';
import type { SeriesFold } from '../../../runs/series-fold.ts';
import type { TestCase } from '../../../views/reports/summary.ts';
import { type ReportedSeries, standingsReport } from '../standings-lines.ts';
import type { Conclusion } from './run-summary.ts';

/** What a series has come to: who has won how many, and whether the conditions hold. `wentWrong`: of its games, in a sentence. */
export function seriesConclusion(
  series: ReportedSeries,
  fold: SeriesFold,
  interrupted: boolean,
  wentWrong: string,
): Conclusion {
  const { games } = series;
  const { tables, sentences } = standingsReport(series, fold);
  const over = fold.games;
  const cases = interrupted ? skippedCases(fold, over, games) : requirementCases(fold);
  const broken = interrupted ? [] : fold.requirements.broken();
  return {
    verdict: [
      ...(interrupted ? [`Interrupted after ${over} of ${counted(games, 'game')}.`] : []),
      wentWrong,
      ...broken.map((sentence) => `--require ${sentence}`),
      ...sentences,
    ],
    tables: games > 1 ? tables : [],
    cases,
  };
}

function requirementCases({ requirements }: SeriesFold): TestCase[] {
  return requirements.outcomes().map(({ text, problem }) => {
    const name = `--require ${text}`;
    if (problem === undefined) return { name, outcome: 'passed' };
    return { name, outcome: 'failed', kind: 'require', why: problem };
  });
}

function skippedCases({ requirements }: SeriesFold, over: number, games: number): TestCase[] {
  const why = 'the run was interrupted';
  const left = games - over;
  const names = [
    ...(left > 0 ? [`games that were not played: ${left} of ${games}`] : []),
    ...requirements.outcomes().map(({ text }) => `--require ${text}`),
  ];
  return names.map((name) => ({ name, outcome: 'skipped', why }));
}
