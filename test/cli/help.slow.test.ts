import t from 'tap';
import { allCommands } from '../docs/option-tables.ts';
import { tryExamples } from './help-examples.ts';

t.test('Each example in the help of a command does what it says', async (t) => {
  await tryExamples(t, await allCommands());
});
