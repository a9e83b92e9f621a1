import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import t from 'tap';
import { Leaving, type LeavingWatch } from '../../host/seats/process/ending.ts';
import { exitStatus } from '../../host/seats/process/launcher/started-command.ts';
import { freeInGroup, freeMemory, withAncestors } from '../../host/seats/process/limits/headroom.ts';
import { usageOf } from '../../host/seats/process/limits/usage.ts';
import { parsePs, until } from '../../host/seats/process/processes/player-processes.ts';
import { factsIn, hasProc, processFacts } from '../../host/seats/process/processes/proc.ts';

t.test('free memory', async (t) => {
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
});

t.test('stat file', async (t) => {
  /** Fields as the kernel writes them, from the pid to the first that nobody asks for. */
  function line({ name = 'sh', state = 'S', threads = 1, flags = 0x400100 } = {}): string {
    const times = '7 5 30 20';
    return `41 (${name}) ${state} 12 13 14 0 -1 ${flags} 90 0 0 0 ${times} 20 0 ${threads} 0 123456789 4096 18446744073709551615\n`;
  }

  function facts(text: string) {
    const bytes = Buffer.from(`${text}what an earlier file left in the buffer ) Z 1 2 3`, 'latin1');
    return factsIn(bytes, Buffer.byteLength(text, 'latin1'), 41);
  }

  t.test('the file of a process is read', async (t) => {
    t.same(facts(line()), {
      ...{ pid: 41, parent: 12, session: 14, threads: 1, start: 123456789 },
      ...{ living: true, exiting: false, cpuMs: 620, endedCpuMs: 500 },
    });
  });

  t.test('a name may hold what follows a name elsewhere', async (t) => {
    for (const name of ['a) Z 1 2', ')', '((', ') Z (', 'a b c d', '\xff\n'])
      t.match(facts(line({ name })), { parent: 12, start: 123456789, living: true }, JSON.stringify(name));
  });

  t.test('a zombie is not living, but for threads that go on without the first', async (t) => {
    for (const state of ['Z', 'X']) {
      t.match(facts(line({ state })), { living: false, exiting: true });
      t.match(facts(line({ state, threads: 2 })), { living: true, exiting: false, threads: 2 });
    }
    t.match(facts(line({ flags: 0x400104 })), { living: true, exiting: true });
  });
});

t.test('until', async (t) => {
  t.test('a wait whose time is over looks once, and sets no timer to a time that has passed', async (t) => {
    const timers = t.capture(globalThis, 'setTimeout', globalThis.setTimeout);
    let looks = 0;
    const look = () => {
      looks++;
      return false;
    };
    await until(look, performance.now() - 5, new Promise(() => {}));
    t.equal(looks, 1);
    const delays = timers().map(({ args }) => Number(args[1]));
    t.ok(delays.length > 0, 'it waits for news');
    for (const delay of delays) t.ok(delay >= 0, `${delay} ms`);
  });

  t.test('a wait ends as soon as it is true, and news of it is heard at once', async (t) => {
    let isTrue = false;
    const news = Promise.resolve().then(() => {
      isTrue = true;
    });
    await until(() => isTrue, Number.POSITIVE_INFINITY, news);
    t.ok(isTrue);
  });
});

t.test('leaving', async (t) => {
  type Looks = ReturnType<LeavingWatch['look']>;

  /** What is told of a player whose output has ended, and whose command ends with status 0 after so many looks, if at all. */
  async function causeOf(seen: readonly Looks[], endsAfter = Infinity): Promise<string> {
    const told = Promise.withResolvers<string>();
    let looks = 0;
    const leaving = new Leaving({
      output: { reads: 0, paused: false } as LeavingWatch['output'],
      clock: () => 0,
      look: () => {
        looks += 1;
        if (looks === endsAfter) queueMicrotask(() => leaving.commandEnded({ code: 0, signal: null }));
        return seen[looks - 1] ?? seen.at(-1)!;
      },
      tell: ({ cause }) => told.resolve(cause),
    });
    leaving.begin();
    leaving.outputEnded(0);
    return await told.promise;
  }

  t.test('a command that waits for a processor may be about to end', async (t) => {
    t.equal(await causeOf(['busy'], 3), 'exited');
    t.equal(await causeOf(['busy', 'busy', 'gone'], 4), 'exited');
  });

  t.test('a command that sleeps, or is busy for long, has closed its output', async (t) => {
    t.equal(await causeOf(['waiting'], 3), 'closed');
    t.equal(await causeOf(['busy', 'waiting'], 3), 'closed');
    t.equal(await causeOf(['busy']), 'closed');
  });

  t.test('a command that is gone, and of which nobody says how it ended, has crashed', async (t) => {
    t.equal(await causeOf(['gone']), 'crashed');
  });
});

t.test('processes that are gone have no figures', async (t) => {
  t.same(usageOf([]), { cpuMs: null, waitMs: null, maxRssKb: null });
  t.same(usageOf([{ pid: 2 ** 30 }]), { cpuMs: null, waitMs: null, maxRssKb: null });
});

t.test(
  'of a crowd of processes the waiting is not asked',
  { skip: !existsSync('/proc/self/schedstat') && 'this system does not count how long threads wait' },
  async (t) => {
    t.type(usageOf([{ pid: process.pid }]).waitMs, 'number');
    t.equal(usageOf(new Array(300).fill({ pid: process.pid })).waitMs, null);
  },
);

t.test('where there is no /proc the lines of ps are read', async (t) => {
  const rows = parsePs(
    [
      '    1     1 Ss   /sbin/launchd',
      '  501   500 S+   sh bot.sh PATH=/bin WORDHOST_GAME=g WORDHOST_SEAT=1 HOME=/',
      '  502   502 S    sh bot.sh WORDHOST_SEAT=12 WORDHOST_GAME=g',
      '  503   503 Z    (sh) WORDHOST_GAME=g WORDHOST_SEAT=1',
      '',
    ].join('\n'),
  );
  const environment = { WORDHOST_GAME: 'g', WORDHOST_SEAT: '1' };
  const slot = { pid: 8, start: undefined };
  const found = (marker: Parameters<(typeof rows)[0]['carries']>[0]) =>
    rows.filter((row) => row.carries(marker)).map(({ pid }) => pid);
  t.same(found({ environment, slot, leader: () => ({ pid: 9, start: undefined }) }), [501]);
  t.same(found({ environment: { NONE: '1' }, slot, leader: () => ({ pid: 502, start: undefined }) }), [502]);
});

t.test(
  'a process of a difficult name is read right',
  { skip: processFacts(process.pid) ? false : 'no /proc' },
  async (t) => {
    process.title = 'a) Z (b';
    const facts = processFacts(process.pid)!;
    t.match(facts, { pid: process.pid, living: true, exiting: false });
    t.ok(facts.cpuMs > 0 && facts.start > 0);
    t.equal(processFacts(2 ** 22 + 1), undefined);
  },
);

t.test('a status stands for a signal only where there is such a signal', async (t) => {
  t.same(exitStatus(0, null), { code: 0, signal: null });
  t.same(exitStatus(128, null), { code: 128, signal: null });
  t.same(exitStatus(255, null), { code: 255, signal: null });
  t.same(exitStatus(null, 'SIGTERM'), { code: null, signal: 'SIGTERM' });
  for (const [name, number] of Object.entries(constants.signals)) {
    const { code, signal } = exitStatus(128 + number, null);
    t.equal(code, null);
    t.equal(constants.signals[signal!], number, name);
  }
});
