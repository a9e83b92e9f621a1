import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MoveLine, Panel, Sign } from '../../host/games/presentation.ts';
import { dataTable, draw, type Markup, markup } from '../../host/views/html/markup.ts';
import { htmlPage } from '../../host/views/html/page.ts';
import { intervalPlot, pathPlot } from '../../host/views/html/plots.ts';
import { changesBetween, type GameData, type StepData } from '../../host/views/parts/game-data.ts';
import { firstMoment, gameTable, type Moment, runningTable } from '../../host/views/parts/game-parts.ts';

const legend: readonly Sign[] = [
  { sign: "'", meaning: 'double letter', label: '2L', weight: 1 },
  { sign: '"', meaning: 'triple letter', label: '3L', weight: 2 },
  { sign: '-', meaning: 'double word', label: '2W', weight: 3 },
  { sign: '=', meaning: 'triple word', label: '3W', weight: 4 },
  { sign: '+', meaning: 'by its program', weight: 0 },
];
const points = { A: 1, Q: 10, U: 1, I: 1, Z: 10, E: 1, R: 1, T: 1 };
const board: Panel = {
  seat: undefined,
  caption: 'QUIz for 34',
  rows: ["=..'..=", '.-...-.', '..QUIz.', "'..-..'", '.T"."..', '.-..+-.', '=#####='],
  start: 24,
  fresh: [16, 17],
  columnNames: [...'ABCDEFG'],
  rowNames: ['1', '2', '3', '4', '5', '6', '7'],
  points,
  legend,
  stock: '12 in the bag',
};
const longName = 'a-player-with-a-name-that-is-longer-than-its-card';
const hand = (seat: number, more: Partial<Panel> = {}): Panel => ({
  ...{ seat, caption: 'resigned', rows: [], score: 100 * seat, clock: '4:12', points, rack: 'QUIZ?ER' },
  ...more,
});
const dice = [
  ['S', 'P', 'Qu'],
  ['T', 'C', 'O'],
];

interface State {
  readonly title: string;
  readonly panels: readonly Panel[];
  readonly lines?: readonly MoveLine[];
  readonly names?: readonly string[];
  readonly step?: Partial<StepData>;
  readonly moment?: Partial<Moment>;
}

const lines: readonly MoveLine[] = [
  { seat: 1, at: '8H', word: 'QUIZ', points: 34, total: 34 },
  { seat: 2, at: 'H8', word: 'UNDERSTANDINGS', points: 131, total: 131 },
  { seat: 1, word: 'leftover', points: -7, total: 27 },
  { seat: 2, word: 'XYZZY', note: 'not in the word list', points: 0 },
];

const states: readonly State[] = [
  {
    title: 'A board with tiles that lie as a possible move, mistakes of each size, a long name',
    panels: [board, hand(1), hand(2, { rack: 'Z', clock: '-0:07' })],
    names: ['Ada', longName],
    lines,
    step: {
      loss: 31,
      best: [
        { text: '4D ZAX 44', laid: [] },
        {
          text: '6A ZAQ 40',
          laid: [
            [35, 'Z'],
            [37, 'Q'],
          ],
        },
      ],
      output: ['0.1 s  thinking'],
    },
    moment: { ghost: 1, isPlaying: true, speed: 0.5 },
  },
  {
    title: 'A path, a word that brought nothing, lists of words',
    panels: [
      { seat: undefined, caption: '1: COPS 1', rows: dice, path: [4, 5, 1, 0] },
      hand(1, { list: ['COPS 1', 'TOPS 1'] }),
      hand(2),
    ],
    lines: [{ seat: 1, word: 'XYZZY', note: 'not in the word list', points: 0 }],
    moment: { speed: 8 },
  },
  {
    title: 'A grid of each player, a late peel, loose tiles',
    panels: [
      { seat: 1, caption: 'peel 003', rows: ['QUIZ', 'U  A'], score: 6, loose: 'E' },
      {
        seat: 2,
        caption: 'no peel yet',
        rows: [],
        score: 0,
        loose: 'AEIOUQUIZQUIZQUIZ',
        stock: '9 in the bunch',
      },
    ],
    lines: [{ seat: 1, at: '004', word: 'late peel', note: '0.9 ms late' }],
  },
  {
    title: 'Eight players, the end, without a script',
    panels: [{ ...board, stock: 'the bag is empty' }, ...[1, 2, 3, 4, 5, 6, 7, 8].map((seat) => hand(seat))],
    names: ['Ada', 'Ben', 'Cyd', 'Dan', 'Eva', 'Fay', 'Gus', 'Hal'],
    moment: { isAlive: false },
  },
];

function gameIn({ panels, lines = [], names = ['Ada', 'Ben'], step = {}, moment = {} }: State): Markup {
  const before: StepData = { number: 1, words: 'is ready', time: '0.000 s', changes: [] };
  const moves = names.map((_, index) => ({ seat: index + 1, word: 'WORD', total: 40 + 9 * index }));
  const steps: readonly StepData[] = [
    { ...before, changes: changesBetween([], panels) },
    ...[6, 16].map((loss, index) => ({ ...before, number: 2 + index, seat: 1 + index, loss, lines: moves })),
    { ...before, number: 4, seat: 1, words: 'plays', lines, ...step },
    { ...before, number: 5, words: 'the end' },
  ];
  const data: GameData = {
    players: names.map((name, index) => ({ name, ...(index === 0 && { about: './bot', hasWon: true }) })),
    ...{ start: 3, steps, end: 'Ada has won', prefix: '' },
    loss: { name: 'points given away', from: [5, 15, 30] },
  };
  const shown = moment.isAlive === false ? { at: 4, ...moment } : { isAlive: true, ...moment };
  return markup`<word-game class="alive">${gameTable(draw, { ...firstMoment(data), ...shown })}</word-game>`;
}

/** Every part of a page in every state. */
export function partsPage(): string {
  const rows = [
    { label: 'NEW', value: 0.6, low: 0.4, high: 0.7, half: [0.5, 0.65] as const, said: '60%' },
    { label: longName, value: 0.4, low: 0.1, high: 0.5, said: '40%' },
  ];
  const ticks = [0, 0.5, 1].map((at) => ({ at, label: String(at) }));
  const path = [0, 3, 2, 6].map((value, index) => [index, value] as const);
  const table = { headings: ['#', 'player', 'points', 'margin'], rows: [['1', longName, '25', '128.1']] };
  return htmlPage({
    kind: 'Parts',
    title: 'every part in every state',
    heading: 'Parts',
    body: markup`${states.map((state) => markup`<h2>${state.title}</h2>${gameIn(state)}`)}
<h2>A game that runs</h2>
${runningTable(draw, ['Ada', 'Ben'], [board, hand(1), hand(2)], 2)}
<h2>Tables and plots</h2>
${dataTable('Table', table, { names: 1, folded: [false, false, false, true] })}
<div class="cards"><figure>${intervalPlot({ title: 'Intervals', rows, axis: [0, 1], ticks, reference: 0.5 })}</figure>
<figure>${pathPlot({ title: 'Path', paths: [{ points: path }], bounds: [{ at: 5, label: 'bound' }], below: 'games' })}</figure></div>
<div class="verdict fair-here"><strong><span>verified</span></strong><p>All is right.</p></div>
<div class="verdict not-fair"><strong><span>DIFFERENT</span></strong><p>Line 7.</p></div>`,
  });
}

if (import.meta.main) {
  const file = join(tmpdir(), 'wordhost-parts.html');
  writeFileSync(file, partsPage());
  console.log(pathToFileURL(file).href);
}
