import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { botCommand } from '../check/try-step.ts';
import { carriers, run, start, until, withoutTerminal } from './wordhost.ts';

const cwd = t.testdir({
  'words.txt': 'CAT\nCATS\nTAC\nDOG\nDOGS\n',
  empty: {},
  mine: { 'bot.txt': 'my notes\n' },
});
const right = botCommand('scrabble-bot.mjs', 'none');
const check = (...args: readonly string[]) => run(['check', ...args], { cwd });
const quick = ['--dictionary', 'words.txt'];

t.test('A right bot: a line a step, and status 0', async (t) => {
  const { status, stdout, stderr } = await check('scrabble', ...quick, '--only', '1', '--only', '11', right);
  t.equal(stderr, '');
  t.match(
    stdout,
    /^ok {6} 1 {2}answers the set-up with `ready`, once\nok {6}11 {2}lays a legal first word, over the centre\n\n2 steps: 2 ok; nothing is wrong\n$/,
  );
  t.equal(status, 0);
});

t.test(
  'A wrong bot: what was expected, what came, what to do, the line at fault, and status 1',
  async (t) => {
    const bot = botCommand('scrabble-bot.mjs', 'off-the-centre');
    const { status, stdout } = await check('scrabble', ...quick, '--only', 'over the centre', bot);
    t.equal(status, 1);
    t.match(stdout, /^not ok {2}11 {2}lays a legal first word, over the centre$/m);
    t.match(stdout, /^ +expected: a legal move with what it holds: ACDGOST$/m);
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
  t.match(stdout, /came: {5}it ended with status 4\n/);
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
    /^skipped 11 {2}lays a legal first word, over the centre \(it answered pass with ACDGOST, /,
  );
  t.equal(stdout.match(/it answered pass/g)?.length, 1);
  t.equal(stdout.match(/\(as in step 11\)$/gm)?.length, 3);
  const json = await check('scrabble', ...quick, ...only, '--json', always('pass'));
  const last = JSON.parse(json.stdout.trim().split('\n').at(-1)!) as Record<string, unknown>;
  t.match(last, { outcome: 'skipped', sameAs: 11, why: /^it answered pass with ACDGOST/ });
});

t.test('An illegal move is not told to be flushed', async (t) => {
  const { status, stdout } = await check('scrabble', ...quick, '--only', '3', always('play 0 0 1A1'));
  t.equal(status, 1);
  t.match(stdout, /^not ok {3}3 {2}answers its turn in time/);
  t.match(
    stdout,
    /^ +to do: {4}Lay a word that the rules allow, with the tiles of `hand` and those of `new`/m,
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
    came: /"pas" is no message/,
    advice: /Standard output/,
  });
  t.match((first!.said as unknown[]).at(-1), { from: 'bot', text: 'pas', fault: 0 });
  t.match(third, { number: 3, outcome: 'skipped', why: /^not run: .+ was never ready/ });
  t.equal(status, 1);
});

t.test('--tap -: the Test Anything Protocol, and lines for people beside it', async (t) => {
  const { stdout, stderr } = await check(
    'bananagrams',
    ...quick,
    ...['--tap', '-', '--only', '1', '--only', '11'],
    botCommand('bananagrams-bot.mjs', 'plain'),
  );
  t.match(stdout, /^TAP version 14\n# wordhost check bananagrams: .*\n# Nothing is wrong\.\n/);
  t.match(stdout, /\n1\.\.2\nok 1 - step 1: says once that it is ready, in one byte # time=[\d.]+ms\n/);
  t.match(
    stdout,
    /\nok 2 - step 11: skips messages that it does not know # SKIP it speaks the plain dialect/,
  );
  t.match(stderr, /^ok +1 {2}says once that it is ready/m);
  const wrong = await check('bananagrams', ...quick, '--tap', '-', '--only', '1', 'echo n; read -r x');
  t.match(wrong, { status: 1, stdout: /\nnot ok 1 - step 1: says once.+\n {2}---\n {2}message: ".+newline/ });
  t.match(wrong.stdout, /\n {2}report: \|2\n {4}expected: .+\n {4}came: .+/);
  t.match(
    wrong.stdout,
    /\n {2}command: "wordhost check bananagrams .*--only 1 'echo n; read -r x'"\n {2}\.\.\.\n$/,
  );
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
  t.match(peel.stdout, /came: {5}TCA across.+: not in the word list words\.txt \(WORDHOST_DICTIONARY names/);
  t.match(peel.stdout, /\n +> rp003001TCA\n {22}\^\n/, 'the word is marked, not the message');
  const play = `while read -r first rest; do case $first in (end) echo ready;;
    (turn) echo play 0 0 15O1 1 0 7G2 2 0 4D2;; esac; done`;
  const { stdout } = await check('scrabble', ...quick, '--only', '11', play);
  t.match(stdout, /wordnotindictionary OGD \(not in the word list words\.txt \(WORDHOST_DICTIONARY/);
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
    /^not ok {2}ends\.sh +1 fault in 1 step; step 1: it ended with status 4 \(no words\); expected `ready`, .+$/m,
  );
  t.match(stdout, /^not ok {2}own +1 fault in 1 step; step 1: line 1: "redy" is no message/m);
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
  const json = (await check('scrabble', ...quick, '--only', '1', '--json', folder)).stdout.trim().split('\n');
  t.same(
    json.map((line) => (JSON.parse(line) as { bot: string }).bot),
    ['ends.sh', 'own'],
  );
});

t.test(
  'On a terminal of few columns, or of none, it says what is wrong',
  { skip: withoutTerminal },
  async (t) => {
    for (const columns of [0, 1, 12]) {
      const sizing = ['sh', '-c', `stty cols ${columns}; exec "$@"`, 'sh'];
      const words = ['check', 'scrabble', ...quick, '--only', '1', 'echo redy; read -r line'];
      const { stdout, status } = await run(words, { cwd, terminal: true, before: sizing });
      t.match(stdout, /came: {5}line 1: "redy" is no message/, `${columns} columns`);
      t.equal(status, 1);
    }
  },
);

t.test('--list: the steps, without a bot', async (t) => {
  const { stdout, status } = await check('scrabble', '--list', '--only', 'blanks');
  t.match(stdout, /^ *\d+ {2}plays with blanks\n$/);
  t.equal(status, 0);
  t.ok((await check('scrabble', '--list')).stdout.trim().split('\n').length >= 25);
  t.ok((await check('bananagrams', '--list', '--json')).stdout.startsWith('{"number":1,"name":"says once'));
});

t.test('What is no check is a usage error, and nothing is started', async (t) => {
  const wrong: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [[], /check: expected a game, bananagrams, scrabble or boggle, and then a bot.+got nothing/],
    [['chess', './bot'], /got "chess"/],
    [['scrabble'], /check scrabble: expected a bot, as in .+; got nothing/],
    [['scrabble', 'empty'], /empty: expected programs that can be run, or scripts with a usual ending/],
    [['scrabble', '--out', 'words.txt', './bot'], /--out words\.txt: expected a folder/],
    [['scrabble', '--out', 'mine', './bot'], /mine\/bot\.txt is there and is no page of a check/],
    [
      ['scrabble', 'python3', 'bot.py'],
      /put the command in quotes: wordhost check scrabble "python3 bot\.py"/,
    ],
    [['scrabble', ' '], /the command of the bot is empty/],
    [
      ['scrabble', '--only', '99', './bot'],
      /--only: expected a number from 1 to \d+, or a part of a step's name.+got "99"/,
    ],
    [['scrabble', '--only', 'moon', './bot'], /got "moon"/],
    [['scrabble', '--json', '--tap', '-', './bot'], /--json and --tap - both write to standard output/],
    [
      ['scrabble', '--tap', './bot'],
      /expected a bot besides --tap \.\/bot, .* as in `wordhost check scrabble --tap - \.\/bot`/,
    ],
    [['scrabble', '--timeout', '5', './bot'], /--timeout: expected a time with a unit|--timeout/],
    [['scrabble', '--dictionary', 'none', './bot'], /none/],
    [['scrabble', '--cwd', 'nowhere', './bot'], /--cwd nowhere/],
    [['scrabble', '--network', './bot'], /--network: it is for --sandbox strict/],
    [['scrabble', '--ony', '3', './bot'], /there is no option --ony; did you mean --only\?/],
  ];
  for (const [args, says] of wrong) {
    const { status, stdout, stderr } = await check(...args);
    t.match(stderr, says, args.join(' '));
    t.equal(status, 2, args.join(' '));
    t.equal(stdout, '');
  }
});

t.test('--help shows the options', async (t) => {
  t.match((await check('--help')).stdout, /wordhost check scrabble +a bot for Scrabble/);
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

t.test('On a terminal it says the same, in colours', { skip: withoutTerminal }, async (t) => {
  const { stdout } = await run(['check', 'scrabble', ...quick, '--only', '1', right], {
    cwd,
    terminal: true,
  });
  t.match(stdout, /\[32mok/);
});
