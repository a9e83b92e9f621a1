import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { loadLexicon } from 'wordhost/lexicon';
import { Solver } from '../../host/bots/bananagrams/solver.ts';
import { chanceFrom } from '../../host/bots/chance.ts';
import type { GameName } from '../../host/games/registry.ts';
import { binary } from '../cli/wordhost.ts';
import { blocksOf, page, root } from '../docs/pages.ts';
import { sorted, whatIsWrong } from '../players/grid-checker.ts';
import { dice, englishFor, STANDARD_BUNCH } from '../players/solitaire.ts';
import fc, { runs } from '../support/laws.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { largeWordList, withoutLargeWordList } from '../word-lists.ts';
import { checks } from './checks.ts';
import { scrabbleMistakes } from './scrabble-mistakes.ts';
import { beyondThem, smallBots } from './small-bots.ts';
import { listToCheckWith } from './small-words.ts';
import { botCommand, impatient, numberOf, sentenceOf, tryStep, tryThis } from './try-step.ts';

t.test('mistakes', async (t) => {
  /** Most of the time a step waits: some go side by side. */
  const AT_ONCE = 4;

  for (const [game, { bot, mistakes, atLeast }] of smallBots) {
    t.test(`Every step of ${game} finds the mistake that it is for, and says what came`, async (t) => {
      await sideBySide(AT_ONCE, mistakes, async ([name, mistake, came]) => {
        const patience = /nothing within|was killed/.test(came.source) ? impatient : undefined;
        const { finding, messages } = await tryStep(
          game,
          numberOf(game, name),
          botCommand(bot, mistake),
          patience,
        );
        if (finding?.is !== 'wrong') t.fail(`${name}: ${mistake} was not found`, { finding, messages });
        else t.match(finding.came, came, `${name}: ${mistake}`);
      });
    });

    t.test(`There is a mistake for every step of ${game}, and a plenty of steps`, async (t) => {
      const tried = [...mistakes.map(([name]) => name), ...beyondThem];
      for (const { name } of checks[game]) t.ok(tried.includes(name), name);
      t.ok(checks[game].length >= atLeast);
      t.equal(
        new Set(checks[game].map(({ name }) => name)).size,
        checks[game].length,
        'each has its own name',
      );
    });
  }

  t.test(
    'A bot that always passes is not wrong: what is about plays is skipped, and says what it could lay',
    async (t) => {
      const passes = `while read -r line; do case $line in end) echo ready;; turn*) echo pass;; esac; done`;
      const number = numberOf('scrabble', 'plays a legal first word over the center');
      const { finding } = await tryStep('scrabble', number, passes);
      t.match(finding, {
        is: 'untried',
        why: /^this step needs a play; the bot answered pass with ACDGOST, though it could play .+$/,
      });
    },
  );

  t.test(
    'Tiles after a change and the word list are held for right only where something was laid',
    async (t) => {
      const passes = `while read -r line; do case $line in end) echo ready;; turn*) echo pass;; esac; done`;
      for (const [name, command] of [
        ['has the correct tiles after a change', botCommand('scrabble-bot.mjs', 'forgets-what-it-got')],
        ['uses the word list of this game', passes],
      ] as const) {
        const { finding } = await tryStep('scrabble', numberOf('scrabble', name), command);
        t.match(
          finding,
          { is: 'untried', why: /the bot answered pass with [A-Z]+, though it could play / },
          name,
        );
      }
    },
  );

  t.test('The place of the fault is known, in lines that others follow', async (t) => {
    const { finding, messages } = await tryStep(
      'scrabble',
      1,
      `while read -r line; do [ "$line" = end ] && printf 'ready\\nready\\npass\\n'; done`,
    );
    t.match(finding, { is: 'wrong', at: 6, came: 'line 2: a second ready' });
    t.match(messages.find(({ from }) => from === 'bot')?.text, /^ready\nready\n/);
  });

  t.test(
    'A message that never came to its end is what came, and a bot that reads lines is told of the full stop',
    async (t) => {
      const impatientStart = { ...impatient, readyTimeout: impatient.turnTimeout };
      const unended = await tryStep('scrabble', 1, 'printf ready; cat >/dev/null', impatientStart);
      t.match(unended.finding, {
        came: /^nothing within 3 s that is whole; it wrote `ready` without a line end/,
      });
      const ended = await tryStep('scrabble', 1, 'printf ready');
      t.match(ended.finding, { came: /^it exited with status 0; it wrote `ready` without a line end/ });
      const number = numberOf('bananagrams', 'peels a hand that is one word');
      const short = await tryStep(
        'bananagrams',
        number,
        'printf np001003001CA; cat >/dev/null',
        impatientStart,
      );
      t.match(short.finding, { came: /announced a grid of 3 by 1, and 2 of its 3 cells came$/ });
      const lines = await tryStep('bananagrams', number, 'printf n; read -r line', impatientStart);
      t.match(lines.finding, { advice: /it may read lines: messages of the host end with a period/ });
    },
  );

  t.test('A command that cannot be started is what came', async (t) => {
    const { finding } = await tryStep('scrabble', 1, 'exec ./no-such-bot');
    t.match(finding, {
      is: 'wrong',
      came: /^it could not be started: cannot find the file \.\/no-such-bot /,
    });
  });

  t.test('What a bot says on standard error is kept for the report', async (t) => {
    const { stderr } = await tryStep('bananagrams', 1, 'echo lost my words >&2; exit 4');
    t.equal(stderr, 'lost my words\n');
  });
});

t.test('mistakes', async (t) => {
  /** Most of the time a step waits: some go side by side. */
  const AT_ONCE = 4;

  const longer = new Map(
    checks.scrabble.flatMap(({ name, within }) => (within ? [[name, within] as const] : [])),
  );

  for (const [game, { bot }] of smallBots)
    t.test(`A right bot passes every step of ${game}`, async (t) => {
      const steps = checks[game].filter(({ name }) => !beyondThem.includes(name));
      await sideBySide(AT_ONCE, steps, async ({ name }) => {
        const report = await tryStep(game, numberOf(game, name), botCommand(bot, 'none'));
        t.equal(sentenceOf(report), 'ok', name);
      });
    });

  t.test('A bot that speaks the plain dialect passes, and skips what is for the numbered one', async (t) => {
    const unknown = numberOf('bananagrams', 'skips unknown messages');
    const steps = checks.bananagrams.filter(({ name }) => !beyondThem.includes(name));
    await sideBySide(AT_ONCE, steps, async ({ name }) => {
      const number = numberOf('bananagrams', name);
      const { finding } = await tryStep('bananagrams', number, botCommand('bananagrams-bot.mjs', 'plain'));
      t.equal(finding?.is, number === unknown ? 'untried' : undefined, name);
    });
  });

  t.test('A right bot passes the longer steps, too', async (t) => {
    t.ok(longer.size > 20, 'steps are within longer ones');
    for (const step of new Set(longer.values()))
      t.equal(sentenceOf(await tryThis(step, botCommand('scrabble-bot.mjs', 'none'))), 'ok', step.name);
  });

  t.test('A mistake that a step finds is found in the longer step that it is within', async (t) => {
    const within = scrabbleMistakes.filter(([name]) => longer.has(name));
    t.equal(within.length, longer.size);
    await sideBySide(AT_ONCE, within, async ([name, mistake, came]) => {
      const patience = /nothing within|was killed/.test(came.source) ? impatient : undefined;
      const { finding } = await tryThis(longer.get(name)!, botCommand('scrabble-bot.mjs', mistake), patience);
      t.equal(finding?.is, 'wrong', `${name}: ${mistake}`);
    });
  });

  t.test('A mistake shows first in the step that it is for', async (t) => {
    const early = ['garbage', 'tags-with-1', 'keeps-changed-tiles'];
    const shown = scrabbleMistakes.filter(([, mistake]) => early.includes(mistake));
    t.equal(shown.length, early.length);
    const before = shown.flatMap(([name, mistake]) =>
      Array.from({ length: numberOf('scrabble', name) - 1 }, (_, index) => ({ mistake, number: index + 1 })),
    );
    await sideBySide(AT_ONCE, before, async ({ mistake, number }) => {
      const { finding } = await tryStep('scrabble', number, botCommand('scrabble-bot.mjs', mistake));
      t.equal(finding, undefined, `${mistake}, step ${number}`);
    });
  });
});

t.test('players', async (t) => {
  const root = join(import.meta.dirname, '..', '..');
  const example = (...path: readonly string[]) => join(root, 'examples', ...path);
  const made = mkdtempSync(join(tmpdir(), 'wordhost-made-'));
  t.teardown(() => rmSync(made, { recursive: true }));

  const isBuiltIn = (words: string) => `exec '${process.execPath}' '${binary}' player ${words}`;

  interface Player {
    readonly name: string;
    readonly game: GameName;
    /** Without it there is no way to run it. */
    readonly tool: string;
    readonly build?: readonly string[];
    readonly command: string;
  }

  const players: readonly Player[] = [
    // One stands for all strategies: what they say is said by the same program.
    { name: 'greedy', game: 'scrabble', tool: 'env', command: isBuiltIn('greedy') },
    {
      name: 'Python',
      game: 'scrabble',
      tool: 'python3',
      command: `exec python3 ${example('scrabble/python/player.py')}`,
    },
    {
      name: 'awk',
      game: 'scrabble',
      tool: 'awk',
      command: `exec awk -f ${example('scrabble/awk/player.awk')}`,
    },
    {
      name: 'C',
      game: 'scrabble',
      tool: 'cc',
      build: ['cc', '-O2', '-o', join(made, 'player'), example('scrabble/c/player.c')],
      command: `exec ${join(made, 'player')}`,
    },
    {
      name: 'Java',
      game: 'scrabble',
      tool: 'javac',
      build: ['javac', '-d', made, example('scrabble/java/Player.java')],
      command: `exec java -XX:-UsePerfData -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp ${made} Player`,
    },
    {
      name: 'Standard ML',
      game: 'scrabble',
      tool: 'poly',
      command: `exec poly --script ${example('scrabble/sml/player.sml')}`,
    },
    { name: 'boggle', game: 'boggle', tool: 'env', command: isBuiltIn('boggle') },
    {
      name: 'Python',
      game: 'boggle',
      tool: 'python3',
      command: `exec python3 ${example('boggle/python/player.py')}`,
    },
    {
      name: 'awk',
      game: 'boggle',
      tool: 'awk',
      command: `exec awk -f ${example('boggle/awk/player.awk')}`,
    },
    {
      name: 'C',
      game: 'boggle',
      tool: 'cc',
      build: ['cc', '-O2', '-o', join(made, 'boggle'), example('boggle/c/player.c')],
      command: `exec ${join(made, 'boggle')}`,
    },
    {
      name: 'Java',
      game: 'boggle',
      tool: 'javac',
      build: ['javac', '-d', join(made, 'boggle-java'), example('boggle/java/Player.java')],
      command: `exec java -XX:-UsePerfData -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp ${join(made, 'boggle-java')} Player`,
    },
    ...['numbered', 'plain'].map(
      (dialect): Player => ({
        name: `bananagrams, ${dialect},`,
        game: 'bananagrams',
        tool: 'env',
        command: isBuiltIn(`bananagrams --dialect ${dialect}`),
      }),
    ),
    {
      name: 'Python',
      game: 'bananagrams',
      tool: 'python3',
      command: `exec python3 ${example('bananagrams/python/player.py')}`,
    },
    {
      name: 'Ruby',
      game: 'bananagrams',
      tool: 'ruby',
      command: `exec ruby ${example('bananagrams/ruby/player.rb')}`,
    },
    {
      name: 'C',
      game: 'bananagrams',
      tool: 'cc',
      build: ['cc', '-O2', '-o', join(made, 'race'), example('bananagrams/c/player.c')],
      command: `exec ${join(made, 'race')}`,
    },
    {
      name: 'awk',
      game: 'bananagrams',
      tool: 'awk',
      command: `exec awk -f ${example('bananagrams/awk/player.awk')}`,
    },
  ];

  const without = (tool: string) =>
    spawnSync(tool, ['--version'], { stdio: 'ignore' }).error ? `${tool} is not installed` : false;

  /** Most of the time a step waits: a few go side by side. */
  const AT_ONCE = 3;

  for (const { name, game, tool, build, command } of players)
    t.test(`${name} passes every step of ${game}, or skips it`, { skip: without(tool) }, async (t) => {
      if (build) t.equal(spawnSync(build[0]!, build.slice(1)).status, 0, 'it compiles');
      const steps = checks[game].map((step, index) => ({ name: step.name, number: index + 1 }));
      let skipped = 0;
      await sideBySide(AT_ONCE, steps, async (step) => {
        const report = await tryStep(game, step.number, command);
        if (report.finding?.is === 'untried') skipped++;
        else t.equal(sentenceOf(report), 'ok', step.name);
      });
      t.ok(skipped <= checks[game].length / 4, `${skipped} are skipped`);
    });
});

t.test('solver', async (t) => {
  const english = englishFor(t);
  const dictionary = load(english.file);

  function load(file: string) {
    process.env.XDG_CACHE_HOME = english.cache;
    const loaded = loadLexicon(file);
    if (!loaded.ok) throw new Error(loaded.problem);
    return loaded.lexicon;
  }

  /** What lies on the solver's board is right in itself, and nothing on it that the hand has not. */
  function onBoard(solver: Solver, hand: string, words: ReadonlySet<string>): string | undefined {
    const rows = solver.rows();
    const letters = rows.join('').replaceAll('.', '');
    const left = [...letters].reduce((rest, letter) => rest.replace(letter, ''), hand);
    if (left.length + letters.length !== hand.length) return `${letters} on the board, ${hand} in the hand`;
    if (solver.complete && left !== '') return `complete, and ${left} is not on the board`;
    return whatIsWrong(rows, letters, words);
  }

  const letters = (from: string, most: number) =>
    fc.string({ unit: fc.constantFrom(...from), minLength: 1, maxLength: most });

  t.test('the checker of these tests knows what is wrong with a grid', async (t) => {
    const words = new Set(['AT', 'TO', 'HATE', 'HER', 'ARTY']);
    t.equal(whatIsWrong(['A..', 'HER', 'A..'], 'AHERA', words), 'AHA is no word');
    t.equal(whatIsWrong(['AT', '.O'], 'TOO', words), 'the grid has AOT, the hand is OOT');
    t.equal(whatIsWrong(['AT', '.O'], 'TOA', words), undefined);
    t.equal(whatIsWrong(['A..', 'HER', 'ATT', '.YE'], 'AHERATTYE', words), 'ATT is no word');
    t.equal(whatIsWrong(['.A.', 'HER'], 'AHER', words), 'AE is no word');
    t.equal(whatIsWrong(['AT.', '...', '.TO'], 'ATTO', words), 'the tiles are not connected');
    t.equal(whatIsWrong(['AT..', '..TO'], 'ATTO', words), 'the tiles are not connected');
    t.equal(whatIsWrong(['AT.AT'], 'ATAT', words), 'the tiles are not connected');
  });

  t.test(
    'whatever the hand, what lies on the board is legal, and it is complete when nothing is left',
    async (t) => {
      fc.assert(
        fc.property(
          fc.array(letters(STANDARD_BUNCH, 12), { minLength: 1, maxLength: 5 }),
          fc.nat(),
          (gifts, seed) => {
            const solver = new Solver(dictionary, chanceFrom(String(seed)));
            let hand = '';
            for (const gift of gifts) {
              hand += gift;
              solver.give(gift);
              for (let steps = 0; steps < 30 && !solver.complete; steps++) {
                solver.step();
                const wrong = onBoard(solver, hand, english.words);
                if (wrong !== undefined) throw new Error(wrong);
              }
            }
          },
        ),
        runs(60),
      );
      t.pass('no counterexample');
    },
  );

  t.test('a tile that is given up leaves the hand, and the rest is still right', async (t) => {
    fc.assert(
      fc.property(letters('QVJXZC', 8), letters('AEIRST', 8), fc.nat(), (hard, easy, seed) => {
        const solver = new Solver(dictionary, chanceFrom(String(seed)));
        let hand = hard + easy;
        solver.give(hand);
        for (let steps = 0; steps < 20; steps++) {
          solver.step();
          if (solver.complete) return;
          const dumped = solver.giveUpHardest();
          if (!hand.includes(dumped)) throw new Error(`${dumped} was not in ${hand}`);
          hand = hand.replace(dumped, '');
          const wrong = onBoard(solver, hand, english.words);
          if (wrong !== undefined) throw new Error(wrong);
        }
      }),
      runs(60),
    );
    t.pass('no counterexample');
  });

  /** A whole game alone; says after how many steps and dumps it was at its end. */
  function playAlone(words: ReadonlySet<string>, list: typeof dictionary, seed: number, handSize: number) {
    const roll = dice(seed);
    const bunch = [...STANDARD_BUNCH];
    const draw = (count: number) =>
      Array.from({ length: count }, () => bunch.splice(roll(bunch.length), 1)[0]!).join('');
    const solver = new Solver(list, chanceFrom(String(seed)));
    let hand = '';
    let dumps = 0;
    const take = (tiles: string) => {
      hand += tiles;
      solver.give(tiles);
    };
    for (take(draw(handSize)); ; take(draw(1))) {
      for (let steps = 0; !solver.complete; solver.step()) {
        if (++steps > 20_000) throw new Error(`stuck with seed ${seed}: ${hand}`);
        if (steps % 400 !== 0 || bunch.length < 3) continue;
        const dumped = solver.giveUpHardest();
        hand = hand.replace(dumped, '');
        take(draw(3));
        bunch.push(dumped);
        dumps++;
      }
      const wrong = whatIsWrong(solver.rows(), hand, words);
      if (wrong !== undefined) throw new Error(`seed ${seed}: ${wrong}`);
      if (bunch.length === 0) return { tiles: sorted(hand), dumps };
    }
  }

  t.test('every game alone comes to its end, with all tiles of the bunch', async (t) => {
    for (let seed = 0; seed < 30; seed++)
      t.equal(playAlone(english.words, dictionary, seed, 21).tiles, sorted(STANDARD_BUNCH));
  });

  t.test('half of the bunch, or all of it, can be laid at once', async (t) => {
    for (let seed = 0; seed < 4; seed++) {
      t.equal(playAlone(english.words, dictionary, seed, 72).tiles, sorted(STANDARD_BUNCH));
      t.equal(playAlone(english.words, dictionary, seed, 144).tiles, sorted(STANDARD_BUNCH));
    }
  });

  t.test('a large list plays as well', { skip: withoutLargeWordList }, async (t) => {
    const large = load(largeWordList!);
    const { readFileSync } = await import('node:fs');
    const words = new Set(readFileSync(largeWordList!, 'latin1').trimEnd().split('\n'));
    for (let seed = 0; seed < 20; seed++)
      t.equal(playAlone(words, large, seed, 21).tiles, sorted(STANDARD_BUNCH));
  });

  t.test('one tile alone is complete; two that make no word never are', async (t) => {
    const solver = new Solver(dictionary, chanceFrom('1'));
    solver.give('V');
    solver.step();
    t.ok(solver.complete);
    t.same(solver.rows(), ['V']);
    solver.give('V');
    for (let steps = 0; steps < 300; steps++) solver.step();
    t.notOk(solver.complete);
    t.equal(solver.giveUpHardest(), 'V');
    solver.give('');
    for (let steps = 0; steps < 10; steps++) solver.step();
    t.ok(solver.complete, 'and with one of them gone it is complete again');
  });

  t.test('the same seed lays the same board', async (t) => {
    const boards = [1, 1, 2].map((seed) => {
      const solver = new Solver(dictionary, chanceFrom(String(seed)));
      solver.give('EEEGGKLOOPZTRAINSMATE');
      while (!solver.complete) solver.step();
      return solver.rows().join('\n');
    });
    t.equal(boards[0], boards[1]);
    t.not(boards[0], boards[2]);
  });
});

t.test('short bots', async (t) => {
  const folder = t.testdir({ node_modules: {} });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(root, join(folder, 'node_modules', 'wordhost'));

  const bots = blocksOf(page('docs/how-to/bots-in-javascript.md')).flatMap(({ note, text }) =>
    note.is === 'file' ? [{ name: note.name, text }] : [],
  );
  const scrabbleBots = ['greedy.mts', 'mover.mts'];
  const gameOf = (name: string) => (scrabbleBots.includes(name) ? 'scrabble' : name.replace('.mts', ''));
  const run = promisify(execFile);

  t.test('the bots of the page are five, of 15 lines at most, and nothing is wrong with them', async (t) => {
    t.same(
      bots.map(({ name }) => gameOf(name)),
      ['scrabble', 'scrabble', 'scrabble', 'boggle', 'bananagrams'],
    );
    await Promise.all(
      bots.map(async ({ name, text }) => {
        writeFileSync(join(folder, name), text);
        t.ok(text.trimEnd().split('\n').length <= 15, `${name} has at most 15 lines`);
        const game = gameOf(name);
        const command = `${process.execPath} ${join(folder, name)}`;
        const words = [binary, 'check', game, '--dictionary', listToCheckWith(game), command];
        const { stdout } = await run(process.execPath, words);
        // One of them makes no plays.
        const skipped = name === 'mover.mts' ? ', \\d+ skipped' : '';
        t.match(stdout, new RegExp(`\\d+ steps: \\d+ ok${skipped}; nothing is wrong`), name);
      }),
    );
  });

  t.test('a bot that cannot play says why, with its name, and exits with status 2', async (t) => {
    const lists = { ...process.env, WORDHOST_DICTIONARY: join(folder, 'none.txt') };
    const failed = await run(process.execPath, [join(folder, 'bananagrams.mts')], { env: lists }).catch(
      (error: { code: number; stderr: string }) => error,
    );
    t.match(failed, { code: 2, stderr: /^bananagrams\.mts: dictionary .*none\.txt/ });
  });
});
