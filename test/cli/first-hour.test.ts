import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
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
import { newerNode } from '../../host/cli/hosting/newer-node.ts';
import { until } from '../support/until.ts';
import { binary, run } from './wordhost.ts';

const cwd = t.testdir({ bin: {} });
writeFileSync(join(cwd, 'bin', 'wordhost'), `#!/bin/sh\nexec '${process.execPath}' '${binary}' "$@"\n`);
chmodSync(join(cwd, 'bin', 'wordhost'), 0o755);
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
  t.match(alone, {
    status: 2,
    stderr: /needs Node 24\.15 or later; this is Node \d+.*\n.*npm install node@24/,
  });
  symlinkSync(process.execPath, node);
  t.match(start('lexicon', 'check', 'hello'), { status: 0, stderr: '' });
  t.equal(start('lexicon', 'check', 'qqq').status, 1, 'its exit status');
  const player = `echo $$ > '${home}/pid'; exec sleep 600`;
  const starter = spawn(older!, [join(host, 'wordhost.js'), 'boggle', '--sandbox', 'process', player], {
    stdio: 'ignore',
    env,
  });
  const pid = () => (existsSync(join(home, 'pid')) ? Number(readFileSync(join(home, 'pid'))) : 0);
  await until(
    () => pid() > 0,
    () => 'the start of the player',
  );
  starter.kill('SIGKILL');
  await until(
    () => !isRunning(pid()),
    () => 'the end of the player',
  );
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
      /^Error: wordhost needs Node 24\.15 or later, and this is Node [\d.]+: npm install node@24.*\n$/,
    );
  }
});
