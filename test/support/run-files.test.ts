import { writeFileSync } from 'node:fs';
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

async function ran(paths: readonly string[]) {
  const { results, isGood } = runFiles(paths);
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
