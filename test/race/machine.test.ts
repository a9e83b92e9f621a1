import t from 'tap';
import { ownMs, readBusyMs, watchMachine } from '../../host/cli/commands/race/machine/look-at-machine.ts';
import { quota, readQuota } from '../../host/cli/commands/race/machine/quota.ts';

t.test('the quota of a control group is processors: what is granted of a period', async (t) => {
  t.equal(readQuota('50000 100000\n'), 0.5);
  t.equal(readQuota('200000 100000'), 2);
  for (const none of ['max 100000', '-1 100000', '', 'undefined undefined'])
    t.equal(readQuota(none), undefined, JSON.stringify(none));
  const here = quota();
  t.ok(here === null || here > 0, `here: ${here}`);
});

t.test('busy time is all but idle time and waiting for disks', async (t) => {
  t.equal(readBusyMs('cpu  1 2 4 1000 2000 8 16 0 0 0\ncpu0 9 9 9 9 9 9 9 9 9 9\n'), 310);
  t.equal(readBusyMs(''), undefined);
  t.equal(readBusyMs('cpu  1 2\n'), undefined);
});

t.test('a process is counted without what it has waited for, whatever its name', async (t) => {
  const fields = ['S', ...Array.from({ length: 10 }, () => '7'), '3', '4', '500', '600'];
  t.equal(ownMs(`12 (a) b) ${fields.join(' ')}`), 70);
  t.equal(ownMs(''), 0);
});

t.test('the machine is what it was between two looks', async (t) => {
  const { processors, loadBefore, loadAfter, busy } = watchMachine()();
  t.ok(processors >= 1);
  for (const load of [loadBefore, loadAfter]) t.type(load, 'number');
  t.ok(busy.length <= 3);
});
