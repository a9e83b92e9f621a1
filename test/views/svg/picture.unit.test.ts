import t from 'tap';
import type { Panel } from '../../../host/games/shown.ts';
import { gridInWords } from '../../../host/views/svg/cells.ts';
import { gridSvg } from '../../../host/views/svg/grid-svg.ts';
import { drawingBeginning, pictureSvg } from '../../../host/views/svg/picture-svg.ts';
import fc, { runs } from '../../support/laws.ts';
import { unbalanced } from '../html/unbalanced.ts';

const board: Panel = {
  seat: undefined,
  caption: 'CAt for 5',
  rows: ['#.=.', '.CAt', "'..."],
  fresh: [6, 7],
  columnNames: ['A', 'B', 'C', 'D'],
  rowNames: ['1', '2', '3'],
  legend: [
    { sign: "'", meaning: 'double letter', weight: 1 },
    { sign: '=', meaning: 'triple word', weight: 4 },
  ],
};

/** How many squares a path of this class has. */
const squares = (svg: string, kind: string) =>
  (new RegExp(`<path class="${kind}" d="([^"]*)"`).exec(svg)?.[1]?.match(/M/g) ?? []).length;

t.test(
  'Tiles, free squares and those that are worth more are drawn apart; where the board has none, none is',
  async (t) => {
    const svg = gridSvg(board).text;
    t.equal(squares(svg, 'free'), 6);
    t.equal(squares(svg, 'square w1'), 1);
    t.equal(squares(svg, 'square w4'), 1);
    t.equal(squares(svg, 'tile'), 1);
    t.equal(squares(svg, 'tile fresh'), 2, 'the last move');
    t.match(svg, />CA<\/text>/);
    t.match(svg, /<text class="letter other" [^>]*>t<\/text>/, 'a tile that can be several letters');
    t.match(svg, 'aria-label="CAt for 5. row 2: B CAt"');
    t.equal(unbalanced(svg), undefined);
  },
);

t.test('Words of a grid are read row by row, with the column that each begins in', async (t) => {
  const grid = (...rows: string[]): Panel => ({ seat: 1, caption: '', rows });
  t.equal(gridInWords(grid('AB CD', '     ', ' E   ')), 'row 1: AB, CD; row 3: E');
  t.equal(gridInWords(board), 'row 2: B CAt');
  t.equal(gridInWords(grid()), '');
});

t.test('A way is drawn from cell to cell, and numbers of no cell are left out', async (t) => {
  const rows = [
    ['Qu', 'I'],
    ['T', 'E'],
  ];
  const svg = (path: readonly number[]) => gridSvg({ seat: undefined, caption: '', rows, path }).text;
  t.equal(/points="([^"]*)"/.exec(svg([0, 1, 3]))?.[1]?.split(' ').length, 3);
  t.equal(/points="([^"]*)"/.exec(svg([0, 99, -1, 1.5, 3]))?.[1]?.split(' ').length, 2);
  t.notMatch(svg([]), 'class="way"');
  t.match(svg([]), /class="letter long"[^>]*>Qu</);
});

t.test(
  'A picture is a file of its own, which requests nothing, with all panels under their headings',
  async (t) => {
    const list = Array.from({ length: 500 }, (_, index) => `WORD${index} 1`);
    const panels = [board, { seat: 2, caption: '7 points', rows: [], list }];
    const svg = pictureSvg({ panels, names: ['Ada', 'Ben'], title: ['a game', 'the end'] });
    t.ok(svg.startsWith(drawingBeginning));
    t.equal(unbalanced(svg), undefined);
    t.notMatch(svg, /<script|<image|href|url\(|@import|\bon[a-z]+=/);
    t.notMatch(svg.replace('http://www.w3.org/2000/svg', ''), /https?:/);
    t.match(svg, 'prefers-color-scheme: dark');
    for (const text of ['CAt for 5', '2 Ben: 7 points', 'WORD0 1', 'triple word', 'a game. the end'])
      t.match(svg, text);
    t.match(svg, /and 4\d\d more</);
    t.equal(unbalanced(pictureSvg({ panels: [], names: [], title: [] })), undefined, 'nothing to see');
  },
);

t.test('A grid that is too large is not drawn, and the drawing says so', async (t) => {
  const panel: Panel = { seat: 1, caption: 'peel 001', rows: ['A'.repeat(50_000)] };
  const svg = pictureSvg({ panels: [panel], names: ['Ada'], title: [] });
  t.match(svg, 'too large to draw: 50000 by 1 cells');
  t.ok(svg.length < 10_000);
});

t.test('The tiles that a player holds are drawn where it has no grid', async (t) => {
  const panel: Panel = { seat: 1, caption: '7 points', rows: [], rack: '?ABC' };
  t.equal(squares(gridSvg(panel).text, 'tile'), 4);
  t.match(gridSvg(panel).text, 'aria-label="7 points. row 1: ?ABC"');
  t.equal(squares(gridSvg({ ...panel, rows: ['D'] }).text, 'tile'), 1);
});

t.test('What is low is drawn below another beside a board, within the width of a page', async (t) => {
  const high: Panel = {
    seat: undefined,
    caption: 'the board',
    rows: Array.from({ length: 15 }, () => '.'.repeat(15)),
  };
  const low = (seat: number): Panel => ({ seat, caption: '7 points', rows: [], rack: 'ABC' });
  const svg = pictureSvg({ panels: [high, low(1), low(2), low(3)], names: ['a', 'b', 'c'], title: [] });
  const places = [...svg.matchAll(/<text class="heading" x="([\d.]+)" y="([\d.]+)"/g)];
  const [board, ...racks] = places.map(([, x, y]) => [Number(x), Number(y)] as const);
  t.same(new Set(racks.map(([x]) => x)).size, 1);
  t.ok(racks[0]![0] > board![0]);
  t.ok(racks[0]![1] < racks[1]![1] && racks[1]![1] < racks[2]![1]);
});

const HALF = String.fromCharCode(0xd800);
const signs = [...'<>&"\'A.#= \u202e\u0007\u{1f600}', HALF];
const texts = fc.array(fc.constantFrom(...signs), { maxLength: 6 }).map((all) => all.join(''));
const panels = fc.array(
  fc.record(
    {
      seat: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      caption: texts,
      rows: fc.array(fc.oneof(texts, fc.array(texts, { maxLength: 4 })), { maxLength: 4 }),
      fresh: fc.array(fc.integer(), { maxLength: 3 }),
      path: fc.array(fc.double(), { maxLength: 3 }),
      columnNames: fc.array(texts, { maxLength: 4 }),
      rowNames: fc.array(texts, { maxLength: 4 }),
      legend: fc.array(fc.record({ sign: texts, meaning: texts, weight: fc.constantFrom(0, 2, 4) }), {
        maxLength: 2,
      }),
      rack: texts,
      list: fc.array(texts, { maxLength: 3 }),
    },
    { requiredKeys: ['seat', 'caption', 'rows'] },
  ),
  { maxLength: 3 },
);

t.test('Whatever a record from outside holds, its drawing is markup that is whole', async () => {
  fc.assert(
    fc.property(panels, fc.array(texts, { maxLength: 3 }), (all, names) => {
      const svg = pictureSvg({ panels: all as unknown as Panel[], names, title: names });
      const left = unbalanced(svg);
      if (left !== undefined) throw new Error(left);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be there
      if (/NaN|Infinity|undefined|[\u0000-\u0008\u202e]/.test(svg) || !svg.isWellFormed())
        throw new Error(svg);
    }),
    runs(300),
  );
});
