import { visibleJson, visibleLines } from '../../core/text.ts';
import { junit } from '../../views/reports/junit.ts';
import { markdown } from '../../views/reports/markdown.ts';
import type { ReportFormat } from '../../views/reports/summary.ts';
import { tap } from '../../views/reports/tap.ts';
import { paintFor } from '../../views/terminal/paint.ts';
import { csvBeginning, csvReport } from '../../views/tournament/csv-report.ts';
import { tournamentPage, tournamentPageBeginning } from '../../views/tournament/page.ts';
import {
  leftOutSentences,
  type ReportedTournament,
  reportBeginning,
} from '../../views/tournament/report-words.ts';
import { type Look, terminalReport } from '../../views/tournament/terminal-report.ts';
import { tournamentSummary } from '../../views/tournament/tournament-summary.ts';
import { type Call, type Command, commandOf } from '../command.ts';
import { type GamesWords, loadGames } from '../game-words.ts';
import { printNotes, terminalWidth, writeTo } from '../output.ts';
import { pricedTotals, priceOption } from '../price.ts';
import { checkOutputFile } from '../process/paths.ts';
import { storesWithPrefix } from '../stores.ts';
import { readGameSelection, readTournament } from '../tournament/report.ts';

interface ReportForm {
  /** Identifies a file of this form, so that no other file is overwritten. */
  readonly beginning: string;
  /** The parts of bad games, and of games that are shown, which are read. */
  readonly reads: 'nothing' | 'bad games' | 'shown games';
  write(tournament: ReportedTournament, look: Look): string;
}

const reportForms = {
  terminal: {
    beginning: reportBeginning,
    reads: 'nothing',
    write: ({ report, replayCommand }, look) =>
      visibleLines(`${terminalReport(report, replayCommand, look).join('\n')}\n`),
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

type ReportFormName = keyof typeof reportForms;

const reportFormNames = Object.keys(reportForms) as readonly ReportFormName[];

function summarized({ beginning, write }: ReportFormat): ReportForm {
  return { beginning, reads: 'bad games', write: (tournament) => write(tournamentSummary(tournament)) };
}

const options = {
  as: {
    kind: 'choice',
    choices: reportFormNames,
    default: 'terminal',
    help: 'output form',
    everyday: true,
  },
  output: {
    kind: 'text',
    default: '-',
    value: 'FILE',
    help: 'output file; `-` for standard output',
    everyday: true,
  },
  games: {
    kind: 'text',
    default: '100',
    value: 'all|bad|N',
    relations: [{ requires: 'as', is: ['html'] }],
    help: 'with --as html: games to include in the page; N: the bad ones and the N newest',
  },
  price: priceOption,
  'without-worker': {
    kind: 'list',
    default: [],
    value: 'NAME',
    help: 'worker of a farm whose games are ignored; repeatable',
  },
} as const;

/** The width of a report in a file or a pipe. */
const WIDTH = 200;

type ReportCall = Call<typeof options>;

/** Reports a tournament from its store. */
export function reportWith(games: GamesWords): Command {
  return commandOf({
    summary: 'Reports the standings of a tournament or a comparison, during and after the run.',
    operands: {
      form: '[options] STORE',
      min: 1,
      max: 1,
      expected: 'one store, made by `wordhost tournament`: wordhost report league.db',
      choices: [storesWithPrefix],
    },
    options,
    examples: [
      ['wordhost report league.db', 'show the standings, the crosstable and bad games'],
      [
        'wordhost report league.db --as html --output league.html',
        'write a page with plots and games to step through',
      ],
      [
        'wordhost report postgres://ann@db.example/farm#league --without-worker attic',
        'ignore the games that one worker of a farm played',
      ],
      ['wordhost report league.db --as csv --output league.csv', 'write the standings for a spreadsheet'],
      [
        'wordhost report league.db --as junit --output league.xml',
        'write a report for a CI service, with a test case for each game',
      ],
    ],
    notes: 'Exit status: 0 the report was written, 2 no such store, 3 reading or writing failed.',
    run: async (call) => await run(games, call),
  });
}

async function run(games: GamesWords, call: ReportCall): Promise<number> {
  const { as, output, games: shownText, 'without-worker': without } = call.options;
  const form: ReportForm = reportForms[as];
  const shown = readGameSelection(shownText);
  const { reads } = form;
  const read = await readTournament(call.operands[0]!, await loadGames(games), { reads, shown, without });
  const { models = [] } = read.report;
  const priced = pricedTotals(models, call.options.price);
  const tournament = { ...read, report: { ...read.report, ...(models.length > 0 && { models: priced }) } };
  if (output !== '-') checkOutputFile('--output', output, `report as ${as}`, [form.beginning]);
  const isShown = output === '-' && process.stdout.isTTY;
  const paint = paintFor(isShown && call.coloured);
  if (as === 'csv' || as === 'junit' || as === 'tap') printNotes(leftOutSentences(tournament.report));
  const text = form.write(tournament, {
    paint,
    width: isShown ? terminalWidth(process.stdout) : WIDTH,
  });
  return writeTo(output, text) ? 0 : 3;
}
