import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type Board, boardOf, readBoardText } from '../../host/games/boggle/board.ts';
import { pointsOf } from '../../host/games/boggle/judge.ts';
import { greetingText, type Introduction } from '../../host/games/boggle/wire/greeting.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { isLiving } from '../../host/seats/process/processes/proc.ts';
import { laidScrabble } from '../games/scrabble-table.ts';
import { naiveFinder } from '../oracle/boggle-words.ts';
import { recordText } from '../record-text.ts';
import { allOf } from '../support/all-of.ts';
import { until } from '../support/until.ts';
import { largeWordList } from '../word-lists.ts';
import { Bot, player } from './bot.ts';
import { engineGame, list } from './engine/games.ts';
import { sorted } from './grid-checker.ts';
import { tryMisuses } from './misuses.ts';
import { playsWithoutFault } from './scrabble-without-fault.ts';
import { seated } from './seated.ts';
import { englishFor, playSolitaire } from './solitaire.ts';

t.test('bananagrams', async (t) => {
  const english = englishFor(t);
  const environment = { WORDHOST_DICTIONARY: english.file, XDG_CACHE_HOME: english.cache };
  const start = (...args: string[]) => new Bot(player('bananagrams', ...args), environment);

  for (const dialect of ['numbered', 'plain']) {
    const command = player('bananagrams', '--dialect', dialect);

    t.test(`${dialect}: it gets to the end alone`, async (t) => {
      const story = await playSolitaire({ command, english, seed: 1 });
      t.match(story, { dialect: dialect === 'plain' ? 'r' : 'n', finished: true, late: 0 });
    });

    t.test(`${dialect}: dumps that are refused do not confuse it`, async (t) => {
      const bunch = 'VVVVWWWWCCCC';
      await using bot = new Bot(command, environment);
      await bot.read(1);
      bot.say(`${bunch}.`);
      const dumped = new Set<string>();
      for (let refusals = 0; refusals < 3; refusals++) {
        const [, letter = ''] = await bot.read(2);
        t.ok(bunch.includes(letter));
        dumped.add(letter);
        bot.say(dialect === 'plain' ? `${letter}.` : `d${letter}.`);
      }
      t.ok(dumped.size > 0);
      bot.say(dialect === 'plain' ? 'AEI.' : '=001A.');
      t.match(await bot.read(1), /[dp]/, 'it goes on');
    });

    t.test(`${dialect}: it skips messages of a later version`, async (t) => {
      await using bot = new Bot(command, environment);
      await bot.read(1);
      bot.say('!HELLO:5.AEST.?WHO.');
      const peel = dialect === 'plain' ? await bot.read(7) : await bot.read(10);
      t.match(peel, dialect === 'plain' ? /^p\d{6}/ : /^p001\d{6}/);
    });
  }

  t.test('it gets to the end when others peel at the very moment', async (t) => {
    const command = player('bananagrams', '--dialect', 'numbered');
    const story = await playSolitaire({ command, english, seed: 2, others: 60 });
    t.ok(story.finished);
  });

  t.test('it gets to the end when all that it is told comes byte by byte', async (t) => {
    const command = player('bananagrams', '--dialect', 'plain');
    const story = await playSolitaire({ command, english, seed: 3, others: 30, cut: 1 });
    t.ok(story.finished);
  });

  t.test('SIGTERM ends it at once and in peace, also while it is thinking', async (t) => {
    await using idle = start();
    t.equal(await idle.read(1), 'n');
    idle.signal('SIGTERM');
    t.equal(await idle.exit, 0);

    await using busy = start();
    await busy.read(1);
    busy.say('VVVVWWWWCCCCVVVVWWWWCCCC.');
    await busy.read(2);
    busy.say('dV.');
    busy.signal('SIGTERM');
    t.equal(await busy.exit, 0);
  });

  t.test('the end of its input ends it in peace', async (t) => {
    await using bot = start();
    t.equal(await bot.read(1), 'n');
    bot.hangUp();
    t.equal(await bot.exit, 0);
  });

  t.test('after the last peel it says nothing more, and waits', async (t) => {
    await using bot = start();
    await bot.read(1);
    bot.say('AT.');
    await bot.read(12);
    bot.say('+001.');
    bot.say('=002S.');
    bot.hangUp();
    t.equal(await bot.exit, 0);
    t.equal(bot.unread, '');
  });

  t.test('with a pause it peels later, and a letter that comes meanwhile is laid as well', async (t) => {
    await using bot = start('--pause', '300ms');
    await bot.read(1);
    const before = performance.now();
    bot.say('AT.');
    bot.say('=001S.');
    const [, width = '', height = ''] = /^p002(\d{3})(\d{3})$/.exec(await bot.read(10)) ?? [];
    t.ok(
      performance.now() - before >= 220,
      'three quarters of the pause at least; timers may be a little early',
    );
    t.equal(sorted((await bot.read(Number(width) * Number(height))).replaceAll('.', '')), 'AST');
  });

  t.test('a wrong option, or a word list that is not there, is a usage error', async (t) => {
    await using wrong = start('--dialect', 'pirate');
    t.equal(await wrong.exit, 2);
    t.match(wrong.stderr, /--dialect: expected numbered or plain; got pirate/);

    await using lost = new Bot(player('bananagrams'), {
      ...environment,
      WORDHOST_DICTIONARY: '/no/such/list',
    });
    t.equal(await lost.exit, 2);
    t.match(lost.stderr, /no such file/);
    t.equal(lost.unread, '');
  });

  t.test('--help says how it is used', async (t) => {
    await using bot = start('--help');
    t.equal(await bot.exit, 0);
    t.match(bot.unread, /--dialect numbered\|plain[\s\S]*--pause DURATION[\s\S]*--seed N/);
  });
});

t.test('boggle', async (t) => {
  const scratch = t.testdir({
    'few.txt': 'IT\nQUITE\nQUITES\nSITE\nSITTING\nTIE\nTIES\nTITTING\nZOO\n',
  });
  const few = join(scratch, 'few.txt');
  const english = loadLexicon(largeWordList ?? 'english');
  if (!english.ok) throw new Error(english.problem);
  const large = english.lexicon.path;
  const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n');

  function board(text: string): Board {
    const reading = readBoardText(text);
    if (!reading.ok) throw new Error(reading.problem);
    return reading.value;
  }

  const small = board('QuIS/ETI/SIngT');
  const ordinary = board('RSPL/EIBT/ULZA/ESTI');

  /** Letters as they are in words, more or less, by the same rule each time. */
  function largeBoard(): Board {
    const letters = 'ETAOINSRLDUEARISTONECHMPGBYFWKVXJZ';
    const cells = Array.from({ length: 256 }, (_, cell) => letters[(cell * cell * 7 + cell * 13 + 5) % 31]!);
    cells[100] = 'QU';
    return boardOf(16, 16, cells);
  }

  function told(change: Partial<Introduction>): string[] {
    const introduction: Introduction = {
      rules: 'classic',
      player: 1,
      names: ['One', 'end'],
      turns: change.rules === 'turns' ? 20 : undefined,
      timeMs: change.rules === 'turns' ? undefined : 180_000,
      timeoutMs: 30_000,
      dictionary: few,
      board: small,
      ...change,
    };
    return greetingText(introduction).trimEnd().split('\n');
  }

  /** One player in a process of its own, which has been told a game and is ready. */
  async function seated(t: Test, change: Partial<Introduction>, ...args: string[]): Promise<Bot> {
    const bot = new Bot(player('boggle', ...args), { WORDHOST_PLAYER_SEED: '3' });
    bot.tell('weather fine', ...told(change));
    t.equal(await bot.line(), 'ready');
    return bot;
  }

  /** All that it guesses by the classic rules, in its order. */
  async function guesses(t: Test, change: Partial<Introduction>, ...args: string[]): Promise<string[]> {
    await using bot = await seated(t, change, ...args);
    bot.tell('start');
    const words: string[] = [];
    for (let line = await bot.line(); line !== 'done'; line = await bot.line()) {
      t.match(line, /^guess [A-Z]+$/);
      words.push(line.replace('guess ', ''));
    }
    bot.tell('found 1 QUITE 2', 'gameover 1 2 2 0');
    bot.hangUp();
    t.equal(await bot.exit, 0);
    t.equal(bot.unread, '');
    return words;
  }

  t.test('It finds every word that brings points, and no other; the longest come first', async (t) => {
    const boards = [
      { of: small, dictionary: few },
      { of: small, dictionary: large },
      { of: ordinary, dictionary: large },
      { of: board('A'), dictionary: large },
      { of: board('TEASTER'), dictionary: large },
      { of: largeBoard(), dictionary: large },
    ];
    const oracles = new Map([few, large].map((path) => [path, naiveFinder(linesOf(path))]));
    for (const { of, dictionary } of boards) {
      const words = await guesses(t, { board: of, dictionary });
      const expected = oracles.get(dictionary)!(of).filter((word) => pointsOf(word) > 0);
      t.same(words.toSorted(), expected, `${of.width} by ${of.height}: ${words.length} words`);
      const lengths = words.map(({ length }) => length);
      t.same(
        lengths,
        lengths.toSorted((a, b) => b - a),
      );
    }
  });

  t.test('By level it finds some of the words, and with the same seed the same', async (t) => {
    const game = { board: largeBoard(), dictionary: large };
    const all = await guesses(t, game);
    for (const [level, share] of [
      ['half', 1 / 2],
      ['few', 1 / 8],
    ] as const) {
      const found = await guesses(t, game, '--level', level);
      t.ok(
        Math.abs(found.length / all.length - share) < 0.05,
        `${level}: ${found.length} of ${all.length} words`,
      );
      const known = new Set(all);
      t.ok(allOf(found, (word) => known.has(word)));
      t.same(await guesses(t, game, `--level=${level}`, '--seed', '3'), found, 'the seed of the host is one');
      t.notSame(await guesses(t, game, '--level', level, '--seed', '4'), found);
    }
  });

  t.test(
    'In turns it guesses the best that nobody has found, says which turn it answers, and passes',
    async (t) => {
      await using bot = await seated(t, { rules: 'turns' });
      bot.tell('start', 'weather fine', 'forfeited 3', 'turn 30000 1 9');
      t.equal(await bot.line(), '@1 guess SITTING');
      bot.tell('timeout 1', 'scored 2 QUITES 3', 'timeout 2', 'turn none 2 7');
      t.equal(await bot.line(), '@2 guess SITTING', 'what came too late is as if it had not been');
      bot.tell('scored 1 SITTING 5', 'missed 2 ZOO notonboard', 'turn 30000 3 5');
      t.equal(await bot.line(), '@3 guess QUITE');
      bot.tell('missed 1 QUITE alreadyfound', ...['SITE', 'TIES', 'TIE'].map((word) => `scored 2 ${word} 1`));
      bot.tell('turn 30000 4 3');
      t.equal(await bot.line(), '@4 pass');
      bot.tell('passed 1', 'passed 2', 'turn 30000 5 1');
      t.equal(await bot.line(), '@5 pass');
      bot.tell('passed 1', 'gameover 1 5 2 6');
      t.equal(await bot.exit, 0, 'it goes when the game is over');
      t.equal(bot.unread, '');
    },
  );

  t.test('With a pause it waits before each guess, as long as the time of a turn allows', async (t) => {
    await using classic = await seated(t, {}, '--pause=60ms');
    const start = performance.now();
    classic.tell('start');
    for (const [index, first] of ['guess SITTING', 'guess QUITES', 'guess QUITE'].entries()) {
      t.equal(await classic.line(), first);
      // Counted from the start: on a machine with other work the line before may be read late.
      const ms = performance.now() - start;
      t.ok(ms >= 40 * (index + 1), `${Math.round(ms)} ms`);
    }
    for (const [ms, least] of [
      ['none', 200],
      ['300', 80],
    ] as const) {
      await using turns = await seated(t, { rules: 'turns' }, '--pause', '200ms');
      const before = performance.now();
      turns.tell('start', `turn ${ms} 1 20`);
      t.equal(await turns.line(), '@1 guess SITTING');
      t.ok(performance.now() - before >= least - 5);
    }
  });

  t.test('A game that ends while it pauses is over', async (t) => {
    for (const [rules, ...lines] of [
      ['turns', 'turn none 1 20', 'timeout 1', 'turn none 2 18', 'gameover 1 0 2 0'],
      ['classic', 'gameover 1 0 2 0'],
    ] as const) {
      await using bot = await seated(t, { rules }, '--pause', '1h');
      bot.tell('start', ...lines);
      t.equal(await bot.exit, 0);
      t.equal(bot.unread, '');
    }
  });

  t.test('A host that reads no more can still end it', async (t) => {
    const dictionary = join(t.testdir({ 'many.txt': manyWordsOn(ordinary) }), 'many.txt');
    const [file = '', ...args] = player('boggle');
    const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const heard = async (what: string): Promise<void> => {
      for (let text = ''; !text.includes(what); text += child.stdout.read() ?? '')
        await once(child.stdout, 'readable');
    };
    child.stdin.write(`${told({ board: ordinary, dictionary }).join('\n')}\n`);
    await heard('ready');
    child.stdin.write('start\n');
    await heard('guess ');
    child.kill('SIGTERM');
    t.same(await ended, [0, null]);
  });

  /** Paths of eight cells: far more than a pipe holds. */
  function manyWordsOn({ cells, neighbours }: Board): string {
    const words = new Set<string>();
    const walk = (path: readonly number[]): void => {
      if (path.length === 8) words.add(path.map((cell) => cells[cell]).join(''));
      else for (const next of neighbours[path.at(-1)!]!) if (!path.includes(next)) walk([...path, next]);
    };
    for (const cell of [0, 5]) walk([cell]);
    return `${[...words].sort().join('\n')}\n`;
  }

  t.test('What it cannot play it says, and leaves', async (t) => {
    for (const [args, reason] of [
      [['--speed', '1'], /wordhost player boggle: unknown option --speed/],
      [['--level', 'most'], /wordhost player boggle: --level: expected all, half or few; got most/],
    ] as const) {
      await using wrong = new Bot(player('boggle', ...args), {});
      t.equal(await wrong.exit, 2);
      t.match(wrong.stderr, reason);
    }
    await using helped = new Bot(player('boggle', '--help'), {});
    t.equal(await helped.exit, 0);
    t.match(helped.unread, /--level all\|half\|few[\s\S]*--pause DURATION[\s\S]*--seed N/);
    for (const [first, instead, reason] of [
      [
        'rules',
        'rules club',
        /cannot read the start of the game: rules: expected classic or turns; got club/,
      ],
      ['board', 'board 5 5', /cannot read the start of the game: board: expected 5 rows/],
      ['dictionary', 'dictionary /no/such/list', /no such file/],
    ] as const) {
      await using bot = new Bot(player('boggle'), {});
      bot.say(
        told({})
          .map((line) => `${line.startsWith(`${first} `) ? instead : line}\n`)
          .join(''),
      );
      t.equal(await bot.exit, 2);
      t.match(bot.stderr, reason);
      t.equal(bot.unread, '');
    }
  });

  t.test('A host that goes before it has said all ends it in peace', async (t) => {
    await using early = new Bot(player('boggle'), {});
    early.say('boggle 1\nrules cl');
    early.hangUp();
    t.equal(await early.exit, 0);
    await using waiting = await seated(t, {});
    waiting.hangUp();
    t.equal(await waiting.exit, 0);
  });
});

t.test('scrabble', async (t) => {
  playsWithoutFault(0);

  t.test('It answers its own turns only, and says which', async (t) => {
    await using bot = await seated(t, 'longest', {});
    bot.tell('start', 'weather fine', 'turn 30000 1');
    const first = await bot.line();
    t.match(first, /^@1 play (-?\d+ -?\d+ \d+[A-Z]\d ?){4}$/, 'CATS or TEAS');
    const laid = first.replace('@1 play ', '');
    bot.tell(`playsuccess 9 ${laid} new 5x4`, 'played 2 0', 'passed 2', 'turn none 2');
    t.match(await bot.line(), /^@2 play /, 'a turn without end');
    bot.hangUp();
    t.equal(await bot.exit, 0);
    t.equal(bot.unread, '');
  });

  t.test('A move that came too late is as if it had not been', async (t) => {
    await using bot = await seated(t, 'longest', {});
    bot.tell('start', 'turn 30000 1');
    const first = await bot.line();
    bot.tell('timeout 1', 'passed 2', 'turn 30000 2');
    t.equal(await bot.line(), first.replace('@1', '@2'));
  });

  t.test('With a pause it waits, as long as the time of the turn allows', async (t) => {
    for (const [ms, least] of [
      ['none', 200],
      ['300', 80],
    ] as const) {
      await using bot = await seated(t, 'random', { args: ['--pause=200ms'] });
      const before = performance.now();
      bot.tell('start', `turn ${ms} 1`);
      t.match(await bot.line(), /^@1 play /);
      t.ok(performance.now() - before >= least - 5);
    }
  });

  t.test('A game that ends while it pauses is over', async (t) => {
    await using bot = await seated(t, 'random', { args: ['--pause', '1h'] });
    bot.tell('start', 'turn none 1', 'gameover 1 0 2 0');
    bot.signal('SIGTERM');
    t.equal(await bot.exit, 0);
    t.equal(bot.unread, '');
  });

  t.test('The best plays of a turn are shown on standard error', async (t) => {
    await using bot = await seated(t, 'greedy', { args: ['--top', '3'] });
    bot.tell('start', 'turn 30000 1');
    const move = await bot.line();
    bot.tell('timeout 1', 'passed 2', 'gameover 1 0 2 0');
    bot.hangUp();
    t.equal(await bot.exit, 0);
    const shown = bot.stderr.trimEnd().split('\n');
    t.equal(shown.length, 3);
    t.match(shown[0], /^1\. 12 (CATS|TEAS|CAST) (across|down) from -?\d+, -?\d+$/);
    t.match(move, /^@1 play (-?\d+ -?\d+ \d+[A-Z]\d ?){4}$/);
  });

  t.test('What it cannot play it says, and leaves', async (t) => {
    for (const name of ['random', 'longest', 'greedy']) {
      await using wrong = new Bot(player(name, '--speed', '1'), {});
      t.equal(await wrong.exit, 2);
      t.match(wrong.stderr, new RegExp(`wordhost player ${name}: unknown option --speed`));
      await using helped = new Bot(player(name, '--help'), {});
      t.equal(await helped.exit, 0);
      t.match(helped.unread, /--pause DURATION[\s\S]*--seed N/);
    }
    const told = laidScrabble({ hands: ['CAT', 'EEE'] }).greeting(1);
    for (const [first, instead, reason] of [
      ['rules', 'rules club', /expected one of the rules tournament, course, simple; got club/],
      ['board', 'board 1 + 1', /cannot read the board: prog: line 1/],
      ['dictionary', 'dictionary /no/such/list', /no such file/],
    ] as const) {
      await using bot = new Bot(player('random'), {});
      bot.say(told.map((line) => `${line.startsWith(`${first} `) ? instead : line}\n`).join(''));
      t.equal(await bot.exit, 2);
      t.match(bot.stderr, reason);
      t.equal(bot.unread, '');
    }
  });

  t.test('A host that goes before it has said all ends it in peace', async (t) => {
    await using bot = new Bot(player('longest'), {});
    bot.say('scrabble 1\nrules tourn');
    bot.hangUp();
    t.equal(await bot.exit, 0);
  });
});

t.test('human', async (t) => {
  t.test('A person needs a terminal, and a wrong option is a usage error', async (t) => {
    for (const [args, environment, why] of [
      [
        ['--terminal', '/no/such/terminal'],
        {},
        /cannot open the terminal \/no\/such\/terminal \(ENOENT\)\. Start/,
      ],
      [
        [],
        { WORDHOST_TERMINAL: '/dev/null' },
        /\/dev\/null is not a terminal\. Start the host in a terminal/,
      ],
      [['--speed'], {}, /unknown option --speed. See wordhost player human --help/],
      [['--name'], {}, /--name requires a value/],
    ] as const) {
      await using bot = new Bot(player('human', ...args), environment);
      bot.tell(...laidScrabble({ hands: ['CAT', 'EEE'] }).greeting(1));
      t.equal(await bot.exit, 2);
      t.match(bot.stderr, why);
      t.equal(bot.unread, '');
    }
  });
});

t.test('other game', async (t) => {
  const games = ['bananagrams', 'scrabble', 'boggle'];
  const plays = { bananagrams: 'bananagrams', boggle: 'boggle', greedy: 'scrabble', random: 'scrabble' };

  for (const [name, own] of Object.entries(plays))
    t.test(`${name} says so where another game is played`, async (t) => {
      for (const game of games.filter((game) => game !== own)) {
        await using bot = new Bot(player(name), { WORDHOST_GAME_NAME: game });
        t.equal(await bot.exit, 2);
        t.equal(
          bot.stderr,
          `wordhost player ${name}: this player plays ${own}, but this game is ${game}. Name its game before the players (wordhost ${own} PLAYER…)\n`,
        );
        t.equal(bot.unread, '', 'it has not said anything to the host');
      }
    });

  t.test('a record is not played back in another game', async (t) => {
    const path = join(t.testdir({}), 'game.jsonl');
    writeFileSync(path, recordText({ players: 2 }, { t: 0, type: 'in', seat: 1, text: 'n' }));
    await using bot = new Bot(player('playback', path, '--seat', '1'), { WORDHOST_GAME_NAME: 'boggle' });
    t.equal(await bot.exit, 2);
    t.match(bot.stderr, `${path}: this is a record of bananagrams, but this game is boggle`);
  });
});

t.test('playback', async (t) => {
  const record = (...events: object[]) =>
    recordText({ players: 2 }, ...events.map((event) => ({ t: 0, ...event })));
  const file = (folder: string, text: string) => {
    const path = join(folder, 'game.jsonl');
    writeFileSync(path, text);
    return path;
  };
  const play = (path: string, ...args: string[]) => new Bot(player('playback', path, ...args), {});

  const lively = record(
    { type: 'in', seat: 1, text: 'n' },
    { type: 'in', seat: 2, text: 'r' },
    { type: 'out', seat: 2, text: 'ABC.' },
    { type: 'out', seat: 1, text: 'AET.' },
    { type: 'in', seat: 1, text: 'dTp0' },
    { type: 'in', seat: 1, hex: '30310aff' },
    { type: 'out', seat: 1, text: 'dXYZ.' },
    { type: 'in', seat: 1, text: 'end' },
  );

  t.test('each piece is written once the host has said as much as it had said before', async (t) => {
    await using bot = play(file(t.testdir({}), lively), '--seat', '1');
    t.equal(await bot.read(1), 'n');
    bot.say('A');
    bot.say('ET.');
    t.equal(await bot.read(8), 'dTp001\n\xff');
    bot.say('dXYZ');
    t.equal(bot.unread, '', 'one byte is wanting');
    bot.say('.');
    t.equal(await bot.read(3), 'end');
    bot.hangUp();
    t.equal(await bot.exit, 0);
  });

  t.test('what the host says more than before does not matter', async (t) => {
    await using bot = play(file(t.testdir({}), lively), '--seat=1');
    bot.say('AET.dXYZ.and much more');
    t.equal(await bot.read(12), 'ndTp001\n\xffend');
    bot.signal('SIGTERM');
    t.equal(await bot.exit, 0);
  });

  const inLines = record(
    { type: 'out', seat: 2, text: 'hello 1\nplayer 2\nname 1 ./a\nname 2 ./the second\nend\n' },
    { type: 'in', seat: 2, text: 'ready\n' },
    { type: 'out', seat: 2, text: 'turn 30000 1\n' },
    { type: 'in', seat: 2, text: '@1 pass\n' },
    { type: 'out', seat: 2, text: 'passed 1\nturn 29999 2\n' },
    { type: 'in', seat: 2, text: '@2 pass\n' },
  );

  t.test(
    'names, times, lines of a later host and what others do do not matter on a wire in lines',
    async (t) => {
      const path = file(t.testdir({}), inLines);
      for (const greeting of [
        ['hello 1', 'player 2', 'name 1 ./a', 'name 2 wordhost player playback game.jsonl --seat 2'],
        ['hello 1', 'player 2', 'name 1 A', 'name 2 B'],
        ['hello 1', 'player 2', 'limit 7', 'name 1 A', 'name 2 B', 'more 1', 'more 2', 'more 3'],
      ]) {
        await using bot = play(path, '--seat', '2');
        bot.tell(...greeting);
        bot.say('en');
        bot.tell('d');
        t.equal(await bot.line(), 'ready');
        bot.tell('bag 80', 'turn 30000 1');
        t.equal(await bot.line(), '@1 pass');
        bot.tell('error no', 'failed', 'played 1 2 3', 'bag 77', 'turn 9 2');
        t.equal(await bot.line(), '@2 pass');
        bot.hangUp();
        t.equal(await bot.exit, 0);
      }
    },
  );

  t.test('a player that left leaves again', async (t) => {
    for (const [cause, status] of [
      ['crashed', 1],
      ['exited', 0],
    ] as const) {
      const left = record(
        { type: 'in', seat: 2, text: 'n' },
        { type: 'out', seat: 2, text: 'A.' },
        { type: 'left', seat: 2, cause },
      );
      await using bot = play(file(t.testdir({}), left), '--seat', '2');
      await bot.read(1);
      bot.say('A.');
      t.equal(await bot.exit, status);
    }
  });

  t.test('a torn last line is skipped, and said', async (t) => {
    await using bot = play(file(t.testdir({}), `${lively}{"n":9,"type":"in","se`), '--seat', '2');
    t.equal(await bot.read(1), 'r');
    bot.hangUp();
    t.equal(await bot.exit, 0);
    t.match(bot.stderr, /last line is incomplete/);
  });

  t.test('what cannot be played is a usage error that says why', async (t) => {
    const path = file(t.testdir({}), lively);
    for (const [args, reason] of [
      [['/no/such/file', '--seat', '1'], /no such file/],
      [[t.testdirName, '--seat', '1'], /got a folder/],
      [[path, '--seat', '3'], /expected a seat from 1 to 2; got 3/],
      [[path, '--seat', '0'], /a seat from 1; got 0/],
      [[path], /--seat N is required/],
      [['--seat', '1'], /expected a record/],
      [[path, path, '--seat', '1'], /expected one record/],
      [[path, '--speed', '1'], /unknown option --speed/],
    ] as const) {
      const [first = '', ...others] = args;
      await using bot = play(first, ...others);
      t.equal(await bot.exit, 2);
      t.match(bot.stderr, reason);
    }
  });

  t.test('a file that is no record is refused', async (t) => {
    for (const [text, reason] of [
      ['hello\nworld\n', /expected a record/],
      [`${record()}rubbish\n`, /line 2: expected an event/],
      [record({ type: 'in', seat: 3, text: 'n' }), /line 2: in\.seat: expected a seat from 1 to 2; got 3/],
    ] as const) {
      await using bot = play(file(t.testdir({}), text), '--seat', '1');
      t.equal(await bot.exit, 2);
      t.match(bot.stderr, reason);
    }
  });
});

t.test('engine', async (t) => {
  t.test('an engine that ends in mid-game has left, and it is said why', async (t) => {
    const { result, stderr } = await engineGame(t.testdir(list), 'magpie', { habit: 'ends 2' });
    t.match(result?.players[0], { outcome: 'left', cause: 'crashed' });
    t.match(stderr, /wordhost player engine: the engine exited with status 3 after "generate -numplays 1"/);
  });

  /** An engine that answers nothing and does not end with its input, and the number of its process. */
  const silentEngine = async (t: Test, script: string) => {
    const path = join(t.testdir({ 'words.txt': 'CAT\n' }), 'pid');
    const words = ['--kind', 'magpie', '--board', 'a', '--tiles', 'b', '--start-within', '2s'];
    const bot = new Bot(
      player('engine', ...words, `echo $$ > '${path}.new'; mv '${path}.new' '${path}'; ${script}`),
      {},
    );
    const own: Record<string, string> = {
      dictionary: `dictionary ${join(path, '..', 'words.txt')}`,
      handsize: 'handsize 7',
    };
    const told = laidScrabble({ hands: ['CAT', 'EEE'], others: 'AAAAAAA' }).greeting(1);
    bot.tell(...told.map((line) => own[line.split(' ')[0]!] ?? line));
    await until(
      () => existsSync(path),
      () => `the engine was not started: ${bot.stderr}`,
    );
    return { bot, pid: Number(readFileSync(path, 'utf8')) };
  };

  t.test('an engine that ignores SIGTERM is killed when its player has given it up', async (t) => {
    const { bot, pid } = await silentEngine(t, "trap '' TERM; while :; do sleep 0.1; done");
    t.equal(await bot.exit, 2);
    t.match(bot.stderr, /the engine wrote nothing/);
    t.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  });

  t.test('a player that is ended by SIGTERM ends its engine', async (t) => {
    const { bot, pid } = await silentEngine(t, 'exec sleep 600');
    bot.signal('SIGTERM');
    await bot.exit;
    await until(
      () => !isLiving(pid),
      () => `the engine ${pid} lives on`,
    );
  });
});

t.test('misuse', async (t) => await tryMisuses(t, { all: false }));
