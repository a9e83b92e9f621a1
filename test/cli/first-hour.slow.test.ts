import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { gameWords } from '../../host/cli/games/registry.ts';
import { newerNode } from '../../host/cli/process/newer-node.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { botCommand } from '../check/try-step.ts';
import { compiled, noCompiler } from '../misbehaviour/compiled.ts';
import { jsonLines } from '../support/json-lines.ts';
import { until } from '../support/until.ts';
import { binary, run, succeed, usageError } from './wordhost.ts';

t.test('first hour', async (t) => {
  const cwd = t.testdir({ bin: {} });
  writeFileSync(join(cwd, 'bin', 'wordhost'), `#!/bin/sh\nexec '${process.execPath}' '${binary}' "$@"\n`, {
    mode: 0o755,
  });
  const env = {
    ...process.env,
    PATH: `${join(cwd, 'bin')}:${process.env.PATH}`,
    WORDHOST_OPT_SEED: '1',
    XDG_CACHE_HOME: join(cwd, 'cache'),
  };

  for (const [game, { demo }] of Object.entries(gameWords))
    t.test(`what the demo of ${game} prints at its end works as printed`, async (t) => {
      const folder = join(cwd, game);
      mkdirSync(folder);
      const { status, stdout, stderr } = spawnSync('sh', ['-c', demo.next], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      t.equal(status, 0, stderr);
      t.match(stdout, /wrote my-bot.player\.mjs/);
      t.match(stdout, /has won|a draw/);
    });

  t.test('after npm start it is called by npx', async (t) => {
    const { stdout } = await run(['demo', 'boggle'], { env: { npm_lifecycle_event: 'start' } });
    t.match(
      stdout,
      /^ {2}npx wordhost new javascript boggle my-bot && npx wordhost boggle "node my-bot.player\.mjs"/m,
    );
    t.notMatch(stdout, '"npx');
  });

  t.test('a newer Node is looked for beside the package, and nowhere else', async (t) => {
    const home = t.testdir({
      node_modules: { node: { bin: { node: '' } }, wordhost: { dist: {} } },
      other: {},
    });
    const node = join(home, 'node_modules', 'node', 'bin', 'node');
    t.equal(newerNode(join(home, 'node_modules', 'wordhost', 'dist')), node);
    t.equal(newerNode(join(home, 'other')), node);
    t.equal(newerNode('/nowhere/at/all'), undefined);
  });

  const older = ['/usr/bin/node', '/usr/local/bin/node'].find((node) => {
    const { stdout } = spawnSync(node, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' });
    return Number(stdout) >= 18 && Number(stdout) < 24;
  });
  const skip = older === undefined && 'no older Node at its usual places';

  t.test('an older Node starts the one beside wordhost, which does all', { skip }, async (t) => {
    // Outside of the project, which has a Node of its own beside it.
    const home = mkdtempSync(join(tmpdir(), 'wordhost-first-hour-'));
    t.teardown(() => rmSync(home, { recursive: true }));
    for (const folder of ['node/bin', 'wordhost'])
      mkdirSync(join(home, 'node_modules', folder), { recursive: true });
    const node = join(home, 'node_modules', 'node', 'bin', 'node');
    const host = join(home, 'node_modules', 'wordhost', 'dist');
    for (const name of ['dist', 'package.json'])
      cpSync(join(binary, '..', '..', name), join(host, '..', name), { recursive: true });
    const start = (...words: string[]) =>
      spawnSync(older!, [join(host, 'wordhost.js'), ...words], { encoding: 'utf8', env });
    const alone = start('--version');
    t.match(alone, usageError(/needs Node 24\.15 or later; this is Node \d+.*\n.*npm install node@24/));
    symlinkSync(process.execPath, node);
    t.match(start('lexicon', 'check', 'hello'), { status: 0, stderr: '' });
    t.equal(start('lexicon', 'check', 'qqq').status, 1, 'its exit status');
    const player = `echo $$ > '${home}/pid'; exec sleep 600`;
    const starter = spawn(older!, [join(host, 'wordhost.js'), 'boggle', '--sandbox', 'process', player], {
      stdio: 'ignore',
      env,
    });
    const pid = () => (existsSync(join(home, 'pid')) ? Number(readFileSync(join(home, 'pid'))) : 0);
    await until(() => pid() > 0, 'the start of the player');
    starter.kill('SIGKILL');
    await until(() => !isRunning(pid()), 'the end of the player');
    t.pass('killed, it takes the Node that it started and the players along');
  });

  function isRunning(pid: number): boolean {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }

  t.test('as a library an older Node is told in one sentence', { skip }, async (t) => {
    for (const door of ['index', 'scrabble', 'lexicon']) {
      const program = `import(${JSON.stringify(join(binary, '..', 'api', `${door}.js`))}).catch(String).then(console.log)`;
      const { stdout } = spawnSync(older!, ['-e', program], { encoding: 'utf8' });
      t.match(
        stdout,
        /^Error: wordhost requires Node 24\.15 or later; this is Node [\d.]+: run npm install node@24.*\n$/,
      );
    }
  });
});

t.test('check folder', async (t) => {
  const cwd = t.testdir({
    'words.txt': 'CAT\nCATS\nTAC\nDOG\nDOGS\nCOD\nCODS\nGOD\nGODS\nEAT\nTEA\nRAT\nRATS\n',
  });

  /** Each with what its line and its page say, once. */
  const broken: Readonly<Record<string, readonly [script: string, says: RegExp]>> = {
    'no-such-program': ['exec ./nothere', /nothere/g],
    'ends-at-once': ['echo lost >&2; exit 4', /\| lost/g],
    'says-redy': ['echo redy; read -r line', /"redy" is not a valid message/g],
    'says-too-much': ['echo debug; echo ready; cat >/dev/null', /"debug" is not a valid message/g],
    silent: ['exec cat >/dev/null', /nothing within/g],
    'silent-in-turns': ['echo ready; exec cat >/dev/null', /nothing within/g],
    'passes-wrongly': [`${botCommand('scrabble-bot.mjs', 'garbage')}`, /"pas" is not a valid message/g],
    'off-the-centre': [
      `${botCommand('scrabble-bot.mjs', 'off-the-centre')}`,
      /came: .+firstwordnotovercenter/g,
    ],
    'ready-twice': [`${botCommand('scrabble-bot.mjs', 'ready-twice')}`, /came: .+second ready/g],
    'never-flushes': [`${botCommand('scrabble-bot.mjs', 'leaves-flushing-to-the-host')}`, /nothing within/g],
    'has-own-words': [`${botCommand('scrabble-bot.mjs', 'own-word-list')}`, /came: .+of this step/g],
  };

  t.test('30 bots, a third of them broken: each fault is told once, on its page', async (t) => {
    const bots = join(cwd, 'bots');
    mkdirSync(bots);
    for (const [name, [script]] of Object.entries(broken))
      writeFileSync(join(bots, `${name}.sh`), `${script}\n`);
    // Each step starts each of them again.
    const player = join(import.meta.dirname, '../../examples/scrabble/c/player.c');
    const right = noCompiler ? botCommand('scrabble-bot.mjs', 'none') : `exec ${compiled(player, cwd)}`;
    for (let number = 1; number <= 19; number++) writeFileSync(join(bots, `right${number}.sh`), `${right}\n`);
    const patience = ['--ready-timeout', '30s', '--timeout', '10s'];
    const words = ['check', 'scrabble', '--dictionary', 'words.txt', ...patience, '--out', 'pages', 'bots'];
    const { stdout, status } = await run(words, { cwd });
    t.equal(status, 1);
    t.match(stdout, /\n30 bots: 19 ok; 11 not ok\n$/);
    for (const [name, [, says]] of Object.entries(broken)) {
      t.match(stdout, new RegExp(`^not ok {2}${name}\\.sh +1 fault in `, 'm'));
      const page = readFileSync(join(cwd, 'pages', `${name}.sh.txt`), 'utf8');
      t.equal(page.match(says)?.length, 1, `${name}\n${page}`);
    }
  });
});

t.test('roster', async (t) => {
  const sandbox = await probeSandbox('strict');
  const skip = 'problem' in sandbox ? sandbox.problem : false;
  const examples = join(import.meta.dirname, '..', '..', 'examples', 'boggle');
  const words = 'AT\nTEA\nTEN\nNET\nRAT\nTAR\nART\nSET\nSIT\nTIE\nONE\nEON\nRATE\nTEAR\nNOTE\nTONE\n';
  const FOLDERS = 40;

  const kinds: readonly ((folder: string) => void)[] = [
    (folder) => cpSync(join(examples, 'python', 'player.py'), join(folder, 'player.py')),
    (folder) => cpSync(join(examples, 'perl'), folder, { recursive: true }),
    (folder) => {
      cpSync(join(examples, 'awk', 'player.awk'), join(folder, 'player.awk'));
      writeFileSync(join(folder, 'run'), '#!/bin/sh\nexec awk -f player.awk\n', { mode: 0o755 });
    },
    (folder) => {
      cpSync(join(examples, 'javascript', 'player.mjs'), join(folder, 'mine.mjs'));
      cpSync(join(examples, 'javascript', 'player.mjs'), join(folder, 'old.mjs'));
      writeFileSync(join(folder, 'player.yml'), 'command: node mine.mjs\noptions: { memory: 256M }\n');
    },
    (folder) => {
      writeFileSync(
        join(folder, 'bot.sh'),
        'echo ready\nwhile read -r line; do case $line in "turn "*) set -- $line; echo "@$3 pass";; esac; done\n',
      );
    },
  ];

  t.test('forty bots in five languages play in strict', { skip, timeout: 600_000 }, async (t) => {
    const cwd = t.testdir({ 'few.txt': words, bots: {} });
    for (let index = 1; index <= FOLDERS; index++) {
      const folder = join(cwd, 'bots', `bot${String(index).padStart(2, '0')}`);
      mkdirSync(folder);
      if (index === 7) writeFileSync(join(folder, 'broken.py'), 'this is no Python\n');
      else if (index === 8) writeFileSync(join(folder, 'notes.txt'), 'nothing that runs\n');
      else kinds[index % kinds.length]!(folder);
    }
    const roster = await succeed(t, ['tournament', '--roster', 'bots', '--game', 'boggle'], { cwd });
    t.match(roster.stdout, /^ {2}# bot08: it has no executable program$/m);
    t.match(roster.stdout, /^# 1 of 40 folders is not a player: /m);
    const file = roster.stdout
      .replace('kind: round-robin, rounds: 1, seats: 2, mirrored: true', 'kind: swiss, rounds: 4')
      .replace(
        'game: boggle\n',
        `game: boggle\nseed: forty\noptions: { rules: turns, dictionary: few.txt, sandbox: strict }\n`,
      );
    writeFileSync(join(cwd, 'league.yml'), file);
    const played = await succeed(t, ['tournament', '--json', 'league.yml'], { cwd });
    const results = jsonLines(played.stdout);
    t.equal(results.length, 4 * 19, 'every one of 39 plays, or has a bye');
    t.same([...new Set(results.map(({ sandbox }) => sandbox))], ['strict']);
    const bad = results.flatMap(({ players }) =>
      players.filter(({ offence }: { offence?: object }) => offence),
    );
    t.same([...new Set(bad.map(({ name }) => name))], ['bot07']);
    t.match(bad[0], { outcome: 'failed', offence: { kind: 'startup' } }, JSON.stringify(bad[0]));
    t.match(played.stderr, /\(bot07\): could not be started/);
  });
});
