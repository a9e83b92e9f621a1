import t from 'tap';
import { factsIn } from '../../host/seats/process/processes/stat-file.ts';

/** Fields as the kernel writes them, from the pid to the first that nobody asks for. */
function line({ name = 'sh', state = 'S', threads = 1, flags = 0x400100 } = {}): string {
  const times = '7 5 30 20';
  return `41 (${name}) ${state} 12 13 14 0 -1 ${flags} 90 0 0 0 ${times} 20 0 ${threads} 0 123456789 4096 18446744073709551615\n`;
}

function facts(text: string) {
  const bytes = Buffer.from(`${text}what an earlier file left in the buffer ) Z 1 2 3`, 'latin1');
  return factsIn(bytes, Buffer.byteLength(text, 'latin1'), 41);
}

t.test('the file of a process is read', (t) => {
  t.same(facts(line()), {
    ...{ pid: 41, parent: 12, session: 14, threads: 1, start: 123456789 },
    ...{ living: true, exiting: false, cpuMs: 620, endedCpuMs: 500 },
  });
  t.end();
});

t.test('a name may hold what follows a name elsewhere', (t) => {
  for (const name of ['a) Z 1 2', ')', '((', ') Z (', 'a b c d', '\xff\n'])
    t.match(facts(line({ name })), { parent: 12, start: 123456789, living: true }, JSON.stringify(name));
  t.end();
});

t.test('a zombie is not living, but for threads that go on without the first', (t) => {
  for (const state of ['Z', 'X']) {
    t.match(facts(line({ state })), { living: false, exiting: true });
    t.match(facts(line({ state, threads: 2 })), { living: true, exiting: false, threads: 2 });
  }
  t.match(facts(line({ flags: 0x400104 })), { living: true, exiting: true });
  t.end();
});
