import t from 'tap';
import { widthOf } from '../../host/core/text.ts';
import type { PlayerResult } from '../../host/events/result.ts';
import type { Panel } from '../../host/games/presentation.ts';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { soundBoard } from '../../host/games/scrabble/board/make-board.ts';
import { namesOf, signOf } from '../../host/games/scrabble/board/squares.ts';
import { scrabblePicture } from '../../host/games/scrabble/picture.ts';
import { listNamed } from '../../host/lexicon/lexicon.ts';
import { draw } from '../../host/views/html/markup.ts';
import { boardPart, gridInWords } from '../../host/views/parts/board.ts';
import { firstMoment, gridsPart } from '../../host/views/parts/game-parts.ts';
import { drawingBeginning, pictureSvg } from '../../host/views/svg.ts';
import { paintFor } from '../../host/views/terminal/paint.ts';
import { drawPanel, lastLines, pictureLines, spaceOf } from '../../host/views/terminal/pictures.ts';
import { offenceReport } from '../../host/views/terminal/player-reports.ts';
import { drawTable } from '../../host/views/terminal/table.ts';
import fc, { runs } from '../support/laws.ts';
import { unbalanced } from './html/unbalanced.ts';

t.test('boards', async (t) => {
  /** A game after one play, as its events tell it. */
  function playedOn(options: Record<string, string | null>, rows: readonly string[], move: string) {
    const picture = scrabblePicture(1);
    const take = (event: unknown) => picture.take(event as Parameters<typeof picture.take>[0]);
    take({ type: 'game', options });
    take({ type: 'board', layout: { x: -1, y: -1, rows } });
    take({ type: 'play', seat: 1, move, score: 0, words: ['W'], points: 0 });
    return picture.panels();
  }

  const row = (rows: readonly string[], number: number) => rows[number]!.slice('1 '.length);

  t.test('the newest tiles have the color of who laid them, also after a pass and at the end', async (t) => {
    const panel = { seat: undefined, caption: '', rows: ['AT'], fresh: [0, 1] };
    const line = { at: '1A', word: 'AT', points: 2, total: 2 };
    const step = { number: 1, words: '', time: '', changes: [] };
    const steps = [
      { ...step, seat: 2, lines: [{ seat: 2, ...line }] },
      { ...step, seat: 1, lines: [] },
      { ...step, lines: [{ seat: 2, ...line, word: 'leftover' }] },
    ];
    for (const start of steps.keys()) {
      const data = { players: [{ name: 'Ada' }, { name: 'Ben' }], start, steps, end: '', prefix: '' };
      const { text } = gridsPart(draw, firstMoment(data, [[panel], [panel], [panel]]));
      t.match(text, 'class="grid seat-2"', `step ${start}`);
    }
  });

  t.test('Before the first play, everybody has 0 points', async (t) => {
    t.match(scrabblePicture(2).panels(), [
      { seat: 1, caption: '0 points' },
      { seat: 2, caption: '0 points' },
    ]);
  });

  t.test(
    'Without a board, all tiles are drawn up to 200 squares, and then those around the last',
    async (t) => {
      const drawnTo = (far: number) => {
        const picture = scrabblePicture(1);
        const move = `0 0 1A1 ${far} 0 2B1`;
        picture.take({ type: 'play', seat: 1, move, score: 0, words: ['W'], points: 0 } as never);
        return picture.panels()[0]!.rows.join('').replace(/[^AB]/g, '');
      };
      t.equal(drawnTo(193), 'AB', 'three squares are drawn around');
      t.equal(drawnTo(194), 'B');
    },
  );

  t.test('A tile that is worth nothing is drawn as a letter, a blank small', async (t) => {
    const tiles = JSON.stringify({
      tiles: [
        { count: 1, letters: { A: 0, B: 0 } },
        { count: 9, letters: { C: 0 } },
      ],
    });
    const rows = ['...', '...', '...'];
    const usual = lastLines(playedOn({ rules: 'simple' }, rows, '-1 0 1A0 0 0 2B0'), null, ['a'], 80);
    t.equal(row(usual, 2), 'A B .', 'no blank among the tiles of simple rules');
    const own = lastLines(
      playedOn({ rules: 'tournament', tiles }, rows, '-1 0 0A0 0 0 1C0'),
      null,
      ['a'],
      80,
    );
    t.equal(row(own, 2), 'a C .');
    const blank = lastLines(
      playedOn({ rules: 'tournament', tiles: null }, rows, '-1 0 0Q0 0 0 1A1'),
      null,
      ['a'],
      80,
    );
    t.equal(row(blank, 2), 'q A .');
  });

  t.test('The squares of a board have a legend, and those that it does not have have none', async (t) => {
    const legend = (options: Record<string, string>, rows: readonly string[]) =>
      lastLines(playedOn({ rules: 'tournament', ...options }, rows, '0 0 1A1'), null, ['a'], 80).slice(5);
    t.same(legend({}, ['a.b', '...', 'c.d']), [
      '\' double letter  " triple letter  - double word  = triple word',
    ]);
    t.same(legend({}, ['a..', '...', '...']), ["' double letter"]);
    t.same(legend({}, ['...', '...', '...']), []);
  });

  t.test('What a square is worth is found out from its program, however it is written', async (t) => {
    const board = soundBoard('mine', {
      prog: '_result_ := 0',
      squares: {
        0: { 0: '_result_ := _acc_ + pointValue(_pos_)' },
        1: { 5: '_result_ := 2 * pointValue(_pos_) + _acc_' },
        2: { 0: '_result_ := pointValue(_pos_) + _acc_', 9: '_result_ := _acc_ + _acc_ + _acc_' },
        3: { 0: '_result_ := pointValue(_pos_) * 9 + _acc_' },
        4: { 0: '_result_ := _acc_ - 1' },
        5: {},
      },
      usedSquare: 0,
      center: [0, 0],
      isInfinite: true,
    });
    t.same(
      board.squares.map((kind) => signOf(kind, 'x')?.meaning),
      [undefined, 'double letter', 'triple word', 'by its program', 'by its program', 'by its program'],
    );
    const odd = board.squares[4]!;
    t.same(
      ['x', '~', '.'].map((drawn) => signOf(odd, drawn)?.sign),
      ['+', '~', undefined],
      'its own character stays, if it is no letter',
    );
    t.same(
      builtInBoard('official')!.squares.map((kind) => signOf(kind, 'a')?.sign),
      [undefined, "'", '"', '-', '='],
    );
  });

  t.test('Columns and rows have names: A1 on a whole board, coordinates elsewhere', async (t) => {
    t.same(namesOf({ x: -1, y: -1, width: 3, height: 2 }, true), {
      columnNames: ['A', 'B', 'C'],
      rowNames: ['1', '2'],
    });
    t.same(namesOf({ x: 4, y: 8, width: 3, height: 1 }, false).columnNames, ['', '5', '']);
    t.same(namesOf({ x: -1, y: 8, width: 3, height: 2 }, false), {
      columnNames: ['', '0', ''],
      rowNames: ['8', '9'],
    });
    const panel: Panel = {
      seat: undefined,
      caption: '',
      rows: ['ab', 'cd'],
      columnNames: ['-100', '5'],
      rowNames: ['9', '10'],
    };
    t.same(
      drawPanel(panel, spaceOf(80)),
      ['   -100', ' 9 a b', '10 c d'],
      'a name that would touch another is left out',
    );
  });

  t.test('On a terminal squares have colours, and take the same columns', async (t) => {
    const panels = playedOn({ rules: 'tournament' }, ['d..', '...', '..a'], '0 0 1A1');
    const [plain, coloured] = [false, true].map((on) => lastLines(panels, null, ['a'], 80, paintFor(on))) as [
      string[],
      string[],
    ];
    t.match(coloured.join('\n'), '\x1b[31m=\x1b[39m');
    t.same(coloured.map(widthOf), plain.map(widthOf));
  });

  const big = Array.from({ length: 14 }, () => 'WORDWORDWORDWO');

  t.test(
    'Eight players at 24 lines of 80 columns are all there, with the grids for which there is room',
    async (t) => {
      const names = Array.from({ length: 8 }, (_, index) => `a player with a long name, ${index + 1}`);
      const race = names.map((_, index): Panel => ({ seat: index + 1, caption: `peel ${index}`, rows: big }));
      const words = names.map(
        (_, index): Panel => ({
          seat: index + 1,
          caption: '9 points, 40 words',
          rows: [],
          list: Array(40).fill('WORDS 2'),
        }),
      );
      const board: Panel = {
        seat: undefined,
        caption: 'WORD for 9',
        rows: Array.from({ length: 16 }, () => '.'.repeat(15)),
      };
      const turns = names.map(
        (_, index): Panel => ({ seat: index + 1, caption: '120 points, holds ABCDEFG', rows: [] }),
      );
      for (const [what, panels] of Object.entries({
        race,
        words: [board, ...words],
        turns: [board, ...turns],
      })) {
        const lines = pictureLines(panels, names, 80, 23);
        t.ok(lines.length <= 23, `${what}: ${lines.length} lines`);
        for (const line of lines) t.ok(widthOf(line) <= 80, `${what}: ${line}`);
        for (const { seat, caption } of panels)
          if (seat !== undefined)
            t.match(lines.join('\n'), new RegExp(`${seat} a pl[^:]*: ${caption}`), `${what}: player ${seat}`);
      }
      t.match(pictureLines(race, names, 80, 23).join('\n'), 'W O R D', 'the first of them with their grids');
    },
  );

  t.test('After an illegal word the report names the list, and the variable that leads to it', async (t) => {
    const offence = { kind: 'illegal', rule: 'word', detail: 'TCA across' } as const;
    const player = {
      seat: 1,
      entry: 1,
      name: 'bot',
      outcome: 'offender',
      offence,
    } as unknown as PlayerResult;
    const facts = { player, exchanges: [], stderr: '', sandbox: 'process', width: 80 };
    const wordList = listNamed({ name: 'mine.txt' });
    const told = offenceReport({ ...facts, wordList }, paintFor(false)).join('\n');
    t.match(told, /looked.*mine\.txt \(WORDHOST_DICTIONARY names its file\)/);
    t.notMatch(offenceReport(facts, paintFor(false)).join('\n'), 'looked up');
  });

  t.test('A table that is wider than the terminal cuts its widest column', async (t) => {
    const rows = [['1', 'a name that is longer than all others in this table', 'won', '5']];
    const lines = drawTable(['seat', 'player', 'outcome', 'score'], rows, 40);
    for (const line of lines) t.ok(widthOf(line) <= 40);
    t.match(lines[1], /^ +1 {2}a name that .+… {2}won +5$/);
  });

  t.test('a board on which nothing was laid is not drawn at the end of a game', async (t) => {
    const rows = ['.D.', '.t.'];
    const picture = scrabblePicture(1);
    picture.take({ type: 'board', layout: { x: -1, y: 0, rows } } as never);
    t.same(lastLines(picture.panels(), null, ['a'], 80), []);
    t.match(pictureLines(picture.panels(), ['a'], 80).join('\n'), 'the board', 'but while it is played');
    t.not(lastLines(playedOn({ rules: 'simple' }, rows, '0 0 1A1'), null, ['a'], 80).length, 0);
  });
});

t.test('picture', async (t) => {
  const board: Panel = {
    seat: undefined,
    caption: 'CAt for 5',
    rows: ['#.=.', '.CAt', "'..."],
    fresh: [6, 7],
    columnNames: ['A', 'B', 'C', 'D'],
    rowNames: ['1', '2', '3'],
    points: { C: 3, A: 1 },
    legend: [
      { sign: "'", meaning: 'double letter', label: '2L', weight: 1 },
      { sign: '=', meaning: 'triple word', weight: 4 },
    ],
  };

  const gridSvg = (panel: Panel) => boardPart(draw, { panel, kind: 'board' });

  /** How many squares a path of this class has, which are 40 wide. */
  const squares = (svg: string, kind: string) =>
    [...(new RegExp(`<path class="${kind}" d="([^"]*)"`).exec(svg)?.[1] ?? '').matchAll(/h(\d+)/g)].reduce(
      (sum, [, width]) => sum + Number(width) / 40,
      0,
    );

  t.test(
    'Tiles, free squares and those that are worth more are drawn apart; where the board has none, none is',
    async (t) => {
      const svg = gridSvg(board).text;
      t.equal(squares(svg, 'free'), 11, 'the ground is below all but the cell that is no square');
      t.equal(squares(svg, 'square w1'), 1);
      t.equal(squares(svg, 'square w4'), 1);
      t.equal(squares(svg, 'face'), 1);
      t.equal(squares(svg, 'face fresh'), 2, 'the last move');
      t.match(svg, />2L<\/text>/, 'a premium square in words');
      t.match(svg, /<g class="worth"><text [^>]*>31<\/text>/, 'points of C and A; a blank has none');
      t.match(svg, /<g class="letter"><text [^>]*>C<\/text>/);
      t.match(svg, /<g class="letter fresh"><text [^>]*>A<\/text>/, 'a letter moves with its tile');
      t.match(svg, /<g class="letter other"><text [^>]*>t<\/text>/, 'a tile that can be several letters');
      t.match(svg, 'aria-label="CAt for 5. row 2: B CAt"');
      t.equal(unbalanced(svg), undefined);
    },
  );

  t.test('A possible tile covers what is written on its square', async (t) => {
    const ghosts = [{ cell: 8, letter: 'S' }];
    const { text: svg } = boardPart(draw, { panel: board, ghosts, kind: 'board' });
    t.notMatch(svg, '2L');
    t.match(svg, /<g class="ghost">.*>S<\/text>/s);
  });

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
    t.match(svg([]), /<g class="letter long"><text [^>]*>Qu</);
  });

  t.test(
    'A picture is a file of its own, which requests nothing, with all panels under their headings',
    async (t) => {
      const list = Array.from({ length: 500 }, (_, index) => `WORD${index} 1`);
      const panels = [board, { seat: 2, caption: '7 points', rows: [], list }];
      const svg = pictureSvg({ panels, names: ['Ada', 'Ben'], title: ['a game', 'the end'] });
      t.ok(svg.startsWith(drawingBeginning));
      t.equal(unbalanced(svg), undefined);
      t.notMatch(svg, /<script|<image|href|url\((?!#)|@import|\bon[a-z]+=/);
      t.notMatch(svg.replace('http://www.w3.org/2000/svg', ''), /https?:/);
      t.match(svg, 'light-dark(#f5f2eb,#14161a)');
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
    t.equal(squares(gridSvg(panel).text, 'face'), 4);
    t.match(gridSvg(panel).text, 'aria-label="7 points. row 1: ?ABC"');
    t.equal(squares(gridSvg({ ...panel, rows: ['D'] }).text, 'face'), 1);
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
});
