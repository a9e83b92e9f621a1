/** The figures of docs/reference/performance.md: `npm run bench -- [--json] [GROUP…]`, after a build of dist. */
import { parseArgs } from 'node:util';
import { boards } from './boards.ts';
import { boggleWords } from './boggle.ts';
import { type Figure, figureRow, type Measure, type Skipped } from './figure.ts';
import { flood } from './flood.ts';
import { fresh } from './fresh.ts';
import { gate } from './gate.ts';
import { judging } from './judging.ts';
import { lexica } from './lexica.ts';
import { liveGame } from './live-game.ts';
import { memory } from './memory.ts';
import { rungs } from './rungs.ts';
import { scrabbleJudging } from './scrabble-judging.ts';
import { scrabbleTurn } from './scrabble-turn.ts';
import { startUp } from './start-up.ts';
import { turn } from './turn.ts';

const groups = {
  start: startUp,
  rungs,
  fresh,
  game: liveGame,
  gate,
  turn,
  flood,
  judge: judging,
  scrabble: scrabbleJudging,
  boards,
  lexicon: lexica,
  'scrabble-turn': scrabbleTurn,
  boggle: boggleWords,
  memory,
} as const satisfies Record<string, Measure>;

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(groups, name));
if (unknown.length > 0) {
  process.stderr.write(`no group ${unknown.join(', ')}: there are ${Object.keys(groups).join(', ')}\n`);
  process.exit(2);
}

const measured: { group: string; figure: Figure | Skipped }[] = [];
for (const [group, measure] of Object.entries<Measure>(groups)) {
  if (positionals.length > 0 && !positionals.includes(group)) continue;
  for (const figure of await measure()) measured.push({ group, figure });
}
if (values.json) {
  const lines = measured.map(({ group, figure }) => JSON.stringify({ group, ...figure }));
  process.stdout.write(`${lines.join('\n')}\n`);
} else printTable(measured.map(({ group, figure }) => figureRow(group, figure)));

function printTable(rows: readonly Record<string, string>[]): void {
  const columns = ['group', 'what', 'measured', 'target', 'met', 'baseline'];
  const lines = [Object.fromEntries(columns.map((name) => [name, name])), ...rows];
  const widths = columns.map((name) => Math.max(...lines.map((row) => (row[name] ?? '').length)));
  for (const row of lines) {
    const cells = columns.map((name, index) => (row[name] ?? '').padEnd(widths[index]!));
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}
