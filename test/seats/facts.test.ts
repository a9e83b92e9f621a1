import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import t from 'tap';
import { version } from '../../host/core/version.ts';
import { Leaving, type LeavingWatch } from '../../host/seats/process/ending.ts';
import { freeInGroup, freeMemory, withAncestors } from '../../host/seats/process/limits/headroom.ts';
import { usageOf } from '../../host/seats/process/limits/usage.ts';
import {
  cachedHash,
  cacheHash,
  hashOf as fileHash,
  NamedFiles,
  pathsInCommand,
} from '../../host/seats/process/player-files.ts';
import { unstartable } from '../../host/seats/process/process-seats.ts';
import { until } from '../../host/seats/process/processes/player-processes.ts';
import { factsIn, hasProc } from '../../host/seats/process/processes/proc.ts';
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
import { programAlone } from '../../host/seats/process/start-command.ts';
import { explainFailure, firstWord, whyNotStarted } from '../../host/seats/process/why-not-started.ts';
import { allOf } from '../support/all-of.ts';

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

t.test('named files', async (t) => {
  const hashOf = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');

  /** Looks, and reads at once what was seen; between the two something may happen. */
  async function filesOf(command: string, folder: string, meanwhile = () => {}) {
    const files = new NamedFiles(command, folder);
    files.look();
    meanwhile();
    return await files.hashes();
  }

  t.test('what may be a file in a command: programs by a path, and all other words', async (t) => {
    const named = (command: string) => pathsInCommand(command, '/w', '/home/ada').map(({ path }) => path);
    for (const [command, ...paths] of [
      ['python3 bot.py', '/w/bot.py'],
      ['./bot --depth 3', '/w/bot', '/w/--depth', '/w/3'],
      ['java -jar "my bot.jar"', '/w/-jar', '/w/my bot.jar'],
      ['bot'],
      ['exec /opt/bot', '/w/exec', '/opt/bot'],
      ['MODEL=net.bin ../bot', '/w/MODEL=net.bin', '/w/net.bin', '/bot'],
      ['./bot --model=a/net.bin', '/w/bot', '/w/--model=a/net.bin', '/w/a/net.bin'],
      ['cd bots && node ~/one.mjs; ./two', '/home/ada/one.mjs', '/w/bots/two'],
      ['wordhost player random --level 1', '/w/--level', '/w/1'],
      [
        'A=b exec node dist/wordhost.js player greedy net.klv2',
        '/w/A=b',
        '/w/b',
        '/w/exec',
        '/w/dist/wordhost.js',
        '/w/net.klv2',
      ],
      ["sh -c 'wordhost player random'", '/w/-c', '/w/wordhost player random'],
      ['python3 player wordhost', '/w/player', '/w/wordhost'],
      ["sh -c 'cd x && ./bot' 2>log", '/w/-c', '/w/cd x && ./bot', '/w/x/bot'],
    ] as const)
      t.same(named(command), paths, command);
  });

  t.test('of each file that is there the hash is told, once, by its name in the command', async (t) => {
    const folder = t.testdir({
      'bot.py': 'print(1)\n',
      'my net.bin': 'net',
      bots: { 'one.mjs': '1' },
      player: 'of the folder',
      random: 'of the folder',
      link: t.fixture('symlink', 'bot.py'),
    });
    t.same(await filesOf(`python3 bot.py --net='my net.bin' ./bot.py bots none.py`, folder), [
      { file: 'bot.py', sha256: hashOf('print(1)\n') },
      { file: 'my net.bin', sha256: hashOf('net') },
    ]);
    t.same(await filesOf('./link', folder), [{ file: './link', sha256: hashOf('print(1)\n') }]);
    t.same(await filesOf('cd bots; node one.mjs', folder), [{ file: 'one.mjs', sha256: hashOf('1') }]);
    t.same(await filesOf('python3', folder), []);
    const wordhost = { file: 'wordhost', sha256: null, version };
    for (const [command, ...files] of [
      ['wordhost player random', wordhost],
      [
        'cd bots && exec wordhost player random --leave one.mjs',
        wordhost,
        { file: 'one.mjs', sha256: hashOf('1') },
      ],
      ['sh -c "wordhost player engine link"', wordhost, { file: 'link', sha256: hashOf('print(1)\n') }],
      ['echo wordhost player random'],
      ['./wordhost player random'],
    ] as const)
      t.strictSame(await filesOf(command, folder), files, command);
    t.same(await filesOf(`./bot \0 ${'x'.repeat(5000)}`, folder), [], 'what can be no path');
  });

  t.test('a file is what it was when it was looked at', async (t) => {
    const folder = t.testdir({ bot: 'one' });
    const path = join(folder, 'bot');
    const one = { file: './bot', sha256: hashOf('one') };
    t.same(await filesOf('./bot', folder), [one]);
    const known = await filesOf('./bot', folder, () => writeFileSync(path, 'two'));
    t.same(known, [one], 'it was read before, and nothing is read again');
    const changed = await filesOf('./bot', folder, () => writeFileSync(path, 'three'));
    t.same(changed, [{ file: './bot', sha256: null, problem: 'it changed during the game' }]);
    t.same(
      await filesOf('./bot', folder),
      [{ file: './bot', sha256: hashOf('three') }],
      'the next game has the next',
    );
    const other = join(folder, 'other');
    writeFileSync(other, 'four!');
    const replaced = await filesOf('./bot', folder, () => renameSync(other, path));
    t.same(replaced, [{ file: './bot', sha256: hashOf('three') }]);
    t.same(await filesOf('./bot', folder), [{ file: './bot', sha256: hashOf('four!') }]);
  });

  t.test('a file that cannot be read, or is very large, has no hash, and the reason is told', async (t) => {
    const folder = t.testdir({ large: '', hidden: 'x' });
    truncateSync(join(folder, 'large'), 2 ** 30 + 1);
    t.same(await filesOf('./large', folder), [
      { file: './large', sha256: null, problem: 'it is larger than 1 GiB' },
    ]);
    const gone = await filesOf('./hidden', folder, () =>
      renameSync(join(folder, 'hidden'), join(folder, 'y')),
    );
    const problem = 'cannot read it: no such file or folder (ENOENT)';
    t.same(gone, [{ file: './hidden', sha256: null, problem }]);
  });

  t.test('a large file is read beside all else', async (t) => {
    const folder = t.testdir({});
    const content = Buffer.alloc(30_000_000, 'weights of a net');
    writeFileSync(join(folder, 'net.bin'), content);
    let turns = 0;
    let isReading = true;
    const count = () => {
      turns++;
      if (isReading) setImmediate(count);
    };
    setImmediate(count);
    const files = await filesOf('python3 bot.py net.bin', folder);
    isReading = false;
    t.same(files, [{ file: 'net.bin', sha256: hashOf(content) }]);
    t.ok(turns > 30, `${turns} turns of the event loop`);
  });

  t.test('a command of many words is looked at in part', async (t) => {
    const folder = t.testdir(
      Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`f${index}`, 'x'])),
    );
    const words = Array.from({ length: 70 }, (_, index) => `f${index}`);
    t.equal((await filesOf(`cat ${words.join(' ')}`, folder)).length, 64);
  });

  t.test(
    'the hash of a large file is kept for other runs, in a folder of ours alone, while the file is the same',
    async (t) => {
      const folder = t.testdir({ cache: {} });
      const home = join(folder, 'cache');
      const path = join(folder, 'bot');
      const size = 4 * 2 ** 20;
      writeFileSync(path, Buffer.alloc(size, 'a'));
      const sha256 = hashOf(Buffer.alloc(size, 'a'));
      const state = (name: string) => ({ path, state: name, size });
      t.equal(cachedHash(home, state('1')), undefined, 'nothing is kept yet');
      t.same(await fileHash(path, statSync(path, { bigint: true }), home), { sha256 });
      const hashes = join(folder, 'cache/hashes');
      const [name = '', ...more] = readdirSync(hashes);
      t.same(more, []);
      t.match(readFileSync(join(hashes, name), 'utf8'), new RegExp(`^\\d+:.*\n${sha256}\n$`));

      cacheHash(home, state('1'), sha256);
      t.equal(cachedHash(home, state('1')), sha256);
      t.equal(cachedHash(home, state('2')), undefined, 'another state');
      t.equal(cachedHash(home, { ...state('1'), size: 10 }), undefined, 'a small file is read');
      cacheHash(home, state('2'), hashOf('other'));
      t.equal(cachedHash(home, state('1')), undefined, 'the last one of a path is kept');
      t.equal(readdirSync(hashes).length, 1);
      writeFileSync(join(hashes, name), '1\nno hash\n');
      t.equal(cachedHash(home, state('1')), undefined, 'what is no hash');
      cacheHash(home, state('1'), sha256);
      chmodSync(hashes, 0o777);
      t.equal(cachedHash(home, state('1')), undefined, 'others could write there');
      cacheHash(home, state('3'), sha256);
      t.match(readFileSync(join(hashes, name), 'utf8'), /^1\n/, 'nor is anything kept there');
    },
  );
});

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

t.test('program alone', async (t) => {
  const cwd = t.testdir({
    bot: '#!/bin/sh\n',
    text: 'a list\n',
    bin: { bot: '#!/bin/sh\n', 'a=b': '', '-x': '' },
  });
  for (const name of ['bot', 'bin/bot', 'bin/a=b', 'bin/-x']) chmodSync(join(cwd, name), 0o755);
  const place = { shell: '/bin/sh', cwd, isHidden: false };

  t.test('a program by its path, with plain words, needs no shell', async (t) => {
    t.same(programAlone('./bot', place), ['./bot']);
    t.same(programAlone(`${cwd}/bot`, { ...place, cwd: undefined }), [`${cwd}/bot`]);
    t.same(programAlone(' bin/bot  --depth=3 -v a:b,c@d+e%f ', place), [
      'bin/bot',
      '--depth=3',
      '-v',
      'a:b,c@d+e%f',
    ]);
  });

  t.test('all else is for the shell', async (t) => {
    const commands = [
      ['a name', 'bot'],
      ['a name of the shell itself', 'echo ./bot'],
      ['a variable', 'A=b/c ./bot'],
      ['a file that looks like one', 'bin/a=b'],
      ['an option of env', '-x/../bot'],
      ...[
        ';',
        '&',
        '|',
        '<',
        '>',
        '(',
        ')',
        '$',
        '`',
        '\\',
        '"',
        "'",
        '\n',
        '\t',
        '*',
        '?',
        '[',
        ']',
        '#',
        '~',
        '{',
        '}',
        '!',
        '^',
        'é',
        '\0',
      ].map((character) => ['a character that may mean something', `./bot a${character}b`]),
      ['nothing', ''],
      ['spaces', '  '],
      ['a file that may not be executed', './text'],
      ['a file that is not there', './nothing'],
      ['a folder', './bin'],
    ] as const;
    for (const [what, command] of commands)
      t.equal(programAlone(command!, place), undefined, `${what}: ${command}`);
  });

  t.test(
    'another shell is asked, and so is any where the program may be hidden from the player',
    async (t) => {
      t.equal(programAlone('./bot', { ...place, shell: '/bin/bash' }), undefined);
      t.equal(programAlone('./bot', { ...place, isHidden: true }), undefined);
    },
  );
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

t.test('why not started', async (t) => {
  const cwd = t.testdir({
    programs: { python3: '#!/bin/sh\n', java: '#!/bin/sh\n' },
    folder: {},
    'my bots': { 'bot.py': '' },
    mybot: { 'player.py': '', 'words.py': '' },
    packed: { '__main__.py': '' },
    'p.cpp': 'int main() {}\n',
    'Bot.java': '',
    'Made.java': '',
    'Made.class': '',
    'bot.py': 'print("hi")\n',
    'bot.rb': '#!/usr/bin/env ruby\n',
    words: 'a list\n',
    'it has spaces.py': 'print("hi")\n',
    x: {
      'bot.py': 'print("hi")\n',
      'windows.py': '#!/usr/bin/env python3\r\nprint("hi")\r\n',
      absent: '#!/usr/bin/nosuch\n',
      unnamed: '#!/usr/bin/env -S X=1 nosuchruby -w\n',
      fine: '#!/bin/sh\n',
      marked: '\ufeff#!/bin/sh\n',
      notes: 'some text\n',
      'lines.sh': 'exit 2\n',
      'it is.rs': 'fn main() {}\n',
      'tool.go': '#!/bin/sh\n',
      'built.c': '\0\0',
      binary: '\0\0',
      'windows.exe': 'MZ\x90\0',
      noise: 'a\x01\x02\n',
    },
  });
  for (const name of ['python3', 'java']) chmodSync(join(cwd, 'programs', name), 0o755);
  for (const name of [
    'it is.rs',
    'tool.go',
    'built.c',
    'bot.py',
    'windows.py',
    'absent',
    'unnamed',
    'fine',
    'marked',
    'notes',
    'lines.sh',
    'binary',
    'windows.exe',
    'noise',
  ])
    chmodSync(join(cwd, 'x', name), 0o755);

  symlinkSync('nowhere', join(cwd, 'dangling'));
  symlinkSync('ring', join(cwd, 'ring'));
  symlinkSync('x/notes', join(cwd, 'linked'));
  /** An ELF file for another processor than this one, whatever this one is; written as Linux on Alpha would. */
  const alpha = Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(57)]);
  alpha.writeUInt16LE(0x9026, 18);
  writeFileSync(join(cwd, 'x/alpha'), alpha, { mode: 0o755 });
  writeFileSync(join(cwd, 'x/part'), '\x7fELF\x02\x01', { mode: 0o755 });
  writeFileSync(join(cwd, 'x/mac'), Buffer.from('cffaedfe07000001', 'hex'), { mode: 0o755 });

  // The first folder of the PATH cannot be looked into, even by root, and does not hide the second.
  const path = [join(cwd, 'ring'), join(cwd, 'programs')].join(delimiter);
  const failed = { cwd, path, hides: undefined };

  const told: readonly (readonly [command: string, code: number, says: string | undefined])[] = [
    [
      'bot.py',
      127,
      'the shell looks for bot.py only on the PATH, but the file is in the working directory: use python3 ./bot.py',
    ],
    [
      'bot.rb --fast',
      127,
      'the shell looks for bot.rb only on the PATH, but the file is in the working directory: chmod +x ./bot.rb, then ./bot.rb, or use ruby ./bot.rb',
    ],
    ['python', 127, 'cannot find the program python on the PATH; did you mean python3?'],
    ['nosuch bot', 127, 'cannot find the program nosuch on the PATH'],
    ['./bto.py', 127, `cannot find the file ./bto.py in ${cwd}; did you mean bot.py?`],
    ['/nosuch/at/all', 127, 'cannot find the file /nosuch/at/all'],
    ['./folder', 126, './folder is a folder. Name the program in it'],
    ['./bot.py', 126, './bot.py is not executable: use python3 ./bot.py'],
    ['./bot.rb', 126, './bot.rb is not executable: chmod +x ./bot.rb, then ./bot.rb, or use ruby ./bot.rb'],
    [
      './words',
      126,
      './words is not executable: add a first line such as #!/usr/bin/env python3, then chmod +x ./words',
    ],
    ["'./it has spaces.py'", 126, "./it has spaces.py is not executable: use python3 './it has spaces.py'"],
    [
      'x/windows.py',
      127,
      "the first line of x/windows.py ends with a Windows line ending. Remove it: sed -i 's/\\r$//' x/windows.py",
    ],
    ['exec x/absent', 127, 'the first line of x/absent names /usr/bin/nosuch, which does not exist'],
    ['LEVEL=3 x/unnamed', 127, 'the first line of x/unnamed names nosuchruby, which is not on the PATH'],
    ['x/fine', 127, 'x/fine was found, but something that it needs was not found. See its standard error'],
    [
      'x/fine',
      126,
      'cannot execute x/fine: its folder is not accessible, or its file system is mounted noexec',
    ],
    ['x/fine', 3, undefined],
    [
      'python3 bot.py',
      127,
      'python3 was found, but something that it needs was not found. See its standard error',
    ],
    [
      'python3 bot.py',
      126,
      'python3 was found, but something that it calls could not be executed. See its standard error',
    ],
    ['python3 bot.py', 2, undefined],
    [
      'x/marked',
      127,
      "x/marked begins with a byte order mark, so the system cannot read its first line. Remove it: sed -i '1s/^\\xef\\xbb\\xbf//' x/marked",
    ],
    [
      'x/bot.py',
      2,
      'x/bot.py has no #! line, so the shell ran it as a shell script. Add the first line #!/usr/bin/env python3, or use python3 x/bot.py',
    ],
    [
      'x/notes',
      127,
      'x/notes has no #! line, so the shell ran it as a shell script. Add a first line such as #!/usr/bin/env python3',
    ],
    ['x/lines.sh', 2, undefined],
    [
      'x/binary',
      126,
      'cannot execute x/binary: it is a program for another system or processor, or its file system is mounted noexec',
    ],
    [
      'x/binary',
      127,
      'x/binary is neither a program for this system nor a script. Build it again, or start the command with its interpreter',
    ],
    [
      'x/noise',
      127,
      'x/noise is neither a program for this system nor a script. Build it again, or start the command with its interpreter',
    ],
    ['x/binary', 1, undefined],
    ['x/windows.exe', 127, 'x/windows.exe is a program for Windows (PE). Build it for this machine'],
    ['x/mac', 127, 'x/mac is a program for macOS (Mach-O). Build it for this machine'],
    [
      'x/alpha',
      2,
      'x/alpha is a program for another processor (ELF, number 36902). Build it for this machine',
    ],
    ['x/part', 2, 'x/part is incomplete. Build it or copy it again'],
    ['./dangling', 127, './dangling is a link to nowhere, which does not exist'],
    ['./ring', 126, './ring is a link to itself'],
    [
      './linked',
      127,
      './linked has no #! line, so the shell ran it as a shell script. Add a first line such as #!/usr/bin/env python3',
    ],
    ['./p.cpp', 126, './p.cpp is source code. Compile it: g++ -O2 -o ./p ./p.cpp, then use ./p'],
    ['p.cpp --deep', 127, 'p.cpp is source code. Compile it: g++ -O2 -o ./p ./p.cpp, then use ./p'],
    [
      "'x/it is.rs'",
      2,
      "x/it is.rs is source code. Compile it: rustc -O -o 'x/it is' 'x/it is.rs', then use 'x/it is'",
    ],
    ['x/tool.go', 1, undefined],
    ['x/built.c', 1, undefined],
    [
      'java Bot',
      1,
      'java Bot needs Bot.class, but only Bot.java is there. Compile it: javac Bot.java, or use java Bot.java',
    ],
    ['java -Xmx1g Made', 1, undefined],
    ['java -cp out Bot', 1, undefined],
    ['java game.Bot', 1, undefined],
    [
      './my bots/bot.py --fast',
      127,
      "the path ./my bots/bot.py has a space: put it in quotes of its own inside the command: './my bots/bot.py' --fast",
    ],
    [
      'my bots/bot.py',
      127,
      "the path my bots/bot.py has a space: put it in quotes of its own inside the command: 'my bots/bot.py'",
    ],
    [
      'A=1 python3 -u my bots/bot.py',
      2,
      "the path my bots/bot.py has a space: put it in quotes of its own inside the command: A=1 python3 -u 'my bots/bot.py'",
    ],
    ['mybot', 127, 'mybot is a folder. Name the program in it: python3 mybot/player.py'],
    ['./mybot', 126, './mybot is a folder. Name the program in it: python3 mybot/player.py'],
    ['python3 mybot', 1, 'mybot is a folder. Name the program in it: python3 mybot/player.py'],
    ['python3 packed', 1, undefined],
    ['python3 bto.py', 2, `cannot find the file bto.py in ${cwd}; did you mean bot.py?`],
    ['python3 -m bto', 1, undefined],
    ['python3 -c bto', 1, undefined],
    ['python3 "$BOT"', 1, undefined],
    ['exit 127', 127, undefined],
    ['cd x && ./nosuch', 127, undefined],
    ['"$BOT"', 127, undefined],
  ];

  t.test('a command that could not be started: what is wrong with its program, and what to do', async (t) => {
    for (const [command, code, says] of told)
      t.equal(whyNotStarted({ ...failed, command, code }), says, `${command}, status ${code}`);
  });

  t.test(
    'the program of a command is its first word where the shell has nothing to do but start it',
    async (t) => {
      const words: readonly (readonly [string, string | undefined])[] = [
        ['./bot --fast', './bot'],
        [' exec  A=1 B= ./bot', './bot'],
        [`'it is' "so"`, 'it is'],
        ['"it is" so', 'it is'],
        ['./bot 2>/dev/null', './bot'],
        ['./bot | cat', undefined],
        ['./bot; ./other', undefined],
        ['(./bot)', undefined],
        ['$BOT', undefined],
        ['`which bot`', undefined],
        ['~/bot', undefined],
        ['', undefined],
      ];
      for (const [command, word] of words) t.equal(firstWord(command), word, command);
    },
  );

  t.test('under strict, what is as it should be outside may be hidden inside', async (t) => {
    const hidden = { ...failed, hides: (path: string) => path.startsWith(`${cwd}/y/`) };
    const gone = { cause: 'crashed', code: 127, signal: null } as const;
    const told = (command: string) => explainFailure(gone, { ...hidden, command }, false).problem;
    t.match(told('x/fine'), /^under --sandbox strict .*--readable DIR/);
    t.match(told('x/absent'), /names \/usr\/bin\/nosuch/);
    const outside = { ...failed, hides: (path: string) => path === join(cwd, 'x', 'notes') };
    const failing = { ...outside, command: 'python3 -u x/fine x/notes' };
    const says = `--sandbox strict hides x/notes from the player. To show it, use --readable ${join(cwd, 'x')}`;
    for (const code of [1, 2, 127]) t.equal(explainFailure({ ...gone, code }, failing, false).problem, says);
    t.equal(explainFailure({ ...gone, code: 2 }, failing, true).problem, undefined);
    t.equal(
      explainFailure({ ...gone, code: 2 }, { ...outside, command: 'python3 x/fine' }, false).problem,
      undefined,
    );
  });

  t.test('a player that ends later, or with a reason of its own, is not explained', async (t) => {
    const crashed = { cause: 'crashed', code: 2, signal: null } as const;
    const failing = { ...failed, command: 'x/bot.py' };
    t.match(explainFailure(crashed, failing, false).problem, /no #! line/);
    t.equal(explainFailure(crashed, failing, true), crashed);
    const named = { ...crashed, code: 127, problem: 'a reason' };
    t.equal(explainFailure(named, failing, false), named);
    const exited = { cause: 'exited', code: 0, signal: null } as const;
    t.equal(explainFailure(exited, failing, false), exited);
  });

  t.test('a folder that is gone, or is none, is named in words', async (t) => {
    const why = (folder: string) => unstartable('./bot', { broken: undefined }, join(cwd, folder));
    t.equal(why('none'), `cannot enter the folder ${cwd}/none (--cwd): no such file or folder (ENOENT)`);
    t.equal(
      why('words/x'),
      `cannot enter the folder ${cwd}/words/x (--cwd): a part of its path is not a folder (ENOTDIR)`,
    );
    t.equal(why('folder'), undefined);
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
