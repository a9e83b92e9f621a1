import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { keyOf } from '../../host/core/seed.ts';
import { type Board, NO_SQUARE } from '../../host/games/scrabble/board/board.ts';
import { boardFromFile } from '../../host/games/scrabble/board/make-board.ts';
import { namedBoard } from '../../host/games/scrabble/board/named-board.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { parseConfig } from '../../host/settings/config/config-file.ts';
import { letterA, patient, quick } from '../cli/letter-a.ts';
import { binary, resultsOf, run } from '../cli/wordhost.ts';
import { Bot } from '../players/bot.ts';
import { allOf } from '../support/all-of.ts';
import { isThere, without } from '../support/without.ts';
import { readJunit } from '../views/reports/consumers.ts';
import { bots, compileExamples, players, playWholeGames, python, talkers } from './bananagrams-bots.ts';
import {
  boards,
  compileExamples as compileExamples2,
  play,
  players as players2,
  playWholeGames as playWholeGames2,
  scratch,
} from './boggle-bots.ts';
import { type Example, examplesOf, isOtherAwk, playLegally, shell } from './example-bots.ts';
import { isCompiled, newBots, passesCheck, playsAGame, written } from './new-bots.ts';
import {
  board,
  compileExamples as compileExamples3,
  play as play2,
  players as players3,
  playWholeGames as playWholeGames3,
  scratch as scratch2,
  variants,
} from './scrabble-bots.ts';

t.test('new bots', async (t) => {
  for (const bot of newBots) if (!isCompiled(bot)) playsAGame(t, bot);
});

t.test('bananagrams talk', async (t) => {
  compileExamples();
  playWholeGames([...players.filter((player) => !isOtherAwk(player)), ...talkers]);

  /** Of a long list each bot makes its tables first. */
  const fewWords = join(t.testdir({ words: 'CAT\nCATS\nDOG\n' }), 'words');

  for (const { name, dialect, tool, command } of players) {
    t.test(
      `${name} gives back what it cannot use, and takes a refusal`,
      { skip: without(tool) },
      async (t) => {
        await using bot = new Bot(command, { WORDHOST_DICTIONARY: fewWords, WORDHOST_PLAYER_SEED: '1' });
        t.equal(await bot.read(1), dialect);
        bot.say('VVVV.');
        t.equal(await bot.read(2), 'dV');
        bot.say(dialect === 'n' ? 'dV.' : 'V.');
        t.equal(await bot.read(2), 'dV', 'it tries again');
        bot.hangUp();
      },
    );
  }

  t.test('the silent bot never says a word', { skip: without('python3') }, async (t) => {
    await using bot = new Bot(python(join(bots, 'silent.py')), { PYTHONUNBUFFERED: '1' });
    bot.say('AEST.');
    bot.hangUp();
    t.equal(await bot.exit, 0);
    t.equal(bot.unread, '');
  });

  t.test('the newline bot says ready, and a newline', { skip: without('python3') }, async (t) => {
    await using bot = new Bot(python(join(bots, 'newline.py')), {});
    t.equal(await bot.read(2), 'r\n');
  });
});

compileExamples();
playWholeGames(players.filter(isOtherAwk));

t.test('boggle talk', async (t) => {
  const compileExamples = compileExamples2;
  const players = players2;
  const playWholeGames = playWholeGames2;
  compileExamples();
  playWholeGames(
    players.filter((player) => !isOtherAwk(player)),
    boards.slice(0, 1),
  );

  /** The next line that a bot writes. */
  async function line(bot: Bot): Promise<string> {
    let text = '';
    while (!text.endsWith('\n')) text += await bot.read(1);
    return text.trimEnd();
  }

  /** All that stands before `end`, with some lines that no version of today writes. */
  function setUp(rules: string): string {
    return [
      ...['boggle 1', 'weather fine, 20 degrees', `rules ${rules}`, 'player 1', 'players 2'],
      ...['name 1 One', 'name 2 end', rules === 'turns' ? 'turns 20' : 'time 180000', 'timeout 2000'],
      ...[
        `dictionary ${join(scratch, 'some words')}`,
        'board 3 3',
        'row QU I S',
        'row E  T I',
        'row S ING T ',
      ],
      ...['end', ''],
    ].join('\n');
  }

  async function sitDown(t: Test, { command }: Example, rules: string) {
    const bot = new Bot(command, {
      WORDHOST_DICTIONARY: join(scratch, 'some words'),
      WORDHOST_PLAYER_SEED: '1',
    });
    bot.say(setUp(rules));
    t.equal(await line(bot), 'ready');
    return bot;
  }

  for (const player of players) {
    t.test(
      `${player.name} says all at once, the longest words first`,
      { skip: without(player.tool) },
      async (t) => {
        await using bot = await sitDown(t, player, 'classic');
        bot.say('later versions\nstart\n');
        const guesses: string[] = [];
        for (let said = await line(bot); said !== 'done'; said = await line(bot)) guesses.push(said);
        t.same(guesses.slice(0, 3), ['guess SITTING', 'guess QUITES', 'guess QUITE']);
        t.same(guesses.slice(3, 5).sort(), ['guess SITE', 'guess TIES']);
        t.same(guesses.slice(5), ['guess TIE'], 'and no cell twice, and nothing that brings no points');
        bot.say('found 1 QUITE 0\nfound 2 QUITE 0\ngameover 1 0 2 0\n');
        t.equal(await bot.exit, 0, 'it goes when the game is over');
        t.equal(bot.unread, '');
      },
    );

    t.test(`${player.name} keeps up with what is found`, { skip: without(player.tool) }, async (t) => {
      await using bot = await sitDown(t, player, 'turns');
      bot.say('start\nlater versions\nforfeited 3\nturn 60000 1 9\n');
      t.equal(await line(bot), '@1 guess SITTING');
      bot.say('timeout 1\nscored 2 QUITES 3\nturn none 2 7\n');
      t.equal(await line(bot), '@2 guess SITTING', 'what came too late has found nothing');
      bot.say('scored 1 SITTING 5\nmissed 2 ZOO notonboard\nturn 60000 3 5\n');
      t.equal(await line(bot), '@3 guess QUITE', 'the other has found a longer one');
      bot.say(
        'missed 1 QUITE alreadyfound\nscored 2 SITE 1\nscored 2 TIE 1\nscored 2 TIES 1\nturn 60000 4 1\n',
      );
      t.equal(await line(bot), '@4 pass', 'nothing is left');
      bot.say('passed 1\ngameover 1 5 2 6\n');
      t.equal(await bot.exit, 0, 'it goes when the game is over');
      t.equal(bot.unread, '');
    });

    t.test(
      `${player.name} ends with its input, or when it is told to`,
      { skip: without(player.tool) },
      async (t) => {
        await using left = await sitDown(t, player, 'turns');
        left.hangUp();
        t.equal(await left.exit, 0);
        await using ended = await sitDown(t, player, 'classic');
        ended.signal('SIGTERM');
        t.match(String(await ended.exit), /^(SIGTERM|143)$/);
      },
    );
  }

  t.test('a bot to begin with plays, in each language', async (t) => {
    const here = t.testdir();
    for (const [language, { tool }] of [
      ['python', players[0]!],
      ['java', players[1]!],
      ['c', players[2]!],
      ['awk', players[3]!],
    ] as const) {
      t.test(language, { skip: without(tool) }, async (t) => {
        const made = await run(['new', language, 'boggle'], { cwd: here });
        t.equal(made.status, 0, made.stderr);
        const steps = Array.from(made.stdout.matchAll(/^ {2}(\S.*?) {2}/gm), ([, step]) => step!);
        const game = steps.findIndex((step) => step.startsWith('wordhost boggle '));
        t.match(steps[game], /^wordhost boggle "(.+)" "\1"$/);
        const [, bot = ''] = /"(.+?)"/.exec(steps[game]!) ?? [];
        const cwd = join(here, `boggle-${language}`);
        for (const step of steps.slice(1, game))
          t.equal(spawnSync(step, { cwd, shell: true }).status, 0, step);
        const played = await run(['boggle', '--seed', '1', '--json', bot, bot], { cwd });
        t.equal(played.status, 0, played.stderr);
        t.ok(allOf(resultsOf(played)[0]!.players, ({ moves }) => Number(moves) > 0));
      });
    }
  });
});

t.test('boggle', async (t) => {
  const compileExamples = compileExamples2;
  const players = players2;
  const playWholeGames = playWholeGames2;
  compileExamples();
  playWholeGames(
    players.filter((player) => !isOtherAwk(player)),
    boards.slice(1),
  );
  playWholeGames(players.filter(isOtherAwk), boards);

  const seats = players.filter(({ tool }) => isThere(tool));
  const nobody = seats.length === 0 && 'no tool for any of the examples is installed';
  t.test(
    'all sit at one table, and who plays along with half of the words has nothing for itself',
    {
      skip: nobody,
    },
    async (t) => {
      const table = [...seats.map(shell), 'wordhost player boggle --level half'];
      const { result } = await play(t, table, ['--width', '6', '--height', '5']);
      t.equal(result.players.at(-1)?.score, 0);
    },
  );
});

t.test('fsharp', async (t) => {
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
    t.equal(ran.stderr, '');
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
    ...['turn 1500 3', 'turn none 4', `played 1 6 ${placements}`, `playsuccess 6 ${placements} new 1x2 9x1`],
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
          '--seed',
          '3',
          '--max-turns',
          '8',
          '--json',
          '--quiet',
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

t.test('new bots bananagrams', async (t) => {
  passesCheck(t, 'bananagrams');

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
});

t.test('new bots boggle', async (t) => {
  passesCheck(t, 'boggle');
});

t.test('new bots scrabble', async (t) => {
  passesCheck(t, 'scrabble');
});

t.test('scrabble talk', async (t) => {
  const compileExamples = compileExamples3;
  const players = players3;
  const playWholeGames = playWholeGames3;
  const scratch = scratch2;
  compileExamples();
  playWholeGames(
    players.filter((player) => !isOtherAwk(player)),
    variants.slice(0, 1),
  );

  t.test('those that read their time bank plan with it', { skip: without('python3') }, async (t) => {
    const bot = (language: string, file: string) => join(examplesOf('scrabble'), language, file);
    const seats = [`python3 ${bot('python', 'player.py')}`, `node ${bot('javascript', 'player.mjs')}`];
    const bank = ['--time-bank', '3s', '--timeout', 'none', '--overtime-limit', 'none'];
    const { result } = await playLegally(t, 'scrabble', seats, bank);
    t.match(result.players, [
      { errors: 0, bankMs: Number },
      { errors: 0, bankMs: Number },
    ]);
  });

  t.test('the boards are accepted', async (t) => {
    for (const name of ['ring', 'vowels']) {
      const { status, stdout } = await run(['board', 'check', board(name)]);
      t.equal(status, 0, stdout);
    }
  });

  /** The next line that a bot writes. */
  async function line(bot: Bot): Promise<string> {
    let text = '';
    while (!text.endsWith('\n')) text += await bot.read(1);
    return text.trimEnd();
  }

  const layout = ['infinite 0', 'layout -2 -2 5 5', 'row #000#', ...Array(3).fill('row 00000'), 'row #000#'];
  const withoutEnd = ['infinite 1', 'layout none'];
  const tiles = ['tile 0 A0,B0', 'tile 1 A1', 'tile 2 B3', 'tile 3 C9', 'tile 4 \u00c44'];

  interface SetUp {
    readonly hand: string;
    readonly board?: readonly string[];
    readonly square?: string;
  }

  /** All that stands before `end`, with some lines that no version of today writes. */
  function setUp({ hand, board = layout, square = 'pointValue(_pos_) + _acc_' }: SetUp): string {
    const program =
      'if (_x_ * _x_ <= 4 /\\ _y_ * _y_ <= 4 /\\ ~(_x_ * _x_ = 4 /\\ _y_ * _y_ = 4)) then { _result_ := 0 } else { _result_ := -1 }';
    return [
      ...['scrabble 1', 'weather fine, 20 degrees', 'rules course', 'player 1', 'players 2', 'first 1'],
      ...['name 1 One', 'name 2 end', 'handsize 7', 'timeout 2000', `dictionary ${join(scratch, 'words')}`],
      ...['center 0 0', `board ${program}`, `square 0 0 _result_ := ${square}`, 'used 0'],
      ...[...board, ...tiles, `hand ${hand}`, 'end', ''],
    ].join('\n');
  }

  async function sitDown(t: Test, { command }: Example, told: SetUp) {
    const WORDHOST_DICTIONARY = join(scratch, 'words');
    const bot = new Bot(command, { WORDHOST_DICTIONARY, WORDHOST_PLAYER_SEED: '1' });
    bot.say(setUp(told));
    t.equal(await line(bot), 'ready');
    return bot;
  }

  /** `X Y IDcPOINTS` of a play, sorted by its text. */
  const placements = (answer: string) =>
    Array.from(answer.matchAll(/(-?\d+) (-?\d+) (\d+[A-Z]\d+)/g), ([text]) => text).sort();
  const tilesOf = (answer: string) =>
    placements(answer)
      .map((text) => text.split(' ')[2])
      .sort();

  for (const player of players) {
    t.test(`${player.name} keeps up with all that it is told`, { skip: without(player.tool) }, async (t) => {
      await using bot = await sitDown(t, player, { hand: '0x2 4x1' });
      bot.say('start\nlater versions\nforfeited 3\nturn 60000 1\n');
      const first = await line(bot);
      t.match(first, /^@1 play /);
      t.same(tilesOf(first), ['0A0', '0B0'], 'blanks stand for letters');
      t.ok(
        placements(first).some((text) => text.startsWith('0 0 ')),
        'over the centre',
      );

      bot.say('timeout 1\npassed 2\nturn none 2\n');
      const second = await line(bot);
      t.same(tilesOf(second), ['0A0', '0B0'], 'what came too late has changed nothing');
      t.match(second, /^@2 /);

      bot.say('error emptymove\nerror unheardof 3 4\nfailed\nplayed 2 4 0 0 1A1 1 0 2B3\nturn 60000 3\n');
      const third = await line(bot);
      t.match(third, /^@3 play /, 'an error that it does not know does no harm');
      t.notMatch(third, / (0 0|1 0) /, 'it lays no tile on another');

      bot.say(
        `playsuccess 3 ${placements(third).join(' ')} new 3x1 4x1\nchanged 2 3\nplayfailed 2 2 2 1A1\n`,
      );
      bot.say('turn 60000 4\n');
      t.match(await line(bot), /^@4 (play|pass|change)/);
      bot.say('gameover 1 3 2 4\n');
      t.equal(await bot.exit, 0, 'it goes when the game is over');
      t.equal(bot.unread, '');
    });

    t.test(
      `${player.name} ends with its input, or when it is told to`,
      { skip: without(player.tool) },
      async (t) => {
        await using left = await sitDown(t, player, { hand: '1x1' });
        left.hangUp();
        t.equal(await left.exit, 0);
        await using ended = await sitDown(t, player, { hand: '1x1' });
        ended.signal('SIGTERM');
        t.match(String(await ended.exit), /^(SIGTERM|143)$/);
      },
    );
  }

  const [python, , java] = players;

  t.test('python counts with the programs of the squares', { skip: without('python3') }, async (t) => {
    const squares = { 'pointValue(_pos_) + _acc_': '3C9', '_acc_ - pointValue(_pos_)': '2B3' };
    for (const [square, other] of Object.entries(squares)) {
      await using bot = await sitDown(t, python!, { hand: '1x1 2x1 3x1', board: withoutEnd, square });
      bot.say('start\nturn 60000 1\n');
      t.same(tilesOf(await line(bot)), ['1A1', other], square);
      bot.say('gameover 1 0 2 0\n');
    }
  });

  t.test(
    'java learns from errors where there is no square, and what is in the bag',
    {
      skip: without('javac'),
    },
    async (t) => {
      await using bot = await sitDown(t, java!, { hand: '1x1 2x1', board: withoutEnd });
      bot.say('start\n');
      const tried = new Set<string>();
      let turn = 0;
      while (tried.size < 4) {
        bot.say(`turn 60000 ${++turn}\n`);
        const answer = await line(bot);
        const [beside] = placements(answer).filter((text) => !text.startsWith('0 0 '));
        if (beside === undefined) {
          // Its own time for a turn was over before it had looked anywhere: the machine is busy. It gets the same tiles.
          t.equal(answer, `@${turn} change 1 2`);
          bot.say('changesuccess 1x1 2x1\n');
          continue;
        }
        const [x, y] = beside.split(' ');
        tried.add(`${x} ${y}`);
        bot.say(`error emptytile ${x} ${y}\nfailed\n`);
      }
      t.same([...tried].sort(), ['-1 0', '0 -1', '0 1', '1 0']);
      bot.say(`turn 60000 ${++turn}\n`);
      t.equal(await line(bot), `@${turn} change 1 2`, 'nothing is left to try');
      bot.say(`changesuccess 1x2\nturn 60000 ${++turn}\n`);
      t.equal(await line(bot), `@${turn} change 1 1`);
      bot.say(`error notenoughpieces 2 1\nfailed\nturn 60000 ${++turn}\n`);
      t.equal(await line(bot), `@${turn} pass`);
    },
  );

  t.test(
    'two Java machines at one table do not see each other: neither complains where only moves belong',
    { skip: without('javac') || (without('bwrap') && 'only bubblewrap gives each a place of its own') },
    async (t) => {
      const java = `java -cp '${scratch}' Player`;
      const outcome = await run(['scrabble', '--json', '--seed', '1', java, java]);
      t.equal(outcome.status, 0, outcome.stderr);
      t.match(resultsOf(outcome), [{ players: [{ offence: undefined }, { offence: undefined }] }]);
    },
  );
});

t.test('scrabble', async (t) => {
  const compileExamples = compileExamples3;
  const play = play2;
  const players = players3;
  const playWholeGames = playWholeGames3;
  compileExamples();
  playWholeGames(
    players.filter((player) => !isOtherAwk(player)),
    variants.slice(1),
  );
  playWholeGames(players.filter(isOtherAwk), variants.slice(0, 1));

  const seats = players.filter(({ tool }) => isThere(tool));
  const nobody = seats.length === 0 && 'no tool for any of the examples is installed';
  t.test('all sit at one table, where a square counts vowels', { skip: nobody }, async (t) => {
    const told = await play(t, seats, ['--board', board('vowels'), '--tiles', 'english:2']);
    for (const [index, { endless }] of seats.entries())
      if (endless === 'plays') t.ok(told[index]?.scored, `${seats[index]?.name} has points`);
  });
});

t.test('strict', async (t) => {
  const sandbox = await probeSandbox('strict');
  const examples = join(import.meta.dirname, '..', '..', 'examples');
  const scratch = t.testdir({ 'some words': 'ABLE\nIT\nQUITE\nSITE\nTIE\nTIES\nZOO\n' });

  interface Compiled {
    readonly build: (source: string, folder: string) => readonly string[];
    readonly run: (folder: string) => string;
  }

  const compiled = {
    c: {
      build: (source, folder) => ['cc', '-O2', '-o', join(folder, 'player'), join(source, 'player.c')],
      run: (folder) => `'${join(folder, 'player')}'`,
    },
    csharp: {
      build: (source, folder) => ['mcs', `-out:${join(folder, 'player.exe')}`, join(source, 'player.cs')],
      run: (folder) => `mono '${join(folder, 'player.exe')}'`,
    },
    java: {
      build: (source, folder) => ['javac', '-d', folder, join(source, 'Player.java')],
      run: (folder) => `java -XX:-UsePerfData -cp '${folder}' Player`,
    },
  } as const satisfies Readonly<Record<string, Compiled>>;

  /** What is made first, and the command of it. */
  function made(game: string, language: keyof typeof compiled): string {
    const { build, run: commandIn }: Compiled = compiled[language];
    const folder = join(scratch, game, language);
    mkdirSync(folder, { recursive: true });
    const [compiler = '', ...words] = build(join(examples, game, language), folder);
    spawnSync(compiler, words);
    return commandIn(folder);
  }

  const script = (game: string, file: string, program: string) => () =>
    `${program} '${join(examples, game, file)}'`;
  const awks = (game: string) =>
    ['awk', 'mawk', 'gawk', 'busybox'].map((awk) => ({
      game,
      tool: awk,
      command: script(game, 'awk/player.awk', awk === 'busybox' ? 'busybox awk -f' : `${awk} -f`),
    }));
  const common = (game: string) => [
    { game, tool: 'python3', command: script(game, 'python/player.py', 'python3') },
    { game, tool: 'cc', command: () => made(game, 'c') },
    { game, tool: 'mcs', command: () => made(game, 'csharp') },
    ...awks(game),
  ];
  const own = (game: string, ...names: readonly string[]) =>
    names.map((name) => ({ game, tool: 'sh', command: () => `wordhost player ${name}` }));

  const players = [
    ...common('bananagrams'),
    { game: 'bananagrams', tool: 'ruby', command: script('bananagrams', 'ruby/player.rb', 'ruby') },
    ...own('bananagrams', 'bananagrams'),
    ...common('scrabble'),
    { game: 'scrabble', tool: 'poly', command: script('scrabble', 'sml/player.sml', 'poly --script') },
    { game: 'scrabble', tool: 'javac', command: () => made('scrabble', 'java') },
    ...own('scrabble', 'random', 'longest'),
    ...common('boggle'),
    { game: 'boggle', tool: 'javac', command: () => made('boggle', 'java') },
    ...own('boggle', 'boggle'),
  ];

  const shorter: Readonly<Record<string, readonly string[]>> = {
    bananagrams: ['--hand', '11'],
    scrabble: ['--max-turns', '6', '--timeout', '20s'],
    boggle: ['--dictionary', join(scratch, 'some words')],
  };

  /** Nobody was ended, nobody went. */
  const whole: Readonly<Record<string, string>> = {
    bananagrams: 'bunch-empty',
    scrabble: 'max-turns',
    boggle: 'played-out',
  };

  for (const { game, tool, command } of players) {
    const missing = findProgram(tool) === undefined && `${tool} is not installed`;
    const line = missing ? '' : command();
    const skip = 'problem' in sandbox ? sandbox.problem : missing;
    t.test(`${game} under strict: ${line.replaceAll(`${examples}/`, '')}`, { skip }, async (t) => {
      const seen = ['--readable', examples, '--readable', scratch];
      const args = ['--sandbox', 'strict', ...seen, '--seed', '1', '--json', '--quiet'];
      const played = await run([game, ...args, ...(shorter[game] ?? []), line, line]);
      const [result] = resultsOf(played);
      t.match(result, { sandbox: 'strict', reason: whole[game] }, played.stderr);
      for (const player of result?.players ?? []) t.match(player.outcome, /^(won|draw|lost)$/, played.stderr);
    });
  }
});

t.test('ci files', async (t) => {
  type Texts = Readonly<Record<string, string | number>>;

  interface GithubJob {
    readonly env: Texts;
    readonly steps: readonly { readonly name?: string; readonly run?: string; readonly uses?: string }[];
  }

  interface GitlabJob {
    readonly variables: Texts;
    readonly script: readonly string[];
    readonly after_script: readonly string[];
    readonly artifacts: { readonly reports: { readonly junit: string } };
  }

  const examples = join(import.meta.dirname, '..', '..', 'examples');
  const read = async (file: string) => await parseConfig(join(examples, 'ci', file), 'a test');
  const github = (await read('github.yml')) as unknown as { readonly jobs: { readonly play: GithubJob } };
  const gitlab = (await read('gitlab.yml')) as unknown as { readonly bot: GitlabJob };

  const skip = without('awk') || without('python3');

  /** A repository with a bot, and the version before in `old`; in `bin`, a wordhost that notes how it is called. */
  function checkedOut(t: Test): string {
    const cwd = t.testdir({ 'words.txt': 'at\ncat\nta\n', bin: {}, old: {} });
    for (const folder of ['.', 'old'])
      cpSync(join(examples, 'scrabble', 'awk', 'player.awk'), join(cwd, folder, 'bot.awk'));
    const noting = `test "$1" = player || echo "$*" >> '${cwd}/calls'`;
    const shim = `#!/bin/sh\n${noting}\nexec '${process.execPath}' '${binary}' "$@"\n`;
    writeFileSync(join(cwd, 'bin', 'wordhost'), shim, { mode: 0o755 });
    mkdirSync(join(cwd, 'reports'));
    return cwd;
  }

  /** As the service runs it, but with few games. */
  function runScript(cwd: string, script: string, variables: Texts, more: Texts = {}) {
    const short = { GAMES: 2, MOST_GAMES: 2, WORDHOST_OPT_SEED: 1, WORDHOST_OPT_ONLY: 1 };
    const texts = { ...variables, BOT: 'awk -f bot.awk', ...short, ...more };
    const own = Object.entries(texts).map(([name, value]) => [
      name,
      String(value).replace('$CI_PROJECT_DIR', cwd),
    ]);
    const env = { ...process.env, XDG_CACHE_HOME: join(cwd, 'cache'), ...Object.fromEntries(own) };
    env.PATH = `${join(cwd, 'bin')}:${env.PATH}`;
    return spawnSync('bash', ['-e', '-c', script], { cwd, env, encoding: 'utf8' });
  }

  const commandsIn = (scripts: readonly string[]) =>
    scripts.flatMap((script) => [...script.matchAll(/^\s*wordhost (\w+)/gm)].map(([, command]) => command!));

  function callsIn(cwd: string): string[] {
    const calls = readFileSync(join(cwd, 'calls'), 'utf8').trimEnd().split('\n');
    return calls.map((call) => call.split(' ')[0]!);
  }

  function checkReports(t: Test, cwd: string): void {
    const files = readdirSync(join(cwd, 'reports')).filter((file) => file.endsWith('.xml'));
    t.same(files, ['check.xml', 'compare.xml', 'slow.xml']);
    for (const file of files) {
      const { faults, failures, errors } = readJunit(readFileSync(join(cwd, 'reports', file), 'utf8'));
      t.match({ faults, failures, errors }, { faults: [], failures: '0', errors: '0' }, file);
    }
    const [compared] = readJunit(readFileSync(join(cwd, 'reports', 'compare.xml'), 'utf8')).suites;
    for (const player of ['new', 'old'])
      t.match(
        compared!.facts[`sha256 of bot.awk (${player})`],
        /^[\da-f]{64}$/,
        'the report says what was played',
      );
    t.same(readdirSync(join(cwd, 'bad')), [], 'no game was bad');
  }

  t.test('GitHub Actions: each command plays, and each step has its summary', { skip }, async (t) => {
    const cwd = checkedOut(t);
    const { env, steps } = github.jobs.play;
    const scripts = steps.flatMap(({ run }) =>
      run !== undefined && commandsIn([run]).length > 0 ? [run] : [],
    );
    t.equal(scripts.length, 3);
    for (const [index, script] of scripts.entries()) {
      const summary = join(cwd, `summary-${index}`);
      writeFileSync(summary, '');
      const { status, stderr } = runScript(cwd, script, env, { GITHUB_STEP_SUMMARY: summary });
      t.equal(status, 0, stderr);
      t.match(readFileSync(summary, 'utf8'), /^<!-- wordhost -->\n## /);
    }
    t.same(callsIn(cwd), commandsIn(scripts));
    checkReports(t, cwd);
    t.ok(existsSync(join(cwd, 'cache', 'wordhost')), 'the compiled list can be kept');
  });

  t.test(
    'GitHub Actions: a bot that breaks a rule fails its step, and is kept to be looked at',
    { skip },
    async (t) => {
      const cwd = checkedOut(t);
      const { env, steps } = github.jobs.play;
      const summary = join(cwd, 'summary');
      const bad = { BOT: 'echo ready; read -r line; echo boo', GITHUB_STEP_SUMMARY: summary };
      const { run } = steps.find(({ name }) => name === 'Is it slow?')!;
      const { status, stderr } = runScript(cwd, run!, env, bad);
      t.equal(status, 1, stderr);
      const records = readdirSync(join(cwd, 'bad'));
      t.equal(records.length, 2);
      const text = readFileSync(summary, 'utf8');
      t.match(text, /\*\*2 of 2 games went wrong\.\*\*/);
      for (const record of records) t.match(text, `wordhost replay bad/${record}\n`);
    },
  );

  t.test('GitLab CI: each command plays, and its reports are where the job says', { skip }, async (t) => {
    const cwd = checkedOut(t);
    const { variables, script, after_script: after, artifacts } = gitlab.bot;
    const { status, stderr } = runScript(cwd, [...script, ...after].join('\n'), variables);
    t.equal(status, 0, stderr);
    t.same(callsIn(cwd), commandsIn(script));
    t.equal(callsIn(cwd).length, 3);
    checkReports(t, cwd);
    t.equal(artifacts.reports.junit, 'reports/*.xml');
    t.ok(existsSync(join(cwd, '.cache', 'wordhost')), 'the compiled list can be kept');
  });

  t.test(
    'both ask for the Node that wordhost needs, and keep no rights and no installed scripts',
    async (t) => {
      const text = (file: string) => readFileSync(join(examples, 'ci', file), 'utf8');
      t.match(text('github.yml'), /node-version: 24$/m);
      t.match(text('github.yml'), /^permissions:\n {2}contents: read$/m);
      t.match(text('gitlab.yml'), /image: node:24$/m);
      for (const file of ['github.yml', 'gitlab.yml'])
        t.match(text(file), 'npm install --global --ignore-scripts ./');
    },
  );
});

t.test('ci', async (t) => {
  const script = join(import.meta.dirname, '..', '..', 'examples', 'ci', 'match.sh');
  const cwd = t.testdir({
    ...letterA,
    'wordhost.json': JSON.stringify({ dictionary: 'words.txt', bunch: 'last-bunch', hand: 3 }),
  });

  function match(bots: readonly string[], settings: Readonly<Record<string, string>> = {}) {
    const env = {
      ...process.env,
      WORDHOST_OPT_CONFIG: 'wordhost.json',
      WORDHOST: `${process.execPath} ${binary}`,
      GAMES: '2',
      SEED: '1',
      ...settings,
    };
    return spawnSync('sh', [script, ...bots], { cwd, env, encoding: 'utf8' });
  }

  t.test('a match that the new bot wins passes', async (t) => {
    const { status, stdout, stderr } = match([quick, patient], { RECORDS: 'records' });
    t.equal(status, 0, stderr);
    t.equal(stdout, 'new: won 2 of 2\nold: won 0 of 2\nresults: results.jsonl (exit status 0)\n');
    const results = resultsOf({ stdout: readFileSync(join(cwd, 'results.jsonl'), 'utf8') });
    t.match(
      results,
      [
        { outcome: 'won', winner: 1 },
        { outcome: 'won', winner: 2 },
      ],
      'seats are rotated',
    );
  });

  t.test('a match that the new bot loses fails, and says which condition', async (t) => {
    const { status, stdout, stderr } = match([patient, quick], { RESULTS: 'lost.jsonl' });
    t.equal(status, 1);
    t.match(stderr, /--require games\.1>=50% does not hold: it was 0% of 2 games/);
    t.match(stdout, /^new: won 0 of 2\nold: won 2 of 2\nresults: lost\.jsonl \(exit status 1\)\n$/);
  });

  t.test('an offence fails it, whoever wins', async (t) => {
    const { status, stdout, stderr } = match(['printf x; exec sleep 60', patient], { REQUIRE: 'games.1>=0' });
    t.equal(status, 1);
    t.match(stdout, /^new: won 0 of 2; protocol\/byte\nold: won 2 of 2\n/);
    t.match(stderr, /protocol \(byte\)/);
  });

  t.test('a mistake in its settings plays nothing', async (t) => {
    const { status, stderr } = match([quick, patient], { GAMES: 'many' });
    t.equal(status, 2);
    t.match(stderr, /--games: expected a whole number/);
    t.equal(match([quick]).status, 2, 'one bot alone');
  });

  t.test('the summary is of whole results, and there is none where nothing was played', async (t) => {
    const result = '{"players":[{"name":"new","outcome":"won"},{"name":"old","outcome":"lost"}]}';
    writeFileSync(join(cwd, 'killed.sh'), `printf '%s\\n' '${result}' '{"play'\nexit 3\n`);
    const killed = match([quick, patient], { WORDHOST: 'sh killed.sh' });
    t.match(killed, { status: 3, stderr: '', stdout: /^new: won 1 of 1\nold: won 0 of 1\nresults: / });
    const missing = match([quick, patient], { WORDHOST: 'no-such-wordhost' });
    t.match(missing, { status: 127, stdout: 'results: results.jsonl (exit status 127)\n' });
  });
});
