import t from 'tap';
import { readCraftedStores } from './stores-as-promised.ts';

t.test(
  'stores of strangers: each command ends, says what is wrong, and takes little memory',
  { timeout: 600_000 },
  async (t) => {
    await readCraftedStores(t, 0, 8);
  },
);
