import t from 'tap';

t.test('match() compares whole lists', async (t) => {
  t.notMatch([1], []);
  t.notMatch([1], [1, 2]);
  t.notMatch({ rows: [1, 2] }, { rows: [1] });
  t.notMatch([{ row: [1, 2] }], [{ row: [] }]);
  t.match({ rows: [{ name: 'ada', points: 1 }, 'text'], more: 1 }, { rows: [{ points: 1 }, /ex/] });
});
