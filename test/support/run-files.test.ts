import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { runFiles } from './run-files.ts';

/** Files that are tests of themselves. */
function files(t: Test, contents: Readonly<Record<string, string>>): string[] {
  const folder = t.testdir();
  return Object.entries(contents).map(([name, content]) => {
    const file = join(folder, `${name}.mjs`);
    writeFileSync(file, content);
    return file;
  });
}

const good = `import t from 'tap'; t.pass('one'); t.test('more', (t) => { t.pass('two'); t.end(); }); t.pass('no', { skip: 'why' });`;

async function ran(paths: readonly string[], order: Parameters<typeof runFiles>[1] = { width: 1 }) {
  const { results, isGood } = runFiles(paths, order);
  return { output: await text(results), isGood: await isGood };
}

t.test('files that pass are one result each, and their sum is that of all', async (t) => {
  const { output, isGood } = await ran(files(t, { one: good, other: good }));
  t.equal(isGood, true);
  t.match(output, /^ok 1 - .*one\.mjs # time=[\d.]+ms$/m);
  t.match(output, /^ok 2 - .*other\.mjs # time=/m);
  t.match(output, /^ {4}# Subtest: more\n {8}ok 1 - two$/m);
  t.match(output, /^1\.\.2\n# \{ total: 6, pass: 4, fail: 0, skip: 2 \}\n# time=[\d.]+ms\n$/m);
});

t.test('a file fails with a test, with an exception, and where it ends before its tests do', async (t) => {
  const bad = {
    fails: `import t from 'tap'; t.pass('one'); t.fail('two');`,
    throws: `import t from 'tap'; t.pass('one'); throw new Error('odd');`,
    leaves: `import t from 'tap'; t.pass('one'); process.reallyExit(0);`,
    says: `console.log('1..0');`,
  };
  for (const [name, content] of Object.entries(bad)) {
    const { output, isGood } = await ran(files(t, { good, [name]: content }));
    t.equal(isGood, false, name);
    t.match(output, /^ok 1 - .*good\.mjs /m, name);
    t.match(output, new RegExp(`^not ok 2 - .*${name}\\.mjs `, 'm'), name);
  }
});

t.test('an error that no test awaits fails the test that runs, at once', async (t) => {
  const waits = 'await new Promise((done) => setTimeout(done, 60_000).unref());';
  const unawaited = {
    thrown: `setTimeout(() => { throw new Error('odd'); }, 20); ${waits}`,
    rejected: `Promise.reject(new Error('odd')); ${waits}`,
  };
  for (const [name, content] of Object.entries(unawaited)) {
    const test = `import t from 'tap';
      t.test('before', async (t) => t.pass('one'));
      t.test('outer', async (t) => {
        t.test('at fault', async () => { ${content} });
        t.test('after', async (t) => t.pass('one'));
      });`;
    const { output, isGood } = await ran(files(t, { [name]: test }));
    t.equal(isGood, false, name);
    t.match(output, /^ {12}not ok 1 - odd$/m, name);
    const ended = output.match(/^ {4,8}(not )?ok .*(?= #)/gm)?.map((line) => line.trim());
    t.same(ended, ['ok 1 - before', 'not ok 1 - at fault', 'ok 2 - after', 'not ok 2 - outer'], name);
  }
});

t.test('so many at once, and some with nothing beside them', async (t) => {
  const [noted, contents] = [join(t.testdir({}), 'noted'), {} as Record<string, string>];
  const note = (what: string) => `appendFileSync(${JSON.stringify(noted)}, '${what}\\n');`;
  for (const name of ['one', 'two', 'three', 'four'])
    contents[name] = `import { appendFileSync } from 'node:fs'; import t from 'tap';
      ${note(`${name} begins`)} await new Promise((done) => setTimeout(done, 500)); ${note(`${name} ends`)} t.pass('one');`;
  const [first = '', ...others] = files(t, contents);
  t.match(await ran(others, { width: 2, alone: [first] }), {
    isGood: true,
    output: /# \{ total: 4, pass: 4,/,
  });
  const lines = readFileSync(noted, 'utf8').trimEnd().split('\n');
  t.same(lines.slice(0, 2), ['one begins', 'one ends']);
  let [running, most] = [0, 0];
  for (const line of lines) {
    running += line.endsWith('begins') ? 1 : -1;
    most = Math.max(most, running);
  }
  t.equal(most, 2);
});

t.test('a file that takes too long fails, and the others are run', async (t) => {
  const endless = `import t from 'tap'; t.test('waits', () => new Promise((done) => setTimeout(done, 2500)));`;
  const { output, isGood } = await ran(files(t, { endless, good }), { width: 1, seconds: 1 });
  t.equal(isGood, false);
  t.match(output, /^not ok 1 - .*endless\.mjs /m);
  t.match(output, /^ok 2 - .*good\.mjs /m);
});

t.test('a mistake in the words of the runner is said, and nothing is run', async (t) => {
  const { execPath } = process;
  const root = join(import.meta.dirname, '..', '..');
  const said = (...words: string[]) =>
    spawnSync(execPath, ['test/run.ts', ...words], { cwd: root, encoding: 'utf8' });
  t.match(said('quick'), { status: 2, stdout: '', stderr: /^got "quick"\nexpected unit, usual, slow;/ });
  t.match(said('unit', '--wide', 'gone.test.ts'), {
    ...{ status: 2, stdout: '' },
    stderr: /^--wide: no such option\ngone\.test\.ts: there is no such file\n/,
  });
});
