import t from 'tap';
import { labelledTicks, ticksBetween } from '../../../../host/views/html/plots/ticks.ts';
import fc from '../../../support/laws.ts';

t.test('an axis has whole steps around all that is shown', async (t) => {
  t.same(ticksBetween(-13, 110).marks, [-50, 0, 50, 100, 150]);
  t.same(ticksBetween(301, 499).marks, [300, 350, 400, 450, 500]);
  t.same(ticksBetween(0.12, 0.13).marks, [0.12, 0.125, 0.13]);
  t.same(ticksBetween(7, 7).marks, [6, 8]);
  t.same(ticksBetween(0, 0).marks, [0, 0.2]);
});

t.test('a law: few marks, in order, around both ends', async () => {
  const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(value, fc.double({ min: 0.001, max: 1e6, noNaN: true }), (low, span) => {
      const { axis, marks } = ticksBetween(low, low + span);
      const isAround = axis[0] <= low + 1e-6 && axis[1] >= low + span - 1e-6;
      return (
        isAround && marks.length <= 8 && marks.every((at, index) => index === 0 || at > marks[index - 1]!)
      );
    }),
  );
});

t.test('labels that would touch are left out, each second, or more', async (t) => {
  const ticks = [0, 100, 200, 300, 400].map((at) => ({ at, label: at === 0 ? '0' : `${at} ms` }));
  const labelled = (scale: number) => labelledTicks(ticks, (at) => at * scale).map(({ at }) => at);
  t.same(labelled(1), [0, 100, 200, 300, 400]);
  t.same(labelled(0.43), [0, 200, 400], 'as on a page with long names');
  t.same(labelled(0.2), [0, 300]);
  t.same(labelled(0.01), [0]);
  t.same(
    labelledTicks([], (at) => at),
    [],
  );
});
