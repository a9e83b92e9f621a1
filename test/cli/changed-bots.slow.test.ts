import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import t from 'tap';
import { say } from './in-process.ts';
import { letterA, letterAOptions, patient, quick } from './letter-a.ts';
import { run } from './wordhost.ts';

/* A comparison whose player is changed: games of two versions are never counted together in silence. */

const bot = `${quick}\n`;
const cwd = t.testdir({ ...letterA, 'bot.sh': bot });
const at = (name: string) => join(cwd, name);
const compare = (...words: string[]) =>
  run(
    [
      'compare',
      'bananagrams',
      ...letterAOptions,
      ...'--bunch last-bunch --seed 7 --name Ada'.split(' '),
      ...words,
    ],
    { cwd },
  );
const results = (...words: string[]) => say(['store', 'export', '--results', '-', ...words], { cwd });

t.test('a store with games of more than one version is neither gone on with nor merged', async (t) => {
  const words = ['sh bot.sh', patient];
  t.equal((await compare('--games', '4', '--store', 'four.db', ...words)).status, 0);
  writeFileSync(at('bot.sh'), `# better\n${bot}`);
  t.equal((await compare('--games', '6', '--store', 'six.db', ...words)).status, 0);
  t.match(await say(['store', 'merge', 'four.db', 'six.db'], { cwd }), {
    status: 2,
    stderr:
      /six\..*cannot.*merged.*four\.db: Ada has another version in game 5 than before: bot\.sh is a different file\. Nothing was written\./,
  });
  t.match(await results('four.db'), { stdout: /^(.*\n){4}$/ });

  copyFileSync(at('six.db'), at('mixed.db'));
  const [fresh = '', old = ''] = ['six.db', 'four.db'].map((name) => {
    using database = new DatabaseSync(at(name));
    const { result } = database.prepare('SELECT result FROM game').get() as { result: string };
    return /"sha256":"(\w+)"/.exec(result)?.[1];
  });
  {
    using database = new DatabaseSync(at('mixed.db'));
    database.exec(`UPDATE game SET result = replace(result, '${fresh}', '${old}') WHERE number < 3`);
  }
  const said = 'has games of more than one version of Ada: in game 3 bot.sh is a different file.';
  const asked = ['--games', '8', '--store', 'mixed.db', ...words];
  t.match(await compare(...asked), { status: 2, stderr: `--store mixed.db ${said}` });
  writeFileSync(at('mixed.jsonl'), (await results('mixed.db')).stdout);
  t.match(await say(['stats', 'mixed.jsonl'], { cwd }), {
    status: 0,
    stderr: /note: Ada: from mixed\.jsonl: line 3 on bot\.sh is a different file: .*results come/,
  });
  t.match(
    await say(['store', 'merge', 'copy.db', 'mixed.db'], { cwd }),
    { status: 0 },
    'a copy is as it was',
  );
});

t.test('a player that is changed while it is compared ends the comparison', async (t) => {
  // The other player changes it as its third game begins: the fourth is of the other version at the latest.
  writeFileSync(at('self.sh'), bot);
  const change = 'if [ $n = 3 ]; then echo "# later" >> self.sh; fi';
  writeFileSync(
    at('changes.sh'),
    `n=$(($(cat games 2>/dev/null || echo 0) + 1)); echo $n > games; ${change}; ${patient}\n`,
  );
  const changes = 'sh changes.sh';
  const words = ['--games', '8', '--jobs', '1', '--quiet', '--store', 'self.db', '--markdown', 'self.md'];
  const { status, stdout, stderr } = await compare(...words, 'sh self.sh', changes);
  t.equal(status, 3, stdout + stderr);
  t.match(stderr, /Ada: self\..*changed since.*\. The comparison ends: game /);
  t.match(readFileSync(at('self.md'), 'utf8'), /self\..*changed since/);
  const kept = (await results('self.db')).stdout.trim().split('\n');
  const hashes = new Set(
    kept.map((line) => /"file":"self.sh","sha256":"(\w+)"/.exec(line)?.[1]).filter((hash) => hash),
  );
  t.equal(hashes.size, 1, 'what is kept is of one version');
  writeFileSync(at('self.sh'), bot);
  writeFileSync(at('games'), '8');
  t.equal((await compare(...words, 'sh self.sh', changes)).status, 0, 'with the old one it goes on');
  t.match(await results('self.db'), { stdout: /^(.*\n){8}$/ });
});
