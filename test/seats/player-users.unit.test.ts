import { readFileSync } from 'node:fs';
import t from 'tap';
import { usersFor } from '../../host/seats/process/sandbox/player-users.ts';
import { allOf } from '../support/all-of.ts';

const all = '         0          0 4294967295\n';
const known = { idMap: all, names: 'root:x:0:0:root:/root:/bin/sh\n', ranges: '' };

t.test('hosts at once have users of their own', async (t) => {
  const [first, second] = [usersFor(1_000, known), usersFor(1_001, known)];
  t.equal(new Set([...first, ...second]).size, 64);
});

t.test('the users of the last process number there can be are still below 2^31', async (t) => {
  t.ok(Math.max(...usersFor(2 ** 22, known)) < 2 ** 31);
});

t.test('a number with a name on the machine, or in a range that is given away, is no player', async (t) => {
  const [first = 0, second, third] = usersFor(1_000, known);
  const named = `${known.names}somebody:x:${first}:100::/:/bin/sh\n`;
  t.equal(usersFor(1_000, { ...known, names: named })[0], second);
  t.equal(usersFor(1_000, { ...known, ranges: `somebody:${first}:2\n` })[0], third);
});

t.test('in a container with few numbers, players have some of these', async (t) => {
  const idMap = '         0     100000      65536\n';
  const few = usersFor(1_000, { ...known, idMap });
  t.equal(few.length, 32);
  t.ok(allOf(few, (id) => id >= 65_000 && id < 65_534));
  t.same(
    usersFor(1_000, { ...known, idMap: '0 1000 1\n' }),
    [65_534],
    'where there are none, they share nobody',
  );
});

t.test('no user of this machine has a number of players', async (t) => {
  const users = usersFor(process.pid, { ...known, names: '', ranges: '' });
  for (const id of users) t.notMatch(readFileSync('/etc/passwd', 'utf8'), `:${id}:`);
});
