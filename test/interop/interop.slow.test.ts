import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { run, succeed } from '../cli/wordhost.ts';

const root = join(import.meta.dirname, '..', '..');
const kit = [
  process.execPath,
  '--conditions=wordhost-source',
  join(root, 'test', 'fuzz', 'fuzz.ts'),
  'interop',
];

const OWN_LIST = 'a list of another game\n';

/** With programs that print as the real ones do, in a checkout of their own. MAGPIE is named by the folder of its program. */
async function tried(folder: string, env: Readonly<Record<string, string>> = {}) {
  cpSync(join(import.meta.dirname, 'stand-ins'), folder, { recursive: true });
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chmodSync(join(folder, name), 0o755);
  const lexica = join(folder, 'data/lexica');
  mkdirSync(lexica, { recursive: true });
  writeFileSync(join(lexica, 'nwl23.dawg'), '');
  writeFileSync(join(lexica, 'CELwordhost.kwg'), OWN_LIST);
  const own = {
    NODE: process.execPath,
    CHECKOUT: root,
    HABIT: 'honest',
    WORDHOST_PEERS: `/nowhere:${join(folder, 'bin')}:${folder}`,
  };
  return await run(['--games', '1'], { host: kit, env: { ...own, ...env } });
}

t.test('Programs that are not here are skipped in words, and nothing is played', async (t) => {
  const { stdout } = await succeed(t, [], { host: kit, env: { PATH: '/nowhere', WORDHOST_PEERS: '' } });
  t.same(
    stdout.split('\n').map((line) => line.replace(/:.*/, '')),
    ['skipped   magpie', 'skipped   quackle', 'skipped   fastchess', 'skipped   cutechess', ''],
  );
});

t.test('Programs that are here play, read, write and count as this host does', async (t) => {
  const folder = t.testdir();
  const { status, stdout, stderr } = await tried(folder);
  t.equal(status, 0, stdout + stderr);
  t.equal(readFileSync(join(folder, 'data/lexica/CELwordhost.kwg'), 'utf8'), OWN_LIST, 'it stays');
  for (const line of [
    /^same {6}games of our own: 1 of 1$/m,
    /^same {6}magpie at the table: 1 of 1 games, 0 illegal moves$/m,
    /^same {6}magpie reads our GCG: 1 of 1$/m,
    /^same {6}plays of magpie: [2-9]\d positions$/m,
    /^read {6}GCG of magpie: 0 of 0$/m,
    /^same {6}quackle reads our GCG: 1 of 1$/m,
    /^read {6}GCG of quackle: 0 of 1\n {2}games_Speedy_Player_[\d._]+\/Speedy_Player-game-0\.gcg: .*expected \+14 /m,
    /^same {6}statistics of fastchess: of 34, 54, 63, 64, 75: 55\.58, 27\.65, 2\.55 here, 55\.58, 27\.65, 2\.55 there$/m,
    /^same {6}statistics of cutechess: of 136, 96, 111: 40\.7, /m,
  ])
    t.match(stdout, line);
});

t.test('What a program counts otherwise is said, and the exit status is 1', async (t) => {
  const { status, stdout } = await tried(t.testdir(), { HABIT: 'lies', ELO: '60.00' });
  t.equal(status, 1);
  t.match(
    stdout,
    /^DIFFERENT plays of magpie: \d+ positions; .*: the best play brings (\d+) here, \d+ there;/m,
  );
  t.match(stdout, /^DIFFERENT statistics of fastchess: .*: 55\.58, .* 60, /m);
});

t.test('Options that are wrong are refused', async (t) => {
  const { status, stderr } = await run(['--games', '0'], { host: kit });
  t.match({ status, stderr }, { status: 2, stderr: /--games: expected a whole number from 1; got 0/ });
});
