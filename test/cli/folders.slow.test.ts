import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { readOutputPlace } from '../../host/files/write-file.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { pageHead } from '../../host/tools/race/report/race-page.ts';
import { type Arena, arenaFor } from '../misbehaviour/arena.ts';
import { noCompiler } from '../misbehaviour/compiled.ts';
import { levelsHere, type TriedLevel } from '../misbehaviour/levels.ts';
import { whoTests } from '../misbehaviour/users.ts';
import { say } from './in-process.ts';
import { binary, resultsOf, run, start, succeed, until, usageError } from './wordhost.ts';

t.test('output places', async (t) => {
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
    for (const fine of ['ours', 'empty', 'new', 'page'])
      t.same(read(fine), { ok: true, place: 'file' }, fine);
    for (const other of ['mine', 'short'])
      t.match(read(other), {
        ok: false,
        problem: /exists.*not.*record.*not overwritten/,
      });
    t.equal(readFileSync(join(folder, 'mine'), 'utf8'), BOT);
    t.same(readOutputPlace('/dev/null', 'record', ['{']), { ok: true, place: 'device' });
    t.same(readOutputPlace('/dev/full', 'record', ['{']), { ok: true, place: 'device' });
    t.throws(() => read('.'), { code: 'EISDIR' });
  });

  t.test("a bot's file and a folder are no place for results, and stay as they are", async (t) => {
    const wrong: readonly (readonly [args: readonly string[], says: RegExp])[] = [
      [[...solo, '--events', 'bot.py', player], /--events bot\.py cannot be used: .*exists.*not.*record/],
      [[...solo, '--standings', 'bot.py', player], /--standings bot\.py cannot be used: .*exists.*not/],
      [
        ['race', '--as', 'html', '--output', 'page.html'],
        /--output page\.html cannot be used: .*exists.*not.*page.*race/,
      ],
      [['lexicon', 'build', 'words.txt', '--output', 'bot.py'], /bot\..*exists.*not.*compiled/],
      [
        [...solo, '--events', 'folder', player],
        /--events folder cannot be used: it is a folder\. Use a file/,
      ],
      [[...solo, '--events', 'no/such', player], /--events no\/such cannot be used: no such file or folder/],
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
        stderr: /--junit and --tap: expected a file for each; got link and \S+, which are the same file/,
      });
  });

  t.test('what standard output is already is no place for another result', async (t) => {
    for (const [args, name] of [
      [['--json', '--events', '/dev/stdout'], '/dev/stdout'],
      [['--json', '--events', 'taken'], 'taken'],
      [['--junit', './taken'], './taken'],
    ] as const) {
      t.match(
        await run([], {
          cwd,
          host: ['sh', '-c', '"$@" > taken', 'sh', process.execPath, binary, ...solo, ...args, player],
        }),
        usageError(new RegExp(`${name} cannot be used: standard output also goes there`)),
      );
    }
    t.equal(readFileSync(join(cwd, 'taken'), 'utf8'), '');
  });

  const endOf = (text: string) => JSON.parse(text.trimEnd().split('\n').at(-1)!).type;

  t.test('a record and a compiled list are written over by the next', async (t) => {
    for (const _ of [1, 2]) {
      t.equal((await run([...solo, '--events', 'log', player], { cwd })).status, 0);
      t.equal((await run(['lexicon', 'build', 'words.txt', '--output', 'w.lex'], { cwd })).status, 0);
    }
    t.equal(endOf(readFileSync(join(cwd, 'log'), 'utf8')), 'end');
  });

  t.test('a game whose events nobody reads any more ends, as one whose results nobody reads', async (t) => {
    const words = [
      ...'scrabble --seed 5 --events -'.split(' '),
      `'${process.execPath}' '${binary}' player random`,
    ];
    const first = `'${process.execPath}' '${binary}' "$@" | head -1; exit \${PIPESTATUS[0]}`;
    const { status, stderr } = await run([], { cwd, host: ['bash', '-c', first, 'bash', ...words] });
    t.equal(status, 141, stderr);
    t.match(stderr, /the record is incomplete: standard output: .*program.*ended/);
  });

  t.test('--events - is standard output, which has nothing else', async (t) => {
    const { stdout, stderr } = await succeed(t, [...solo, '--events', '-', player], { cwd });
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
    await until(() => /waiting.*pipe/.test(host.stderr), host);
    const reader = execFileSync('sh', ['-c', 'exec 3<pipe; head -c 100 <&3; sleep 0.5; cat <&3'], {
      cwd,
      encoding: 'utf8',
    });
    const { status, stderr } = await host.ended;
    t.equal(status, 0, stderr);
    t.equal(endOf(reader), 'end');
  });

  t.test('a pipe that nobody reads holds up no command; a link is followed', async (t) => {
    const cwd = t.testdir({ 'words.txt': 'AA\nAB\n', pages: {} });
    const bot = 'wordhost player random';
    const game = ['scrabble', '--seed', '1'];
    await run([...game, '--record', 'games', bot, bot], { cwd });
    await run(['compare', ...game, '--games', '2', '--store', 'two.db', bot, bot], { cwd });
    const [record = ''] = readdirSync(join(cwd, 'games')).map((name) => join('games', name));
    const { stdout } = await succeed(t, ['export', '--as', 'gcg', record], { cwd });
    writeFileSync(join(cwd, 'game.gcg'), stdout);
    const commands: readonly (readonly string[])[] = [
      ['export', '--as', 'html', '--output', 'PLACE', record],
      ['analyze', '--as', 'csv', '--output', 'PLACE', record],
      ['analyze', '--as', 'gcg', '--output', 'PLACE', record],
      ['analyze', '--as', 'html', '--output', 'PLACE', record],
      ['import', '--output', 'PLACE', 'game.gcg'],
      ['lexicon', 'build', 'words.txt', '--output', 'PLACE'],
      ['report', '--as', 'html', '--output', 'PLACE', 'two.db'],
      ['store', 'export', '--results', 'PLACE', 'two.db'],
      ['compare', ...game, '--games', '2', '--results', 'PLACE', bot, bot],
      [...game, '--standings', 'PLACE', '--games', '2', bot, bot],
      [...game, '--junit', 'PLACE', '--games', '2', bot, bot],
    ];
    execFileSync('mkfifo', ['pipe', join('pages', 'wordhost-player-random.txt')], { cwd });
    for (const command of commands) {
      const at = (place: string) => command.map((word) => (word === 'PLACE' ? place : word));
      const unread = await run(at('pipe'), { cwd });
      t.ok(unread.status === 2 || unread.status === 3, command.join(' '));
      t.match(unread.stderr, /no program has the other end open \(ENXIO\)|pipe exists and is not a file/);
      t.notMatch(unread.stderr, /^ +at |this is a bug/m);
      symlinkSync('target', join(cwd, 'link'));
      const linked = await run(at('link'), { cwd });
      t.equal(linked.status, 0, `${command.join(' ')}: ${linked.stderr}`);
      t.equal(readlinkSync(join(cwd, 'link')), 'target');
      t.ok(statSync(join(cwd, 'target')).size > 0);
      for (const name of ['link', 'target']) rmSync(join(cwd, name));
    }
    const checked = await run(['check', 'scrabble', '--out', 'pages', bot], { cwd });
    t.match(checked, usageError(/--out pages\/.*\.txt cannot be used: .*pipe.*device/));
  });

  t.test('a host that waits for the reader of a pipe hears an interrupt', async (t) => {
    execFileSync('mkfifo', [join(cwd, 'unread')]);
    const host = start([...solo, '--events', 'unread', player], { cwd });
    await until(() => /waiting.*unread/.test(host.stderr), host);
    host.child.kill('SIGINT');
    t.match(await host.ended, { status: 130, stdout: '' });
  });

  t.test('a reader that ends early leaves the game, and an incomplete record', async (t) => {
    execFileSync('mkfifo', [join(cwd, 'early')]);
    const host = start([...solo, '--events', 'early', player], { cwd });
    execFileSync('head', ['-c', '10', 'early'], { cwd });
    const { status, stderr, stdout } = await host.ended;
    t.equal(status, 3, stderr);
    t.match(stderr, /the record is incomplete: early: /);
    t.match(stdout, /has won/);
  });
});

t.test('own folders', async (t) => {
  const cwd = t.testdir({ 'a b': { inner: { 'secret.txt': 'here\n' } }, c: {} });
  const bot = (folder: string, text: string) => {
    const path = join(cwd, folder, 'bot');
    writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  };
  const quiet = ['boggle', '--seed', '1', '--time', '100ms', '--quiet'];

  t.test('--cwd once for each player: each is started in its own folder, whatever its seat', async (t) => {
    for (const folder of ['a b', 'c']) bot(folder, 'pwd >> here; echo ready; while read -r line; do :; done');
    const { stderr } = await run([...quiet, '--games', '2', '--cwd', 'a b', '--cwd', 'c', './bot', './bot'], {
      cwd,
    });
    for (const folder of ['a b', 'c'])
      t.equal(readFileSync(join(cwd, folder, 'here'), 'utf8'), `${join(cwd, folder)}\n`.repeat(2), stderr);
  });

  const bothFolders = ['--cwd', 'a b', '--cwd', 'c'];

  t.test('a program that is not there is looked for in the own folder of its player', async (t) => {
    const { stderr } = await run([...quiet, ...bothFolders, './nope', './bot'], { cwd });
    t.match(stderr, 'cannot find the file ./nope in a b');
  });

  t.test('the command that repeats a game has the folders in the order of its seats', async (t) => {
    for (const folder of ['a b', 'c']) bot(folder, 'echo ready; echo "?"; while read -r line; do :; done');
    const two = ['./bot', './bot 2'];
    const { stderr } = await run([...quiet, '--games', '2', ...bothFolders, ...two], { cwd });
    const lines = [
      ...stderr.matchAll(/to record and replay the game: .*?(--cwd .*) --seed \S+ .*(\.\/bot.*)$/gm),
    ];
    const orders = lines.map(([, folders, last]) => `${folders} | ${last}`);
    t.same(
      [...new Set(orders)].sort(),
      ["--cwd 'a b' --cwd c | ./bot 2'", "--cwd c --cwd 'a b' | ./bot"],
      stderr,
    );
  });

  t.test('--cwd is given once for all, or once for each', async (t) => {
    const two = ['--cwd', 'c', '--cwd', 'c'];
    t.match(await say([...quiet, ...two, 'true', 'true', 'true'], { cwd }), {
      status: 2,
      stderr: /--cwd: got 2 folders, but there are 3 players: expected.*players/,
    });
    t.match(await say(['check', 'boggle', ...two, 'true'], { cwd }), {
      status: 2,
      stderr: /--cwd: .*working directory.*; got 2/,
    });
    t.match(await say([...quiet, '--cwd', 'c', '--cwd', 'nope', 'true', 'true'], { cwd }), {
      status: 2,
      stderr: /--cwd nope cannot be used: no such file or folder/,
    });
  });

  const strict = await probeSandbox('strict');
  const skip = 'problem' in strict ? strict.problem : false;

  t.test('under strict each sees its own folder, and not that of another within it', { skip }, async (t) => {
    mkdirSync(join(cwd, 'said'));
    bot(
      'a b',
      'echo "a: $(cat inner/secret.txt ../c/bot 2>&1)" >&2; echo ready; while read -r line; do :; done',
    );
    bot(
      'a b/inner',
      'echo "inner: $(cat secret.txt ../bot 2>&1)" >&2; echo ready; while read -r line; do :; done',
    );
    for (const folder of ['', 'a b', 'a b/inner', 'c']) chmodSync(join(cwd, folder), 0o755);
    const places = ['--cwd', 'a b', '--cwd', 'a b/inner', '--stderr', 'inherit', '--sandbox', 'strict'];
    const { stderr } = await run([...quiet, ...places, './bot', './bot'], { cwd });
    t.match(stderr, /a: cat: .*inner\/secret\.txt/);
    t.match(stderr, /inner: here/);
    t.notMatch(stderr, /a: here|exec cat/);
  });
});

t.test('environment outside', async (t) => {
  /* What --env sets is the player's alone: no program of the host's, outside of the sandbox, is found or loaded by it. */

  const skip = !hasProc ? 'namespaces can only be told apart where there is a /proc' : noCompiler;
  const tools = 'awk bwrap cat chrt env head mktemp mkfifo prlimit setpriv setsid sh unshare'.split(' ');

  t.test('PATH and LD_PRELOAD of a player do nothing outside of its sandbox', { skip }, async (t) => {
    const arena = arenaFor(whoTests);
    t.teardown(() => arena[Symbol.dispose]());
    const source = join(import.meta.dirname, 'says-where-it-is-loaded.c');
    const made = spawnSync('cc', ['-shared', '-fPIC', '-o', join(arena.bots, 'loaded.so'), source]);
    t.equal(made.status, 0, String(made.stderr));
    for (const held of await levelsHere(arena))
      if (held.level !== 'process')
        t.test(`on the level ${held.level}`, { skip: held.skip }, async (t) => checkLevel(t, held, arena));
  });

  async function checkLevel(t: Test, held: TriedLevel, arena: Arena): Promise<void> {
    const report = fileFor(`loaded-${held.level}`, arena);
    const found = fileFor(`found-${held.level}`, arena);
    const bin = join(arena.bots, `bin-${held.level}`);
    mkdirSync(bin);
    for (const tool of tools) {
      const script = `#!/bin/sh\nreadlink /proc/self/ns/pid >>'${found}'\nPATH=/usr/bin:/bin exec ${tool} "$@"\n`;
      writeFileSync(join(bin, tool), script, { mode: 0o755 });
    }
    const variables = [`PATH=${bin}`, `LD_PRELOAD=${join(arena.bots, 'loaded.so')}`, `LOADED_INTO=${report}`];
    const told = variables.flatMap((each) => ['--env', each]);
    const player = 'echo "path $PATH, preload $LD_PRELOAD" >&2; /usr/bin/sleep 0; exit 3';
    const args = ['--dictionary', 'words.txt', ...held.options, ...told, '--json', '--', player, player];
    const { bots: cwd, host, env } = arena;
    const { stderr } = await run(args, { cwd, host, env: { ...env, ...held.env } });
    t.match(stderr, `path ${bin}`, 'the player has what it was given');
    t.match(stderr, `preload ${join(arena.bots, 'loaded.so')}`);
    const outside = readlinkSync('/proc/self/ns/pid');
    for (const file of [report, found])
      t.notMatch(readFileSync(file, 'utf8'), outside, 'nothing of it ran beside the host');
    if (held.level !== 'strict') t.match(readFileSync(report, 'utf8'), /^sleep pid:/m, 'inside it is loaded');
  }

  function fileFor(name: string, { bots, user }: Arena): string {
    const path = join(bots, name);
    writeFileSync(path, '');
    chmodSync(path, 0o666);
    chownSync(path, user.uid, user.uid);
    return path;
  }
});

t.test('foreign folder', async (t) => {
  const root = join(import.meta.dirname, '..', '..');

  /** What somebody can lay out for whoever calls wordhost in a folder of bots. */
  function trap(t: Test) {
    const program = '#!/bin/sh\ntouch "$(dirname "$0")/sprung"\n';
    const cwd = t.testdir({
      'package.json': '{ "name": "wordhost", "bin": { "wordhost": "evil.sh" }, "type": "commonjs" }',
      '.npmrc': 'script-shell=./evil.sh\nnode-options=--require ./evil.cjs\n',
      '.env': 'NODE_OPTIONS=--require ./evil.cjs\n',
      'node.config.json': '{ "nodeOptions": { "require": ["./evil.cjs"] } }',
      'evil.cjs': 'require("node:fs").writeFileSync("sprung", "");',
      'evil.sh': program,
      english: 'EVIL\n',
      home: {},
      node_modules: { '.bin': { wordhost: program, node: program } },
    });
    const programs = ['evil.sh', 'node_modules/.bin/wordhost', 'node_modules/.bin/node'].map((name) =>
      join(cwd, name),
    );
    for (const path of programs) chmodSync(path, 0o755);
    const isSprung = () => ['sprung', 'node_modules/.bin/sprung'].some((name) => existsSync(join(cwd, name)));
    return { cwd, isSprung };
  }

  t.test('A host that is called by its path runs nothing of the folder where it is called', async (t) => {
    const { cwd, isSprung } = trap(t);
    const player = 'wordhost player boggle --level few';
    const outcome = await succeed(t, ['boggle', '--seed', '1', '--json', '--quiet', player, player], { cwd });
    t.match(resultsOf(outcome), [{ reason: 'played-out' }]);
    t.notOk(isSprung());
  });

  t.test('The command that the docs make for such folders looks at nothing there', async (t) => {
    const page = readFileSync(join(root, 'docs', 'how-to', 'run-other-peoples-bots.md'), 'utf8');
    const [, block = ''] = /```sh\n(mkdir -p ~\/\.local\/bin\n.*?)```/s.exec(page) ?? [];
    const { cwd, isSprung } = trap(t);
    const home = join(cwd, 'home');
    const env = { PATH: process.env.PATH, HOME: home };
    execFileSync('/bin/sh', ['-c', block], { cwd: root, env });
    const command = join(home, '.local', 'bin', 'wordhost');
    const said = execFileSync(command, ['judge', 'boggle', '--board', 'CATS', 'CAT'], {
      cwd,
      env,
      encoding: 'utf8',
    });
    t.match(said, /CAT/);
    t.notOk(isSprung());
  });
});

t.test('inherited names', async (t) => {
  /** What every object has, and nobody has named so. */
  const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];

  for (const name of inherited) {
    const files = { 'config.yaml': `${name}: 5\n`, 'config.json': `{"${name}": {"games": 5}}`, bots: {} };
    const player = 'touch started; exit 3';
    const mistakes: readonly (readonly [readonly string[], string])[] = [
      [['boggle', '--config', '../config.yaml', player], `config.yaml:1:1: unknown option "${name}"`],
      [['scrabble', '--config', '../config.json', player], `config.json:1:2: unknown option "${name}"`],
      [['boggle', `--${name}`, '5', player], `unknown option --${name}`],
      [['boggle', `--${name}=5`, player], `unknown option --${name}`],
      [['boggle', `--no-${name}`, player], `unknown option --${name}`],
      [['boggle', '--time', `1${name}`, player], `--time: expected a time with a unit`],
      [['boggle', '--memory', `1${name}`, player], `--memory: expected a size with a unit`],
      [['scrabble', '--board', name, player], `--board: cannot read ${name}`],
      [['scrabble', '--tiles', name, player], `--tiles: cannot read ${name}`],
      [['scrabble', '--rules', name, player], `--rules: expected one of tournament, course, simple`],
      [['boggle', '--require', `${name}=1`, player], `--require ${name}=1: expected `],
      [['judge', name, 'x'], 'judge: expected a game'],
      [['check', name, 'x'], 'check: expected a game'],
      [['check', 'boggle', '--only', name, 'x'], '--only: expected a number'],
      [['demo', name], 'demo: expected one of'],
      [['new', name, 'boggle'], `no template for boggle in "${name}"`],
      [['new', 'python', name], `unknown game "${name}"`],
      [['player', name], `unknown player "${name}"`],
      [['lexicon', name, 'x'], 'expected build, info, check or export'],
      [['board', name, 'x'], 'expected check or show'],
    ];
    t.test(`${name} is no name of ours`, async (t) => {
      const cwd = join(t.testdir(files), 'bots');
      for (const [args, says] of mistakes) {
        t.match(await say(args, { cwd }), usageError(says));
      }
      t.same(readdirSync(cwd), [], 'nobody was started');
    });
  }

  t.test('A player or a seed may be called so', async (t) => {
    const winner = 'echo ready; while read line; do test "$line" = start && echo done; done';
    for (const name of inherited) {
      const { stdout } = await succeed(t, ['boggle', '--json', '--seed', name, '--name', name, winner], {
        cwd: t.testdir({}),
      });
      t.match(JSON.parse(stdout), { seed: name, players: [{ name }] });
    }
  });
});
