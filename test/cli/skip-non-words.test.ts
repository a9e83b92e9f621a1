import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { allCommands } from '../docs/option-tables.ts';
import { say } from './in-process.ts';
import { run } from './wordhost.ts';

const cwd = t.testdir({ 'words.txt': "cat\nat\ndon't\nta\nred car\n", cache: {}, other: {} });
const env = { XDG_CACHE_HOME: join(cwd, 'cache') };
const note =
  'dictionary words.txt: 2 lines were skipped, the first of them: line 3: "don\'t" is no word: only letters, one word a line\n';
const skipping = ['--dictionary', 'words.txt', '--skip-non-words'];

t.test('whatever takes a word list can leave out lines of it', async (t) => {
  const commands = (await allCommands()).filter(([, { options }]) => Object.hasOwn(options, 'dictionary'));
  t.ok(commands.length >= 10, String(commands.length));
  for (const [name, { options }] of commands) t.ok(Object.hasOwn(options, 'skip-non-words'), name);
});

for (const words of [
  ['judge', 'bananagrams', '003001CAT'],
  ['judge', 'scrabble', '8H CAT'],
  ['judge', 'boggle', '--board', 'CA/TS', 'CAT'],
  ['lexicon', 'check', 'cat'],
  ['lexicon', 'info'],
])
  t.test(`${words.join(' ')}: what was skipped is told beside the result`, async (t) => {
    t.match(await say([...words, '--dictionary', 'words.txt'], { cwd, env }), {
      status: 2,
      stderr: /give --skip-non-words/,
    });
    t.match(await say([...words, ...skipping], { cwd, env }), { status: 0, stderr: note });
  });

t.test('a list that was compiled without its other lines is a list like any other', async (t) => {
  const built = await say(['lexicon', 'build', '--out', 'a.lex', '--skip-non-words', 'words.txt'], {
    cwd,
    env,
  });
  t.match(built, { status: 0, stderr: note });
  t.match(await say(['lexicon', 'check', '--dictionary', 'a.lex', 'cat'], { cwd, env }), {
    status: 0,
    stdout: 'cat: a word\n',
    stderr: '',
  });
});

t.test('a record is verified with the same list and option, or says what is missing', async (t) => {
  const game = ['boggle', '--seed', '1', '--time', '100ms', '--record', 'games', 'wordhost player boggle'];
  const played = await run([...game, ...skipping], { cwd, env });
  t.equal(played.status, 0, played.stderr);
  t.ok(played.stderr.startsWith(note), played.stderr);
  const quiet = await run([...game, ...skipping, '--quiet'], { cwd, env });
  t.equal(quiet.stderr, '', 'a note is no result');
  t.equal(readdirSync(join(cwd, 'games')).length, 2);
  const verify = async (...more: readonly string[]) =>
    await say(['replay', '--verify', 'games', ...more], { cwd, env: { XDG_CACHE_HOME: join(cwd, 'other') } });
  t.match(await verify(), { status: 2, stdout: /no list with that hash has been compiled here/ });
  t.match(await verify('--dictionary', 'words.txt'), { status: 2, stdout: /give --skip-non-words/ });
  t.match(await verify(...skipping), { status: 0, stdout: '2 records: all right' });
});
