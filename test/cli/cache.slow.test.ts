import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { poison } from './poisoned-code.ts';
import { type RunOptions, resultsOf, run, start, until } from './wordhost.ts';

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
      const args = [...'--dictionary words.txt --games 3 --time 2m --trace --sandbox'.split(' '), level];
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
    await until(() => running.stdout.includes('\n'), 'the first result');
    await until(() => isReplaced(cache), 'a file in the place of the cache');
    const { status, stderr, stdout } = await running.ended;
    t.equal(status, 3);
    t.match(
      stderr,
      /^wordhost: .*deleted.*cannot.*again: .*cache.*\. The .*last.*not played\. Free some disk space, or set XDG_CACHE_HOME to another folder$/m,
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

  t.test('What is compiled lies in a folder of the user, not in the shared one', async (t) => {
    const { shared, code, start } = place(t);
    t.same(await start(), asItShould);
    t.equal(statSync(code).mode & 0o777, 0o700);
    t.same(globSync(join(shared, '*')), [join(shared, 'cache')]);
    t.equal(poison(code, module, program), 1, 'the attack can reach it where it may write');
    t.match(await start(), { ran: true }, 'and is an attack');
  });

  t.test('Without a cache of its own, the host runs no code from the shared temporary folder', async (t) => {
    const { shared, start } = place(t);
    // As Node makes it, where nobody says which folder.
    const env = { NODE_COMPILE_CACHE: join(shared, 'node-compile-cache') };
    await start(env);
    t.equal(poison(env.NODE_COMPILE_CACHE, module, program), 1);
    t.match(await start(env), { ran: true }, "a folder that the user names is the user's affair");
    t.same(await start({ XDG_CACHE_HOME: '', HOME: '' }), asItShould);
  });

  t.test('What every game needs is cached with all its functions', async (t) => {
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
  });

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
