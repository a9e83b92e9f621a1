import t from 'tap';
import { botCommand } from '../check/try-step.ts';
import { carriers, run, start, until, withoutTerminal } from './wordhost.ts';

const cwd = t.testdir({ 'words.txt': 'CAT\nCATS\nTAC\nDOG\nDOGS\n' });
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
  t.match(third, { number: 3, outcome: 'not ok' });
  t.equal(status, 1);
});

t.test('--tap: the Test Anything Protocol', async (t) => {
  const { stdout } = await check(
    'bananagrams',
    ...quick,
    '--tap',
    '--only',
    '1',
    '--only',
    '11',
    botCommand('bananagrams-bot.mjs', 'plain'),
  );
  t.match(stdout, /^TAP version 14\n1\.\.2\nok 1 - says once that it is ready, in one byte\n/);
  t.match(stdout, /\nok 11 - skips messages that it does not know # SKIP it speaks the plain dialect/);
  const wrong = await check('bananagrams', ...quick, '--tap', '--only', '1', 'echo n; read -r x');
  t.match(wrong.stdout, /\nnot ok 1 - says once.+\n {2}# +expected: .+\n {2}# +came: .+newline/);
});

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
    [['scrabble', 'python3', 'bot.py'], /expected one bot, its command in quotes.+got "python3" "bot\.py"/],
    [['scrabble', ' '], /the command of the bot is empty/],
    [
      ['scrabble', '--only', '99', './bot'],
      /--only: expected a number from 1 to \d+, or a part of a step's name.+got "99"/,
    ],
    [['scrabble', '--only', 'moon', './bot'], /got "moon"/],
    [['scrabble', '--json', '--tap', './bot'], /--json and --tap: expected one of them/],
    [['scrabble', '--timeout', '5', './bot'], /--timeout: expected a time with a unit|--timeout/],
    [['scrabble', '--dictionary', 'none', './bot'], /none/],
    [['scrabble', '--cwd', 'nowhere', './bot'], /--cwd nowhere/],
    [['scrabble', '--network', './bot'], /--network: it is for --sandbox strict/],
    [['scrabble', '--ony', '3', './bot'], /there is no option --ony; did you mean only\?/],
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
