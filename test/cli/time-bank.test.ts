import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { resultsOf, run as runHost } from './wordhost.ts';

/** Says `ready`, and then `pass` in each turn, so many seconds after it was given. */
const passes = (seconds: string) =>
  `echo ready; while read -r word rest; do case $word in turn) sleep ${seconds}; echo pass;; gameover) exit;; esac; done`;

/** On a machine with much other work, what takes no time may take half a second. */
const cwd = t.testdir({ 'slow.sh': passes('1.5'), 'quick.sh': passes('0'), 'words.txt': 'AA\n' });
const [slow, quick] = ['sh slow.sh', 'sh quick.sh'];
const run = (args: readonly string[]) => runHost(args, { cwd });
const events = (file: string) =>
  readFileSync(join(cwd, file), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

t.test('a player whose time bank is used up has lost, and the record says the same again', async (t) => {
  const bank = ['--time-bank', '2s', '--overtime', 'lose', '--timeout', 'none', '--margin', '0'];
  const outcome = await run([
    'scrabble',
    '--seed',
    '1',
    ...bank,
    '--events',
    'lost.jsonl',
    '--json',
    slow,
    quick,
  ]);
  t.equal(outcome.status, 1);
  const [result] = resultsOf(outcome);
  const offence = { kind: 'time', rule: 'time-bank', detail: /used up in its turn 2 \(--time-bank\)/ };
  t.match(result, { outcome: 'won', winner: 2, reason: 'last-player' });
  t.match(result!.players[0], { outcome: 'offender', offence, bankMs: 0, pointsOff: 0, timeouts: 1 });
  t.ok(Number(result!.players[1]!.bankMs) > 0);
  t.match(outcome.stderr, /its time for the whole game was used up in its turn 2 \(--time-bank\)/);
  t.match(await run(['replay', '--verify', 'lost.jsonl']), { status: 0, stdout: /right/ });
  const { stdout } = await run(['replay', 'lost.jsonl']);
  t.match(stdout, /slow\.sh.* has used up its time bank/);
  t.match(stdout, /time left +points off(.|\n)*offender \(time-bank\)/);
});

t.test('overtime takes points off, and times in the record decide how many', async (t) => {
  const bank = ['--time-bank', '1s', '--increment', '1ms', '--overtime-points', '7', '--margin', '0'];
  const turns = ['boggle', '--rules', 'turns', '--turns', '4', '--dictionary', 'words.txt'];
  const outcome = await run([...turns, '--seed', '1', ...bank, '--record', 'kept', '--json', slow, quick]);
  const [result] = resultsOf(outcome);
  t.match(result, { outcome: 'won', winner: 2, reason: 'turns-used' });
  const [over, inTime] = result!.players;
  t.match(over, { outcome: 'lost', score: -7, pointsOff: 7 });
  t.ok(Number(over!.bankMs) < -1900, `two turns of 1.5 s: ${over!.bankMs} ms`);
  t.match(inTime, { outcome: 'won', pointsOff: 0 });
  const file = join('kept', `${result!.id}.jsonl`);
  t.match(
    events(file).filter(({ type }) => type === 'overtime'),
    [{ seat: 1, k: 1, pointsOff: 7 }],
  );
  t.match(await run(['replay', '--verify', file]), { status: 0, stdout: /right/ });
});

t.test('a bank where there are no turns, or what belongs to none, is refused', async (t) => {
  t.match(await run(['boggle', '--time-bank', '1m', quick, quick]), {
    status: 2,
    stderr: /--time-bank is for --rules turns/,
  });
  t.match(await run(['scrabble', '--increment', '2s', quick, quick]), {
    status: 2,
    stderr: /--increment is for games with a time bank: give --time-bank/,
  });
});

t.test('banks that are longer than the game may be are noted, and no others', async (t) => {
  const note =
    /^note: the time banks of 2 players are 50 min together, and --game-timeout ends a game after 30 min/m;
  const short = ['scrabble', '--max-turns', '1', '--dictionary', 'none', quick, quick];
  t.match(await run([...short, '--time-bank', '25m']), { stderr: note });
  const longer = await run([...short, '--time-bank', '25m', '--game-timeout', '1h', '--seed', '1']);
  t.notMatch(longer.stderr, /^note: the time banks/m);
});
