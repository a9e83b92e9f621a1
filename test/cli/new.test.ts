import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { Template } from '../../host/cli/game-words.ts';
import { gameWords } from '../../host/cli/games/registry.ts';
import { run } from './wordhost.ts';

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
