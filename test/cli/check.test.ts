import t from 'tap';
import { botCommand } from '../check/try-step.ts';
import { jsonLines } from '../support/json-lines.ts';
import { checkFolder, quick, right } from './check-folder.ts';
import { carriers, start, until } from './wordhost.ts';

const { cwd, check } = checkFolder(t);

t.test('A right bot: a line a step, and status 0', async (t) => {
  const { status, stdout, stderr } = await check('scrabble', ...quick, '--only', '1', '--only', '11', right);
  t.equal(stderr, '');
  t.match(
    stdout,
    /^ok {6} 1 {2}answers the setup with `ready` once\nok {6}11 {2}.*legal.*center\n\n2 steps: 2 ok; nothing is wrong\n$/,
  );
  t.equal(status, 0);
});

t.test('A wrong bot: expected, got, what to do, the line at fault, status 1', async (t) => {
  const bot = botCommand('scrabble-bot.mjs', 'off-the-centre');
  const { status, stdout } = await check('scrabble', ...quick, '--only', 'over the center', bot);
  t.equal(status, 1);
  t.match(stdout, /^not ok {2}11 {2}.*legal.*center$/m);
  t.match(stdout, /^ +expected: .*legal.*hand ACDGOST$/m);
  t.match(stdout, /^ +came: {5}@1 play .+ error firstwordnotovercenter 0 0 \(the board is empty/m);
  t.match(stdout, /^ +to do: {4}The first.*letters/m);
  t.match(stdout, /^ +< turn 5000 1\n +> @1 play [^\n]+\n +\^\n/m);
  t.match(stdout, /^1 step: 0 ok; 1 not ok$/m);
});

t.test('What the bot wrote on standard error is shown, and why it could not be started', async (t) => {
  const { stdout, status } = await check(
    'bananagrams',
    ...quick,
    '--only',
    '1',
    'echo lost my words >&2; exit 4',
  );
  t.match(stdout, /came: {5}it exited with status 4\n/);
  t.match(stdout, /end.*standard.*:\n +\| lost my words\n/);
  t.equal(status, 1);
});

const always = (answer: string) =>
  `while read -r word rest; do case $word in end) echo ready;; turn) echo '${answer}';; esac; done`;

t.test('Steps that are skipped for the same reason say it once', async (t) => {
  const only = ['11', '12', '15', '16'].flatMap((number) => ['--only', number]);
  const { status, stdout } = await check('scrabble', ...quick, ...only, always('pass'));
  t.equal(status, 0);
  t.match(
    stdout,
    /^skipped 11 {2}.*legal.*center \(this step needs a play; the bot answered pass with ACDGOST, /,
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
  t.match(stdout, /^ +to do: {4}Play .*rules allow.*tiles.* `hand` and those of `new`/m);
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
  const [first, third] = jsonLines<Record<string, unknown>>(stdout);
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
  t.match(peel.stdout, /came: {5}TCA across.+: not.*list.*\.txt \(WORDHOST_DICTIONARY names/);
  t.match(peel.stdout, /\n +> rp003001TCA\n {22}\^\n/, 'the word is marked, not the message');
  const play = `while read -r first rest; do case $first in (end) echo ready;;
    (turn) echo play 0 0 15O1 1 0 7G2 2 0 4D2;; esac; done`;
  const { stdout } = await check('scrabble', ...quick, '--only', '11', play);
  t.match(stdout, /wordnotindictionary OGD \(not.*list.*\.txt \(WORDHOST_DICTIONARY/);
});

t.test('--list: the steps, without a bot', async (t) => {
  const { stdout, status } = await check('scrabble', '--list', '--only', 'blanks');
  t.match(stdout, /^ *\d+ {2}plays with blanks\n$/);
  t.equal(status, 0);
  t.ok((await check('scrabble', '--list')).stdout.trim().split('\n').length >= 25);
  t.ok(
    (await check('bananagrams', '--list', '--json')).stdout.startsWith('{"number":1,"name":"writes one byte'),
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
