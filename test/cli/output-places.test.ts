import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readOutputPlace } from '../../host/files/output/output-file.ts';
import { pageHead } from '../../host/tools/race/report/html/race-page.ts';
import { binary, run, start, until } from './wordhost.ts';

const BOT = 'print("a week of work")\n';
const cwd = t.testdir({
  'bot.py': BOT,
  'page.html': '<!doctype html>\n<html>',
  folder: {},
  'words.txt': 'aa\nab\n',
});
const bot = () => readFileSync(join(cwd, 'bot.py'), 'utf8');
const solo = ['boggle', '--seed', '1', '--time', '300ms'];
const player = 'wordhost player boggle';

t.test('a file is written over only if it begins as such a file does', async (t) => {
  const folder = t.testdir({
    mine: BOT,
    ours: '{"n":1,"t":3}\n',
    empty: '',
    short: '{"n"',
    page: `${pageHead}x`,
  });
  const read = (name: string) => readOutputPlace(join(folder, name), 'record', ['{"n":1,', pageHead]);
  for (const fine of ['ours', 'empty', 'new', 'page']) t.same(read(fine), { ok: true, place: 'file' }, fine);
  for (const other of ['mine', 'short'])
    t.match(read(other), { ok: false, problem: /it is there and is no record, so it is not written over/ });
  t.equal(readFileSync(join(folder, 'mine'), 'utf8'), BOT);
  t.same(readOutputPlace('/dev/null', 'record', ['{']), { ok: true, place: 'device' });
  t.same(readOutputPlace('/dev/full', 'record', ['{']), { ok: true, place: 'device' });
  t.throws(() => read('.'), { code: 'EISDIR' });
});

t.test("a bot's file and a folder are no place for results, and stay as they are", async (t) => {
  const wrong: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [
      [...solo, '--events', 'bot.py', player],
      /--events bot\.py cannot be used: it is there and is no record/,
    ],
    [
      [...solo, '--standings', 'bot.py', player],
      /--standings bot\.py cannot be used: it is there and is no file of/,
    ],
    [
      ['race', '--html', 'page.html'],
      /--html page\.html cannot be used: it is there and is no page of a race/,
    ],
    [['lexicon', 'build', 'words.txt', '--out', 'bot.py'], /bot\.py is there and is no compiled list/],
    [[...solo, '--events', 'folder', player], /--events folder cannot be used: it is a folder\. Name a file/],
    [
      [...solo, '--events', 'no/such', player],
      /--events no\/such cannot be used: there is no such file or folder/,
    ],
    [[...solo, '--events', '-', '--json', player], /--events - and --json both write to standard output/],
  ];
  for (const [args, says] of wrong)
    t.match(await run(args, { cwd }), { status: 2, stderr: says }, args.join(' '));
  t.equal(bot(), BOT);
  t.equal(readFileSync(join(cwd, 'page.html'), 'utf8'), '<!doctype html>\n<html>');
});

t.test('one file is no place for two reports, by whatever name', async (t) => {
  symlinkSync('not-yet', join(cwd, 'link'));
  for (const other of ['not-yet', './not-yet', './link'])
    t.match(await run([...solo, '--junit', 'link', '--tap', other, player], { cwd }), {
      status: 2,
      stderr: /--junit and --tap: expected a file for each; got link and \S+, which are one file/,
    });
});

t.test('what standard output is already is no place for another result', async (t) => {
  for (const [args, name] of [
    [['--json', '--events', '/dev/stdout'], '/dev/stdout'],
    [['--json', '--events', 'taken'], 'taken'],
    [['--junit', './taken'], './taken'],
  ] as const) {
    const { status, stderr } = await run([], {
      cwd,
      host: ['sh', '-c', '"$@" > taken', 'sh', process.execPath, binary, ...solo, ...args, player],
    });
    t.equal(status, 2, stderr);
    t.match(stderr, new RegExp(`${name} cannot be used: standard output goes there, too`));
  }
  t.equal(readFileSync(join(cwd, 'taken'), 'utf8'), '');
});

const endOf = (text: string) => JSON.parse(text.trimEnd().split('\n').at(-1)!).type;

t.test('a record and a compiled list are written over by the next', async (t) => {
  for (const _ of [1, 2]) {
    t.equal((await run([...solo, '--events', 'log', player], { cwd })).status, 0);
    t.equal((await run(['lexicon', 'build', 'words.txt', '--out', 'w.lex'], { cwd })).status, 0);
  }
  t.equal(endOf(readFileSync(join(cwd, 'log'), 'utf8')), 'end');
});

t.test('a game whose events nobody reads any more ends, as one whose results nobody reads', async (t) => {
  const words = [
    'scrabble',
    '--seed',
    '5',
    '--events',
    '-',
    `'${process.execPath}' '${binary}' player random`,
  ];
  const first = `'${process.execPath}' '${binary}' "$@" | head -1; exit \${PIPESTATUS[0]}`;
  const { status, stderr } = await run([], { cwd, host: ['bash', '-c', first, 'bash', ...words] });
  t.equal(status, 141, stderr);
  t.match(stderr, /the record is incomplete: standard output: whoever read it has ended/);
});

t.test('--events - is standard output, which has nothing else', async (t) => {
  const { status, stdout, stderr } = await run([...solo, '--events', '-', player], { cwd });
  t.equal(status, 0, stderr);
  for (const line of stdout.trimEnd().split('\n')) t.ok(JSON.parse(line).n);
  t.equal(endOf(stdout), 'end');
  t.match(stderr, /player 1 .* has won/);
  t.notOk(existsSync(join(cwd, '-')));
  const piped = await run([], {
    cwd,
    host: [
      'sh',
      '-c',
      `'${process.execPath}' dist/wordhost.js "$@" | cat`,
      'sh',
      ...solo,
      '--events',
      '-',
      player,
    ],
    before: ['env', '-C', join(import.meta.dirname, '../..')],
  });
  t.equal(endOf(piped.stdout), 'end', 'through a pipe, too');
});

t.test('a named pipe gets every event, however slow its reader is', async (t) => {
  execFileSync('mkfifo', [join(cwd, 'pipe')]);
  const host = start([...solo, '--events', 'pipe', player], { cwd });
  await until(
    () => /waiting for a reader of pipe/.test(host.stderr),
    () => host.stderr,
  );
  const reader = execFileSync('sh', ['-c', 'exec 3<pipe; head -c 100 <&3; sleep 0.5; cat <&3'], {
    cwd,
    encoding: 'utf8',
  });
  const { status, stderr } = await host.ended;
  t.equal(status, 0, stderr);
  t.equal(endOf(reader), 'end');
});

t.test('a host that waits for the reader of a pipe hears an interrupt', async (t) => {
  execFileSync('mkfifo', [join(cwd, 'unread')]);
  const host = start([...solo, '--events', 'unread', player], { cwd });
  await until(
    () => /waiting for a reader of unread/.test(host.stderr),
    () => host.stderr,
  );
  host.child.kill('SIGINT');
  t.match(await host.ended, { status: 130, stdout: '' });
});

t.test(
  'a reader that ends early leaves the game as it is, and the record is called incomplete',
  async (t) => {
    execFileSync('mkfifo', [join(cwd, 'early')]);
    const host = start([...solo, '--events', 'early', player], { cwd });
    execFileSync('head', ['-c', '10', 'early'], { cwd });
    const { status, stderr, stdout } = await host.ended;
    t.equal(status, 3, stderr);
    t.match(stderr, /the record is incomplete: early: /);
    t.match(stdout, /has won/);
  },
);
