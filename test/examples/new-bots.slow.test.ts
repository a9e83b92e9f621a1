import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { keyOf } from '../../host/core/seed.ts';
import { type Board, NO_SQUARE } from '../../host/games/scrabble/board/board.ts';
import { namedBoard } from '../../host/games/scrabble/board/board-choice.ts';
import { boardFromFile } from '../../host/games/scrabble/board/make-board.ts';
import { resultsOf, run } from '../cli/wordhost.ts';
import { examplesOf } from './example-bots.ts';
import { isCompiled, newBots, passesCheck, playsAGame, written } from './new-bots.ts';

for (const bot of newBots) if (!isCompiled(bot)) playsAGame(t, bot);

for (const game of ['bananagrams', 'boggle', 'scrabble']) passesCheck(t, game);

/** Common letters alone: nearly every hand has a grid. */
const files = { bunch: 'A 9\nE 12\nI 6\nO 6\nD 3\nL 3\nN 4\nR 6\nS 4\nT 6\nM 2\nP 2\nH 2\n' };

for (const bot of newBots.filter(({ language }) => language === 'sh'))
  t.test('two bots in the shell play a whole game of Bananagrams', { skip: bot.skip }, async (t) => {
    const cwd = await written(t, bot);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
    const game = ['--seed', '2', '--bunch', 'bunch', '--json', '--quiet'];
    const [result] = resultsOf(await run([...game, bot.template.run, bot.template.run], { cwd }));
    t.same(
      result?.players.filter(({ offence }) => offence !== undefined),
      [],
      'every peel was legal',
    );
    // How many, the order of arrival decides.
    t.ok(Number(result?.peels) > 0, `${result?.peels} peels`);
    // Some hands have no grid that a short program finds: then nobody has won.
    t.match(result?.reason, /^(bunch-empty|stalled)$/);
  });

t.test('F#', async (t) => {
  const skip = newBots.find(({ language }) => language === 'fsharp')!.skip;
  const source = (game: string) => readFileSync(join(examplesOf(game), 'fsharp', 'Host.fs'), 'utf8');

  t.test('what talks with the host is the same in all three games', async (t) => {
    for (const game of ['boggle', 'bananagrams']) t.equal(source(game), source('scrabble'), game);
  });

  /** Fable reads the assemblies of .NET, but translates only some of what they hold. */
  function complaintsAbout(text: string): readonly string[] {
    const folder = t.testdir();
    cpSync(join(examplesOf('boggle'), 'fsharp'), folder, { recursive: true });
    symlinkSync(join(import.meta.dirname, '..', '..', 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'Host.fs'), text);
    const { stdout, stderr } = spawnSync('npm', ['run', 'build'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return (
      `${stdout}${stderr}`.match(/(?<=Host\.fs \(\d+,\d+\): )Error: .*$/gm)?.map((line) => line.trim()) ?? []
    );
  }

  t.test('the half of it that is for .NET has the right types, too', { skip }, async (t) => {
    const forNet = source('boggle').replace('#if FABLE_COMPILER', '#if NOT_HERE');
    t.not(forNet, source('boggle'));
    const untranslated = /^Error: FABLE: System\.[\w.]+ (\(static\) )?is not supported by Fable$/;
    const found = complaintsAbout(forNet);
    t.ok(found.length > 0, 'it is this half that was read');
    t.same(
      found.filter((line) => !untranslated.test(line)),
      [],
    );
    t.match(complaintsAbout(forNet.replace('output.Flush()', 'output.Flush 1')), [/^Error: (?!FABLE)/]);
  });

  /** The modules of the Scrabble bot, with a program of the test that uses them. */
  function runChecks(input: string): string {
    const folder = t.testdir();
    cpSync(join(examplesOf('scrabble'), 'fsharp'), folder, { recursive: true });
    cpSync(join(import.meta.dirname, 'fsharp', 'Program.fs'), join(folder, 'Program.fs'));
    symlinkSync(join(import.meta.dirname, '..', '..', 'node_modules'), join(folder, 'node_modules'));
    const built = spawnSync('npm', ['run', 'build'], { cwd: folder, encoding: 'utf8' });
    t.equal(built.status, 0, `${built.stdout}${built.stderr}`);
    const ran = spawnSync(process.execPath, ['js/Program.js'], { cwd: folder, input, encoding: 'utf8' });
    t.equal(ran.stderr, 'forced\nshown\n');
    return ran.stdout;
  }

  /** Each way of the language that a board may use, and each way to fail, away from the centre. */
  const programs: readonly string[] = [
    'declare i; while (i * i < _x_ * _x_) do { i := i + 1 }; _result_ := i % 4 - 1 * (_y_ / 3)',
    "if (~(_x_ = 1) /\\ _y_ > 10 - 3 - 2 \\/ isVowel(intToChar(charToInt('M') + _x_))) then { declare d; d := -7 / 2; _result_ := d + 5 } else { skip };",
    '_result_ := 12 / _x_ - 12 % _x_',
    'while (_x_ = 5 /\\ _y_ = 5) do { skip }; _result_ := 1',
    'declare a; a := 2; if (_x_ <> 2) then { declare a; a := 7; _result_ := a }; _result_ := _result_ - a * 2',
    '_result_ := (2147483647 + 1 + _x_) / 1073741824 + 2',
    'if (_x_ > 3) then { _result_ := pointValue(0) } else { if (_x_ < -3) then { b := 1 } }',
    "if (isDigit('7') /\\ isLetter('x') /\\ isConsonant(toUpper('b')) /\\ charToInt(toLower('A')) = 97 /\\ charToInt(''') <= 39) then { _result_ := 3 - wordLength }",
  ];

  const numbers = Array.from({ length: 25 }, (_, index) => index - 12);

  function drawn(board: Board): string {
    const cell = (x: number, y: number) => {
      const kind = board.squareAt(x, y);
      return kind === NO_SQUARE ? '#' : `${kind}`;
    };
    return numbers.map((y) => numbers.map((x) => cell(x, y)).join('')).join('\n');
  }

  const placements = '0 0 4D2 -1 0 0I0';
  const messages: readonly string[] = [
    ...[
      'turn 1500 3',
      'passed 4',
      'turn none 4',
      `played 1 6 ${placements}`,
      `playsuccess 6 ${placements} new 1x2 9x1`,
    ],
    ...[`playsuccess 6 ${placements} new`, `playfailed 2 ${placements}`, 'passed 2', 'weather fine'],
    ...['forfeited 2', 'changed 2 7', 'changesuccess 5x2', 'timeout 1'],
    ...['error occupiedtile D2 0 -1 A1', 'error wordnotonroworcolumn 0 0 1 1 2 -3', 'error emptymove'],
    ...['error invalidpieceinst 4 E2', 'error piecedoesnotexist 99', 'error emptytile 9 9'],
    ...['error playerdoesnothavepiece 1 4', 'error wordnotconnected', 'error unheardof 1'],
    ...['error wordoutsideboard', 'error wordnotindictionary XQ', 'error firstwordnotovercenter 0 0'],
    ...['error firstwordtooshort', 'error notenoughpieces 7 3', 'error wordnotadjacent', 'failed'],
    ...['error emptymove', 'failed', 'gameover 1 334 2 -8', ''],
  ];

  t.test('its modules are those of the F# Scrabble project', { skip }, async (t) => {
    const squares = { 0: {}, 1: {}, 2: {}, 3: {}, 4: {}, 9: {} };
    const own = programs.map((prog) => {
      const file = { prog, squares, usedSquare: 0, center: [1, 1], isInfinite: true };
      const made = boardFromFile(prog, JSON.stringify(file));
      if (!made.ok) throw new Error(`${prog}: ${made.problem}`);
      return made.board;
    });
    const named = ['infinite', 'infinite-hole', 'hole', 'infinite-random:42'];
    const boards = [...own, ...named.map((name) => namedBoard(name, keyOf, undefined)!)];
    const setUps = boards.map(({ program, squares }) =>
      [`board ${program}`, ...squares.map(({ id }) => `square ${id}`), 'end', ''].join('\n'),
    );
    const setUp = 'player 2\nplayers 4\nfirst 3\ntimeout 1500\nend\n';
    const output = runChecks(`${setUps.join('')}end\n${setUp}${messages.join('\n')}`).split('\n');

    t.test('parseSimpleBoardProg finds the squares that the host finds', async (t) => {
      for (const [index, board] of boards.entries()) {
        const lines = output.slice(index * 25, (index + 1) * 25);
        t.equal(lines.join('\n'), drawn(board), board.name);
      }
    });

    t.test('each message and each error has its name and type; the dictionary goes both ways', async (t) => {
      const asTrie = 'word none none none none none none none';
      const asGaddag = 'more word word word more none word word';
      t.same(output.slice(boards.length * 25), [
        '2 of 4, 3 begins, 1500',
        'turn: true, 1500',
        '@3 pass',
        `@4 play ${placements}`,
        'turn: false',
        `trie: false [] ${asTrie}`,
        `gaddag: true [] ${asGaddag}`,
        `own trie: false [] ${asTrie}`,
        `own gaddag: true [] ${asGaddag}`,
        `own gaddag as a trie: false [] ${asTrie}`,
        'a trie is no GADDAG: give mkDict a reverse function, or ask for a trie',
        '',
      ]);
    });
  });

  t.test(
    'it plays on boards without an end and with holes, and tries no place without a square',
    { skip },
    async (t) => {
      const bot = newBots.find(({ game, language }) => game === 'scrabble' && language === 'fsharp')!;
      const cwd = await written(t, bot);
      for (const board of ['infinite-hole', 'infinite-random']) {
        const options = [
          '--rules',
          'course',
          '--board',
          board,
          ...'--seed 3 --max-turns 8 --json --quiet'.split(' '),
        ];
        const played = await run(['scrabble', ...options, bot.template.run, 'wordhost player random'], {
          cwd,
        });
        const [player] = resultsOf(played)[0]?.players ?? [];
        t.match(player, { errors: 0, timeouts: 0 }, played.stderr);
        t.ok(Number(player?.score) > 0, board);
      }
    },
  );
});
