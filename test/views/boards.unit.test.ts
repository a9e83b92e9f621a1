import t from 'tap';
import { widthOf } from '../../host/core/text/columns.ts';
import type { PlayerResult } from '../../host/events/result.ts';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { soundBoard } from '../../host/games/scrabble/board/make-board.ts';
import { signOf } from '../../host/games/scrabble/board/square-signs.ts';
import { scrabblePicture } from '../../host/games/scrabble/picture.ts';
import { namesOf } from '../../host/games/scrabble/shown/named-places.ts';
import type { Panel } from '../../host/games/shown.ts';
import { listNamed } from '../../host/lexicon/lexicon.ts';
import { drawPanel, spaceOf } from '../../host/views/terminal/grids/panels.ts';
import { lastLines, pictureLines } from '../../host/views/terminal/grids/picture-lines.ts';
import { paintFor } from '../../host/views/terminal/paint.ts';
import { offenceReport } from '../../host/views/terminal/reports/offence-report.ts';
import { drawTable } from '../../host/views/terminal/table.ts';

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
  const own = lastLines(playedOn({ rules: 'tournament', tiles }, rows, '-1 0 0A0 0 0 1C0'), null, ['a'], 80);
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
  const player = { seat: 1, entry: 1, name: 'bot', outcome: 'offender', offence } as unknown as PlayerResult;
  const facts = { player, exchanges: [], stderr: '', sandbox: 'process', width: 80 };
  const wordList = listNamed({ name: 'mine.txt' });
  const told = offenceReport({ ...facts, wordList }, paintFor(false)).join('\n');
  t.match(told, 'looked up in the word list mine.txt (WORDHOST_DICTIONARY names its file)');
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
