import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { parse } from 'yaml';
import { completeLock } from '../host/package/complete-lock.ts';

const text = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const lock = JSON.parse(text('package-lock.json'));

t.test('the lock file names the packages of every platform, so that `npm ci` works on each', async (t) => {
  t.same(completeLock(structuredClone(lock)), [], '`npm run lock` completes it');
});

t.test('the lock file names no registry', async (t) => {
  t.notMatch(JSON.stringify(lock), /"resolved"/);
});

t.test('only one package has something to do when it is installed', async (t) => {
  const scripted = Object.entries(lock.packages as Record<string, { hasInstallScript?: boolean }>)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path);
  t.same(scripted, ['node_modules/node']);
});

t.test('the package has what it says that it has', async (t) => {
  const { files, bin, exports } = JSON.parse(text('package.json'));
  const made = [bin.wordhost, exports['.'].default];
  for (const path of [...files, ...made]) t.ok(existsSync(join(import.meta.dirname, '..', path)), path);
});

t.test('editors are told the same as the formatter', async (t) => {
  const { formatter } = JSON.parse(text('.biome.json'));
  const [, all] = /^\[\*\]\n((?:.+\n)+)/m.exec(text('.editorconfig'))!;
  const told = Object.fromEntries(
    all!
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' = ')),
  );
  t.match(told, {
    indent_style: formatter.indentStyle,
    indent_size: `${formatter.indentWidth}`,
    max_line_length: `${formatter.lineWidth}`,
  });
});

t.test('CI runs what a clone runs, with no right but to read, and ends', async (t) => {
  const { on, permissions, jobs } = parse(text('.github/workflows/ci.yml'));
  t.same(Object.keys(on), ['push', 'pull_request']);
  t.same(permissions, { contents: 'read' });
  const { steps, 'timeout-minutes': minutes } = jobs.run;
  t.equal(minutes, 30);
  t.equal(steps.at(-1).run, '.ci/run');
  for (const { uses } of steps) if (uses) t.match(uses, /^actions\/[a-z-]+@v\d+$/);
});

t.test('a report of a bug has what it takes to see it again', async (t) => {
  const { body } = parse(text('.github/ISSUE_TEMPLATE/bug.yml'));
  const asked = body.filter(({ id }: { id?: string }) => id);
  t.same(
    asked.map(({ id }: { id: string }) => id),
    ['version', 'sandbox', 'command', 'happened', 'record', 'verify'],
  );
  for (const { id, validations } of asked) t.ok(validations.required, id);
});

t.test(
  'the version of the package is the newest in the changelog, with its date, and the one in the lock file',
  async (t) => {
    const { version } = JSON.parse(text('package.json'));
    const [, released, date] = /^## \[(\d[^\]]*)\] - (\d{4}-\d\d-\d\d)$/m.exec(text('CHANGELOG.md'))!;
    t.equal(released, version);
    t.ok(date);
    t.equal(lock.version, version);
    t.equal(lock.packages[''].version, version);
  },
);
