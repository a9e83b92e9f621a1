import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { resultsOf, run } from './wordhost.ts';

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
