import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { Template } from '../../host/cli/game-words.ts';
import { gameWords } from '../../host/cli/games/registry.ts';
import { plainUser } from '../misbehaviour/users.ts';
import { say } from './in-process.ts';
import { run, start, until } from './wordhost.ts';

const root = join(import.meta.dirname, '..', '..');
const cwd = t.testdir({ taken: { 'player.py': 'mine\n' }, file: 'no folder\n' });
const newBot = (...args: readonly string[]) => run(['new', ...args], { cwd });

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
  t.match(stderr, 'taken/player.py exists already');
  t.equal(status, 2);
  t.equal(readFileSync(join(cwd, 'taken', 'player.py'), 'utf8'), 'mine\n');
});

t.test(
  'Neither a link nor anything else that is there is written through, and nothing stays of a start that fails',
  async (t) => {
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
      ['python', 'dangling', /dangling\/player\.py exists already/],
      ['python', 'linked', /linked\/player\.py exists already/],
      ['python', 'pipe', /pipe\/player\.py exists already/],
      ['python', 'folder', /folder\/player\.py exists already/],
      ['fsharp', 'two', /two\/Program\.fs exists already/],
      ['python', 'link', /link is a symbolic link: name the folder that it leads to/],
      ['python', 'link/', /link is a symbolic link/],
      ['python', 'lost', /lost is a symbolic link/],
      ['python', 'lost/below', /lost\/below cannot be written: there is no such file or folder/],
      ['python', 'loop/below', /loop\/below cannot be written: its links lead in a circle/],
      ['python', 'mine/notes.txt', /notes\.txt cannot be written: a part of its path is no folder/],
      ['python', 'a\nb\x1b[2J', /no control characters; got "a\\nb\\u001b\[2J"/],
      ['python', 'x'.repeat(300), /x{255}… cannot be written: its name is too long/],
      ['python', 'x/'.repeat(3_000), /… cannot be written: its name is too long/],
      ['python', `${'x/'.repeat(2_044)}y`, /… cannot be written: its name is too long/],
      ['python', '/proc/self/none', /cannot be written/],
      ['python', '/dev/null', /\/dev\/null cannot be written: a part of its path is no folder/],
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
  },
);

t.test('Of several that write the same at once one does, and the others say so', async (t) => {
  const place = t.testdir({});
  const all = await Promise.all(
    ['fsharp', 'fsharp', 'fsharp', 'fsharp'].map((language) =>
      run(['new', language, 'boggle', 'bot'], { cwd: place }),
    ),
  );
  t.same(all.map(({ status }) => status).sort(), [0, 2, 2, 2]);
  for (const { status, stderr } of all)
    if (status === 2) t.match(stderr, /exists already and is not overwritten/);
  const { files } = gameWords.boggle.templates.languages.fsharp;
  t.same(readdirSync(join(place, 'bot')).sort(), [...files].sort());
});

t.test(
  'Killed in the middle, it has changed nothing that was there, and its files are as they should be',
  async (t) => {
    const place = t.testdir({});
    const { files } = gameWords.boggle.templates.languages.fsharp;
    for (let times = 0; times < 5; times++) {
      const bot = join(place, `bot${times}`);
      const host = start(['new', 'fsharp', 'boggle', bot], { cwd: place });
      await until(
        () => existsSync(bot),
        () => 'its folder',
      );
      host.child.kill('SIGKILL');
      await host.ended;
      for (const file of readdirSync(bot)) {
        t.ok(files.includes(file), file);
        const whole = readFileSync(join(root, 'examples', 'boggle', 'fsharp', file), 'utf8');
        t.ok(whole.startsWith(readFileSync(join(bot, file), 'utf8')));
      }
    }
  },
);

t.test('A folder without rights is refused', { skip: plainUser.skip }, async (t) => {
  const place = t.testdir({ closed: {}, 'read-only': {} });
  chmodSync(join(place, 'closed'), 0o000);
  chmodSync(join(place, 'read-only'), 0o555);
  for (const folder of ['closed', 'closed/below', 'read-only', 'read-only/below'])
    t.match(
      await run(['new', 'python', 'boggle', join(place, folder)], { before: plainUser.before }),
      { status: 2, stderr: /cannot be written: its rights do not allow it/ },
      folder,
    );
  chmodSync(join(place, 'closed'), 0o755);
});

t.test('What is not there is a usage error, and says what is', async (t) => {
  const wrong: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [[], /expected a language and a game.+bananagrams in python, javascript, .+, sh, ruby;/],
    [['python'], /expected a language and a game/],
    [
      ['pyhton', 'scrabble'],
      /there is no template for scrabble in "pyhton"; did you mean python\? There is: python, javascript/,
    ],
    [['ruby', 'scrabble'], /there is no template for scrabble in "ruby"\. There is: python/],
    [['python', 'chess'], /there is no game "chess"\. There are: bananagrams/],
    [['scrabble', 'python'], /The language comes first: wordhost new python scrabble/],
    [['python', 'scrabble', 'file'], /file cannot be written/],
    [['python', 'scrabble', ''], /name of the folder is empty: give one, or none for scrabble-python/],
    [['c#', 'scrabble'], /in "c#"; did you mean csharp\?/],
    [['C++', 'scrabble'], /in "C\+\+"; did you mean cpp\?/],
    [['rb', 'scrabble'], /in "rb"\. There is:/],
  ];
  for (const [args, says] of wrong) {
    const { status, stderr } = await newBot(...args);
    t.match(stderr, says, args.join(' '));
    t.equal(status, 2);
  }
});

t.test('--help lists what there is', async (t) => {
  t.match((await newBot('--help')).stdout, / {2}scrabble in python, javascript, typescript, .+, java, sml$/m);
});
