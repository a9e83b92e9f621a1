import t from 'tap';
import { stderrExcerpt } from '../../../host/events/exchanges.ts';
import type { PlayerResult } from '../../../host/events/result.ts';
import { LastBytes } from '../../../host/seats/process/pipes/pipe-reader.ts';
import { paintFor } from '../../../host/views/terminal/paint.ts';
import { offenceReport } from '../../../host/views/terminal/player-reports.ts';
import { outcomeWords, playerLabel } from '../../../host/views/words.ts';

const player = (facts: Partial<PlayerResult>) =>
  ({
    seat: 1,
    entry: 2,
    name: 'mine',
    outcome: 'left',
    cause: 'crashed',
    exit: null,
    ...facts,
  }) as PlayerResult;

t.test('a player is told by its number on the command line, in whatever seat', async (t) => {
  t.equal(playerLabel(player({})), 'player 2 (mine)');
});

t.test('a crash names its signal or its status', async (t) => {
  const exit = { code: null, signal: null, killed: false };
  t.equal(outcomeWords(player({ exit: { ...exit, signal: 'SIGSEGV' } })), 'left (crashed: SIGSEGV)');
  t.equal(outcomeWords(player({ exit: { ...exit, code: 3 } })), 'left (crashed: status 3)');
  t.equal(outcomeWords(player({ exit })), 'left (crashed)');
  const byItself = player({ cause: 'exited', exit: { ...exit, code: 0 } });
  t.equal(outcomeWords(byItself), 'left (exited: status 0)');
  t.equal(outcomeWords(player({ cause: 'closed', exit: { ...exit, signal: 'SIGTERM' } })), 'left (closed)');
});

t.test('what was sent to a program that was not there is not shown', async (t) => {
  const exchanges = [{ from: 'host', t: 0, text: 'boggle 1\nrules classic\n', offset: 0, lines: 0 }] as const;
  const report = (rule: string) => {
    const offence = { kind: 'startup', rule, detail: 'there is no file ./bot' } as const;
    const facts = { player: player({ offence }), exchanges, stderr: '', sandbox: 'off', width: 80 };
    return offenceReport(facts as never, paintFor(false));
  };
  for (const rule of ['not-found', 'not-executable'])
    t.same(report(rule), [`player 2 (mine): could not be started (${rule}): there is no file ./bot`]);
  t.match(report('exited')[1], /< boggle 1/, 'one that ran may have failed by it');
});

t.test('of one that left, it is said what to look at', async (t) => {
  const report = (more: object) =>
    offenceReport(
      { player: player(more), exchanges: [], stderr: '', sandbox: 'off', width: 80 } as never,
      paintFor(false),
    );
  for (const cause of ['exited', 'crashed', 'closed'])
    t.match(report({ outcome: 'left', cause }), [
      /: left \(/,
      '  A player runs until SIGTERM or the end of its input: look at what ends its main loop, and at its standard error',
    ]);
  t.equal(report({ outcome: 'forfeited', cause: undefined }).length, 1);
});

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

t.test('a long standard error is shown as its first 3 and its last 7 lines', async (t) => {
  t.same(stderrExcerpt(''), []);
  t.equal(stderrExcerpt(numbered(10)).length, 10);
  t.same(stderrExcerpt(numbered(500)), [
    ...['line 1', 'line 2', 'line 3', '…'],
    ...['line 494', 'line 495', 'line 496', 'line 497', 'line 498', 'line 499', 'line 500'],
  ]);
  const report = offenceReport(
    { player: player({}), exchanges: [], stderr: numbered(11), sandbox: 'off', width: 80 },
    paintFor(false),
  );
  t.match(report.join('\n'), /its standard error, the first 3 lines and the last 7:\n {2}\| line 1\n/);
});

t.test('the first lines are those of all that it wrote, though only the end is kept whole', async (t) => {
  const kept = new LastBytes(100);
  for (const line of numbered(500).split(/(?<=\n)/)) kept.push(Buffer.from(line));
  t.equal(kept.text().length, 100);
  t.same(stderrExcerpt(kept.text(), kept.start()).slice(0, 5), [
    'line 1',
    'line 2',
    'line 3',
    '…',
    'line 494',
  ]);
  const short = new LastBytes(100);
  short.push(Buffer.from(numbered(3)));
  t.equal(short.start(), undefined);
});

t.test('an error that is told before a long stack is shown', async (t) => {
  const stack = Array.from({ length: 10 }, (_, index) => `    at place${index} (file:///bot.js:1:${index})`);
  const crash = [
    'file:///bot.js:2',
    'throw new Error("mine");',
    '      ^',
    '',
    'Error: mine',
    ...stack,
    '',
    'Node.js v24',
  ];
  const shown = stderrExcerpt(`${crash.join('\n')}\n`);
  t.same(shown, [...crash.slice(0, 3), '…', 'Error: mine', '…', ...crash.slice(-6)]);
  const report = offenceReport(
    { player: player({}), exchanges: [], stderr: crash.join('\n'), sandbox: 'off', width: 80 },
    paintFor(false),
  );
  t.match(report.join('\n'), /its standard error, the first 3 lines.*last 6:/);
  const kept = new LastBytes(100);
  kept.push(Buffer.from(crash.join('\n')));
  t.ok(stderrExcerpt(kept.text(), kept.start()).includes('Error: mine'), 'of a long one, too');
  const python = ['Traceback (most recent call last):', ...stack, 'ValueError: mine'];
  t.same(
    stderrExcerpt(python.join('\n')),
    [...python.slice(0, 3), '…', ...python.slice(-7)],
    'it already exists',
  );
});

t.test('no standard error takes more than 4 KiB of a terminal', async (t) => {
  for (const piece of ['x', '\x1b[2J', '好', '\u202e', '\0'])
    for (const lines of [1, 10, 30]) {
      const shown = stderrExcerpt(`${piece.repeat(20_000)}\n`.repeat(lines));
      t.ok(Buffer.byteLength(shown.map((line) => `  | ${line}\n`).join('')) <= 4096, JSON.stringify(piece));
      t.match(shown[0], /…$/);
      const withError = stderrExcerpt(
        `${`${piece.repeat(20_000)}\n`.repeat(9)}Error: ${piece.repeat(20_000)}\n${`${piece.repeat(20_000)}\n`.repeat(9)}`,
      );
      t.ok(
        Buffer.byteLength(withError.map((line) => `  | ${line}\n`).join('')) <= 4096,
        JSON.stringify(piece),
      );
    }
});

t.test('a complaint of the shell about the command is explained', async (t) => {
  const hint = (stderr: string) =>
    offenceReport(
      { player: player({}), exchanges: [], stderr, sandbox: 'off', width: 80 },
      paintFor(false),
    ).join('\n');
  for (const complaint of [
    '/bin/sh: 1: Syntax error: Unterminated quoted string\n',
    "bash: -c: line 1: unexpected EOF while looking for matching `''\n",
    '/bin/sh: -c: line 2: syntax error: unexpected end of file\n',
  ])
    t.match(hint(complaint), /The shell.*not parse/, complaint);
  t.notMatch(hint('./bot: 3: Syntax error: word unexpected\n'), /The shell could not/);
});
