import t from 'tap';
import { freeInGroup, freeMemory, withAncestors } from '../../host/seats/process/limits/free-memory.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';

t.test('a group with a limit has what is not used, and what the kernel gives up first', async (t) => {
  const stat = 'anon 100\ninactive_file 700\nactive_file 5\n';
  const v2 = t.testdir({ 'memory.max': '5000\n', 'memory.current': '2000\n', 'memory.stat': stat });
  t.equal(freeInGroup(v2, 'v2'), 3700);
  const v1 = t.testdir({
    'memory.limit_in_bytes': '5000\n',
    'memory.usage_in_bytes': '2000\n',
    'memory.stat': 'inactive_file 1\ntotal_inactive_file 40\n',
  });
  t.equal(freeInGroup(v1, 'v1'), 3040);
});

t.test('a group without a limit says nothing', async (t) => {
  const unlimited = t.testdir({ 'memory.max': 'max\n', 'memory.current': '2000\n' });
  t.equal(freeInGroup(unlimited, 'v2'), undefined);
  t.equal(freeInGroup(t.testdir({}), 'v2'), undefined);
});

t.test('the groups above it count too', async (t) => {
  t.same(withAncestors('/sys/fs/cgroup/a/b', '/sys/fs/cgroup'), [
    '/sys/fs/cgroup/a/b',
    '/sys/fs/cgroup/a',
    '/sys/fs/cgroup',
  ]);
});

t.test('the memory of this machine', { skip: !hasProc && 'there is no /proc' }, async (t) => {
  t.ok(freeMemory()! > 2 ** 20, `${freeMemory()}`);
});
