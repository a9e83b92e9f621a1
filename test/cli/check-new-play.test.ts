import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { nextGame } from '../../host/cli/commands/play.ts';
import { strengths, type Template } from '../../host/cli/game-words.ts';
import { bananagramsWords } from '../../host/cli/games/bananagrams.ts';
import { boggleWords } from '../../host/cli/games/boggle.ts';
import { gameWords } from '../../host/cli/games/registry.ts';
import { scrabbleWords } from '../../host/cli/games/scrabble.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import type { OptionTable } from '../../host/games/kit/option.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { checks } from '../check/checks.ts';
import { botCommand } from '../check/try-step.ts';
import { root } from '../docs/pages.ts';
import { plainUser } from '../misbehaviour/users.ts';
import { say } from './in-process.ts';
import { carriers, run, start, until } from './wordhost.ts';

t.test('check', async (t) => {
  const cwd = t.testdir({
    'words.txt': 'CAT\nCATS\nTAC\nDOG\nDOGS\n',
    empty: {},
    mine: { 'bot.txt': 'my notes\n' },
  });
  const right = botCommand('scrabble-bot.mjs', 'none');
  const check = (...args: readonly string[]) => run(['check', ...args], { cwd });
  const quick = ['--dictionary', 'words.txt'];

  t.test('A right bot: a line a step, and status 0', async (t) => {
    const { status, stdout, stderr } = await check(
      'scrabble',
      ...quick,
      '--only',
      '1',
      '--only',
      '11',
      right,
    );
    t.equal(stderr, '');
    t.match(
      stdout,
      /^ok {6} 1 {2}answers the setup with `ready` once\nok {6}11 {2}plays a legal first word over the center\n\n2 steps: 2 ok; nothing is wrong\n$/,
    );
    t.equal(status, 0);
  });

  t.test(
    'A wrong bot: what was expected, what came, what to do, the line at fault, and status 1',
    async (t) => {
      const bot = botCommand('scrabble-bot.mjs', 'off-the-centre');
      const { status, stdout } = await check('scrabble', ...quick, '--only', 'over the center', bot);
      t.equal(status, 1);
      t.match(stdout, /^not ok {2}11 {2}plays a legal first word over the center$/m);
      t.match(stdout, /^ +expected: a legal move with the hand ACDGOST$/m);
      t.match(stdout, /^ +came: {5}@1 play .+ error firstwordnotovercenter 0 0 \(the board is empty/m);
      t.match(stdout, /^ +to do: {4}The first word has two letters or more/m);
      t.match(stdout, /^ +< turn 5000 1\n +> @1 play [^\n]+\n +\^\n/m);
      t.match(stdout, /^1 step: 0 ok; 1 not ok$/m);
    },
  );

  t.test('What the bot wrote on standard error is shown, and why it could not be started', async (t) => {
    const { stdout, status } = await check(
      'bananagrams',
      ...quick,
      '--only',
      '1',
      'echo lost my words >&2; exit 4',
    );
    t.match(stdout, /came: {5}it exited with status 4\n/);
    t.match(stdout, /the end of its standard error:\n +\| lost my words\n/);
    t.equal(status, 1);
  });

  /** Answers each turn with the same line. */
  const always = (answer: string) =>
    `while read -r word rest; do case $word in end) echo ready;; turn) echo '${answer}';; esac; done`;

  t.test('Steps that are skipped for the same reason say it once', async (t) => {
    const only = ['11', '12', '15', '16'].flatMap((number) => ['--only', number]);
    const { status, stdout } = await check('scrabble', ...quick, ...only, always('pass'));
    t.equal(status, 0);
    t.match(
      stdout,
      /^skipped 11 {2}plays a legal first word over the center \(this step needs a play; the bot answered pass with ACDGOST, /,
    );
    t.equal(stdout.match(/the bot answered pass/g)?.length, 1);
    t.equal(stdout.match(/\(as in step 11\)$/gm)?.length, 3);
    const json = await check('scrabble', ...quick, ...only, '--json', always('pass'));
    const last = JSON.parse(json.stdout.trim().split('\n').at(-1)!) as Record<string, unknown>;
    t.match(last, { outcome: 'skipped', sameAs: 11, why: /the bot answered pass with ACDGOST/ });
  });

  t.test('An illegal move is not told to be flushed', async (t) => {
    const { status, stdout } = await check('scrabble', ...quick, '--only', '3', always('play 0 0 1A1'));
    t.equal(status, 1);
    t.match(stdout, /^not ok {3}3 {2}answers its turn in time/);
    t.match(
      stdout,
      /^ +to do: {4}Play a word that the rules allow, with the tiles of `hand` and those of `new`/m,
    );
    t.notMatch(stdout, 'flushed');
  });

  t.test('--json: one object a step', async (t) => {
    const { stdout, status } = await check(
      'scrabble',
      ...quick,
      '--json',
      '--only',
      '1',
      '--only',
      '3',
      'read -r line; echo pas',
    );
    const [first, third] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    t.match(first, {
      game: 'scrabble',
      number: 1,
      outcome: 'not ok',
      came: /"pas" is not a valid message/,
      advice: 'Did you mean pass?',
    });
    t.match((first!.said as unknown[]).at(-1), { from: 'bot', text: 'pas', fault: 0 });
    t.match(third, { number: 3, outcome: 'skipped', why: /^not run: .+ was never ready/ });
    t.equal(status, 1);
  });

  t.test('A bot that cannot be started is told once, and the other steps are not run', async (t) => {
    for (const game of ['bananagrams', 'boggle', 'scrabble']) {
      const { stdout, status } = await check(game, ...quick, './nothere');
      t.equal(stdout.match(/not found/g)?.length, 1, game);
      t.match(stdout, /steps, 2 to \d+: not run: `\.\/nothere` was never ready/);
      t.ok(stdout.split('\n').length < 25, game);
      t.equal(status, 1);
    }
  });

  t.test('A word that is not in the list: which list that is, and where it is', async (t) => {
    const peel = await check('bananagrams', ...quick, '--only', '2', 'printf rp003001TCA; cat >/dev/null');
    t.match(
      peel.stdout,
      /came: {5}TCA across.+: not in the word list words\.txt \(WORDHOST_DICTIONARY names/,
    );
    t.match(peel.stdout, /\n +> rp003001TCA\n {22}\^\n/, 'the word is marked, not the message');
    const play = `while read -r first rest; do case $first in (end) echo ready;;
    (turn) echo play 0 0 15O1 1 0 7G2 2 0 4D2;; esac; done`;
    const { stdout } = await check('scrabble', ...quick, '--only', '11', play);
    t.match(stdout, /wordnotindictionary OGD \(not in the word list words\.txt \(WORDHOST_DICTIONARY/);
  });

  t.test('--list: the steps, without a bot', async (t) => {
    const { stdout, status } = await check('scrabble', '--list', '--only', 'blanks');
    t.match(stdout, /^ *\d+ {2}plays with blanks\n$/);
    t.equal(status, 0);
    t.ok((await check('scrabble', '--list')).stdout.trim().split('\n').length >= 25);
    t.ok(
      (await check('bananagrams', '--list', '--json')).stdout.startsWith(
        '{"number":1,"name":"writes one byte',
      ),
    );
  });

  t.test('--help shows the options', async (t) => {
    t.match((await check('--help')).stdout, /wordhost check scrabble +check a bot for Scrabble/);
    t.match((await check('scrabble', '--help')).stdout, /--only N\|TEXT/);
  });

  t.test('Interrupted, it ends the bot and itself', async (t) => {
    const running = start(
      ['check', 'scrabble', ...quick, '--ready-timeout', '1m', 'echo here >&2; exec sleep 60'],
      { cwd },
    );
    const sleeps = () => carriers(running.marker).length > 1;
    await until(sleeps, () => 'the bot');
    running.child.kill('SIGINT');
    const { status } = await running.ended;
    t.equal(status, 130);
    t.same(carriers(running.marker), []);
  });
});

t.test('new', async (t) => {
  const root = join(import.meta.dirname, '..', '..');
  const cwd = t.testdir({ taken: { 'player.py': 'mine\n' }, file: 'no folder\n' });
  const newBot = (...args: readonly string[]) => say(['new', ...args], { cwd });

  t.test('Each start there is comes with its files, and says how to go on', async (t) => {
    for (const [game, { templates }] of Object.entries(gameWords))
      for (const [language, start] of Object.entries<Template>(templates.languages)) {
        const { status, stdout, stderr } = await newBot(language, game);
        t.equal(stderr, '');
        t.equal(status, 0);
        for (const file of start.files) {
          const written = readFileSync(join(cwd, `${game}-${language}`, file), 'utf8');
          t.equal(written, readFileSync(join(root, 'examples', game, language, file), 'utf8'));
        }
        t.match(stdout, `cd ${game}-${language}`);
        t.match(stdout, `wordhost check ${game} "${start.run}"`);
      }
  });

  t.test('No example is left out', async (t) => {
    for (const [game, { templates }] of Object.entries(gameWords)) {
      const folders = readdirSync(join(root, 'examples', game), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== 'boards')
        .map(({ name }) => name);
      t.same(folders.sort(), Object.keys(templates.languages).sort());
    }
  });

  const without = (tool: string) =>
    spawnSync(tool, ['--version'], { stdio: 'ignore' }).error ? `${tool} is not installed` : false;

  t.test('What it says to run does run', { skip: without('python3') }, async (t) => {
    const { stdout } = await newBot('python', 'bananagrams', 'mine');
    t.match(stdout, /^wrote mine\/player.py \(needs Python/);
    const checked = await run(['check', 'bananagrams', '--only', '1', 'python3 player.py'], {
      cwd: join(cwd, 'mine'),
    });
    t.equal(checked.status, 0);
  });

  t.test('A folder that is several words of a shell is quoted in what it says to run', async (t) => {
    const { stdout } = await newBot('python', 'scrabble', 'my bot');
    const enter = /^ {2}(cd '.+?') +its folder$/m.exec(stdout)?.[1];
    t.equal(enter, "cd 'my bot'");
    t.equal(spawnSync('sh', ['-c', `${enter} && test -f player.py`], { cwd }).status, 0);
  });

  t.test('A folder whose name begins with a hyphen is no option of cd', async (t) => {
    t.match((await newBot('python', 'scrabble', '--', '-x')).stdout, /^ {2}cd \.\/-x +its folder$/m);
  });

  t.test('Nothing is overwritten', async (t) => {
    const { status, stderr } = await newBot('python', 'scrabble', 'taken');
    t.match(stderr, 'taken/player.py already exists');
    t.equal(status, 2);
    t.equal(readFileSync(join(cwd, 'taken', 'player.py'), 'utf8'), 'mine\n');
  });

  t.test(
    'Neither a link nor anything else that is there is written through, and nothing stays of a start that fails',
    async (t) => {
      const place = t.testdir({
        mine: { 'notes.txt': 'mine\n' },
        two: { 'Program.fs': 'mine\n' },
        dangling: {},
        linked: {},
        pipe: {},
        folder: { 'player.py': {} },
      });
      const at = (...names: readonly string[]) => join(place, ...names);
      const outside = at('outside');
      symlinkSync(outside, at('dangling', 'player.py'));
      symlinkSync(at('mine', 'notes.txt'), at('linked', 'player.py'));
      execFileSync('mkfifo', [at('pipe', 'player.py')]);
      symlinkSync('mine', at('link'));
      symlinkSync('nowhere', at('lost'));
      symlinkSync('loop', at('loop'));
      mkdirSync(at('deep', 'down'), { recursive: true });
      symlinkSync('deep/down', at('through'));
      const before = () =>
        execFileSync('find', ['.', '-type', 'f', '-o', '-type', 'd'], { cwd: place })
          .toString()
          .split('\n')
          .sort();
      const first = before();
      const refused: readonly (readonly [language: string, folder: string, says: RegExp])[] = [
        ['python', 'dangling', /dangling\/player\.py already exists/],
        ['python', 'linked', /linked\/player\.py already exists/],
        ['python', 'pipe', /pipe\/player\.py already exists/],
        ['python', 'folder', /folder\/player\.py already exists/],
        ['fsharp', 'two', /two\/Program\.fs already exists/],
        ['python', 'link', /link is a symbolic link\. Use the folder that it points to/],
        ['python', 'link/', /link is a symbolic link/],
        ['python', 'lost', /lost is a symbolic link/],
        ['python', 'lost/below', /cannot write lost\/below: no such file or folder/],
        ['python', 'loop/below', /cannot write loop\/below: its symbolic links form a loop/],
        ['python', 'mine/notes.txt', /cannot write mine\/notes\.txt: a part of its path is not a folder/],
        ['python', 'a\nb\x1b[2J', /without control characters; got "a\\nb\\u001b\[2J"/],
        ['python', 'x'.repeat(300), /cannot write x{255}…: its name is too long/],
        ['python', 'x/'.repeat(3_000), /cannot write .*…: its name is too long/],
        ['python', `${'x/'.repeat(2_044)}y`, /cannot write .*…: its name is too long/],
        ['python', '/proc/self/none', /cannot write /],
        ['python', '/dev/null', /cannot write \/dev\/null: a part of its path is not a folder/],
      ];
      for (const [language, folder, says] of refused) {
        const { status, stderr } = await say(['new', language, 'boggle', folder], { cwd: place });
        t.equal(status, 2, stderr);
        t.match(stderr, says, folder.slice(0, 99));
        t.equal(stderr.trim().split('\n').length, 1, 'one line');
      }
      t.same(before(), first, 'nothing was made');
      t.notOk(existsSync(outside));
      t.equal(readFileSync(at('mine', 'notes.txt'), 'utf8'), 'mine\n');
      const { status, stdout } = await say(['new', 'python', 'boggle', 'through/../here/'], { cwd: place });
      t.equal(status, 0);
      t.match(stdout, /^wrote here\/player\.py.* {2}cd here /s, 'where a shell would go');
      t.ok(existsSync(at('here', 'player.py')));
    },
  );

  t.test('A folder without rights is refused', { skip: plainUser.skip }, async (t) => {
    const place = t.testdir({ closed: {}, 'read-only': {} });
    chmodSync(join(place, 'closed'), 0o000);
    chmodSync(join(place, 'read-only'), 0o555);
    for (const folder of ['closed', 'closed/below', 'read-only', 'read-only/below'])
      t.match(
        await run(['new', 'python', 'boggle', join(place, folder)], { before: plainUser.before }),
        { status: 2, stderr: /cannot write .*: permission denied/ },
        folder,
      );
    chmodSync(join(place, 'closed'), 0o755);
  });

  t.test('What is not there is a usage error, and says what is', async (t) => {
    const wrong: readonly (readonly [args: readonly string[], says: RegExp])[] = [
      [
        [],
        /expected a language and a game, as in .+ \(--help lists the languages of each game\); got nothing/,
      ],
      [['python'], /expected a language and a game/],
      [
        ['pyhton', 'scrabble'],
        /no template for scrabble in "pyhton"; did you mean python\? The languages are: python, javascript/,
      ],
      [['ruby', 'scrabble'], /no template for scrabble in "ruby"\. The languages are: python/],
      [['python', 'chess'], /unknown game "chess"\. The games are: bananagrams/],
      [['scrabble', 'python'], /The language comes first: wordhost new python scrabble/],
      [['python', 'scrabble', 'file'], /cannot write file: /],
      [
        ['python', 'scrabble', ''],
        /name of the folder is empty\. Give a name, or leave it out to use scrabble-python/,
      ],
      [['rb', 'scrabble'], /in "rb"\. The languages are:/],
    ];
    for (const [args, says] of wrong) {
      const { status, stderr } = await newBot(...args);
      t.match(stderr, says, args.join(' '));
      t.equal(status, 2);
    }
  });

  t.test('A language has its template under each of its common names', async (t) => {
    const names = [
      ['c++', 'cpp'],
      ['C#', 'csharp'],
      ['Python', 'python'],
      ['golang', 'go'],
    ] as const;
    const cwd = t.testdir({});
    for (const [typed, name] of names) {
      const { status, stdout, stderr } = await say(['new', typed, 'scrabble'], { cwd });
      t.equal(status, 0, stderr);
      t.match(stdout, `cd scrabble-${name} `, typed);
    }
    t.strictSame(readdirSync(cwd).toSorted(), names.map(([, name]) => `scrabble-${name}`).toSorted());
  });

  t.test('--help lists what there is', async (t) => {
    t.match(
      (await newBot('--help')).stdout.replaceAll(/,\n +/g, ', '),
      / {2}scrabble in python, javascript, typescript, .+, java, sml$/m,
    );
  });
});

t.test('play', async (t) => {
  t.test(
    'What cannot be played at one terminal is refused before anything is started, in words',
    async (t) => {
      for (const [args, says] of [
        [
          ['bananagrams', '--people', '2'],
          /--people 2: people share a terminal by taking turns, and in Bananagrams all play at the same time: give each person a terminal: wordhost bananagrams --stall 0 "wordhost player human" "wordhost player human --terminal FILE"/,
        ],
        [
          ['boggle', '--people', '2', '--rules', 'classic'],
          /--people 2: people share a terminal .*, and in Boggle by --rules classic all play at the same time: leave --rules out, or give/,
        ],
        [['boggle', '--people', '3'], /--people 3: --rules turns is for 2 players, and there are 3/],
        [['--people', '17'], /--people: expected a whole number from 1 to 16.*17/],
        [
          ['--people', '2', '--strength', 'best'],
          /--strength is for the bot, and no bot plays with --people 2: leave one of them out/,
        ],
        [
          ['--name', 'Ada', '--name', 'Ben', '--people', '1'],
          /--name: expected at most 1 name, one for each person; got 2/,
        ],
        [
          ['--name', 'Ada', '--name', 'Ada'],
          /--name: expected a different name for each person; got "Ada" twice/,
        ],
        [['--rules', 'simpel'], /--rules: expected one of tournament, course, simple; got "simpel"/],
        [['bananagrams', '--rules', 'simple'], /--rules: Bananagrams has no such option: leave it out/],
        [['bananagrams', '--first', '1'], /--first: Bananagrams has no such option: leave it out/],
        [['--dictionary', 'nowhere.txt'], /nowhere\.txt: no such file/],
        [['boggle', '--dictionary', 'none'], /--dictionary none: boggle requires a word list/],
        [['--first', '3'], /--first 3: expected a seat from 1 to 2, since 2 play/],
        [['boggle', '--first', '1'], /--first is for --rules turns/],
      ] as const) {
        const { status, stderr } = await say(['play', ...args]);
        t.match({ status, stderr }, { status: 2, stderr: says }, args.join(' '));
      }
    },
  );

  t.test(
    'Each game that a person can play has a bot of each strength, and its options are valid',
    async (t) => {
      for (const [game, { play }] of [
        [bananagrams, bananagramsWords],
        [scrabble, scrabbleWords],
        [boggle, boggleWords],
      ] as const) {
        t.same(Object.keys(play.opponents), strengths);
        t.equal(new Set(Object.values(play.opponents)).size, strengths.length);
        for (const command of Object.values(play.opponents)) t.match(command, /^wordhost player \w+/);
        const source = { where: (option: string) => option, texts: play.options };
        t.doesNotThrow(() => settleOptions(game.options as OptionTable, [source]));
      }
    },
  );

  t.test('After a game another is proposed that fits how it ended', async (t) => {
    for (const [strength, outcome, lead, next] of [
      ['easy', 'lost', 'Another game, against a weaker bot:', 'beginner'],
      ['easy', 'won', 'Another game, against a stronger bot:', 'medium'],
      ['easy', 'draw', 'Another game:', 'easy'],
      ['easy', 'unfinished', 'Another game:', 'easy'],
      ['beginner', 'lost', 'Another game:', 'beginner'],
      ['best', 'won', 'Another game:', 'best'],
    ] as const)
      t.same(nextGame('boggle', strength, outcome), [lead, `wordhost play boggle --strength ${next}`]);
    const [, named] = nextGame('boggle', 'easy', 'draw', ['--name Ada', '--rules turns']);
    t.equal(named, 'wordhost play boggle --strength easy --name Ada --rules turns');
  });
});

t.test('how many', async (t) => {
  t.test('The page about checks says how many things are tried in each game', async (t) => {
    const page = readFileSync(join(root, 'docs/how-to/check-your-bot.md'), 'utf8');
    const told = Object.fromEntries(
      [...page.matchAll(/^\| (Scrabble|Bananagrams|Boggle) \| (\d+) \|/gm)].map(([, game, number]) => [
        game!.toLowerCase(),
        Number(number),
      ]),
    );
    const counted = Object.fromEntries(Object.entries(checks).map(([game, steps]) => [game, steps.length]));
    t.same(told, counted);
  });
});
