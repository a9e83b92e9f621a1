import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { exitStatus } from '../../host/seats/process/launcher/exit-status.ts';
import { LastBytes } from '../../host/seats/process/pipes/last-bytes.ts';
import { prefixedLines, stderrSink } from '../../host/seats/process/pipes/stderr-sink.ts';
import { playerEnvironment } from '../../host/seats/process/player-environment.ts';
import { parsePs } from '../../host/seats/process/processes/marked.ts';
import { processFacts } from '../../host/seats/process/processes/proc.ts';
import { hostingFor } from './sitting.ts';

t.test('a status stands for a signal only where there is such a signal', (t) => {
  t.same(exitStatus(0, null), { code: 0, signal: null });
  t.same(exitStatus(128, null), { code: 128, signal: null });
  t.same(exitStatus(255, null), { code: 255, signal: null });
  t.same(exitStatus(null, 'SIGTERM'), { code: null, signal: 'SIGTERM' });
  for (const [name, number] of Object.entries(constants.signals)) {
    const { code, signal } = exitStatus(128 + number, null);
    t.equal(code, null);
    t.equal(constants.signals[signal!], number, name);
  }
  t.end();
});

t.test('of all that went by the end is kept', (t) => {
  for (const piece of [1, 7, 100, 1_000]) {
    const last = new LastBytes(100);
    let all = '';
    for (let round = 0; round < 3_000 / piece; round++) {
      const text = String(round % 10).repeat(piece);
      all += text;
      last.push(Buffer.from(text));
    }
    t.equal(last.text(), all.slice(-100));
  }
  t.equal(new LastBytes(100).text(), '');
  t.end();
});

t.test('lines are passed on whole, cut characters put together, endless lines in pieces', async (t) => {
  const printed: string[] = [];
  const sink = prefixedLines('Ann', (text) => printed.push(text));
  const write = (text: string | Buffer) => sink.write(Uint8Array.from(Buffer.from(text)));
  write('one\ntw');
  write('o\n\n');
  const umlaut = Buffer.from('ü');
  write(umlaut.subarray(0, 1));
  write(umlaut.subarray(1));
  await sink.end();
  t.equal(printed.join(''), 'Ann: one\nAnn: two\nAnn: \nAnn: ü\n');
  printed.length = 0;
  const endless = prefixedLines('Ann', (text) => printed.push(text));
  for (let round = 0; round < 3; round++) endless.write(new Uint8Array(40_000).fill(120));
  t.equal(printed.join(''), `Ann: ${'x'.repeat(80_000)}\n`);
});

t.test('what a player is told goes before what the host has', (t) => {
  const hosting = hostingFor('off', {
    game: 'g',
    environment: (seat) => ({ A: `for ${seat}`, WORDHOST_SEAT: 'no' }),
  });
  const host = {
    A: 'host',
    B: 'host',
    WORDHOST_OPT_SEED: '1',
    WORDHOST_GAME: 'outer',
    PYTHONUNBUFFERED: '0',
  };
  const lines = playerEnvironment(host, hosting, 2).exports().split('\n');
  t.same(Object.fromEntries(lines.map((line) => /^export (\w+)='(.*)'$/.exec(line)!.slice(1))), {
    A: 'for 2',
    B: 'host',
    PYTHONUNBUFFERED: '0',
    WORDHOST_GAME: 'g',
    WORDHOST_SEAT: '2',
  });
  t.end();
});

t.test('what one player has of its own is not in the environment of the next', (t) => {
  const host = { A: 'host', PWD: '/there' };
  const of = (seat: number, variables: Record<string, string>) =>
    playerEnvironment(host, hostingFor('off', { game: 'g', variables }), seat);
  const [first, second] = [of(1, { A: 'first', B: 'b\0b', PWD: '/here' }), of(2, {})];
  t.same(
    [first, second].map((each) => ['A', 'PWD', 'WORDHOST_SEAT'].map((name) => each.get(name))),
    [
      ['first', '/here', '1'],
      ['host', '/there', '2'],
    ],
  );
  t.same([first.broken, second.broken], ['B', undefined]);
  t.notMatch(first.exports('PWD'), 'PWD');
  t.notMatch(second.exports('PWD'), /PWD|first/);
  t.match(second.exports(), /^export PWD='\/there'$/m);
  t.end();
});

t.test('where there is no /proc the lines of ps are read', (t) => {
  const rows = parsePs(
    [
      '    1     1 Ss   /sbin/launchd',
      '  501   500 S+   sh bot.sh PATH=/bin WORDHOST_GAME=g WORDHOST_SEAT=1 HOME=/',
      '  502   502 S    sh bot.sh WORDHOST_SEAT=12 WORDHOST_GAME=g',
      '  503   503 Z    (sh) WORDHOST_GAME=g WORDHOST_SEAT=1',
      '',
    ].join('\n'),
  );
  const environment = { WORDHOST_GAME: 'g', WORDHOST_SEAT: '1' };
  const slot = { pid: 8, start: undefined };
  const found = (marker: Parameters<(typeof rows)[0]['carries']>[0]) =>
    rows.filter((row) => row.carries(marker)).map(({ pid }) => pid);
  t.same(found({ environment, slot, leader: () => ({ pid: 9, start: undefined }) }), [501]);
  t.same(found({ environment: { NONE: '1' }, slot, leader: () => ({ pid: 502, start: undefined }) }), [502]);
  t.end();
});

t.test(
  'a process of a difficult name is read right',
  { skip: processFacts(process.pid) ? false : 'no /proc' },
  (t) => {
    process.title = 'a) Z (b';
    const facts = processFacts(process.pid)!;
    t.match(facts, { pid: process.pid, living: true, exiting: false });
    t.ok(facts.cpuMs > 0 && facts.start > 0);
    t.equal(processFacts(2 ** 22 + 1), undefined);
    t.end();
  },
);

t.test(
  'of a flood of standard error a file has the beginning and the end, and says what is left out',
  async (t) => {
    const folder = t.testdir({});
    const said = t.capture(process.stderr, 'write', () => true);
    const sink = stderrSink({ folder }, { game: 'g', seat: 1, name: 'Ann' });
    const mebibyte = Buffer.alloc(1_048_576, 'a');
    sink.write(Uint8Array.from(Buffer.from('begin\n')));
    for (let count = 0; count < 20; count++) sink.write(Uint8Array.from(mebibyte));
    sink.write(Uint8Array.from(Buffer.from('\nTraceback: the end\n')));
    await sink.end();
    const text = readFileSync(join(folder, 'g-1-Ann.txt'), 'latin1');
    t.match(text, /^begin\na+\n\[wordhost: 4,194,330 bytes are left out here\]\na+\nTraceback: the end\n$/);
    t.ok(text.length > 16 * mebibyte.length && text.length < 16 * mebibyte.length + 100, String(text.length));
    t.match(
      said()
        .map(({ args }) => String(args[0]))
        .join(''),
      /of 20,971,546 bytes of standard error .*g-1-Ann\.txt has the first 15 MiB/,
    );
  },
);

t.test('up to 16 MiB are kept whole', async (t) => {
  const folder = t.testdir({});
  const sink = stderrSink({ folder }, { game: 'g', seat: 1, name: 'Ann' });
  const half = Buffer.alloc(8 * 1_048_576, 'a');
  for (const part of [half, half]) sink.write(Uint8Array.from(part));
  await sink.end();
  t.ok(readFileSync(join(folder, 'g-1-Ann.txt')).equals(Buffer.concat([half, half])));
});
