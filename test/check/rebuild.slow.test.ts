import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { binary, run, succeed, until } from '../cli/wordhost.ts';
import { hostCache } from '../support/caches.ts';

const good = 'exec wordhost player longest';
const bad = 'echo ready; read -r line; echo boo';
const check = ['check', 'scrabble', '--only', '1'];
const bot = 'sh built.sh';

t.test('--rebuild builds first, and its failure is the result', async (t) => {
  const cwd = t.testdir({ source: good });
  t.match(await run([...check, '--rebuild', 'cp source built.sh', bot], { cwd }), {
    status: 0,
    stdout: /1 step: 1 ok/,
  });
  const failed = await run([...check, '--rebuild', 'echo line 3: no semicolon >&2; exit 4', bot], { cwd });
  t.match(failed, {
    status: 1,
    stdout: '',
    stderr: 'line 3: no semicolon\n--rebuild failed: exit status 4\n',
  });
  const folder = t.testdir({ bot: { source: good } });
  await succeed(t, [...check, '--cwd', 'bot', '--rebuild', 'cp source built.sh', bot], {
    cwd: folder,
  });
});

/** A check that goes on, with what it has written. */
function checkAgain(t: Test, cwd: string) {
  const words = [...check, '--again', '--rebuild', 'test ! -e broken && cp source built.sh', bot];
  const env = { ...process.env, XDG_CACHE_HOME: hostCache };
  const child = spawn(process.execPath, [binary, ...words], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (texts.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (texts.stderr += String(chunk)));
  t.teardown(() => child.kill('SIGKILL'));
  const ended = new Promise<number | null>((end) => child.once('close', end));
  const rounds = async (count: number) =>
    await until(
      () => texts.stderr.split('waiting for a change').length > count,
      () => `${count} rounds: ${JSON.stringify(texts)}`,
    );
  return { child, texts, ended, rounds };
}

t.test('--again checks at each save and shows the first fault last', async (t) => {
  const cwd = t.testdir({ source: bad });
  const { child, texts, ended, rounds } = checkAgain(t, cwd);
  await rounds(1);
  t.match(texts.stdout, /^not ok +1 .*[\s\S]*> boo[\s\S]*1 not ok\n$/);
  writeFileSync(join(cwd, 'source'), good);
  await rounds(2);
  t.match(texts.stdout, /1 step: 1 ok; nothing is wrong\n$/);
  writeFileSync(join(cwd, 'broken'), '');
  await rounds(3);
  t.match(texts.stdout, /--rebuild failed: exit status 1\n$/);
  t.ok(existsSync(join(cwd, 'built.sh')), 'what the build makes is no save');
  t.equal(readFileSync(join(cwd, 'built.sh'), 'utf8'), good);
  child.kill('SIGINT');
  t.equal(await ended, 130);
});

t.test('--again is for one bot and for eyes', async (t) => {
  const cwd = t.testdir({});
  for (const [words, says] of [
    [['--again', './a', './b'], /--again checks.*not several.*no/],
    [['--again', '.'], /^wordhost: \.: expected executable programs/],
    [['--again', '--json', './a'], /--again writes no reports: leave --json out/],
    [['--again', '--junit', 'a.xml', './a'], /leave --junit out/],
    [['--rebuild', 'make', '--cwd', '.', '--cwd', '.', './a'], /--rebuild and --again take one --cwd/],
  ] as const)
    t.match(await run([...check, ...words], { cwd }), { status: 2, stderr: says });
});
