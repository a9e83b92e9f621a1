import t from 'tap';
import { MOST_DEPTH, parseJson } from '../../host/core/parse-json.ts';

const lists = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

t.test('JSON goes so deep and no deeper', async (t) => {
  for (const nested of [lists, objects]) {
    t.same(parseJson(nested(MOST_DEPTH)), JSON.parse(nested(MOST_DEPTH)));
    for (const depth of [MOST_DEPTH + 1, 100_000])
      t.throws(() => parseJson(nested(depth)), {
        message: 'at most 100 lists and objects inside each other; there are more',
      });
  }
  t.equal(parseJson(`"${lists(1000)}"`), lists(1000), 'a text is no list');
  t.throws(() => parseJson('[1'), SyntaxError);
});
