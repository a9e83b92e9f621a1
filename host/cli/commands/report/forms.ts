import { visibleJson } from '../../../core/text/visible.ts';
import { junit } from '../../../views/reports/junit.ts';
import { markdown } from '../../../views/reports/markdown.ts';
import type { ReportFormat } from '../../../views/reports/summary.ts';
import { tap } from '../../../views/reports/tap.ts';
import { csvBeginning, csvReport } from '../../../views/tournament/csv-report.ts';
import { tournamentPage, tournamentPageBeginning } from '../../../views/tournament/html/tournament-page.ts';
import { reportBeginning } from '../../../views/tournament/report-words.ts';
import type { ReportedTournament } from '../../../views/tournament/reported-tournament.ts';
import { type Look, terminalReport } from '../../../views/tournament/terminal-report.ts';
import { tournamentSummary } from '../../../views/tournament/tournament-summary.ts';

export interface ReportForm {
  /** By which such a file is known again, so that nothing else is written over. */
  readonly beginning: string;
  /** What is read of bad games, and of games that are shown. */
  readonly reads: 'nothing' | 'bad games' | 'shown games';
  write(tournament: ReportedTournament, look: Look): string;
}

export const reportForms = {
  terminal: {
    beginning: reportBeginning,
    reads: 'nothing',
    write: ({ report, replayCommand }, look) => `${terminalReport(report, replayCommand, look).join('\n')}\n`,
  },
  json: {
    beginning: '{"wordhost":1,"kind":"report",',
    reads: 'nothing',
    write: ({ report }) => `${visibleJson(report)}\n`,
  },
  html: { beginning: tournamentPageBeginning, reads: 'shown games', write: tournamentPage },
  csv: { beginning: csvBeginning, reads: 'nothing', write: ({ report }) => csvReport(report) },
  junit: summarized(junit),
  tap: summarized(tap),
  markdown: summarized(markdown),
} as const satisfies Readonly<Record<string, ReportForm>>;

export type ReportFormName = keyof typeof reportForms;

export const reportFormNames = Object.keys(reportForms) as readonly ReportFormName[];

function summarized({ beginning, write }: ReportFormat): ReportForm {
  return { beginning, reads: 'bad games', write: (tournament) => write(tournamentSummary(tournament)) };
}
