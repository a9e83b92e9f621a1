import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { gameWords } from '../../host/cli/games/registry.ts';
import { type RunOptions, run } from './wordhost.ts';

interface Finding {
  readonly name: string;
  readonly state: string;
  readonly found: string;
  readonly use: string;
  readonly todo?: string;
}

async function findings(words: readonly string[], options: RunOptions) {
  const { status, stdout, stderr } = await run(['doctor', '--json', ...words], options);
  const found = stdout.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as Finding)));
  return { status, stderr, found, of: (name: string) => found.find((each) => each.name === name) };
}

/** A folder of programs that say this when they are asked for their version. */
function programs(t: Test, versions: Readonly<Record<string, string>>): string {
  const folder = t.testdir({});
  for (const [name, version] of Object.entries(versions)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${version}\n`, { mode: 0o755 });
  }
  return folder;
}

t.test('on a machine without programs, each missing ability has a reason and a remedy', async (t) => {
  const { status, stderr, found, of } = await findings([], { env: { PATH: t.testdir({}) } });
  t.equal(status, 0);
  t.equal(stderr, '');
  const languages = Object.values(gameWords).flatMap(({ templates }) =>
    Object.keys(templates?.languages ?? {}),
  );
  t.strictSame(
    found.map(({ name }) => name),
    [
      ...['machine', 'node', 'memory', 'process', 'unshare', 'bubblewrap', 'strict', 'limits', 'terminal'],
      ...['postgresql', ...new Set(languages)],
    ],
  );
  t.equal(of('process')?.state, 'ok');
  t.match(of('strict'), {
    state: 'missing',
    found: 'cannot find the program bwrap',
    todo: /^install bubblewrap /,
  });
  t.match(of('unshare'), { state: 'missing', found: /^cannot find the program / });
  t.match(of('node'), { state: 'ok', found: /; no node on the PATH for bots$/ });
  t.match(of('python'), {
    state: 'missing',
    found: 'cannot find python3 on the PATH',
    todo: /^install python3 /,
  });
  t.match(of('terminal'), { state: 'missing', found: /standard.*not.*terminal/ });
  for (const { name, state, todo } of found) if (state === 'missing') t.ok(todo, `${name}: what to do`);
});

t.test('the remedy is a command of the installer that is there', async (t) => {
  const { of } = await findings(['strict', 'lua'], { env: { PATH: programs(t, { 'apt-get': 'exit 1' }) } });
  t.match(of('strict')?.todo, /^(sudo )?apt-get install bubblewrap$/);
  t.match(of('lua')?.todo, /^(sudo )?apt-get install lua5\.4 \(expected Lua 5\.3 or later\)$/);
});

t.test('a program that is too old, silent or broken is told apart from one that is there', async (t) => {
  const PATH = programs(t, {
    python3: 'echo Python 3.9.2',
    java: 'echo openjdk 21.0.1',
    javac: 'exit 3',
    perl: 'echo; echo "This is perl 5, version 36 (v5.36.0)"',
    mcs: 'exit 0',
    dotnet: 'echo 8.0.100',
  });
  const { status, of } = await findings(['python', 'java', 'perl', 'csharp'], { env: { PATH } });
  t.equal(status, 1, 'one that was named is missing');
  t.match(of('python'), { state: 'missing', found: `too old: ${PATH}/python3 3.9.2` });
  t.match(of('java'), { state: 'ok', found: `${PATH}/javac, ${PATH}/java 21.0.1` });
  t.match(of('perl'), { state: 'ok', found: `${PATH}/perl 5.36.0` });
  t.match(of('csharp'), { state: 'ok', found: `${PATH}/dotnet 8.0.100` }, 'by its second way');
  const alone = await findings(['perl'], { env: { PATH } });
  t.equal(alone.status, 0);
  t.strictSame(
    alone.found.map(({ name }) => name),
    ['perl'],
  );
});

t.test('a server that does not answer is missing, and the address must be one of PostgreSQL', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  const store = `postgres://ann@127.0.0.1:${port}/farm`;
  const { status, of } = await findings(['--store', store, 'postgresql'], {});
  t.equal(status, 1);
  t.match(of('postgresql'), { state: 'missing', found: /127\.0\.0\.1/ });
  const wrong = await run(['doctor', '--store', 'games.db']);
  t.match(wrong, { status: 2, stderr: 'wordhost: --store: expected postgres://…; got "games.db"\n' });
});

t.test('the lines for people say what each ability is for', async (t) => {
  const { status, stdout } = await run(['doctor', 'process', 'strict'], { env: { PATH: t.testdir({}) } });
  t.equal(status, 1);
  t.match(stdout, /^ok {9}process {5}works here; for --sandbox process: /);
  t.match(
    stdout,
    /^missing {4}strict {6}cannot find the program bwrap\n {11}for: {3}--sandbox strict: .+\n {11}to do: install bubblewrap/m,
  );
});

t.test('an unknown ability is a usage error', async (t) => {
  t.match(await run(['doctor', 'pyton']), {
    status: 2,
    stderr: 'wordhost: unknown ability "pyton"; did you mean python?\n',
  });
});

t.test('a level or an interpreter that is missing leads to the command', async (t) => {
  const PATH = t.testdir({});
  const strict = await run(['boggle', '--sandbox', 'strict', 'wordhost player boggle'], {
    env: { PATH },
    cwd: PATH,
  });
  t.match(strict.stderr, /cannot find the program bwrap \(`wordhost doctor strict` says what to do\)/);
  const words = ['boggle', '--sandbox', 'process', 'ruby bot.rb'];
  t.match(
    (await run(words, { env: { PATH }, cwd: PATH })).stderr,
    /ruby on the PATH; `wordhost doctor` says/,
  );
});
