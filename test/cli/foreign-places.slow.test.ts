import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import t, { type Test } from 'tap';
import { readOutputPlace } from '../../host/files/write-file.ts';
import { openStore } from '../../host/runs/store/store.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { pageHead } from '../../host/tools/race/report/race-page.ts';
import { type Arena, arenaFor } from '../misbehaviour/arena.ts';
import { noCompiler } from '../misbehaviour/compiled.ts';
import { levelsHere, type TriedLevel } from '../misbehaviour/levels.ts';
import { whoTests } from '../misbehaviour/users.ts';
import { say } from './in-process.ts';
import { letterA, letterAOptions, patient, quick } from './letter-a.ts';
import { poison } from './poisoned-code.ts';
import { binary, type RunOptions, resultsOf, run, start, until, withoutTerminal } from './wordhost.ts';

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
        problem: /it exists and is not a record, so it was not overwritten/,
      });
    t.equal(readFileSync(join(folder, 'mine'), 'utf8'), BOT);
    t.same(readOutputPlace('/dev/null', 'record', ['{']), { ok: true, place: 'device' });
    t.same(readOutputPlace('/dev/full', 'record', ['{']), { ok: true, place: 'device' });
    t.throws(() => read('.'), { code: 'EISDIR' });
  });

  t.test("a bot's file and a folder are no place for results, and stay as they are", async (t) => {
    const wrong: readonly (readonly [args: readonly string[], says: RegExp])[] = [
      [
        [...solo, '--events', 'bot.py', player],
        /--events bot\.py cannot be used: it exists and is not a record/,
      ],
      [
        [...solo, '--standings', 'bot.py', player],
        /--standings bot\.py cannot be used: it exists and is not a file of/,
      ],
      [
        ['race', '--as', 'html', '--output', 'page.html'],
        /--output page\.html cannot be used: it exists and is not a page of a race/,
      ],
      [['lexicon', 'build', 'words.txt', '--output', 'bot.py'], /bot\.py exists and is not a compiled list/],
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
      const { status, stderr } = await run([], {
        cwd,
        host: ['sh', '-c', '"$@" > taken', 'sh', process.execPath, binary, ...solo, ...args, player],
      });
      t.equal(status, 2, stderr);
      t.match(stderr, new RegExp(`${name} cannot be used: standard output also goes there`));
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
    t.match(stderr, /the record is incomplete: standard output: the program that read it has ended/);
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
      () => /waiting for a program to read pipe/.test(host.stderr),
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

  t.test(
    'a pipe that nobody reads holds up no command, and a link to no file leads to what is written',
    async (t) => {
      const cwd = t.testdir({ 'words.txt': 'AA\nAB\n', pages: {} });
      const bot = 'wordhost player random';
      const game = ['scrabble', '--seed', '1'];
      await run([...game, '--record', 'games', bot, bot], { cwd });
      await run(['compare', ...game, '--games', '2', '--store', 'two.db', bot, bot], { cwd });
      const [record = ''] = readdirSync(join(cwd, 'games')).map((name) => join('games', name));
      const { status, stdout } = await run(['export', '--as', 'gcg', record], { cwd });
      t.equal(status, 0);
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
      execFileSync('mkfifo', ['pipe', join('pages', 'wordhost-player-random.txt')], {
        cwd,
      });
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
      t.match(checked, {
        status: 2,
        stderr: /--out pages\/.*\.txt cannot be used: it is a pipe or a device/,
      });
    },
  );

  t.test('a host that waits for the reader of a pipe hears an interrupt', async (t) => {
    execFileSync('mkfifo', [join(cwd, 'unread')]);
    const host = start([...solo, '--events', 'unread', player], { cwd });
    await until(
      () => /waiting for a program to read unread/.test(host.stderr),
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
});

t.test('own folders', async (t) => {
  const cwd = t.testdir({ 'a b': { inner: { 'secret.txt': 'here\n' } }, c: {} });
  const bot = (folder: string, text: string) => {
    const path = join(cwd, folder, 'bot');
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
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
      stderr: /--cwd: got 2 folders, but there are 3 players: expected one for all players, or one for each/,
    });
    t.match(await say(['check', 'boggle', ...two, 'true'], { cwd }), {
      status: 2,
      stderr: /--cwd: expected one working directory for this command; got 2/,
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

  /** All may write to it. */
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
    const outcome = await run(['boggle', '--seed', '1', '--json', '--quiet', player, player], { cwd });
    t.equal(outcome.status, 0, outcome.stderr);
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
      [['boggle', '--config', '../config.yaml', player], `config.yaml: unknown option "${name}"`],
      [['scrabble', '--config', '../config.json', player], `config.json: unknown option "${name}"`],
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
        const { status, stderr } = await say(args, { cwd });
        t.equal(status, 2, `${args.join(' ')}: ${stderr}`);
        t.match(stderr, says);
      }
      t.same(readdirSync(cwd), [], 'nobody was started');
    });
  }

  t.test('A player or a seed may be called so', async (t) => {
    const winner = 'echo ready; while read line; do test "$line" = start && echo done; done';
    for (const name of inherited) {
      const { status, stdout, stderr } = await run(
        ['boggle', '--json', '--seed', name, '--name', name, winner],
        { cwd: t.testdir({}) },
      );
      t.equal(status, 0, stderr);
      t.match(JSON.parse(stdout), { seed: name, players: [{ name }] });
    }
  });
});

t.test('escapes', async (t) => {
  /** Clears a terminal, sets its title, turns the direction of writing, hides letters, ends a line. */
  const EVIL = '\x1b[2J\x1b]0;owned\x07\u009b31m\u202eevil\u2066\u200b\u2028\r\x7f';
  const acts = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;

  const cwd = t.testdir({
    bunch: 'A 5\nE 5\nS 5\nT 5\n',
    'evil.sh': "printf '\\033[2J\\302\\23331m\\342\\200\\256evil\\n' >&2\n",
  });

  /** No byte of what was printed acts on a terminal. */
  function isPlain(
    t: Test,
    { stdout, stderr }: { readonly stdout: string; readonly stderr: string },
    what: string,
  ): void {
    for (const [stream, text] of Object.entries({ stdout, stderr })) {
      const odd = text.split('\n').find((line) => acts.test(line.replaceAll('\t', '')));
      t.equal(odd, undefined, `${what}: ${stream}`);
    }
  }

  const names = ['--name', `a${EVIL}`, '--name', `b${EVIL}`];
  /** Says the same on its standard error and in its command, and plays. */
  const loud = (player: string) =>
    `sh evil.sh; : '${EVIL.replace('\r', '')}'; exec wordhost player ${player}`;
  const offender = `sh evil.sh; printf 'n\\033[2J\\302\\23331m'; : '${EVIL}'; cat > /dev/null`;

  const games: Readonly<Record<string, readonly string[]>> = {
    bananagrams: ['bananagrams', '--bunch', 'bunch', '--hand', '3', loud('bananagrams'), loud('bananagrams')],
    'bananagrams with an offender': [
      'bananagrams',
      '--bunch',
      'bunch',
      '--hand',
      '3',
      offender,
      loud('bananagrams'),
    ],
    scrabble: ['scrabble', '--max-turns', '4', loud('random'), loud('longest')],
    boggle: ['boggle', '--time', '1m', loud('boggle --level few'), loud('boggle --level few')],
  };

  for (const [what, [game = '', ...args]] of Object.entries(games))
    t.test(`${what}: whatever players are called, run and say, what is shown is text`, async (t) => {
      const events = `${what}.jsonl`;
      const common = [game, '--seed', '2', ...names];
      const kept = await run([...common, '--events', events, '--stderr', 'inherit', '--trace', ...args], {
        cwd,
      });
      t.match(
        kept.stderr,
        /^[ab]\\x1b\[2J.*: \\x1b\[2J\\x9b31m\\u\{202e\}evil$/m,
        'standard error is shown with its name',
      );
      isPlain(t, kept, 'summary, trace, standard error');
      isPlain(t, await run([...common, '--view', ...args], { cwd }), '--view');
      const json = await run([...common, '--games', '2', '--json', ...args], { cwd });
      isPlain(t, json, '--json, standings');
      t.match(json.stderr, /^ +player +won/m, 'the standings are beside it');
      t.equal(resultsOf(json)[0]!.players[0]!.name, `a${EVIL}`, 'and is the name all the same');
      for (const way of [[], ['--grids'], ['--verify']])
        isPlain(t, await say(['replay', ...way, events], { cwd }), `replay ${way}`);
      isPlain(
        t,
        await say(['race', '--as', 'html', '--output', 'race.html', '--from', events], { cwd }),
        'race --from',
      );
    });

  t.test('The page of a race has no sign that acts', async (t) => {
    const page = readFileSync(join(cwd, 'race.html'), 'utf8');
    t.match(page, /evil/, 'the players are named in it');
    t.notMatch(page.replace(/[\n\t]/g, ''), acts);
  });

  t.test('What a record was changed to is shown as text, too', async (t) => {
    const lines = readFileSync(join(cwd, 'scrabble.jsonl'), 'utf8').split('\n');
    for (const type of ['deal', 'play', 'out']) {
      const changed = lines.map((line) =>
        line.includes(`"type":"${type}"`)
          ? line.replace(/"(rack|words|move|text)":(\[?)"/, `"$1":$2"\u009b2J\u202e`)
          : line,
      );
      t.not(changed.join('\n'), lines.join('\n'), type);
      writeFileSync(join(cwd, 'changed'), changed.join('\n'));
      for (const way of [[], ['--grids'], ['--verify'], ['--verify', '--json']])
        isPlain(t, await say(['replay', ...way, 'changed'], { cwd }), `${type}, replay ${way}`);
    }
  });

  t.test('On a terminal, only what the host itself draws with acts', { skip: withoutTerminal }, async (t) => {
    for (const [what, [game = '', ...args]] of Object.entries(games)) {
      const { stdout } = await run(
        [game, '--seed', '2', ...names, '--view', '--stderr', 'inherit', ...args],
        {
          cwd,
          terminal: true,
        },
      );
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what the host draws with
      const rest = stdout.replace(/\x1b\[(?:\d{1,2}m|\d+A|J|K)|[\r\n\t]/g, '');
      t.equal(acts.exec(rest)?.[0], undefined, what);
      t.match(rest, /evil/);
    }
  });

  /** A line that a service for CI would obey, and a style that is not ours. */
  const LINES = 'x\n::error::owned\n  ##[error]owned\n\x1b[31m';

  /** No line of what was printed begins with such a command, and none has such a style. */
  function obeysNobody(
    t: Test,
    { stdout, stderr }: { readonly stdout: string; readonly stderr: string },
    what: string,
  ): void {
    for (const text of [stdout, stderr]) {
      t.notMatch(text, /^\s*(?:::|##\[)/m, what);
      t.notMatch(text, '\x1b', what);
    }
  }

  t.test('What a file of somebody else has wrong is said on one line', async (t) => {
    const folder = t.testdir({});
    const [ada, ben] = [
      { name: 'Ada', command: './ada' },
      { name: 'Ben', command: './ben' },
    ];
    const league = { game: 'boggle', players: [ada, ben], format: { kind: 'round-robin' } };
    const wrong: Readonly<Record<string, object>> = {
      'a name twice': { ...league, players: [ada, ben].map((each) => ({ ...each, name: LINES })) },
      'a field': { ...league, [LINES]: 1 },
      'a field of a player': { ...league, players: [ada, { ...ben, [LINES]: 1 }] },
      'a field of the format': { ...league, format: { ...league.format, [LINES]: 1 } },
      'an option': { ...league, options: { [LINES]: 1 } },
      'an option of a player': { ...league, players: [ada, { ...ben, options: { [LINES]: 1 } }] },
      'a folder': { ...league, players: [ada, { ...ben, cwd: LINES }] },
      'a variable': { ...league, players: [ada, { ...ben, env: [LINES] }] },
      'an address': { ...league, players: [ada, { ...ben, command: 'http://x\x1b[31m' }] },
      'a game': { ...league, game: LINES },
    };
    for (const [what, file] of Object.entries(wrong)) {
      writeFileSync(join(folder, 'league.yml'), JSON.stringify(file));
      const said = await say(['tournament', 'league.yml', '--store', 'league.db'], { cwd: folder });
      t.match(said, { status: 2, stdout: '', stderr: /^wordhost: league\.yml:[^\n]+\n$/ }, what);
      obeysNobody(t, said, what);
    }
  });

  t.test('No name begins a line of the log of a service for CI', async (t) => {
    const named = ['--name', LINES, '--name', `::error::${LINES}`, 'echo a thought >&2; exit 1', 'exit 1'];
    const game = ['boggle', '--seed', '1', '--time', '1s', '--stderr', 'inherit'];
    obeysNobody(t, await run([...game, ...named], { cwd }), 'a game, and the command that plays it again');
    obeysNobody(t, await run([...game, '--games', '2', ...named], { cwd }), 'a series');
    const compared = ['--store', 'compared.db', '--games', '2', ...named];
    const { stdout, stderr } = await run(['compare', 'boggle', '--time', '1s', ...compared], { cwd });
    obeysNobody(t, { stdout, stderr }, 'a comparison');
    t.match(stderr, /^NEW x\\n::error/m);
    obeysNobody(t, await say(['report', 'compared.db'], { cwd }), 'its report');
  });

  t.test('The results of a store that somebody else made are lines of text', async (t) => {
    const folder = t.testdir({});
    const opening = await openStore(join(folder, 'theirs.db'), { mode: 'write' });
    if (!opening.ok) throw new Error(opening.problem);
    {
      await using store = opening.store;
      await store.saveFile({ text: '', canonical: '{}' });
      const result = JSON.stringify({ number: 1, name: `\x7f${EVIL}` }).replace('\\u009b', '\u009b');
      await store.save({ number: 1, id: 'a', result, record: Buffer.from('') });
    }
    const exported = await say(['store', 'export', '--results', '-', 'theirs.db'], { cwd: folder });
    t.equal(exported.status, 0, exported.stderr);
    isPlain(t, exported, 'store export');
    t.equal(JSON.parse(exported.stdout).name, `\x7f${EVIL}`, 'and is the same value');
  });

  t.test('All of it was tried', async (t) => {
    t.same(readdirSync(cwd).filter((name) => name.endsWith('.jsonl')).length, Object.keys(games).length);
  });
});

t.test('deleted cache', async (t) => {
  const words = 'CAT\nCATS\nDOG\n';
  const board = ['boggle', '--board', 'CATS/OEDO/ARIG/STNS', '--seed', '1', '--json', '--quiet'];
  const begun = 'echo ready; while read line; do test "$line" = start && break; done';
  const done = `${begun}; echo done; cat >/dev/null`;
  /** It reads the list late, and is done once the list and the command are there. */
  const careful = `${begun}; sleep 0.6; until cmp -s expected.txt "$WORDHOST_DICTIONARY" && command -v wordhost >/dev/null; do sleep 0.1; done; echo done; cat >/dev/null`;

  for (const level of ['auto', 'strict', 'process', 'off'] as const) {
    const sandbox = await probeSandbox(level);
    const skip = 'problem' in sandbox ? sandbox.problem : false;
    t.test(`the cache may be deleted at any time of a series: ${level}`, { skip }, async (t) => {
      const cwd = t.testdir({ 'words.txt': words, 'expected.txt': words, cache: {} });
      const cache = join(cwd, 'cache');
      const args = [
        '--dictionary',
        'words.txt',
        '--games',
        '3',
        '--time',
        '2m',
        '--trace',
        '--sandbox',
        level,
      ];
      const options: RunOptions = {
        cwd,
        env: { XDG_CACHE_HOME: cache },
      };
      const running = start([...board, ...args, careful, careful], options);
      let deleted = 0;
      const deletion = setInterval(() => {
        // Once in each game, when both are ready: at its start a list may go under the hands of whoever opens it.
        const ready = running.stderr.split('> ready').length - 1;
        if (ready < 2 * (deleted + 1) || !existsSync(join(cache, 'wordhost', 'lexicon-1'))) return;
        takeAway(cache);
        deleted++;
      }, 10);
      const outcome = await running.ended;
      clearInterval(deletion);
      t.equal(outcome.status, 0, outcome.stderr);
      t.same(
        resultsOf(outcome).map(({ reason }) => reason),
        ['played-out', 'played-out', 'played-out'],
      );
      t.equal(deleted, 3, 'once in each game');
    });
  }

  for (const level of ['auto', 'strict', 'off'] as const) {
    const sandbox = await probeSandbox(level);
    const skip = 'problem' in sandbox ? sandbox.problem : false;
    t.test(`nobody is to blame, however often it is deleted: ${level}`, { skip }, async (t) => {
      const cwd = t.testdir({ 'words.txt': words, cache: {} });
      const args = ['--dictionary', 'words.txt', '--games', '12', '--sandbox', level];
      const running = start([...board, ...args, done, done], {
        cwd,
        env: { XDG_CACHE_HOME: join(cwd, 'cache') },
      });
      const deletion = setInterval(() => {
        if (running.stdout.includes('\n') && existsSync(join(cwd, 'cache'))) takeAway(join(cwd, 'cache'));
      }, 30);
      const outcome = await running.ended;
      clearInterval(deletion);
      const isVoid =
        / is void because the host failed; .*: the cache was deleted during the start of player \d\n/g;
      const voids = outcome.stderr.match(isVoid) ?? [];
      t.equal(outcome.status, voids.length > 0 ? 3 : 0, outcome.stderr);
      t.notMatch(outcome.stderr, 'could not be started');
      for (const { reason } of resultsOf(outcome)) t.equal(reason, 'played-out');
      t.equal(resultsOf(outcome).length + voids.length, 12, 'each game was tried');
      if (level !== 'strict')
        t.same(voids, [], 'only strict has to show the files to its players one by one');
    });
  }

  t.test('A named pipe in the cache holds up nobody', async (t) => {
    const cwd = t.testdir({ 'words.txt': words, cache: {} });
    const options = { cwd, env: { XDG_CACHE_HOME: join(cwd, 'cache') } };
    const args = [...board, '--dictionary', 'words.txt', '--sandbox', 'off', done];
    t.match(await run(args, options), { status: 0 });
    const files = filesBelow(join(cwd, 'cache')).filter((path) => !path.includes('/code/'));
    t.ok(files.length >= 4, files.join('\n'));
    for (const file of files) {
      const before = readFileSync(file);
      rmSync(file);
      execFileSync('mkfifo', [file]);
      const outcome = await run(args, options);
      t.match(outcome, { status: 0 }, `${file}: ${outcome.stderr}`);
      rmSync(file, { force: true });
      writeFileSync(file, before, { mode: 0o755 });
    }
  });

  function filesBelow(folder: string): string[] {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
  }

  /** At once: the host may write in it at the same time. */
  function takeAway(folder: string): void {
    const away = `${folder}-taken-away`;
    renameSync(folder, away);
    rmSync(away, { recursive: true, force: true });
  }

  function isReplaced(folder: string): boolean {
    try {
      takeAway(folder);
      writeFileSync(folder, 'a file in its place', { flag: 'wx' });
      return true;
    } catch {
      return false; // the host was quicker
    }
  }

  t.test('Where the list cannot be written again, no player is to blame', async (t) => {
    const cwd = t.testdir({ 'words.txt': words, cache: {} });
    const cache = join(cwd, 'cache');
    const args = [...board, '--dictionary', 'words.txt', '--games', '3', '--sandbox', 'off'];
    const running = start([...args, `sleep 0.3; ${done}`], { cwd, env: { XDG_CACHE_HOME: cache } });
    await until(
      () => running.stdout.includes('\n'),
      () => 'the first result',
    );
    await until(
      () => isReplaced(cache),
      () => 'a file in the place of the cache',
    );
    const { status, stderr, stdout } = await running.ended;
    t.equal(status, 3);
    t.match(
      stderr,
      /^wordhost: the word list for the players was deleted and cannot be written again: .*cache.*\. The games after the last result were not played\. Free some disk space, or set XDG_CACHE_HOME to another folder$/m,
    );
    t.notMatch(stderr, 'please report');
    for (const { reason } of resultsOf({ stdout })) t.equal(reason, 'played-out');
  });
});

t.test('code cache', async (t) => {
  const [module = ''] = globSync(
    join(import.meta.dirname, '..', '..', 'dist', 'parts', 'every-game-????????.js'),
  );
  const program = `
  const mark = process.env.TEST_POISONED;
  if (mark !== undefined) process.getBuiltinModule('node:fs').writeFileSync(mark, 'ran');
`;

  /** A shared temporary folder, a home in it, and a host that says whether the attacker's program ran in it. */
  function place(t: Test) {
    const shared = t.testdir({ cache: {} });
    chmodSync(shared, 0o1777);
    const cache = join(shared, 'cache');
    chmodSync(cache, 0o700);
    const start = async (more: Record<string, string> = {}) => {
      const mark = join(shared, 'poisoned');
      rmSync(mark, { force: true });
      const env = { TMPDIR: shared, XDG_CACHE_HOME: cache, TEST_POISONED: mark, ...more };
      const { status } = await run(['judge', '--help'], { env });
      return { ran: existsSync(mark), status };
    };
    return { shared, cache, code: join(cache, 'wordhost', 'code'), start };
  }

  const asItShould = { ran: false, status: 0 };

  t.test(
    "What is compiled lies in a folder that is the user's alone, and not in the shared temporary one",
    async (t) => {
      const { shared, code, start } = place(t);
      t.same(await start(), asItShould);
      t.equal(statSync(code).mode & 0o777, 0o700);
      t.same(globSync(join(shared, '*')), [join(shared, 'cache')]);
      t.equal(poison(code, module, program), 1, 'the attack can reach it where it may write');
      t.match(await start(), { ran: true }, 'and is an attack');
    },
  );

  t.test('Without a cache of its own, the host runs no code from the shared temporary folder', async (t) => {
    const { shared, start } = place(t);
    // As Node makes it, where nobody says which folder.
    const env = { NODE_COMPILE_CACHE: join(shared, 'node-compile-cache') };
    await start(env);
    t.equal(poison(env.NODE_COMPILE_CACHE, module, program), 1);
    t.match(await start(env), { ran: true }, "a folder that the user names is the user's affair");
    t.same(await start({ XDG_CACHE_HOME: '', HOME: '' }), asItShould);
  });

  t.test(
    'What every game needs is kept with all its functions, and what is loaded later without those',
    async (t) => {
      const { code, start } = place(t);
      t.same(await start(), asItShould);
      const isOf = (file: string) => (entry: string) =>
        readFileSync(entry).readUInt32LE(4) === statSync(file).size;
      const keptOf = (file: string) =>
        globSync(join(code, '*', '*'))
          .filter(isOf(file))
          .map((entry) => statSync(entry).size);
      const [kept = 0] = keptOf(module);
      t.ok(kept > 3 * statSync(module).size, `${kept} bytes`);
      for (const later of globSync(join(module, '..', 'judge-*.js')))
        for (const size of keptOf(later)) t.ok(size < 3 * statSync(later).size, `${later}: ${size}`);
    },
  );

  const spoilt: Readonly<Record<string, (code: string, cache: string) => void>> = {
    'a folder that others can write': (code) => chmodSync(code, 0o777),
    'a folder that a group can write': (code) => chmodSync(code, 0o770),
    'a folder above that others can write': (_, cache) => chmodSync(join(cache, 'wordhost'), 0o777),
    'a folder above that a group can write': (_, cache) => chmodSync(cache, 0o770),
    'a link to a folder that others can replace': (code, cache) => {
      const open = join(cache, '..', 'open');
      mkdirSync(open);
      chmodSync(open, 0o777);
      renameSync(code, join(open, 'code'));
      symlinkSync(join(open, 'code'), code);
    },
  };
  const foreign: typeof spoilt = {
    'a folder of somebody else': (code) => chownSync(code, 65534, 65534),
    'a folder above of somebody else': (_, cache) => chownSync(cache, 65534, 65534),
  };

  for (const [what, spoil] of Object.entries(process.getuid?.() === 0 ? { ...spoilt, ...foreign } : spoilt))
    t.test(`No code is taken from ${what}`, async (t) => {
      const { code, cache, start } = place(t);
      await start();
      poison(code, module, program);
      t.match(await start(), { ran: true });
      spoil(code, cache);
      t.same(await start(), asItShould);
    });

  t.test('Where no cache can be had, the host starts all the same', async (t) => {
    const { shared, start } = place(t);
    for (const XDG_CACHE_HOME of ['/dev/null', '/proc/nowhere', join(shared, 'cache', '\n')])
      t.same(await start({ XDG_CACHE_HOME }), asItShould, XDG_CACHE_HOME);
  });
});

t.test('optimize later', async (t) => {
  const OPTIMIZE_LATER = import.meta.resolve('../../host/cli/jobs/optimize-later.ts');
  const WHOLE = import.meta.resolve('../../host/files/compile-cache.ts');
  const OPTIONS = [/^ *--invocation-count-for-turbofan /m, /^ *--lazy /m];

  const node = (...words: readonly string[]) => spawnSync(process.execPath, words, { encoding: 'utf8' });

  t.test('V8 has the options that the host sets, and nothing to complain about', async (t) => {
    if (process.versions.v8.startsWith('13.'))
      for (const option of OPTIONS) t.match(node('--v8-options').stdout, option);
    const script = `import { optimizeLater } from '${OPTIMIZE_LATER}';
    import { compileByNeed, compileWhole } from '${WHOLE}';
    compileWhole(); compileByNeed(); optimizeLater(); optimizeLater();`;
    const { status, stderr } = node('--input-type=module', '-e', script);
    t.equal(stderr, '');
    t.equal(status, 0);
  });
});

t.test('changed bots', async (t) => {
  /* A comparison whose player is changed: games of two versions are never counted together in silence. */

  const bot = `${quick}\n`;
  const cwd = t.testdir({ ...letterA, 'bot.sh': bot });
  const at = (name: string) => join(cwd, name);
  const compare = (...words: string[]) =>
    run(
      [
        'compare',
        'bananagrams',
        ...letterAOptions,
        '--bunch',
        'last-bunch',
        '--seed',
        '7',
        '--name',
        'Ada',
        ...words,
      ],
      { cwd },
    );
  const results = (...words: string[]) => say(['store', 'export', '--results', '-', ...words], { cwd });

  t.test('a store with games of more than one version is neither gone on with nor merged', async (t) => {
    const words = ['sh bot.sh', patient];
    t.equal((await compare('--games', '4', '--store', 'four.db', ...words)).status, 0);
    writeFileSync(at('bot.sh'), `# better\n${bot}`);
    t.equal((await compare('--games', '6', '--store', 'six.db', ...words)).status, 0);
    t.match(await say(['store', 'merge', 'four.db', 'six.db'], { cwd }), {
      status: 2,
      stderr:
        'six.db cannot be merged into four.db: Ada has another version in game 5 than before: bot.sh is a different file. Nothing was written.',
    });
    t.match(await results('four.db'), { stdout: /^(.*\n){4}$/ });

    copyFileSync(at('six.db'), at('mixed.db'));
    const [fresh = '', old = ''] = ['six.db', 'four.db'].map((name) => {
      using database = new DatabaseSync(at(name));
      const { result } = database.prepare('SELECT result FROM game').get() as { result: string };
      return /"sha256":"(\w+)"/.exec(result)?.[1];
    });
    {
      using database = new DatabaseSync(at('mixed.db'));
      database.exec(`UPDATE game SET result = replace(result, '${fresh}', '${old}') WHERE number < 3`);
    }
    const said = 'has games of more than one version of Ada: in game 3 bot.sh is a different file.';
    const asked = ['--games', '8', '--store', 'mixed.db', ...words];
    t.match(await compare(...asked), { status: 2, stderr: `--store mixed.db ${said}` });
    writeFileSync(at('mixed.jsonl'), (await results('mixed.db')).stdout);
    t.match(await say(['stats', 'mixed.jsonl'], { cwd }), {
      status: 0,
      stderr:
        'note: Ada: from mixed.jsonl: line 3 on bot.sh is a different file: the results come from more than one version',
    });
    t.match(
      await say(['store', 'merge', 'copy.db', 'mixed.db'], { cwd }),
      { status: 0 },
      'a copy is as it was',
    );
  });

  t.test('a player that is changed while it is compared ends the comparison', async (t) => {
    // The other player changes it as its third game begins: the fourth is of the other version at the latest.
    writeFileSync(at('self.sh'), bot);
    const change = 'if [ $n = 3 ]; then echo "# later" >> self.sh; fi';
    writeFileSync(
      at('changes.sh'),
      `n=$(($(cat games 2>/dev/null || echo 0) + 1)); echo $n > games; ${change}; ${patient}\n`,
    );
    const changes = 'sh changes.sh';
    const words = ['--games', '8', '--jobs', '1', '--quiet', '--store', 'self.db', '--markdown', 'self.md'];
    const { status, stdout, stderr } = await compare(...words, 'sh self.sh', changes);
    t.equal(status, 3, stdout + stderr);
    t.match(stderr, 'Ada: self.sh has changed since the first game. The comparison ends: game ');
    t.match(readFileSync(at('self.md'), 'utf8'), 'self.sh has changed since the first game');
    const kept = (await results('self.db')).stdout.trim().split('\n');
    const hashes = new Set(
      kept.map((line) => /"file":"self.sh","sha256":"(\w+)"/.exec(line)?.[1]).filter((hash) => hash),
    );
    t.equal(hashes.size, 1, 'what is kept is of one version');
    writeFileSync(at('self.sh'), bot);
    writeFileSync(at('games'), '8');
    t.equal((await compare(...words, 'sh self.sh', changes)).status, 0, 'with the old one it goes on');
    t.match(await results('self.db'), { stdout: /^(.*\n){8}$/ });
  });
});
