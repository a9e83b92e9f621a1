import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import t from 'tap';
import * as processes from './batches/groups.ts';
import { wayTo } from './support/imports.ts';
import { isAlone, speeds } from './support/speeds.ts';
import { groups, unitTestsOf } from './units/groups.ts';

/*
 * The name of a test file says its speed: `NAME.unit.test.ts` starts no process, `NAME.slow.test.ts` is left to
 * `npm run test:slow`, and what `npm test` runs beside the unit tests is `NAME.test.ts`. Tests that measure times, and
 * would be disturbed by others beside them, are in `test/alone`. `test/units` runs the unit tests, many in one process, and
 * `test/batches` those of the command line.
 */

const root = join(import.meta.dirname, '..');
const files = globSync('test/**/*.test.ts', { cwd: root }).sort();
const starters = new Set(['node:child_process', 'node:cluster', 'node:worker_threads', 'execa']);

const text = (path: string) => readFileSync(join(root, path), 'utf8');
const isUnit = (file: string) => file.endsWith('.unit.test.ts');
const isSlow = (file: string) => file.endsWith('.slow.test.ts');
const runsUnits = (file: string) => file.startsWith('test/units/');
/** Loads its tests when it runs. */
const runsOthers = (file: string) => /^test\/(units|batches)\//.test(file);
const usualAndSlow = [...speeds.usual.files, ...speeds.slow.files];
const isBatched = (file: string) => processes.batched.includes(file);

t.test(
  'a unit test imports nothing that starts a process; whatever else npm test runs imports it',
  async (t) => {
    t.ok(files.filter(isUnit).length > 30, 'they were found');
    const ways = files.map((file) => ({ file, way: wayTo(starters, join(root, file)) }));
    t.same(
      ways
        .filter(({ file, way }) => isUnit(file) && way)
        .map(({ way }) => way?.map((each) => relative(root, each)).join(' > ')),
      [],
      'a unit test that reaches what starts a process',
    );
    t.same(
      ways.filter(({ file, way }) => !isUnit(file) && !isSlow(file) && !runsOthers(file) && !way),
      [],
      'starts no process: name it NAME.unit.test.ts',
    );
  },
);

t.test('no test file has a speed that is unknown', async (t) => {
  t.same(
    files.filter((file) => !/^[\w/-]+(\.unit|\.slow)?\.test\.ts$/.test(file)),
    [],
  );
});

t.test('whatever has tests is named as a test file, so that none is forgotten', async (t) => {
  for (const file of globSync('test/**/*.{ts,mjs,js}', { cwd: root }))
    if (/^t\.test\(/m.test(text(file))) t.match(file, /\.test\.ts$/);
});

t.test('npm test and npm run test:slow together run every test file, each once', async (t) => {
  const { scripts } = JSON.parse(text('package.json'));
  const runs = { test: 'usual', 'test:unit': 'unit', 'test:slow': 'slow' };
  for (const [script, speed] of Object.entries(runs)) t.equal(scripts[script], `node test/run.ts ${speed}`);
  const { usual, unit, slow } = speeds;
  t.same(
    usual.files,
    files.filter((file) => !isSlow(file) && !isUnit(file) && !isBatched(file)),
  );
  t.same(slow.files, files.filter(isSlow));
  t.same(
    [...unit.files].sort(),
    usual.files.filter((file) => file.startsWith('test/units/')),
  );
});

t.test('tests that measure times have the machine to themselves', async (t) => {
  t.same(
    usualAndSlow.filter(isAlone),
    usualAndSlow.filter((file) => file.startsWith('test/alone/')),
  );
  t.not(usualAndSlow.filter(isAlone).length, 0);
});

t.test('each unit test is in one group, and each group is run', async (t) => {
  t.same(groups.flatMap(unitTestsOf).sort(), files.filter(isUnit));
  t.same(files.filter(runsUnits), groups.map((group) => `test/units/${group}.test.ts`).sort());
  for (const group of groups)
    t.match(text(`test/units/${group}.test.ts`), `runInOneProcess(unitTestsOf('${group}'))`);
});

t.test('each test of the command line is in one group, and each group is run', async (t) => {
  t.ok(processes.batched.length > 30, 'they were found');
  t.same(processes.groups.flatMap(processes.testsOf).sort(), processes.batched);
  const runners = processes.groups.map((group) => `test/batches/cli-${group}.test.ts`);
  t.same(
    files.filter((file) => file.startsWith('test/batches/')),
    runners,
  );
  for (const [index, group] of processes.groups.entries())
    t.match(text(runners[index]!), `runInOneProcess(testsOf(${group}))`);
});

t.test('a test that shares a process leaves it as it was', async (t) => {
  const changes = /\bprocess\.(env\b[^;]*[^=!]=[^=]|chdir|exit|on\()/;
  t.same(
    files.filter(
      (file) =>
        (isUnit(file) || isBatched(file)) && file !== 'test/speeds.unit.test.ts' && changes.test(text(file)),
    ),
    [],
  );
});

t.test('laws are tried with one seed: fast-check is imported where it is fixed', async (t) => {
  const importers = globSync('test/**/*.ts', { cwd: root }).filter((file) =>
    /^import fc\b.* from 'fast-check'/m.test(text(file)),
  );
  t.same(importers, ['test/support/laws.ts']);
});

t.test('a test that is not tried says why, and none is content with an empty list', async (t) => {
  const filesWith = (found: RegExp) =>
    files.filter((file) => file !== 'test/speeds.unit.test.ts' && found.test(text(file)));
  t.same(filesWith(/\bt\.skip\(/), [], 't.skip() shows no reason; { skip: reason } does');
  t.same(filesWith(/\bskip: true\b/), [], 'a skip without its reason');
  t.same(filesWith(/\bt\.ok\([^;]*\.every\(/), [], 'allOf() is false of none, every() is not');
});
