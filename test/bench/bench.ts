/** The figures of docs/reference/performance.md: `npm run bench -- --help`, after a build of dist. */
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { optimizeLater } from '../../host/cli/jobs/optimize-later.ts';
import { printTable } from '../support/print-table.ts';
import { compare } from './against/against.ts';
import { ratioRow } from './against/ratios.ts';
import { untilStopped } from './against/until-stopped.ts';
import { analysis } from './analysis.ts';
import { boards } from './boards.ts';
import { boggleWords } from './boggle.ts';
import { farm } from './farm.ts';
import { type Figure, figureRow, type Measure, type Skipped } from './figure.ts';
import { flood } from './flood.ts';
import { crowd, fresh } from './fresh.ts';
import { gate } from './gate.ts';
import { greedy } from './greedy.ts';
import { jobs } from './jobs.ts';
import { judging } from './judging.ts';
import { lasting } from './lasting.ts';
import { lexica } from './lexica.ts';
import { liveGame } from './live-game.ts';
import { memory } from './memory.ts';
import { report } from './report.ts';
import { scrabbleJudging } from './scrabble-judging.ts';
import { scrabbleTurn } from './scrabble-turn.ts';
import { site } from './site.ts';
import { startUp } from './start-up.ts';
import { store } from './store.ts';
import { turn } from './turn.ts';
import { web } from './web.ts';
import { webBots } from './web-bots.ts';

const groups = {
  start: startUp,
  fresh,
  crowd,
  game: liveGame,
  gate,
  turn,
  flood,
  judge: judging,
  scrabble: scrabbleJudging,
  boards,
  lexicon: lexica,
  'scrabble-turn': scrabbleTurn,
  jobs,
  boggle: boggleWords,
  greedy,
  analysis,
  store,
  memory,
  lasting,
  report,
  web,
  'web-bots': webBots,
  site,
  farm,
} as const satisfies Record<string, Measure>;

const names = Object.keys(groups).join(', ');
const help = `npm run bench -- [--json] [GROUP ...]
npm run bench -- --against COMMIT [--rounds N] [--json] [GROUP ...]

Measures these groups, or all: in this checkout, or in another commit and in this checkout, in turns.

  --json            a line of JSON for each figure
  --against COMMIT  what git takes for a commit
  --rounds N        how often each is measured, at least 3 (default 3)

Groups: ${names}

  npm run bench -- start fresh
  npm run bench -- --against HEAD~1 judge
`;

const { values, positionals } = wordsOf(process.argv.slice(2));
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
const unknown = positionals.filter((name) => !Object.hasOwn(groups, name));
if (unknown.length > 0) refuse(`no group ${unknown.join(', ')}: there are ${names}`);
if (values.rounds !== undefined && values.against === undefined)
  refuse('--rounds goes with --against COMMIT');
const rounds = Number(values.rounds ?? 3);
if (!Number.isInteger(rounds) || rounds < 3)
  refuse(`--rounds: expected a whole number of at least 3, and not ${values.rounds}`);
const wanted = (Object.keys(groups) as (keyof typeof groups)[]).filter(
  (name) => positionals.length === 0 || positionals.includes(name),
);

const { against } = values;
const status = await untilStopped(against === undefined ? measureAll : (stop) => compareWith(against, stop));
// What was being measured goes on otherwise.
if (status !== 0) process.exit(status);

async function compareWith(against: string, stop: AbortSignal): Promise<void> {
  const root = join(import.meta.dirname, '..', '..');
  const found = await compare({ root, against, groups: wanted, rounds, stop, note });
  if (values.json) printLines(found);
  else printTable(['group', 'what', 'there', 'here', 'ratio'], found.map(ratioRow));
}

function note(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

function wordsOf(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        against: { type: 'string' },
        rounds: { type: 'string' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    return refuse(`${(error as Error).message.split('. ')[0]} (--help lists the options)`);
  }
}

async function measureAll(stop: AbortSignal): Promise<void> {
  // As the host itself does.
  optimizeLater();
  const measured: { group: string; figure: Figure | Skipped }[] = [];
  const stopped = once(stop, 'abort').then(() => stop.throwIfAborted());
  try {
    for (const [index, group] of wanted.entries()) {
      note(`measuring ${group} (${index + 1} of ${wanted.length})`);
      const measure: Measure = groups[group];
      for (const figure of (await Promise.race([measure(), stopped])) ?? []) measured.push({ group, figure });
    }
  } finally {
    const columns = ['group', 'what', 'measured', 'target', 'met', 'baseline'];
    if (values.json) printLines(measured.map(({ group, figure }) => ({ group, ...figure })));
    else
      printTable(
        columns,
        measured.map(({ group, figure }) => figureRow(group, figure)),
      );
  }
}

function printLines(values: readonly object[]): void {
  process.stdout.write(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
}

function refuse(sentence: string): never {
  note(sentence);
  process.exit(2);
}
