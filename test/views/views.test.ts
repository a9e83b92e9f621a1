import { createHash } from 'node:crypto';
import t, { type Test } from 'tap';
import { canRedrawAlone } from '../../host/cli/output.ts';
import { rateOf, secondsLeft } from '../../host/core/pace.ts';
import { widthOf } from '../../host/core/text.ts';
import { stderrExcerpt } from '../../host/events/exchanges.ts';
import { type GameRecord, parseRecord } from '../../host/events/read-record.ts';
import type { PlayerResult, Result } from '../../host/events/result.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import type { Games } from '../../host/games/game.ts';
import type { Panel } from '../../host/games/presentation.ts';
import { games } from '../../host/games/registry.ts';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { soundBoard } from '../../host/games/scrabble/board/make-board.ts';
import { namesOf, signOf } from '../../host/games/scrabble/board/squares.ts';
import { scrabblePicture } from '../../host/games/scrabble/picture.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { listNamed } from '../../host/lexicon/lexicon.ts';
import { LastBytes } from '../../host/seats/process/pipes/pipe-reader.ts';
import { Frames, replayScript } from '../../host/views/html/frames.ts';
import { command, dataTable, factList, markup } from '../../host/views/html/markup.ts';
import { htmlPage, pageBeginning } from '../../host/views/html/page.ts';
import { labelledTicks, ticksBetween } from '../../host/views/html/plots.ts';
import { replayBeginning, replayPage, replaySteps } from '../../host/views/html/replay-page.ts';
import { countSteps, stepsOf } from '../../host/views/steps.ts';
import { drawingBeginning, gridInWords, gridSvg, pictureSvg } from '../../host/views/svg.ts';
import { paintFor } from '../../host/views/terminal/paint.ts';
import { drawPanel, lastLines, pictureLines, spaceOf } from '../../host/views/terminal/pictures.ts';
import { offenceReport } from '../../host/views/terminal/player-reports.ts';
import {
  lineOfParts,
  Progress,
  RedrawnLine,
  rateWords,
  remainingWords,
  roughCount,
  roughTime,
  timeOfGame,
} from '../../host/views/terminal/progress.ts';
import { gameInOneLine, gameSummary, retelling } from '../../host/views/terminal/story.ts';
import { drawTable } from '../../host/views/terminal/table.ts';
import { outcomeWords, playerLabel } from '../../host/views/words.ts';
import { oldRecords } from '../old-records/old-records.ts';
import { recordText } from '../record-text.ts';
import fc, { runs } from '../support/laws.ts';
import { unbalanced } from './html/unbalanced.ts';
import { TestTerminal } from './test-terminal.ts';

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
});

t.test('game summary', async (t) => {
  const figures = { score: 7, moves: 1, errors: 0, timeouts: 0, thinkMs: 1500, outcome: 'lost' };
  const players = ['Ada', 'Ben'].map((name, index) => ({
    ...figures,
    seat: index + 1,
    entry: 2 - index,
    name,
  }));

  function summary(
    game: typeof scrabble | typeof boggle,
    more: object = {},
    withPeople = false,
  ): readonly string[] {
    const result = {
      id: 'g',
      seed: '1',
      ms: 1,
      sandbox: 'off',
      outcome: 'draw',
      reason: 'scoreless',
      players,
    };
    return gameSummary({ ...result, ...more } as unknown as Result, game, [], {
      paint: paintFor(false),
      width: 80,
      withPeople,
    });
  }

  t.test('a person who did nothing yet is no bot that never answered', async (t) => {
    const idle = players.map((player) => ({ ...player, messages: 0, silent: true }));
    t.match(summary(scrabble, { players: idle }).join('\n'), 'sent no whole message in the 1 ms of the game');
    t.notMatch(summary(scrabble, { players: idle }, true).join('\n'), 'sent no whole message');
  });

  t.test('the summary of one game says which move brought the most, and who made it', async (t) => {
    const best = { seat: 2, word: 'QI', points: 40 };
    for (const game of [scrabble, boggle])
      t.match(summary(game, { best }).slice(-3), ['', 'best move: QI for 40 by player 1 (Ben)', /^game g/]);
    t.notMatch(summary(scrabble).join('\n'), 'best move', 'no word has brought any points');
    const long = summary(scrabble, { best: { ...best, word: 'A'.repeat(200) } }).join('\n');
    t.match(long, /best move: A{29}… for 40 by player 1/);
  });
});

t.test('offence report', async (t) => {
  const player = (facts: Partial<PlayerResult>) =>
    ({
      seat: 1,
      entry: 2,
      name: 'mine',
      outcome: 'left',
      cause: 'crashed',
      exit: null,
      ...facts,
    }) as PlayerResult;

  t.test('a player is told by its number on the command line, in whatever seat', async (t) => {
    t.equal(playerLabel(player({})), 'player 2 (mine)');
  });

  t.test('a crash names its signal or its status', async (t) => {
    const exit = { code: null, signal: null, killed: false };
    t.equal(outcomeWords(player({ exit: { ...exit, signal: 'SIGSEGV' } })), 'left (crashed: SIGSEGV)');
    t.equal(outcomeWords(player({ exit: { ...exit, code: 3 } })), 'left (crashed: status 3)');
    t.equal(outcomeWords(player({ exit })), 'left (crashed)');
    const byItself = player({ cause: 'exited', exit: { ...exit, code: 0 } });
    t.equal(outcomeWords(byItself), 'left (exited: status 0)');
    t.equal(outcomeWords(player({ cause: 'closed', exit: { ...exit, signal: 'SIGTERM' } })), 'left (closed)');
  });

  t.test('what was sent to a program that was not there is not shown', async (t) => {
    const exchanges = [
      { from: 'host', t: 0, text: 'boggle 1\nrules classic\n', offset: 0, lines: 0 },
    ] as const;
    const report = (rule: string) => {
      const offence = { kind: 'startup', rule, detail: 'there is no file ./bot' } as const;
      const facts = { player: player({ offence }), exchanges, stderr: '', sandbox: 'off', width: 80 };
      return offenceReport(facts as never, paintFor(false));
    };
    for (const rule of ['not-found', 'not-executable'])
      t.same(report(rule), [`player 2 (mine): could not be started (${rule}): there is no file ./bot`]);
    t.match(report('exited')[1], /< boggle 1/, 'one that ran may have failed by it');
  });

  t.test('of one that left, it is said what to look at', async (t) => {
    const report = (more: object) =>
      offenceReport(
        { player: player(more), exchanges: [], stderr: '', sandbox: 'off', width: 80 } as never,
        paintFor(false),
      );
    for (const cause of ['exited', 'crashed', 'closed'])
      t.match(report({ outcome: 'left', cause }), [
        /: left \(/,
        '  A player runs until SIGTERM or the end of its input: look at what ends its main loop, and at its standard error',
      ]);
    t.equal(report({ outcome: 'forfeited', cause: undefined }).length, 1);
  });

  const numbered = (count: number) =>
    Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

  t.test('a long standard error is shown as its first 3 and its last 7 lines', async (t) => {
    t.same(stderrExcerpt(''), []);
    t.equal(stderrExcerpt(numbered(10)).length, 10);
    t.same(stderrExcerpt(numbered(500)), [
      ...['line 1', 'line 2', 'line 3', '…'],
      ...['line 494', 'line 495', 'line 496', 'line 497', 'line 498', 'line 499', 'line 500'],
    ]);
    const report = offenceReport(
      { player: player({}), exchanges: [], stderr: numbered(11), sandbox: 'off', width: 80 },
      paintFor(false),
    );
    t.match(report.join('\n'), /its standard error, the first 3 lines and the last 7:\n {2}\| line 1\n/);
  });

  t.test('the first lines are those of all that it wrote, though only the end is kept whole', async (t) => {
    const kept = new LastBytes(100);
    for (const line of numbered(500).split(/(?<=\n)/)) kept.push(Buffer.from(line));
    t.equal(kept.text().length, 100);
    t.same(stderrExcerpt(kept.text(), kept.start()).slice(0, 5), [
      'line 1',
      'line 2',
      'line 3',
      '…',
      'line 494',
    ]);
    const short = new LastBytes(100);
    short.push(Buffer.from(numbered(3)));
    t.equal(short.start(), undefined);
  });

  t.test('an error that is told before a long stack is shown', async (t) => {
    const stack = Array.from(
      { length: 10 },
      (_, index) => `    at place${index} (file:///bot.js:1:${index})`,
    );
    const crash = [
      'file:///bot.js:2',
      'throw new Error("mine");',
      '      ^',
      '',
      'Error: mine',
      ...stack,
      '',
      'Node.js v24',
    ];
    const shown = stderrExcerpt(`${crash.join('\n')}\n`);
    t.same(shown, [...crash.slice(0, 3), '…', 'Error: mine', '…', ...crash.slice(-6)]);
    const report = offenceReport(
      { player: player({}), exchanges: [], stderr: crash.join('\n'), sandbox: 'off', width: 80 },
      paintFor(false),
    );
    t.match(report.join('\n'), /its standard error, the first 3 lines, the error and the last 6:/);
    const kept = new LastBytes(100);
    kept.push(Buffer.from(crash.join('\n')));
    t.ok(stderrExcerpt(kept.text(), kept.start()).includes('Error: mine'), 'of a long one, too');
    const python = ['Traceback (most recent call last):', ...stack, 'ValueError: mine'];
    t.same(
      stderrExcerpt(python.join('\n')),
      [...python.slice(0, 3), '…', ...python.slice(-7)],
      'it already exists',
    );
  });

  t.test('no standard error takes more than 4 KiB of a terminal', async (t) => {
    for (const piece of ['x', '\x1b[2J', '好', '\u202e', '\0'])
      for (const lines of [1, 10, 30]) {
        const shown = stderrExcerpt(`${piece.repeat(20_000)}\n`.repeat(lines));
        t.ok(Buffer.byteLength(shown.map((line) => `  | ${line}\n`).join('')) <= 4096, JSON.stringify(piece));
        t.match(shown[0], /…$/);
        const withError = stderrExcerpt(
          `${`${piece.repeat(20_000)}\n`.repeat(9)}Error: ${piece.repeat(20_000)}\n${`${piece.repeat(20_000)}\n`.repeat(9)}`,
        );
        t.ok(
          Buffer.byteLength(withError.map((line) => `  | ${line}\n`).join('')) <= 4096,
          JSON.stringify(piece),
        );
      }
  });

  t.test('a complaint of the shell about the command is explained', async (t) => {
    const hint = (stderr: string) =>
      offenceReport(
        { player: player({}), exchanges: [], stderr, sandbox: 'off', width: 80 },
        paintFor(false),
      ).join('\n');
    for (const complaint of [
      '/bin/sh: 1: Syntax error: Unterminated quoted string\n',
      "bash: -c: line 1: unexpected EOF while looking for matching `''\n",
      '/bin/sh: -c: line 2: syntax error: unexpected end of file\n',
    ])
      t.match(hint(complaint), /The shell could not parse the command/, complaint);
    t.notMatch(hint('./bot: 3: Syntax error: word unexpected\n'), /The shell could not/);
  });
});

t.test('progress', async (t) => {
  function progressOn(terminal: TestTerminal) {
    const clock = { ms: 0 };
    const output = { stream: terminal.stream, redraws: true, now: () => clock.ms };
    return { clock, progress: new Progress(output, { of: 100, what: 'games' }) };
  }

  t.test('a rate and the time that is left, as far as they are known', async (t) => {
    t.equal(rateOf({ done: 30, seconds: 10 }), 3);
    t.equal(rateOf({ done: 0, seconds: 10 }), undefined);
    t.equal(secondsLeft({ done: 30, seconds: 10 }, 90), 30);
    t.equal(secondsLeft({ done: 0, seconds: 10 }, 90), undefined);
    t.equal(secondsLeft({ done: 30, seconds: 10 }, undefined), undefined);
  });

  t.test('times and rates in the largest unit that says enough', async (t) => {
    t.same([0.2, 99, 100, 5999, 6000, 200_000, 300_000].map(roughTime), [
      '1 s',
      '99 s',
      '2 min',
      '100 min',
      '1.7 h',
      '55.6 h',
      '3.5 days',
    ]);
    t.same([0.0001, 0.0854, 0.098, 0.12, 0.999, 3.44, 12, 99, 6000].map(timeOfGame), [
      '1 ms',
      '85 ms',
      '98 ms',
      '0.12 s',
      '1.00 s',
      '3.4 s',
      '12 s',
      '99 s',
      '1.7 h',
    ]);
    t.same([250, 12.34, 1, 0.5, 0.1, 0.01].map(rateWords), [
      '250/s',
      '12.3/s',
      '1.0/s',
      '30/min',
      '6.0/min',
      '36.0/h',
    ]);
    t.equal(remainingWords(undefined), 'time left unknown');
    t.same([7, 99, 108, 4936].map(roughCount), [7, 99, 110, 4900]);
  });

  t.test(
    'where a line is too long, its parts of the highest rank are left out, and the last one is cut',
    async (t) => {
      const parts = [
        { text: '12 games', rank: 0 },
        { text: '', rank: 0 },
        { text: '3.0/s', rank: 2 },
        { text: '9 s left', rank: 1 },
      ];
      t.equal(lineOfParts(parts, 25), '12 games, 3.0/s, 9 s left');
      t.equal(lineOfParts(parts, 24), '12 games, 9 s left');
      t.equal(lineOfParts(parts, 17), '12 games');
      t.equal(lineOfParts(parts, 6), '12 ga…');
    },
  );

  t.test('a terminal shows how many are done, how fast, since when, and what is left', async (t) => {
    const terminal = new TestTerminal(80);
    const { clock, progress } = progressOn(terminal);
    progress.show(0);
    t.equal(terminal.bottom, '0 of 100 games, 0 s so far, time left unknown');
    clock.ms = 5000;
    progress.show(20, '12 : 8');
    t.equal(terminal.bottom, '20 of 100 games, 4.0/s, 5 s so far, 20 s left, 12 : 8');
    terminal.resize(40);
    clock.ms = 5200;
    progress.show(21, '13 : 8');
    t.equal(terminal.bottom, '21 of 100 games, 20 s left, 13 : 8');
    progress.clear();
    t.same(terminal.rows, ['']);
  });

  t.test(
    'it is drawn again no more often than can be seen, but at once after something was printed',
    async (t) => {
      const terminal = new TestTerminal(80);
      const { clock, progress } = progressOn(terminal);
      progress.show(1);
      clock.ms = 99;
      progress.show(2);
      t.match(terminal.bottom, /^1 of 100/);
      progress.clear();
      terminal.write('game 2: a draw\n');
      progress.show(2);
      t.match(terminal.rows, ['game 2: a draw', /^2 of 100/]);
    },
  );

  t.test('a terminal that becomes narrower or wider has one line still', async (t) => {
    const terminal = new TestTerminal(80);
    const { clock, progress } = progressOn(terminal);
    terminal.write('game 1: a draw\n');
    clock.ms = 1000;
    progress.show(1, '1 : 0');
    for (const columns of [40, 25, 20, 10, 60, 80]) {
      terminal.resize(columns);
      const last = terminal.rows.slice(Math.ceil(14 / columns));
      t.equal(last.length, 1, `${columns} columns: ${terminal.rows.join('|')}`);
      t.match(last[0], /^1 of 100/);
    }
    t.equal(terminal.bottom, '1 of 100 games, 1.0/s, 1 s so far, 99 s left, 1 : 0');
    progress.clear();
    terminal.resize(20);
    t.same(terminal.rows, ['game 1: a draw', '']);
    t.equal(terminal.listenerCount('resize'), 0);
  });

  t.test('another line at the bottom replaces it, and is not drawn over', async (t) => {
    const terminal = new TestTerminal(80);
    const [one, other] = [new RedrawnLine(terminal.stream), new RedrawnLine(terminal.stream)];
    one.show(() => 'one');
    other.show(() => 'other');
    t.equal(terminal.bottom, 'other');
    t.same([one.isShown, one.isCovered, other.isShown, other.isCovered], [false, true, true, false]);
    one.clear();
    t.equal(terminal.bottom, 'other');
    other.clear();
    t.same([terminal.bottom, one.isCovered], ['', false]);
    t.equal(terminal.listenerCount('resize'), 0);
  });

  t.test(
    'off a terminal there is a line each half minute, and later after each tenth more of the time',
    async (t) => {
      const clock = { ms: 0 };
      const written: number[] = [];
      let last = '';
      const stream = {
        write(text: string) {
          written.push(clock.ms / 1000);
          last = text;
        },
      } as unknown as NodeJS.WriteStream;
      const output = { stream, redraws: false, now: () => clock.ms };
      const progress = new Progress(output, { of: 2000, what: 'games' });
      for (; clock.ms <= 1_000_000; clock.ms += 1000) progress.show(clock.ms / 1000);
      progress.clear();
      t.same(written.slice(0, 3), [30, 60, 90]);
      t.same(written.slice(-3), [786, 865, 952]);
      t.equal(last, '952 of 2000 games, 1.0/s, 16 min so far, 18 min left\n');
      const quiet = new Progress(
        { stream: undefined, redraws: false, now: () => 1e9 },
        { of: 1, what: 'games' },
      );
      quiet.show(1);
    },
  );

  t.test('a line is drawn again only where nothing else writes to the terminal', async (t) => {
    const { stream } = new TestTerminal(80);
    const alone = { trace: false, stderr: 'discard' };
    t.ok(canRedrawAlone(stream, alone));
    t.notOk(canRedrawAlone(stream, { ...alone, trace: true }));
    t.notOk(canRedrawAlone(stream, { ...alone, stderr: 'inherit' }));
  });
});

t.test('steps', async (t) => {
  function recordNamed(name: string): GameRecord {
    return read(oldRecords.find((each) => each.name === name)!.text);
  }

  function read(text: string): GameRecord {
    const reading = parseRecord(text, 'record', games);
    if (!reading.ok) throw new Error(reading.problem);
    return reading;
  }

  t.test(
    'A record is stepped through by its events of interest, and the last step says how it ended',
    async (t) => {
      const steps = [...stepsOf(recordNamed('38cfc23/scrabble-strict'))];
      t.same(
        steps.map(({ number }) => number),
        steps.map((_, index) => index + 1),
      );
      t.match(steps.at(0)?.sentence, /^scrabble, seed 53: /);
      t.match(steps.at(-1)?.sentence, 'no winner: the limit of turns was reached');
      const play = steps.find(({ sentence }) => sentence.includes('plays GADS'))!;
      t.equal(play.seat, 2);
      const [board] = play.panels;
      const filled = board!.fresh!.map((cell) => board!.rows.flatMap((row) => [...row])[cell]);
      t.same(filled, ['G', 'A', 'd'], 'the tiles of this move, and none that lay there');
    },
  );

  t.test('Only what is wanted of a long game is drawn', async (t) => {
    const record = recordNamed('38cfc23/scrabble-strict');
    const all = [...stepsOf(record)];
    t.equal(countSteps(record), all.length);
    t.same([...stepsOf(record, (number) => number === 1 || number > 10)], [all[0], all[10], all[11]]);
  });

  t.test('What was to be seen at a step stays as it was', async (t) => {
    for (const { name, text } of oldRecords.filter((_, index) => index % 4 === 0)) {
      const seen = [...stepsOf(read(text))];
      const said: string[] = [];
      for (const { panels } of stepsOf(read(text))) said.push(JSON.stringify(panels));
      t.same(
        seen.map(({ panels }) => JSON.stringify(panels)),
        said,
        name,
      );
    }
  });

  t.test('The times of all answers together are the thinking time of the result', async (t) => {
    const { result, ...record } = recordNamed('38cfc23/scrabble-strict');
    const steps = [...stepsOf({ ...record, result })].filter(({ sentence }) =>
      / (plays|passes|changes)/.test(sentence),
    );
    for (const { seat, thinkMs } of result!.players) {
      const sum = steps
        .filter((step) => step.seat === seat)
        .reduce((all, { thought = 0 }) => all + thought, 0);
      t.equal(Math.round(sum / 1e4) / 100, thinkMs);
    }
  });

  t.test('A record without an end has steps up to where it breaks off', async (t) => {
    const steps = [...stepsOf(read(recordText({ players: 2 })))];
    t.same(
      steps.map(({ sentence }) => sentence),
      ['bananagrams, seed 1: p1 against p2'],
    );
  });
});

t.test('time bank', async (t) => {
  t.test('a picture shows the time that each player has left, or is over', async (t) => {
    for (const game of [scrabble, boggle]) {
      const picture = game.picture(2);
      const take = (event: object) => picture.take(event as never);
      const captions = () => picture.panels().flatMap(({ seat, caption }) => (seat ? caption : []));
      take({ type: 'turn', seat: 1, k: 1, left: 9 });
      t.notMatch(captions(), /left|over/, game.name);
      take({ type: 'turn', seat: 1, k: 2, left: 8, bankMs: 252_900 });
      take({ type: 'turn', seat: 2, k: 2, left: 7, bankMs: -65_000 });
      t.match(captions(), [/, 4:12 left/, /, 1:05 over/], game.name);
      take({ type: 'scores', scores: [1, 2], seats: [1, 2], bankMs: [9000, -1], pointsOff: [0, 10] });
      t.match(captions(), [/, 0:09 left/, /, 0:00 over/], game.name);
    }
  });

  t.test('the story says how much overtime costs', async (t) => {
    const { describe } = scrabble;
    const overtime = { type: 'overtime', seat: 1, k: 3 } as const;
    t.equal(
      describe({ ...overtime, bankMs: -61_240, pointsOff: 20 }),
      'is 61.2 s over its time: 20 points off',
    );
    t.equal(describe({ ...overtime, bankMs: 20, pointsOff: 0 }), 'is within its time again');
    const timeout = { type: 'timeout', seat: 1, k: 3 } as const;
    t.equal(describe({ ...timeout, of: 'time-bank' }), 'used up its time bank');
    t.equal(describe({ ...timeout, of: 'turn-cpu' }), 'used too much processor time');
    t.equal(describe(timeout), 'ran out of time');
  });

  t.test('the story says of whom nothing was asked, because it held no tiles', async (t) => {
    t.equal(scrabble.describe({ type: 'pass', seat: 1, bytes: [0, 5] }), 'passes');
    t.equal(scrabble.describe({ type: 'pass', seat: 1, why: 'empty-hand' }), 'passes (with an empty hand)');
  });

  t.test('the summary has the time that was left, where there are time banks', async (t) => {
    const figures = { score: 7, moves: 1, errors: 0, timeouts: 0, thinkMs: 1500, outcome: 'lost' };
    const named = (seat: number, more: object) => ({
      seat,
      entry: seat,
      name: `p${seat}`,
      ...figures,
      ...more,
    });
    const summary = (...players: object[]) => {
      const result = {
        id: '',
        seed: '1',
        ms: 1,
        sandbox: 'off',
        outcome: 'draw',
        reason: 'scoreless',
        players,
      };
      return gameSummary(result as unknown as Result, scrabble, [], { paint: paintFor(false), width: 200 });
    };
    const banked = summary(
      named(1, { bankMs: 58_500, pointsOff: 0 }),
      named(2, { bankMs: -61_000, pointsOff: 20 }),
      named(3, {}),
    );
    t.match(banked[2], /thinking +time left +points off$/);
    t.match(banked[3], /58\.5 s +0$/);
    t.match(banked[4], /-61\.0 s +20$/);
    t.match(banked[5], /1\.5 s$/, 'who was never ready had none');
    t.match(summary(named(1, {}))[2], /thinking$/);
    const players = [named(1, { bankMs: -61_000, pointsOff: 20 }), named(2, { bankMs: 5, pointsOff: 0 })];
    const series = {
      id: '',
      seed: '1',
      ms: 1,
      sandbox: 'off',
      outcome: 'draw',
      reason: 'scoreless',
      players,
    };
    const line = gameInOneLine(3, series as unknown as Result, scrabble);
    t.match(line, /^game 3: a draw: [^;]+; player 1 \(p1\): 20 points off for overtime {2}\(/);
  });
});

t.test('too much to draw', async (t) => {
  /* Records as nobody plays: all views end with as much as a person can look at, and say what they leave out. */

  type Event = Readonly<Record<string, unknown>>;

  /** The begin of a record of this game, and its first move of this type many times, each time another one. */
  function grown(
    t: Test,
    game: string,
    type: string,
    many: number,
    next: (move: Event, index: number) => Event,
  ) {
    const isMove = (line: string) => line.includes(`"type":"${type}"`) && !line.includes('"errors"');
    const { text } = oldRecords.find(
      (each) => each.text.includes(`"game":"${game}"`) && each.text.split('\n').some(isMove),
    )!;
    const lines = text.trimEnd().split('\n');
    const at = lines.findIndex(isMove);
    const move = JSON.parse(lines[at]!) as Event & { readonly t: number };
    const more = Array.from({ length: many }, (_, index) =>
      JSON.stringify({ ...move, n: at + 1 + index, t: move.t + index, ...next(move, index) }),
    );
    // A board without edges is as large as what lies on it.
    const begin = lines.slice(0, at).filter((line) => !line.includes('"type":"board"'));
    const record = parseRecord(`${[...begin, ...more].join('\n')}\n`, 'x', games);
    if (!record.ok) throw new Error(record.problem);
    t.equal(record.events.length, begin.length + many);
    return record;
  }

  type Grown = ReturnType<typeof grown>;

  const shown = (record: Grown) =>
    [...retelling(record, { grids: true, width: 100, paint: paintFor(false) })].flat();

  t.test(
    'a grid that is too large is told with its size, on a terminal as in pages and drawings',
    async (t) => {
      const grid = `999999${'A'.repeat(999 * 999)}`;
      const record = grown(t, 'bananagrams', 'peel', 20, () => ({ grid }));
      const said = 'too large to draw: 999 by 999 cells';
      const lines = shown(record);
      t.equal(lines.filter((line) => line.trim() === said).length, 20);
      t.ok(lines.length < 200);
      t.match(replayPage({ record, judged: { is: 'right', said: [] } }), said);
      const { panels } = [...stepsOf(record)].at(-1)!;
      t.match(pictureSvg({ panels, names: ['a', 'b'], title: [] }), said);
    },
  );

  t.test('of very many large boards the first are drawn, and then it is told what happens', async (t) => {
    const record = grown(t, 'scrabble', 'play', 400, ({ move }, index) => {
      const tile = String(move).split(' ')[2];
      return { move: `${(index * 7) % 190} ${(index * 11) % 190} ${tile}` };
    });
    const lines = shown(record);
    const drawn = lines.join('\n').length;
    t.ok(drawn < 8_000_000, `${drawn} characters`);
    t.equal(lines.filter((line) => line.includes('too much to draw: from here on')).length, 1);
    t.ok(lines.filter((line) => / s {2}\d /.test(line)).length >= 400, 'each move is told');
  });

  t.test('a board with more tiles than any game has is not drawn', async (t) => {
    const record = grown(t, 'scrabble', 'play', 4100, ({ move }, index) => {
      const tile = String(move).split(' ')[2];
      return { move: `${index % 100} ${Math.floor(index / 100)} ${tile}` };
    });
    const { panels } = [...stepsOf(record, (number) => number > 4000)].at(-1)!;
    t.match(panels[0], { caption: /; too many tiles to draw$/, rows: [] });
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
});

t.test('pages', async (t) => {
  const page = (script?: string) =>
    htmlPage({
      kind: 'Page',
      title: 'x</title><script>1</script>',
      body: markup`<p>${'<b>&'}</p>`,
      style: 'p { color: red; }',
      ...(script === undefined ? {} : { script }),
    });

  const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

  t.test('A page allows its own style and script by their hashes, and nothing else', async (t) => {
    const text = page('let one = 1 < 2 && 3;');
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text)!;
    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(text)!;
    t.equal(script, 'let one = 1 < 2 && 3;');
    t.match(style, 'p { color: red; }');
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(text)!;
    t.equal(
      policy.replaceAll('&#39;', "'"),
      `default-src 'none'; style-src '${hash(style)}'; script-src '${hash(script)}'; base-uri 'none'; form-action 'none'`,
    );
    t.notMatch(page(), /script-src|<script>/);
  });

  t.test('A page is known by its beginning, and nothing in its title or its text is markup', async (t) => {
    t.ok(page().startsWith(pageBeginning('Page')));
    t.match(page(), '<title>Page: x&#60;/title&#62;&#60;script&#62;1&#60;/script&#62;</title>');
    t.match(page(), '<p>&#60;b&#62;&#38;</p>');
  });

  t.test('Words from right to left are isolated from the figures beside them', async (t) => {
    const text = markup`<p title="${'2 שלום עולם: 213'}">${'1 \u0645\u0631: 5, 2 שלום: 213'}</p>`.text;
    t.equal(
      text,
      '<p title="2 \u2068שלום עולם\u2069: 213">1 \u2068\u0645\u0631\u2069: 5, 2 \u2068שלום\u2069: 213</p>',
    );
    t.equal(
      markup`${command("replay 'שלום.db#1'")}`.text,
      '<code>replay &#39;שלום.db#1&#39;</code>',
      'to be copied',
    );
  });

  t.test('Tables and lists of facts name their rows, and escape what is in them', async (t) => {
    const table = dataTable('all & sundry', { headings: ['player', 'won'], rows: [['<a>', '1']] }).text;
    t.match(table, '<div class="wide" role="region" aria-label="all &#38; sundry" tabindex="0"><table>');
    t.match(table, '<th scope="col" class="words">player</th>');
    t.match(table, '<th scope="row" class="words">&#60;a&#62;</th><td class="number">1</td>');
    const list = factList([
      { name: 'seed', value: '\u202e<', means: 'what <' },
      { name: 'id', value: 'x' },
    ]).text;
    t.match(list, '<dt>seed</dt><dd>\\u{202e}&#60;<p>what &#60;</p></dd>');
    t.match(list, '<dt>id</dt><dd>x</dd>');
  });
});

t.test('ticks', async (t) => {
  t.test('an axis has whole steps around all that is shown', async (t) => {
    t.same(ticksBetween(-13, 110).marks, [-50, 0, 50, 100, 150]);
    t.same(ticksBetween(301, 499).marks, [300, 350, 400, 450, 500]);
    t.same(ticksBetween(0.12, 0.13).marks, [0.12, 0.125, 0.13]);
    t.same(ticksBetween(7, 7).marks, [6, 8]);
    t.same(ticksBetween(0, 0).marks, [0, 0.2]);
  });

  t.test('a law: few marks, in order, around both ends', async () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(value, fc.double({ min: 0.001, max: 1e6, noNaN: true }), (low, span) => {
        const { axis, marks } = ticksBetween(low, low + span);
        const isAround = axis[0] <= low + 1e-6 && axis[1] >= low + span - 1e-6;
        return (
          isAround && marks.length <= 8 && marks.every((at, index) => index === 0 || at > marks[index - 1]!)
        );
      }),
    );
  });

  t.test('labels that would touch are left out, each second, or more', async (t) => {
    const ticks = [0, 100, 200, 300, 400].map((at) => ({ at, label: at === 0 ? '0' : `${at} ms` }));
    const labelled = (scale: number) => labelledTicks(ticks, (at) => at * scale).map(({ at }) => at);
    t.same(labelled(1), [0, 100, 200, 300, 400]);
    t.same(labelled(0.43), [0, 200, 400], 'as on a page with long names');
    t.same(labelled(0.2), [0, 300]);
    t.same(labelled(0.01), [0]);
    t.same(
      labelledTicks([], (at) => at),
      [],
    );
  });
});

t.test('replay', async (t) => {
  function read(text: string, known: Games = games): GameRecord {
    const reading = parseRecord(text, 'record', known);
    if (!reading.ok) throw new Error(reading.problem);
    return reading;
  }

  const textOf = (name: string) => oldRecords.find((each) => each.name === name)!.text;
  const right = { is: 'right', said: ['All is right.'] } as const;
  const pageOf = (record: GameRecord) => replayPage({ record, judged: right });

  interface Move {
    readonly number: number;
    /** The frame of each track. */
    readonly frames: readonly string[];
  }

  function movesIn(page: string): readonly Move[] {
    const found = page.matchAll(/<li id="step=(\d+)" data-frames="([^"]*)">/g);
    return [...found].map(([, number, frames]) => ({ number: Number(number), frames: frames!.split(' ') }));
  }

  /** Of each track how many frames there are, and which is shown without a script. */
  function tracksIn(page: string): readonly { readonly frames: number; readonly shown: number }[] {
    return page
      .split(/<section class="track(?: shared)?">/)
      .slice(1)
      .map((track) => {
        const frames = [...track.matchAll(/<div class="frame"( hidden)?>/g)];
        return { frames: frames.length, shown: frames.findIndex(([, hidden]) => hidden === undefined) };
      });
  }

  t.test('What a player had of its own is among its facts', async (t) => {
    const text = oldRecords[0]!.text.replace(/("seat":2,"entry":\d+)/, '$1,"options":{"timeout":"10s"}');
    const page = pageOf(read(text));
    t.equal(page.split('<dt>timeout</dt><dd>10s<p>its own</p></dd>').length, 2);
  });

  t.test(
    'Each page of an old record is whole, requests nothing, and shows the last position without a script',
    async (t) => {
      for (const { name, text } of oldRecords.filter(({ name }) => name.startsWith('38cfc23/'))) {
        const record = read(text);
        const page = pageOf(record);
        t.ok(page.startsWith(replayBeginning), name);
        t.equal(unbalanced(page), undefined, name);
        t.equal(
          /<script>[^<]|<link|<img|<iframe|\bsrc=|url\(|@import|\bon[a-z]+="|style="/.exec(
            page.replace(replayScript, ''),
          )?.[0],
          undefined,
          name,
        );
        const [moves, tracks] = [movesIn(page), tracksIn(page)];
        t.same(
          moves.map(({ number }) => number),
          moves.map((_, index) => index + 1),
        );
        for (const { frames } of moves) {
          if (frames.length !== tracks.length) t.fail(`${name}: ${frames.length} frames`);
          for (const [track, frame] of frames.entries())
            if (frame !== '-' && Number(frame) >= tracks[track]!.frames) t.fail(`${name}: no frame ${frame}`);
        }
        t.same(
          tracks.map(({ shown }) => (shown < 0 ? '-' : String(shown))),
          moves.at(-1)!.frames,
        );
      }
    },
  );

  t.test('What has not changed is drawn once', async (t) => {
    const page = pageOf(read(textOf('38cfc23/bananagrams-examples')));
    const peels = page.match(/peels \d{3}/g)!.length / 2;
    const frames = tracksIn(page).reduce((sum, track) => sum + track.frames, 0);
    t.equal(
      frames,
      peels + 4 + 2,
      'each player without a grid, after each of its peels, and at the end if it has one',
    );
  });

  t.test('The facts of the record are beside its moves', async (t) => {
    const page = pageOf(read(textOf('38cfc23/bananagrams-offenders')));
    for (const text of [
      'player 1 (wordhost player bananagrams) has won: the bunch is empty',
      '<dt>seed</dt><dd>16',
      '<dt>sandbox</dt><dd>bubblewrap',
      '<dt>bunch</dt><dd>A 8\nE 8\nS 6\nT 8',
      '<dt>command</dt><dd>printf nhello',
      'SHA-256 1a23b392713239d801be200463b8f9d82132261541b8179a95eb1e620dbd36bd',
      'This page is from wordhost',
      '  ^ byte 1',
      'All is right.',
    ])
      t.ok(page.includes(text), text);
    t.match(page, /thought for [\d.]+ ms/);
    t.match(
      pageOf(read(textOf('38cfc23/scrabble-host-killed'))),
      'The record has no end, because the host was killed.',
    );
  });

  t.test('A record that differs from the rules says so, with the lines', async (t) => {
    const judged = { is: 'different', said: ['Line 7: <no>.', '  recorded: <b>'] } as const;
    const page = replayPage({ record: read(textOf('38cfc23/boggle-turns')), judged });
    t.match(
      page,
      '<div class="verdict not-fair"><strong><span>DIFFERENT</span></strong><p>Line 7: &#60;no&#62;.</p>',
    );
    t.match(page, '<pre class="line">  recorded: &#60;b&#62;</pre>');
  });

  const HOSTILE = '</script><script>alert(1)</script>"\'><b a="&amp;\u001b[31m\u202e\u0000';

  t.test('Nothing that a player is called, says or is told becomes a part of the page', async (t) => {
    const players = [1, 2].map((seat) => ({ seat, entry: seat, name: HOSTILE, command: HOSTILE }));
    const offence = {
      kind: 'protocol',
      rule: HOSTILE,
      detail: HOSTILE,
      at: 3,
      unit: 'byte',
      message: HOSTILE,
    };
    const header = { options: { [HOSTILE]: HOSTILE }, seed: HOSTILE, version: HOSTILE, startedAt: HOSTILE };
    const host = { node: HOSTILE, platform: HOSTILE, cpus: 1 };
    const text = recordText(
      { players: 2, ...header, host, dictionary: { name: HOSTILE, sha256: '0'.repeat(64), words: 1 } },
      { t: 1, type: 'unfinished', seat: 1, what: HOSTILE },
      { t: 2, type: 'offence', seat: 1, ...offence },
    ).replace(/"players":\[.*?\],"host"/, () => `"players":${JSON.stringify(players)},"host"`);
    const page = pageOf(read(text));
    t.equal(page.match(/<script/g)?.length, 1);
    t.equal(page.match(/<\/script>/g)?.length, 1);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be there
    t.equal(/<b |[\u0000-\u0008\u001b\u202e]/.exec(page)?.[0], undefined);
    t.equal(unbalanced(page), undefined);
    t.match(page, '&#60;script&#62;alert');
  });

  t.test('Several games fit on one page: their steps have addresses of their own', async (t) => {
    const record = read(textOf('38cfc23/boggle-turns'));
    const steps = replaySteps(record, 'game-7-').text;
    t.match(steps, /<li id="game-7-step=13" data-frames="[^"]*"><a href="#game-7-step=13"/);
    t.notMatch(steps, 'id="step=');
  });

  t.test('A long game is cut where a page would be too large, and the page says so', async (t) => {
    const late = Array.from({ length: 6000 }, (_, t) => ({ t, type: 'unfinished', seat: 1, what: `w${t}` }));
    const page = pageOf(read(recordText({ players: 2 }, ...late)));
    const moves = movesIn(page);
    t.equal(moves.length, 5000);
    t.equal(moves.at(-1)?.number, 6001, 'the last one is there');
    t.match(page, '1001 steps before the last one are not on this page, which shows 5000.');
  });

  t.test('Where drawings would be too large, the first ones are there and the last', async (t) => {
    const panels = (turn: number) => [{ seat: 1, caption: `${turn} points`, rows: ['AB'] }];
    const frames = new Frames(['Ada'], 1000);
    const shown = Array.from({ length: 9 }, (_, turn) =>
      frames.textOf(frames.take(panels(turn), turn === 8)),
    );
    t.equal(shown[0], '0');
    t.equal(shown[7], '!');
    t.match(shown[8], /^[1-6]$/);
  });

  t.test('A list that grows is shown in part, and the last one whole', async (t) => {
    const words = Array.from({ length: 100 }, (_, index) => `W${index}`);
    const frames = new Frames(['Ada']);
    const panel = { seat: 1, caption: '', rows: [], list: words };
    t.same(frames.take([panel], false), [0]);
    const last = frames.take([panel], true);
    t.same(last, [1], 'another drawing');
    const [text = ''] = frames.markup(last).map((track) => track.text);
    t.equal(text.match(/<li>/g)?.length, 61 + 100);
    t.match(text, '<li>and 40 more</li>');
  });
});
