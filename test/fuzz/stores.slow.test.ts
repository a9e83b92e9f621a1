import t from 'tap';
import { readCraftedStores } from './stores-as-promised.ts';

t.test(
  'stores of strangers: each command ends, says what is wrong, and takes little memory',
  { timeout: 1_750_000 },
  async (t) => {
    await readCraftedStores(t, 1000, 500);
  },
);
