import { chmodSync, copyFileSync, linkSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { letterA } from './letter-a.ts';
import { run, usageError } from './wordhost.ts';

// Node hands it to every process that it starts, whatever environment that shall have.
delete process.env.NODE_V8_COVERAGE;

const sandbox = await probeSandbox('strict');
const skip = 'problem' in sandbox ? sandbox.problem : false;
const examples = join(import.meta.dirname, '../../examples/bananagrams');

const bots = t.testdir({ ...letterA, bin: {}, closed: {} });
for (const file of ['python/player.py', 'awk/player.awk', 'ruby/player.rb'])
  copyFileSync(join(examples, file), join(bots, file.split('/')[1]!));

const strict = ['--sandbox', 'strict', '--seed', '7', '--json', '--quiet'];

t.test('a dictionary in a file is readable wherever it lies', { skip }, async (t) => {
  const elsewhere = t.testdir({ 'own-words.txt': 'a\nat\nta\n', empty: {} });
  const look = 'wc -l <"$WORDHOST_DICTIONARY" >&2; cat "$WORDHOST_DICTIONARY" >&2; exit 3';
  const words = join(elsewhere, 'own-words.txt');
  const { stderr } = await run(['--sandbox', 'strict', '--dictionary', words, look], {
    cwd: join(elsewhere, 'empty'),
  });
  t.match(stderr, /\| AT\n.*\| TA\n/s);
});

t.test('what players must not see they do not see by another name of the file', { skip }, async (t) => {
  const olderGame = '{"n":1,"type":"an older game"}\n';
  const place = t.testdir({ ...letterA, 'game.jsonl': olderGame, 'request.yaml': 'grace: 2s\n' });
  linkSync(join(place, 'game.jsonl'), join(place, 'game-2.jsonl'));
  const look = 'cat game-2.jsonl game.jsonl >&2; exit 3';
  const recorded = await run(['--sandbox', 'strict', '--events', 'game.jsonl', look], { cwd: place });
  t.match(recorded.stderr, /an older game/);
  t.notMatch(recorded.stderr, /"type":"header"|"seed":/);
  t.match(readFileSync(join(place, 'game.jsonl'), 'utf8'), '"type":"spawn"');
  t.equal(readFileSync(join(place, 'game-2.jsonl'), 'utf8'), olderGame);
  linkSync(join(place, 'request.yaml'), join(place, 'request-2.yaml'));
  const refused = await run(['--sandbox', 'strict', '--config', 'request.yaml', look], { cwd: place });
  t.match(refused, { status: 2, stderr: /--config request.yaml has 2 names \(hard links\)/ });
});

t.test('output may go to a file in a folder that the host cannot enter', async (t) => {
  const place = t.testdir({ closed: {}, scratch: {} });
  const [closed, TMPDIR] = [join(place, 'closed'), join(place, 'scratch')];
  chmodSync(TMPDIR, 0o777);
  const asNobody = process.getuid!() === 0 ? 'setpriv --reuid=65534 --regid=65534 --clear-groups' : '';
  const redirect = `exec >${closed}/out 2>&1; chmod 0 ${closed}; exec ${asNobody} "$@"`;
  const args = ['--sandbox', 'process', '--seed', '7', '--stall', '200ms', 'printf n; cat >/dev/null'];
  const before = ['/bin/sh', '-c', redirect, 'sh'];
  const { status } = await run(args, { cwd: place, before, env: { TMPDIR } });
  chmodSync(closed, 0o700);
  t.equal(status, 1, readFileSync(join(closed, 'out'), 'utf8'));
  t.match(readFileSync(join(closed, 'out'), 'utf8'), /no winner: .*no progress.*long/);
});

t.test('what cannot be kept is refused before anything starts', async (t) => {
  const home = t.testdir({ inner: {} });
  const closed = join(home, 'inner');
  const poor = join(bots, 'bin');
  for (const program of ['sh', 'mkfifo']) symlinkSync(findProgram(program)!, join(poor, program));
  const refused = [
    {
      args: [],
      env: { PATH: poor },
      says: /the sandbox strict does not work.*cannot find the program bwrap/,
    },
    { args: ['--cwd', '/'], says: /working directory, but \/ contains all files.*--cwd/ },
    { args: ['--cwd', '/tmp'], says: /\/tmp.*private/ },
    { args: ['--cwd', home], env: { HOME: closed }, says: /contains the home folder/ },
    { args: ['--readable', 'nope'], says: /--readable nope: no such file or folder/ },
    {
      args: ['--readable', '/proc/self/root/../../etc'],
      says: /--readable \/proc\/self\/root\/\.\.\/\.\.\/etc: no such file or folder/,
    },
    { args: ['--cwd', '/proc/self/fd'], says: /is private to each player/ },
    { args: ['--writable', 'nope'], says: /--writable nope: no such file or folder/ },
    { args: ['--record', '.'], says: /players would see .*--record.*no other purpose/ },
    { args: ['--stderr', 'bin', '--readable', 'bin'], says: /players would see .*bin, where/ },
    { args: ['--env', '1=2'], says: /--env 1=2: expected NAME or NAME=VALUE/ },
    { args: ['--env', 'NO_SUCH_VARIABLE'], says: /the host has no variable NO_SUCH_VARIABLE/ },
    { args: ['--env', 'WORDHOST_SEAT=9'], says: /are reserved for the host/ },
  ];
  for (const { args, env, says } of refused)
    t.test(args.join(' ') || 'no bubblewrap', async (t) => {
      const outcome = await run([...args, '--sandbox', 'strict', 'touch /tmp/started; exit 1'], {
        cwd: bots,
        ...(env && { env }),
      });
      t.equal(outcome.status, 2, outcome.stderr);
      t.match(outcome.stderr, says);
      t.equal(outcome.stdout, '');
    });
  for (const option of [['--network'], ['--readable', '.'], ['--writable', '.']])
    t.test(`${option[0]} without strict`, async (t) => {
      const { status, stderr } = await run([...option, 'exit 1'], { cwd: bots });
      t.equal(status, 2);
      t.match(stderr, /requires --sandbox strict; got --sandbox auto/);
    });
});

t.test('a folder to write to must not hold what the host runs later', { skip }, async (t) => {
  const folder = t.testdir({ bots: {}, home: { cache: {} } });
  for (const place of ['home', 'home/cache', 'home/cache/wordhost']) {
    const cache = join(folder, 'home', 'cache');
    mkdirSync(join(cache, 'wordhost'), { recursive: true });
    t.match(
      await run([...strict, '--writable', join(folder, place), 'cat'], {
        cwd: join(folder, 'bots'),
        env: { XDG_CACHE_HOME: cache },
      }),
      usageError(
        `players could write to ${join(folder, place)}, which contains ${cache}/wordhost, the cache of the host. Name another folder with --writable`,
      ),
    );
  }
});
