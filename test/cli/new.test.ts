import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { Template } from '../../host/cli/game-words.ts';
import { gameWords } from '../../host/cli/games/registry.ts';
import { plainUser } from '../misbehaviour/users.ts';
import { say } from './in-process.ts';
import { run } from './wordhost.ts';

const root = join(import.meta.dirname, '..', '..');
const cwd = t.testdir({ taken: { 'player.py': 'mine\n' }, file: 'no folder\n' });
const newBot = (...args: readonly string[]) => say(['new', ...args], { cwd });

t.test('Each start there is comes with its files, and says how to go on', async (t) => {
  for (const [game, { templates }] of Object.entries(gameWords))
    for (const [language, start] of Object.entries<Template>(templates.languages)) {
      const { status, stdout, stderr } = await newBot(language, game);
      t.equal(stderr, '');
      t.equal(status, 0);
      for (const file of start.files) {
        const written = readFileSync(join(cwd, `${game}-${language}`, file), 'utf8');
        t.equal(written, readFileSync(join(root, 'examples', game, language, file), 'utf8'));
      }
      t.match(stdout, `cd ${game}-${language}`);
      t.match(stdout, `wordhost check ${game} "${start.run}"`);
    }
});

t.test('No example is left out', async (t) => {
  for (const [game, { templates }] of Object.entries(gameWords)) {
    const folders = readdirSync(join(root, 'examples', game), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'boards')
      .map(({ name }) => name);
    t.same(folders.sort(), Object.keys(templates.languages).sort());
  }
});

const without = (tool: string) =>
  spawnSync(tool, ['--version'], { stdio: 'ignore' }).error ? `${tool} is not installed` : false;

t.test('What it says to run does run', { skip: without('python3') }, async (t) => {
  const { stdout } = await newBot('python', 'bananagrams', 'mine');
  t.match(stdout, /^wrote mine\/player.py \(needs Python/);
  const checked = await run(['check', 'bananagrams', '--only', '1', 'python3 player.py'], {
    cwd: join(cwd, 'mine'),
  });
  t.equal(checked.status, 0);
});

t.test('A folder that is several words of a shell is quoted in what it says to run', async (t) => {
  const { stdout } = await newBot('python', 'scrabble', 'my bot');
  const enter = /^ {2}(cd '.+?') +its folder$/m.exec(stdout)?.[1];
  t.equal(enter, "cd 'my bot'");
  t.equal(spawnSync('sh', ['-c', `${enter} && test -f player.py`], { cwd }).status, 0);
});

t.test('A folder whose name begins with a hyphen is no option of cd', async (t) => {
  t.match((await newBot('python', 'scrabble', '--', '-x')).stdout, /^ {2}cd \.\/-x +its folder$/m);
});

t.test('Nothing is overwritten', async (t) => {
  const { status, stderr } = await newBot('python', 'scrabble', 'taken');
  t.match(stderr, 'taken/player.py already exists');
  t.equal(status, 2);
  t.equal(readFileSync(join(cwd, 'taken', 'player.py'), 'utf8'), 'mine\n');
});

t.test('Nothing that exists is written through; a failed start leaves nothing', async (t) => {
  const place = t.testdir({
    mine: { 'notes.txt': 'mine\n' },
    two: { 'Program.fs': 'mine\n' },
    dangling: {},
    linked: {},
    pipe: {},
    folder: { 'player.py': {} },
  });
  const at = (...names: readonly string[]) => join(place, ...names);
  const outside = at('outside');
  symlinkSync(outside, at('dangling', 'player.py'));
  symlinkSync(at('mine', 'notes.txt'), at('linked', 'player.py'));
  execFileSync('mkfifo', [at('pipe', 'player.py')]);
  symlinkSync('mine', at('link'));
  symlinkSync('nowhere', at('lost'));
  symlinkSync('loop', at('loop'));
  mkdirSync(at('deep', 'down'), { recursive: true });
  symlinkSync('deep/down', at('through'));
  const before = () =>
    execFileSync('find', ['.', '-type', 'f', '-o', '-type', 'd'], { cwd: place })
      .toString()
      .split('\n')
      .sort();
  const first = before();
  const refused: readonly (readonly [language: string, folder: string, says: RegExp])[] = [
    ['python', 'dangling', /dangling\/player\.py already exists/],
    ['python', 'linked', /linked\/player\.py already exists/],
    ['python', 'pipe', /pipe\/player\.py already exists/],
    ['python', 'folder', /folder\/player\.py already exists/],
    ['fsharp', 'two', /two\/Program\.fs already exists/],
    ['python', 'link', /link is a symbolic link\. Use .*folder.*points/],
    ['python', 'link/', /link is a symbolic link/],
    ['python', 'lost', /lost is a symbolic link/],
    ['python', 'lost/below', /cannot write lost\/below: no such file or folder/],
    ['python', 'loop/below', /cannot write loop\/below: .*symbolic links/],
    ['python', 'mine/notes.txt', /cannot write mine\/notes\.txt: .*part.*not.*folder/],
    ['python', 'a\nb\x1b[2J', /without control characters; got "a\\nb\\u001b\[2J"/],
    ['python', 'x'.repeat(300), /cannot write x{255}…: its name is too long/],
    ['python', 'x/'.repeat(3_000), /cannot write .*…: its name is too long/],
    ['python', `${'x/'.repeat(2_044)}y`, /cannot write .*…: its name is too long/],
    ['python', '/proc/self/none', /cannot write /],
    ['python', '/dev/null', /cannot write \/dev\/null: .*part.*not.*folder/],
  ];
  for (const [language, folder, says] of refused) {
    const { status, stderr } = await say(['new', language, 'boggle', folder], { cwd: place });
    t.equal(status, 2, stderr);
    t.match(stderr, says, folder.slice(0, 99));
    t.equal(stderr.trim().split('\n').length, 1, 'one line');
  }
  t.same(before(), first, 'nothing was made');
  t.notOk(existsSync(outside));
  t.equal(readFileSync(at('mine', 'notes.txt'), 'utf8'), 'mine\n');
  const { status, stdout } = await say(['new', 'python', 'boggle', 'through/../here/'], { cwd: place });
  t.equal(status, 0);
  t.match(stdout, /^wrote here\/player\.py.* {2}cd here /s, 'where a shell would go');
  t.ok(existsSync(at('here', 'player.py')));
});

t.test('A folder without rights is refused', { skip: plainUser.skip }, async (t) => {
  const place = t.testdir({ closed: {}, 'read-only': {} });
  chmodSync(join(place, 'closed'), 0o000);
  chmodSync(join(place, 'read-only'), 0o555);
  for (const folder of ['closed', 'closed/below', 'read-only', 'read-only/below'])
    t.match(
      await run(['new', 'python', 'boggle', join(place, folder)], { before: plainUser.before }),
      { status: 2, stderr: /cannot write .*: permission denied/ },
      folder,
    );
  chmodSync(join(place, 'closed'), 0o755);
});

t.test('What is not there is a usage error, and says what is', async (t) => {
  const wrong: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [[], /expected.*language.* .+ \(--help lists.*languages.*\); got nothing/],
    [['python'], /expected.*language/],
    [
      ['pyhton', 'scrabble'],
      /no template for scrabble in "pyhton"; did you mean python\? The languages are: python, javascript/,
    ],
    [['ruby', 'scrabble'], /no template for scrabble in "ruby"\. The languages are: python/],
    [['python', 'chess'], /unknown game "chess"\. The games are: bananagrams/],
    [['scrabble', 'python'], /The language comes first: wordhost new python scrabble/],
    [['python', 'scrabble', 'file'], /cannot write file: /],
    [['python', 'scrabble', ''], /folder.*empty\. Give .*name.*leave.* scrabble-python/],
    [['rb', 'scrabble'], /in "rb"\. The languages are:/],
  ];
  for (const [args, says] of wrong) {
    const { status, stderr } = await newBot(...args);
    t.match(stderr, says, args.join(' '));
    t.equal(status, 2);
  }
});

t.test('A language has its template under each of its common names', async (t) => {
  const names = [
    ['c++', 'cpp'],
    ['C#', 'csharp'],
    ['Python', 'python'],
    ['golang', 'go'],
  ] as const;
  const cwd = t.testdir({});
  for (const [typed, name] of names) {
    const { status, stdout, stderr } = await say(['new', typed, 'scrabble'], { cwd });
    t.equal(status, 0, stderr);
    t.match(stdout, `cd scrabble-${name} `, typed);
  }
  t.strictSame(readdirSync(cwd).toSorted(), names.map(([, name]) => `scrabble-${name}`).toSorted());
});

t.test('--help lists what there is', async (t) => {
  t.match(
    (await newBot('--help')).stdout.replaceAll(/,\n +/g, ', '),
    / {2}scrabble in python, javascript, typescript, .+, java, sml$/m,
  );
});
