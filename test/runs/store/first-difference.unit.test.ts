import t from 'tap';
import { firstDifference } from '../../../host/runs/store/first-difference.ts';
import fc from '../../support/laws.ts';

t.test('what differs first is named by its path', async (t) => {
  const before = { players: [{ name: 'a' }, { name: 'b', own: { cwd: '.' } }], seed: '1' };
  const changed = (now: unknown) => firstDifference(before, now);
  t.equal(changed({ seed: '1', players: [{ name: 'a' }, { own: { cwd: '.' }, name: 'b' }] }), undefined);
  t.same(changed({ ...before, seed: '2' }), { path: 'seed', before: '1', now: '2' });
  t.same(changed({ ...before, players: [{ name: 'a' }] }), {
    path: 'players[1]',
    before: before.players[1],
    now: undefined,
  });
  t.same(changed({ ...before, more: null }), { path: 'more', before: undefined, now: null });
  t.same(firstDifference({ a: [] }, { a: {} }), { path: 'a', before: [], now: {} });
  t.same(firstDifference(1, '1'), { path: '', before: 1, now: '1' });
});

t.test(
  'a value of JSON differs from itself in nothing, and from another one wherever the texts differ',
  async (t) => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const again: unknown = JSON.parse(JSON.stringify(one));
        const isSame = firstDifference(JSON.parse(JSON.stringify(one)), again) === undefined;
        const another: unknown = JSON.parse(JSON.stringify(other));
        return (
          isSame &&
          (firstDifference(again, another) === undefined) ===
            (JSON.stringify(again) === JSON.stringify(another))
        );
      }),
    );
    t.pass();
  },
);
