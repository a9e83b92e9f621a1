import { existsSync, readFileSync } from 'node:fs';
import t from 'tap';
import { usersFor } from '../../host/seats/process/sandbox/sandbox.ts';
import { knownProcessors, seccompFilter } from '../../host/seats/process/sandbox/seccomp-filter.ts';
import {
  allowedCalls,
  argumentRules,
  type CallTable,
  calledUnknown,
  callNumbers,
  callTables,
  networkCalls,
} from '../../host/seats/process/sandbox/system-calls.ts';
import { allOf } from '../support/all-of.ts';

t.test('player users', async (t) => {
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
});

t.test('seccomp filter', async (t) => {
  type Answer = 'allowed' | 'EPERM' | 'ENOSYS' | `0x${string}`;

  /** What the kernel would answer: a second reading of the same program, of as many operations as it has. */
  function asked(filter: Buffer, architecture: number, number: number, ...words: readonly number[]): Answer {
    const data = Buffer.alloc(64);
    data.writeUInt32LE(number >>> 0, 0);
    data.writeUInt32LE(architecture, 4);
    for (const [index, word] of words.entries()) data.writeUInt32LE(word >>> 0, 16 + 8 * index);
    let loaded = 0;
    for (let at = 0; ; at++) {
      const code = filter.readUInt16LE(8 * at);
      const value = filter.readUInt32LE(8 * at + 4);
      const skip = (isSo: boolean) => filter.readUInt8(8 * at + (isSo ? 2 : 3));
      if (code === 0x20) loaded = data.readUInt32LE(value);
      else if (code === 0x54) loaded = (loaded & value) >>> 0;
      else if (code === 0x15) at += skip(loaded === value);
      else if (code === 0x35) at += skip(loaded >= value);
      else if (code === 0x45) at += skip((loaded & value) !== 0);
      else if (code === 0x05) at += value;
      else if (code === 0x06) return answers.get(value) ?? `0x${value.toString(16)}`;
      else throw new Error(`operation ${code} at ${at}`);
    }
  }

  const answers = new Map<number, Answer>([
    [0x7fff0000, 'allowed'],
    [0x00050001, 'EPERM'],
    [0x00050026, 'ENOSYS'],
  ]);

  const X32 = 0x40000000;
  interface Asked {
    readonly table: CallTable;
    readonly architecture: number;
    readonly marked: number;
    readonly filter: Buffer;
    readonly withNetwork: Buffer;
  }

  /** Each with the filter of the processor that it is, or is a relative of. */
  function machine(processor: string, architecture: number, table: CallTable, marked = 0): Asked {
    const [filter, withNetwork] = [seccompFilter(false, processor), seccompFilter(true, processor)];
    return { table, architecture, marked, filter, withNetwork };
  }

  const machines = [
    machine('x64', 0xc000003e, 'x86-64'),
    machine('x64', 0xc000003e, 'x32', X32),
    machine('x64', 0x40000003, 'i386'),
    machine('ia32', 0xc000003e, 'x86-64'),
    machine('arm64', 0xc00000b7, 'generic'),
    machine('arm64', 0x40000028, 'arm'),
    machine('arm', 0xc00000b7, 'generic'),
    machine('riscv64', 0xc00000f3, 'generic'),
  ];
  const withRule = argumentRules.flatMap(({ calls }) => calls);

  t.test('each call of each processor is answered as the list says', async (t) => {
    for (const { architecture, table, marked, filter, withNetwork } of machines) {
      const wrong: string[] = [];
      for (const [call, number] of callNumbers(table)) {
        if (withRule.includes(call)) continue;
        const listed = allowedCalls.includes(call)
          ? 'allowed'
          : calledUnknown.includes(call)
            ? 'ENOSYS'
            : 'EPERM';
        const withIt = networkCalls.includes(call) ? 'allowed' : listed;
        if (call !== 'socket' && asked(filter, architecture, marked + number) !== listed) wrong.push(call);
        if (asked(withNetwork, architecture, marked + number) !== withIt) wrong.push(call);
      }
      t.same(wrong, [], table);
      t.ok(callNumbers(table).size > 300, table);
    }
  });

  t.test('a call that no table knows does not exist', async (t) => {
    for (const { architecture, table, marked, filter } of machines) {
      const known = new Set(callNumbers(table).values());
      for (const number of [470, 600, 5_000, 0x3fffffff])
        if (!known.has(number))
          t.equal(asked(filter, architecture, marked + number), 'ENOSYS', `${table} ${number}`);
      t.equal(asked(filter, architecture, -1), 'ENOSYS', table);
      t.equal(asked(filter, 0x80000015, 1), 'ENOSYS', 'of a processor that is not on the list');
    }
    t.equal(asked(seccompFilter(true, 'x64'), 0xc00000b7, 63), 'ENOSYS', 'of one that is no relative');
    t.ok(knownProcessors.includes('x64') && knownProcessors.includes('arm64'));
    t.notOk(knownProcessors.includes('ppc64'));
  });

  t.test('arguments decide where the list says so', async (t) => {
    for (const { architecture, table, marked, filter, withNetwork } of machines) {
      const numbers = callNumbers(table);
      const ask = (call: string, ...words: number[]) =>
        numbers.has(call) ? asked(filter, architecture, marked + numbers.get(call)!, ...words) : undefined;
      const THREAD = 0x3d0f00;
      t.equal(ask('clone', THREAD), 'allowed');
      t.equal(ask('clone', 0x1200011), 'allowed', 'fork');
      for (const namespace of [
        0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000,
      ]) {
        t.equal(ask('clone', namespace | 17), 'EPERM', 'a new namespace');
        t.equal(ask('unshare', namespace), 'EPERM', 'a new namespace');
      }
      t.equal(ask('unshare', 0x80), 'EPERM', 'a namespace of time');
      t.equal(ask('unshare', 0x400), 'allowed', 'a table of descriptors');
      t.equal(ask('fcntl', 3, 1024) ?? 'EPERM', 'EPERM', 'a lease');
      t.equal(ask('fcntl', 1024, 3) ?? 'allowed', 'allowed');
      t.equal(ask('fcntl64', 3, 1024) ?? 'EPERM', 'EPERM', 'a lease');
      t.equal(ask('ioctl', 0, 0x5412), 'EPERM', 'to type at a terminal');
      t.equal(ask('ioctl', 0, 0x5401), 'allowed', 'to ask for one');
      t.equal(ask('personality', 0xffffffff), 'allowed');
      t.equal(ask('personality', 0x400000), 'EPERM');
      t.equal(ask('sched_setscheduler', 0, 3), 'allowed', 'batch work, which it is');
      for (const otherClass of [0, 1, 2, 5, 6, 7, 0x40000000, 0x40000003])
        t.equal(ask('sched_setscheduler', 3, otherClass), 'EPERM', 'another class');
      for (const family of [1, 2, 10]) t.equal(ask('socket', family), 'allowed');
      for (const family of [0, 3, 16, 17, 31, 38, 40]) t.equal(ask('socket', family), 'EPERM');
      t.equal(asked(withNetwork, architecture, marked + numbers.get('socket')!, 40), 'allowed');
    }
  });

  t.test('each name on the list is that of a call', async (t) => {
    const names = new Set(callTables.flatMap((table) => [...callNumbers(table).keys()]));
    const listed = [...allowedCalls, ...withRule, ...networkCalls, ...calledUnknown];
    t.same(
      listed.filter((call) => !names.has(call)),
      [],
    );
    t.equal(new Set(listed).size, listed.length);
  });

  t.test('what reaches beyond a player, or changes its share of the processors, is on no list', async (t) => {
    const beyond =
      'io_uring_setup io_uring_enter io_uring_register io_setup add_key request_key keyctl bpf perf_event_open userfaultfd ' +
      'mount umount2 pivot_root move_mount open_tree fsopen fsmount fspick mount_setattr setns chroot kexec_load kexec_file_load ' +
      'init_module finit_module delete_module ptrace process_vm_readv process_vm_writev pidfd_getfd open_by_handle_at ' +
      'sched_setscheduler sched_setparam sched_setattr setpriority nice ioprio_set reboot swapon settimeofday clock_settime';
    for (const call of beyond.split(' ')) t.notOk(allowedCalls.includes(call), call);
  });

  /** The numbers in a header of this machine. */
  function numbersIn(path: string): Map<string, number> {
    const lines = readFileSync(path, 'utf8').matchAll(
      /^#define __NR_(\w+)\s+\(?(?:__X32_SYSCALL_BIT \+ )?(\d+)\)?$/gm,
    );
    return new Map([...lines].map(([, name, number]) => [name!, Number(number)]));
  }

  const HEADERS = '/usr/include/x86_64-linux-gnu/asm';
  const LAST = 469;

  for (const [table, name] of [
    ['x86-64', 'unistd_64.h'],
    ['x32', 'unistd_x32.h'],
    ['i386', 'unistd_32.h'],
  ] as const) {
    const path = `${HEADERS}/${name}`;
    t.test(
      `the numbers of ${table} are those of ${name}`,
      { skip: !existsSync(path) && 'no such header here' },
      async (t) => {
        const header = [...numbersIn(path)].filter(([, number]) => number <= LAST || table === 'x32');
        t.ok(header.length > 300);
        const ours = callNumbers(table);
        t.same(
          header.filter(([call, number]) => ours.get(call) !== number),
          [],
        );
      },
    );
  }

  const GENERIC = '/usr/include/asm-generic/unistd.h';
  t.test(
    'the numbers of the generic table are those of its header',
    { skip: !existsSync(GENERIC) && 'no such header here' },
    async (t) => {
      // Of machines of 32 bits, and what is no call.
      const others =
        /^(syscalls|arch_specific_syscall|sync_file_range2|.*_time64|clock_.*64|timer_.*64|timerfd_.*64)$/;
      const header = [...numbersIn(GENERIC)].filter(([call, number]) => number <= LAST && !others.test(call));
      t.ok(header.length > 250);
      const ours = callNumbers('generic');
      t.same(
        header.filter(([call, number]) => ours.get(call) !== number),
        [],
      );
    },
  );
});
