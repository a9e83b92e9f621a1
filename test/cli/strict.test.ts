import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { letterA } from './letter-a.ts';
import { resultsOf, run, start, until } from './wordhost.ts';

const sandbox = await probeSandbox('strict');
const skip = 'problem' in sandbox ? sandbox.problem : false;
const noFlock = findProgram('flock') === undefined && 'no flock here';
const examples = join(import.meta.dirname, '..', '..', 'examples', 'bananagrams');

const bots = t.testdir({ ...letterA, bin: {}, closed: {} });
for (const file of ['python/player.py', 'awk/player.awk', 'ruby/player.rb'])
  copyFileSync(join(examples, file), join(bots, file.split('/')[1]!));

const strict = ['--sandbox', 'strict', '--seed', '7', '--json', '--quiet'];
const rival = 'wordhost player bananagrams';

t.test('whole games under strict', { skip }, async (t) => {
  const players = [
    { name: 'python3', command: 'python3 player.py' },
    { name: 'awk', command: 'awk -f player.awk' },
    { name: 'ruby', command: 'ruby player.rb' },
    { name: 'cc', command: './player' },
    { name: 'node', command: 'wordhost player bananagrams --dialect plain' },
  ];
  const compiler = findProgram('cc');
  if (compiler) spawnSync(compiler, ['-O1', '-o', join(bots, 'player'), join(examples, 'c', 'player.c')]);
  for (const { name, command } of players)
    t.test(
      command,
      { skip: !findSystemProgram(name) && `no ${name} among the programs of the system` },
      async (t) => {
        const { stdout, stderr } = await run([...strict, command, rival], { cwd: bots });
        const [result] = resultsOf({ stdout });
        t.match(result, { outcome: 'won', reason: 'bunch-empty', sandbox: 'strict' }, stderr);
        t.notMatch(
          result?.players.map(({ outcome }) => outcome),
          /failed|offender|left/,
        );
      },
    );
});

function findSystemProgram(name: string): boolean {
  return (
    name === 'node' ||
    spawnSync('/bin/sh', ['-c', `command -v ${name}`], { env: { PATH: '/usr/bin:/bin' } }).status === 0
  );
}

t.test('a dictionary in a file is readable wherever it lies', { skip }, async (t) => {
  const elsewhere = t.testdir({ 'own-words.txt': 'a\nat\nta\n', empty: {} });
  const look = 'wc -l <"$WORDHOST_DICTIONARY" >&2; cat "$WORDHOST_DICTIONARY" >&2; exit 3';
  const words = join(elsewhere, 'own-words.txt');
  const { stderr } = await run(['--sandbox', 'strict', '--dictionary', words, look], {
    cwd: join(elsewhere, 'empty'),
  });
  t.match(stderr, /\| AT\n.*\| TA\n/s);
});

for (const [sandbox, unworkable] of [
  ['off', false],
  ['strict', skip],
] as const)
  t.test(`--env adds to what players find: ${sandbox}`, { skip: unworkable }, async (t) => {
    const look = 'echo "got $ADDED, $TOKEN" >&2; exit 3';
    const args = ['--sandbox', sandbox, '--env', 'ADDED=a b', '--env', 'TOKEN', look];
    const { stderr } = await run(args, { cwd: bots, env: { TOKEN: 'shown' } });
    t.match(stderr, 'got a b, shown');
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

t.test('a player that locks the word list holds up no other game', { skip: skip || noFlock }, async (t) => {
  const words = join(t.testdir({ 'words.txt': 'aa\naaa\naaaa\n' }), 'words.txt');
  const one = 'flock -n "$list" sh -c "echo locked >&2; exec sleep 1000"';
  const lock = `for list in "$(dirname "$WORDHOST_DICTIONARY")"/*; do ${one} & done; wait`;
  const game = ['--sandbox', 'strict', '--dictionary', words];
  const options = { cwd: bots };
  const locked = start([...game, '--stderr', 'inherit', '--ready-timeout', '20s', lock], options);
  await until(
    () => locked.stderr.includes('locked'),
    () => `the lock: ${locked.stderr}`,
  );
  const { status, stderr } = await run([...game, '--hand', '3', '--json', 'exit'], { cwd: bots });
  t.equal(status, 1, stderr);
  t.match(stderr, /could not be started \(exited\)/);
  locked.child.kill('SIGTERM');
  await locked.ended;
});

t.test('from nothing that the host reads and writes can a player learn the seed', { skip }, async (t) => {
  const place = t.testdir({ ...letterA, 'request.yaml': 'seed: seed-of-mine\n' });
  const look =
    'for file in *; do [ ! -s $file ] || echo "seen: $file" >&2; done; cat records/* request.yaml >&2; exit 3';
  const kept = ['--config', 'request.yaml', '--record', 'records', '--stderr', 'errors', '--json'];
  const args = ['--sandbox', 'strict', '--games', '2', ...kept, look, look];
  const before = ['/bin/sh', '-c', 'exec "$@" >results.jsonl', 'sh'];
  await run(args, { cwd: place, before });
  const said = readdirSync(join(place, 'errors')).map((file) =>
    readFileSync(join(place, 'errors', file), 'utf8'),
  );
  t.equal(said.length, 4);
  for (const text of said) {
    t.match(text, /^seen: words\.txt$/m);
    t.notMatch(text, /seen: (request|results)|seed-of-mine|"seed"/);
  }
  t.match(readFileSync(join(place, 'results.jsonl'), 'utf8'), '"seed":', 'it stands there');
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
  t.match(readFileSync(join(closed, 'out'), 'utf8'), 'no winner: the game made no progress for too long');
});

t.test('a player that strict hides is told of --readable, which shows it', { skip }, async (t) => {
  const place = t.testdir({ 'bot.sh': 'echo seen >&2; exit 3\n' });
  const script = join(place, 'bot.sh');
  chmodSync(script, 0o755);
  const hidden = await run(['--sandbox', 'strict', script], { cwd: bots });
  t.match(hidden.stderr + hidden.stdout, /not-found.*--readable DIR/s);
  const shown = await run(['--sandbox', 'strict', '--readable', place, script], { cwd: bots });
  t.match(shown.stderr, 'seen');
});

t.test('what cannot be kept is refused before anything starts', async (t) => {
  const home = t.testdir({ inner: {} });
  const closed = join(home, 'inner');
  const poor = join(bots, 'bin');
  for (const program of ['sh', 'mkfifo']) symlinkSync(findProgram(program)!, join(poor, program));
  const refused = [
    { args: [], env: { PATH: poor }, says: /the sandbox strict does not work.*there is no program bwrap/ },
    { args: ['--cwd', '/'], says: /working directory, and \/ is everything.*--cwd/ },
    { args: ['--cwd', '/tmp'], says: /\/tmp is a place of which each player has its own/ },
    { args: ['--cwd', home], env: { HOME: closed }, says: /holds the home folder/ },
    { args: ['--readable', 'nope'], says: /--readable nope: there is no such file or folder/ },
    {
      args: ['--readable', '/proc/self/root/../../etc'],
      says: /--readable \/proc\/self\/root\/\.\.\/\.\.\/etc: there is no such file or folder/,
    },
    { args: ['--cwd', '/proc/self/fd'], says: /is a place of which each player has its own/ },
    { args: ['--writable', 'nope'], says: /--writable nope: there is no such file or folder/ },
    { args: ['--record', '.'], says: /is to be seen by players.*--record.*nothing else/ },
    { args: ['--stderr', 'bin', '--readable', 'bin'], says: /bin is to be seen by players/ },
    { args: ['--env', '1=2'], says: /--env 1=2: expected NAME or NAME=VALUE/ },
    { args: ['--env', 'NO_SUCH_VARIABLE'], says: /the host has no variable NO_SUCH_VARIABLE/ },
    { args: ['--env', 'WORDHOST_SEAT=9'], says: /are set by the host/ },
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
      t.match(stderr, /it is for --sandbox strict; with auto/);
    });
});

t.test(
  'where players are nobody, places must be open to nobody',
  { skip: process.getuid!() !== 0 ? 'the host is not root' : skip },
  async (t) => {
    const closed = join(bots, 'closed');
    mkdirSync(join(closed, 'in'));
    for (const [args, says] of [
      [['--cwd', closed], /cannot read .*closed.*chmod/],
      [['--writable', closed], /cannot (read|write to) .*closed.*chmod/],
    ] as const) {
      chmodSync(closed, 0o700);
      const { status, stderr } = await run(['--sandbox', 'strict', ...args, 'exit 1'], { cwd: bots });
      t.equal(status, 2, stderr);
      t.match(stderr, says);
    }
  },
);

t.test('a folder to write to must not hold what the host runs later', { skip }, async (t) => {
  const folder = t.testdir({ bots: {}, home: { cache: {} } });
  for (const place of ['home', 'home/cache', 'home/cache/wordhost']) {
    const cache = join(folder, 'home', 'cache');
    mkdirSync(join(cache, 'wordhost'), { recursive: true });
    const { status, stderr } = await run([...strict, '--writable', join(folder, place), 'cat'], {
      cwd: join(folder, 'bots'),
      env: { XDG_CACHE_HOME: cache },
    });
    t.equal(status, 2);
    t.match(
      stderr,
      `players could write to ${join(folder, place)}, and the host keeps what it runs in ${cache}/wordhost: name another folder with --writable`,
    );
  }
});
