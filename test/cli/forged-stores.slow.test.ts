import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { forgeStore } from '../fuzz/forged-stores.ts';
import { readCraftedStores } from '../fuzz/stores-as-promised.ts';
import { say } from './in-process.ts';
import { run } from './wordhost.ts';

t.test('whoever forges a game of a store is found out', async (t) => {
  const folder = t.testdir();
  const games = { bananagrams: 'bananagrams', scrabble: 'random', boggle: 'boggle' } as const;
  const seeds = Array.from({ length: 10 }, (_, seed) => seed);
  for (const [game, player] of Object.entries(games)) {
    const store = join(folder, `${game}.db`);
    const options = game === 'boggle' ? ['--time', '300ms'] : [];
    const command = `wordhost player ${player}`;
    const words = [
      'compare',
      game,
      ...'--games 4 --seed 3'.split(' '),
      ...options,
      '--store',
      store,
      command,
      command,
    ];
    t.match(await run(words), { status: 0 });
    t.match(await say(['store', 'check', '--verify', store]), { status: 0 });
    const odd: string[] = [];
    let same = 0;
    for (const seed of seeds) {
      const path = join(folder, 'forged.db');
      copyFileSync(store, path);
      const { what, isSame } = forgeStore(path, seed);
      const { status, stdout, stderr } = await say(['store', 'check', '--verify', path]);
      if (isSame) same++;
      if (isSame ? status === 3 : status === 0 || status === 3)
        odd.push(`seed ${seed}: ${what}: status ${status}: ${stdout}${stderr}`);
      rmSync(path);
    }
    t.strictSame(odd, []);
    t.ok(same < seeds.length / 2, `${game}: ${same} changes change nothing`);
  }
});

t.test('stores of strangers: each command ends, says what is wrong, and takes little memory', async (t) => {
  await readCraftedStores(t, 1000, 16);
});
