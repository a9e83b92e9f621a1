import { join } from 'node:path';
import t from 'tap';
import { testPlay } from './play-contract.ts';

t.test('games on the site', async (t) => {
  testPlay(t, { name: 'SQLite', empty: async (t) => join(t.testdir(), 'wordhost.db') });
});
