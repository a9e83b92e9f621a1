import t from 'tap';
import { entriesOf } from '../../host/cli/playing/check-commands.ts';

t.test('equal names get a number, and no two players have the same name', async (t) => {
  const names = (commands: readonly string[], given: readonly string[] = []) =>
    entriesOf(commands, given).map(({ name }) => name);
  t.same(names(['./a', './a', './b', './a']), ['./a', './a #2', './b', './a #3']);
  t.same(names(['./a', './b', './c'], ['x', 'x']), ['x', 'x #2', './c']);
  t.same(names(['1', '2', '3'], ['x #2', 'x', 'x']), ['x #2', 'x', 'x #3']);
});
