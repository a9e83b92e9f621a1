import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { letterA } from '../cli/letter-a.ts';
import { resultsOf, run, start, until, usageError } from '../cli/wordhost.ts';

t.test('strict', async (t) => {
  const sandbox = await probeSandbox('strict');
  const skip = 'problem' in sandbox ? sandbox.problem : false;
  const noFlock = findProgram('flock') === undefined && 'no flock here';
  const examples = join(import.meta.dirname, '../../examples/bananagrams');

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

  t.test('a player that locks the word list holds up no other game', { skip: skip || noFlock }, async (t) => {
    const words = join(t.testdir({ 'words.txt': 'aa\naaa\naaaa\n' }), 'words.txt');
    const one = 'flock -n "$list" sh -c "echo locked >&2; exec sleep 1000"';
    const lock = `for list in "$(dirname "$WORDHOST_DICTIONARY")"/*; do ${one} & done; wait`;
    const game = ['--sandbox', 'strict', '--dictionary', words];
    const options = { cwd: bots };
    const locked = start([...game, '--stderr', 'inherit', '--ready-timeout', '20s', lock], options);
    await until(() => locked.stderr.includes('locked'), locked);
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

  t.test('a player that strict hides is told of --readable, which shows it', { skip }, async (t) => {
    const place = t.testdir({ 'bot.sh': 'echo seen >&2; exit 3\n' });
    const script = join(place, 'bot.sh');
    chmodSync(script, 0o755);
    const hidden = await run(['--sandbox', 'strict', script], { cwd: bots });
    t.match(hidden.stderr + hidden.stdout, /not-found.* use --readable \/\S+/s);
    const shown = await run(['--sandbox', 'strict', '--readable', place, script], { cwd: bots });
    t.match(shown.stderr, 'seen');
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
        t.match(await run(['--sandbox', 'strict', ...args, 'exit 1'], { cwd: bots }), usageError(says));
      }
    },
  );
});
