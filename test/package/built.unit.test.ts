import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { isBuilt, noteBuilt, stateOfSources } from '../../host/package/built.ts';

function project(t: Test): string {
  return t.testdir({
    'package.json': '{}',
    'package-lock.json': '{}',
    host: { 'main.ts': '1', cli: { 'start.ts': '2' } },
    players: { 'index.ts': '3' },
    dist: { 'wordhost.js': '4', parts: { 'one.js': '5' } },
    node_modules: {},
  });
}

t.test('what was built of these very files is not built again', (t) => {
  const root = project(t);
  t.notOk(isBuilt(root, stateOfSources(root)), 'never built');
  noteBuilt(root, stateOfSources(root));
  t.ok(isBuilt(root, stateOfSources(root)));
  t.end();
});

const changes: Readonly<Record<string, (root: string) => void>> = {
  'a source of another length': (root) => writeFileSync(join(root, 'host/cli/start.ts'), '22'),
  'a source of another time': (root) => utimesSync(join(root, 'players/index.ts'), 1, 1),
  'a new source': (root) => writeFileSync(join(root, 'host/new.ts'), ''),
  'a source that is gone': (root) => rmSync(join(root, 'host/cli/start.ts')),
  'another package that it is made with': (root) => writeFileSync(join(root, 'package-lock.json'), '{"a":1}'),
  'a part of what was built that is gone': (root) => rmSync(join(root, 'dist/parts/one.js')),
  'a part of what was built that somebody wrote': (root) =>
    writeFileSync(join(root, 'dist/wordhost.js'), '44'),
  'the note that is gone, as after npm ci': (root) => rmSync(join(root, 'node_modules'), { recursive: true }),
};

for (const [what, change] of Object.entries(changes))
  t.test(`it is built again after ${what}`, (t) => {
    const root = project(t);
    noteBuilt(root, stateOfSources(root));
    change(root);
    t.notOk(isBuilt(root, stateOfSources(root)));
    t.end();
  });

t.test('what changes while it is built is built again', (t) => {
  const root = project(t);
  const sources = stateOfSources(root);
  writeFileSync(join(root, 'host/main.ts'), '11');
  noteBuilt(root, sources);
  t.notOk(isBuilt(root, stateOfSources(root)));
  t.end();
});
