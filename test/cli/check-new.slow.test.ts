import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { gameWords } from '../../host/cli/games/registry.ts';
import { botCommand } from '../check/try-step.ts';
import { checkFolder, quick, right } from './check-folder.ts';
import { run, start, until, withoutTerminal } from './wordhost.ts';

t.test('check', async (t) => {
  const { cwd, check } = checkFolder(t);

  t.test('--tap -: the Test Anything Protocol, and lines for people beside it', async (t) => {
    const { stdout, stderr } = await check(
      'bananagrams',
      ...quick,
      ...['--tap', '-', '--only', '1', '--only', '11'],
      botCommand('bananagrams-bot.mjs', 'plain'),
    );
    t.match(stdout, /^TAP version 14\n# wordhost check bananagrams: .*\n# Nothing is wrong\.\n/);
    t.match(stdout, /\n1\.\.2\nok 1 - step 1: writes.*byte.* # time=[\d.]+ms\n/);
    t.match(stdout, /\nok 2 - step 11: skips unknown messages # SKIP the plain dialect/);
    t.match(stderr, /^ok +1 {2}writes.*byte/m);
    const wrong = await check('bananagrams', ...quick, '--tap', '-', '--only', '1', 'echo n; read -r x');
    t.match(wrong, {
      status: 1,
      stdout: /\nnot ok 1 - step 1: writes one byte.+\n {2}---\n {2}message: ".+newline/,
    });
    t.match(wrong.stdout, /\n {2}report: \|2\n {4}expected: .+\n {4}came: .+/);
    t.match(
      wrong.stdout,
      /\n {2}command: "wordhost check bananagrams .*--only 1 'echo n; read -r x'"\n {2}\.\.\.\n$/,
    );
  });

  t.test('Several bots: a line each, and a page for each in which each fault is told once', async (t) => {
    const folder = t.testdir({
      'ends.sh': 'echo no words >&2; exit 4\n',
      own: { 'bot.sh': '. ./talk\n', talk: 'echo redy; read -r line\n' },
      'README.md': 'no bot\n',
    });
    const out = join(folder, 'pages', 'of mine');
    const only = ['--only', '1', '--only', '2', '--only', '3', '--out', out];
    const { stdout, stderr, status } = await check('scrabble', ...quick, ...only, folder, right);
    t.match(
      stdout,
      /^not ok {2}ends\.sh +1 fault in 1 step; step 1: it exited with status 4 \(no words\); expected `ready`, .+$/m,
    );
    t.match(stdout, /^not ok {2}own +1 fault in 1 step; step 1: line 1: "redy" is not a valid message/m);
    t.match(stdout, /^ok {6}exec .+ {2}3 steps: 2 ok, 1 skipped$/m);
    t.match(stdout, /\n3 bots: 1 ok; 2 not ok\n$/);
    t.match(stderr, /no bots in .+: README\.md\n/);
    t.equal(status, 1);
    const page = readFileSync(join(out, 'ends.sh.txt'), 'utf8');
    t.equal(page.match(/no words/g)?.length, 1);
    t.match(page, /2 steps, 2 to 3: not run/);
    t.match(readFileSync(join(out, 'own.txt'), 'utf8'), /> redy\n +\^/);
    t.equal(readdirSync(out).length, 3);
    const again = await check('scrabble', ...quick, ...only, '--tap', '-', folder);
    t.match(again.stdout, /\n# 2 of 2 bots are not ok\.\n1\.\.6\nnot ok 1 - ends\.sh: step 1: answers/);
    t.match(again.stdout, /\nok 6 - own: step 3: answers its turn .+ # SKIP not run/);
    const json = (await check('scrabble', ...quick, '--only', '1', '--json', folder)).stdout
      .trim()
      .split('\n');
    t.same(
      json.map((line) => (JSON.parse(line) as { bot: string }).bot),
      ['ends.sh', 'own'],
    );
  });

  t.test('On a narrow terminal it says what is wrong', { skip: withoutTerminal }, async (t) => {
    for (const columns of [0, 1, 12]) {
      const sizing = ['sh', '-c', `stty cols ${columns}; exec "$@"`, 'sh'];
      const words = ['check', 'scrabble', ...quick, '--only', '1', 'echo redy; read -r line'];
      const { stdout, status } = await run(words, { cwd, terminal: true, before: sizing });
      t.match(stdout, /came: {5}line 1: "redy" is not a valid message/, `${columns} columns`);
      t.equal(status, 1);
    }
  });

  t.test('What is no check is a usage error, and nothing is started', async (t) => {
    const wrong: readonly (readonly [args: readonly string[], says: RegExp])[] = [
      [[], /check: .*bananagrams, scrabble.*boggle.*.+got nothing/],
      [['chess', './bot'], /got "chess"/],
      [['scrabble'], /check scrabble: expected a bot, as in .+; got nothing/],
      [['scrabble', 'empty'], /empty: .*executable.*scripts.*extension/],
      [['scrabble', '--out', 'words.txt', './bot'], /--out words\.txt cannot be used: .*not a folder/],
      [
        ['scrabble', '--out', 'mine', './bot'],
        /--out mine\/bot\.txt cannot be used: .*exists.*not.*page.*check/,
      ],
      [
        ['scrabble', 'python3', 'bot.py'],
        /put the command in quotes: wordhost check scrabble "python3 bot\.py"/,
      ],
      [['scrabble', ' '], /bot.*empty/],
      [
        ['scrabble', '--only', '99', './bot'],
        /--only: expected a number from 1 to \d+, or a part of a step's name.+got "99"/,
      ],
      [['scrabble', '--only', 'moon', './bot'], /got "moon"/],
      [['scrabble', '--json', '--tap', '-', './bot'], /--json and --tap - both write to standard output/],
      [
        ['scrabble', '--tap', './bot'],
        /expected a bot after --tap \.\/bot, .* as in `wordhost check scrabble --tap - \.\/bot`/,
      ],
      [['scrabble', '--timeout', '5', './bot'], /--timeout: expected a time with a unit|--timeout/],
      [['scrabble', '--dictionary', 'none', './bot'], /none/],
      [['scrabble', '--cwd', 'nowhere', './bot'], /--cwd nowhere/],
      [['scrabble', '--network', './bot'], /--network requires --sandbox strict/],
      [['scrabble', '--ony', '3', './bot'], /unknown option --ony; did you mean --only\?/],
    ];
    for (const [args, says] of wrong) {
      const { status, stdout, stderr } = await check(...args);
      t.match(stderr, says, args.join(' '));
      t.equal(status, 2, args.join(' '));
      t.equal(stdout, '');
    }
  });

  t.test('On a terminal it says the same, in colours', { skip: withoutTerminal }, async (t) => {
    const { stdout } = await run(['check', 'scrabble', ...quick, '--only', '1', right], {
      cwd,
      terminal: true,
    });
    t.match(stdout, /\[32mok/);
  });
});

t.test('new', async (t) => {
  const root = join(import.meta.dirname, '..', '..');

  t.test('Of several that write the same at once one does, and the others say so', async (t) => {
    const place = t.testdir({});
    const all = await Promise.all(
      ['fsharp', 'fsharp', 'fsharp', 'fsharp'].map((language) =>
        run(['new', language, 'boggle', 'bot'], { cwd: place }),
      ),
    );
    t.same(all.map(({ status }) => status).sort(), [0, 2, 2, 2]);
    for (const { status, stderr } of all)
      if (status === 2) t.match(stderr, /already exists\. Name another folder/);
    const { files } = gameWords.boggle.templates.languages.fsharp;
    t.same(readdirSync(join(place, 'bot')).sort(), [...files].sort());
  });

  t.test('Killed in the middle, it has changed nothing that was there', async (t) => {
    const place = t.testdir({});
    const { files } = gameWords.boggle.templates.languages.fsharp;
    for (let times = 0; times < 5; times++) {
      const bot = join(place, `bot${times}`);
      const host = start(['new', 'fsharp', 'boggle', bot], { cwd: place });
      await until(() => existsSync(bot), 'its folder');
      host.child.kill('SIGKILL');
      await host.ended;
      for (const file of readdirSync(bot)) {
        t.ok(files.includes(file), file);
        const whole = readFileSync(join(root, 'examples', 'boggle', 'fsharp', file), 'utf8');
        t.ok(whole.startsWith(readFileSync(join(bot, file), 'utf8')));
      }
    }
  });
});
