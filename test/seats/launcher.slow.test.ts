import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { HostFailure } from '../../host/core/host-failure.ts';
import { exportLines, quoted } from '../../host/files/shell-words.ts';
import { exitStatus } from '../../host/seats/process/launcher/exit-status.ts';
import { Launcher } from '../../host/seats/process/launcher/launcher.ts';
import type { PipeNames } from '../../host/seats/process/launcher/launcher-script.ts';
import { Lifeline } from '../../host/seats/process/launcher/lifeline.ts';
import { openEnds, orders, type Slot } from '../../host/seats/process/launcher/slot.ts';
import { launcherFor } from '../../host/seats/process/launcher/this-run.ts';
import {
  lacksOption,
  learnOptions,
  supportsOption,
  tryProgram,
} from '../../host/seats/process/launcher/trial.ts';
import { excessOffence } from '../../host/seats/process/limits/excess.ts';
import { packed, unpack } from '../../host/seats/process/packed-environment.ts';
import { LastBytes } from '../../host/seats/process/pipes/last-bytes.ts';
import { prefixedLines, stderrSink } from '../../host/seats/process/pipes/stderr-sink.ts';
import { playerEnvironment } from '../../host/seats/process/player-environment.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { parsePs } from '../../host/seats/process/processes/marked.ts';
import { signal } from '../../host/seats/process/processes/player-processes.ts';
import { allPids, hasProc, processFacts, readProc } from '../../host/seats/process/processes/proc.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { resultsOf, run, start, until as until2 } from '../cli/wordhost.ts';
import { type Arena, arenaFor } from '../misbehaviour/arena.ts';
import { noCompiler } from '../misbehaviour/compiled.ts';
import { levelsHere, type TriedLevel } from '../misbehaviour/levels.ts';
import { whoTests } from '../misbehaviour/users.ts';
import { hostingFor, seatOne, sit, triedLevels, until } from './sitting.ts';

t.test('launcher', async (t) => {
  /** In a namespace of processes its first one says which number comes next. */
  const alone = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const setsNumber = 'echo 300 >/proc/sys/kernel/ns_last_pid';
  const noNumbers =
    spawnSync('unshare', [...alone, 'sh', '-c', setsNumber]).status !== 0 &&
    'no namespace can be made here in which the numbers of processes can be chosen';

  function closeAll({ input, output, errors, reports }: Slot): void {
    for (const end of [input, output, errors, reports]) closeSync(end);
  }

  const buffer = Buffer.alloc(65_536);

  /** What comes out of a pipe that is never blocked on. */
  async function textOf(descriptor: number, whole: number | ((text: string) => boolean)): Promise<string> {
    let text = '';
    await until(
      () => {
        try {
          text += buffer.toString('latin1', 0, readSync(descriptor, buffer));
        } catch {}
        return typeof whole === 'number' ? text.length >= whole : whole(text);
      },
      () => `all that a slot says: ${text.slice(-200)}`,
    );
    return text;
  }

  const kinds: readonly PipeNames[] = hasProc ? ['none', 'private folder'] : ['private folder'];

  for (const names of kinds)
    t.test(`a launcher whose pipes have names: ${names}`, async (t) => {
      const launcher = await Launcher.start([], [names]);
      t.equal(launcher.names, names);
      t.ok(launcher.lives);

      await t.test('a slot does what it is told, on pipes of its own', async (t) => {
        const slots = await Promise.all([launcher.slot(), launcher.slot(), launcher.slot()]);
        const lifelines = slots.map(({ lifeline }) => new Lifeline(lifeline));
        for (const [index, slot] of slots.entries()) {
          const out = `1>${quoted(`${slot.prefix}5`)}`;
          lifelines[index]!.write(
            orders([`(read x; echo "${index} heard $x") <&4 ${out}`, 'echo done >&8'], slot),
          );
        }
        for (const [index, slot] of slots.entries()) {
          writeSync(slot.input, `word ${index}\n`);
          t.equal(await textOf(slot.output, 14), `${index} heard word ${index}\n`);
          t.equal(await textOf(slot.reports, 5), 'done\n');
          slot.release();
        }
        for (const lifeline of lifelines) lifeline.close();
        for (const slot of slots) closeAll(slot);
      });

      await t.test('orders may be larger than a pipe', async (t) => {
        const slot = await launcher.slot();
        const lifeline = new Lifeline(slot.lifeline);
        const long = 'x'.repeat(300_000);
        lifeline.write(orders([`long=${quoted(long)}`, 'printf %s "$long" | wc -c >&8'], slot));
        t.equal(await textOf(slot.reports, 7), '300000\n');
        lifeline.close();
        slot.release();
        closeAll(slot);
      });

      await t.test('a slot whose lifeline ends before it is told anything ends, too', async (t) => {
        const slot = await launcher.slot();
        closeSync(slot.lifeline);
        t.ok((await launcher.statusOf(slot))! < 2);
        slot.release();
        closeAll(slot);
      });

      await t.test('no pipe has a name when its slot may run a command', async (t) => {
        const slot = await launcher.slot();
        slot.release();
        t.equal(existsSync(slot.prefix) && !slot.prefix.startsWith('/proc/'), false);
        closeSync(slot.lifeline);
        closeAll(slot);
      });

      await t.test(
        'a slot that has ended is forgotten, and leaves no zombie',
        { skip: !hasProc && 'no /proc' },
        async (t) => {
          const before = readdirSync('/proc/self/fd').length;
          for (let round = 0; round < 50; round++) {
            const slot = await launcher.slot();
            slot.release();
            closeSync(slot.lifeline);
            closeAll(slot);
            launcher.forget(slot);
            await until(
              () => processFacts(slot.pid) === undefined,
              () => 'the slot to go',
            );
          }
          t.equal(readdirSync('/proc/self/fd').length, before);
        },
      );

      launcher.end();
      await sleep(1);
      t.notOk(launcher.lives);
      await t.rejects(launcher.slot(), /has ended/);
    });

  t.test(
    'no slot is waited for in the place of one that had its number before',
    { skip: noNumbers },
    async (t) => {
      const program = join(import.meta.dirname, 'reuses-numbers.ts');
      const node = [process.execPath, '--conditions=wordhost-source', program];
      const bounds = { timeout: 60_000, killSignal: 'SIGKILL' } as const;
      const { stdout } = await promisify(execFile)('unshare', [...alone, ...node], bounds);
      t.equal(
        stdout,
        [
          'a number that another slot has by now: the next one starts true',
          'its status is not known undefined',
          'a number that a slot gets meanwhile: not known undefined, the next one starts true',
          'the new ones are waited for\n',
        ].join('\n'),
      );
    },
  );

  t.test('an environment arrives as it was, whatever is in it', async (t) => {
    const launcher = await Launcher.start([]);
    const environment = {
      EMPTY: '',
      QUOTES: `it's "a" \\ $HOME \`x\``,
      LINES: 'one\ntwo\n\n',
      LONG: `${"ü'".repeat(20_000)}`,
      wordhost_n: 'mine',
      all: 'mine, too',
      'not.a.name': 'left out',
      UID: 'a shell of its own kind would end',
    };
    const { chunks, list } = packed(exportLines(environment).join('\n'));
    t.ok(Object.keys(chunks).length > 1);
    const slot = await launcher.slot();
    const lifeline = new Lifeline(slot.lifeline);
    const inner = `${unpack('$1')}\nenv -0 >&8; printf 'the end' >&8`;
    lifeline.write(
      orders([...exportLines(chunks), `exec /bin/sh -c ${quoted(inner)} inner ${quoted(list)}`], slot),
    );
    const text = await textOf(slot.reports, (all) => all.endsWith('the end'));
    const found = Object.fromEntries(
      Buffer.from(text, 'latin1')
        .toString('utf8')
        .split('\0')
        .map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]),
    );
    const { 'not.a.name': _, UID: __, ...expected } = environment;
    t.match(found, expected);
    t.same(
      Object.keys(found).filter((name) => /^wordhost_/.test(name)),
      ['wordhost_n'],
    );
    lifeline.close();
    closeAll(slot);
    launcher.end();
  });

  t.test('what a launcher says of its pipes is checked before anything is opened or removed', async (t) => {
    const folder = t.testdir({ precious: 'text', 3: '', 'wordhost-AbCdEf': { 3: 'no pipe', other: 'text' } });
    for (const prefix of [
      `${folder}/`,
      '',
      './',
      `${folder}/wordhost-AbCdEf`,
      '/proc/self/',
      '/proc/1/fd/../',
    ])
      t.throws(() => openEnds(prefix), /made no pipes/, prefix);
    // A folder of the right name is emptied of pipes alone.
    t.throws(() => openEnds(`${folder}/wordhost-AbCdEf/`));
    t.equal(readFileSync(join(folder, 'precious'), 'utf8'), 'text');
    t.equal(readFileSync(join(folder, 'wordhost-AbCdEf/other'), 'utf8'), 'text');
  });

  t.test('without mktemp there are no pipes with names, and nothing is removed for it', async (t) => {
    const tools = t.testdir({});
    const path = process.env.PATH;
    process.env.PATH = tools;
    t.teardown(() => (process.env.PATH = path));
    await t.rejects(
      Launcher.start([], ['private folder']),
      /no pipes can be made, with mktemp and mkfifo|has ended/,
    );
    t.ok(existsSync(tools));
  });

  t.test('pipes that cannot be made leave no folder behind, and are told with the reason', async (t) => {
    const [tools, temporary] = [t.testdir({}), t.testdir({ tmp: {} })];
    const broken = `#!/bin/sh\necho "mkfifo: no pipes on this disk" >&2\nexit 1\n`;
    writeFileSync(join(tools, 'mkfifo'), broken, { mode: 0o755 });
    const { PATH, TMPDIR } = process.env;
    Object.assign(process.env, { PATH: `${tools}:${PATH}`, TMPDIR: join(temporary, 'tmp') });
    t.teardown(() => {
      process.env.PATH = PATH;
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    });
    await t.rejects(Launcher.start([], ['private folder']), /: mkfifo: no pipes on this disk$/);
    t.same(readdirSync(join(temporary, 'tmp')), []);
  });
});

t.test('trial', async (t) => {
  const shell = (script: string) => ['/bin/sh', '-c', script];

  t.test('a small program is run to its end, and what went wrong is told', async (t) => {
    const launcher = await Launcher.start([]);
    t.teardown(() => launcher.end());
    const problemOf = (argv: readonly string[], file?: string) => tryProgram(launcher, argv, { file });
    t.equal(await problemOf(shell('exit 0')), undefined);
    t.equal(await problemOf(shell('echo out; echo of order >&2; exit 3')), 'of order');
    t.equal(await problemOf(shell('exit 3')), 'sh ended with status 3');
    t.equal(await problemOf(shell('kill -KILL $$')), 'sh ended with status SIGKILL');
    t.match(await problemOf(['/no/such/program']), /\/no\/such\/program: not found|No such file/);
    t.match(await problemOf(shell('read x')), 'sh ended with status 1', 'its input is empty');
    const file = join(t.testdir({ text: 'seen' }), 'text');
    t.equal(await problemOf(shell('cat <&9 >&2; exit 1'), file), 'seen');
    t.ok(await problemOf(shell('exit 0'), `${file}-not-there`));
  });

  t.test('a launcher can begin with a trial, which is not made again where it went well', async (t) => {
    const folder = t.testdir({ text: 'seen\n' });
    const [file, notes] = [join(folder, 'text'), join(folder, 'notes')];
    const noting = (status: number) => shell(`{ cat <&9; echo no >&2; } >>'${notes}'; exit ${status}`);
    const began = async (argv: readonly string[]) => {
      writeFileSync(notes, '');
      const launcher = await Launcher.start([], undefined, () => ({ argv, file }));
      t.teardown(() => launcher.end());
      return launcher;
    };
    const well = await began(noting(0));
    t.equal(await tryProgram(well, noting(0), { file }), undefined);
    t.equal(await tryProgram(well, noting(0), { file }), undefined);
    t.equal(readFileSync(notes, 'utf8'), 'seen\n');
    t.equal(await tryProgram(well, noting(3), { file }), 'no');

    const badly = await began(noting(3));
    t.equal(await tryProgram(badly, noting(3), { file }), 'no', 'what went wrong is told');
    t.equal(readFileSync(notes, 'utf8'), 'seen\nseen\n');
  });

  t.test('a launcher that is ended by its first trial is started again without it', async (t) => {
    const bin = t.testdir({ chrt: '#!/bin/sh\nsleep 0.5\n' });
    chmodSync(join(bin, 'chrt'), 0o755);
    const path = process.env.PATH;
    process.env.PATH = `${bin}:${path}`;
    t.teardown(() => (process.env.PATH = path));
    // Its parent is the launcher's child.
    const argv = shell('read -r pid name state launcher x </proc/$PPID/stat; kill -KILL $launcher');
    const launcher = await Launcher.start([], undefined, () => ({ argv, file: undefined }));
    t.teardown(() => launcher.end());
    t.ok(launcher.lives);
    t.equal(launcher.names, hasProc ? 'none' : 'private folder');
    t.equal(await launcher.triedFirst({ argv, file: undefined }), undefined);
  });

  t.test('trials leave no descriptor open', { skip: !hasProc && 'no /proc' }, async (t) => {
    const launcher = await Launcher.start([]);
    t.teardown(() => launcher.end());
    // It gets the pipes that the launcher itself was tried with.
    await tryProgram(launcher, shell('exit 1'));
    const descriptors = () => readdirSync('/proc/self/fd').length;
    const before = descriptors();
    for (let round = 0; round < 10; round++) await tryProgram(launcher, shell('exit 1'));
    t.equal(descriptors(), before);
  });

  t.test('the options of a program are in its help', async (t) => {
    const launcher = await Launcher.start([]);
    t.teardown(() => launcher.end());
    t.equal(supportsOption('env', '--ignore-environment'), false, 'before it was asked');
    await learnOptions(launcher, 'env');
    t.equal(supportsOption('env', '--ignore-environment'), findProgram('env') !== undefined);
    t.equal(supportsOption('env', '--no-such-option'), false);
    await learnOptions(launcher, 'no-such-program');
    t.equal(supportsOption('no-such-program', '--help'), false);
    t.equal(lacksOption('env', '--no-such-option'), findProgram('env') !== undefined);
    t.equal(lacksOption('no-such-program', '--help'), false, 'it was not there to be asked');
  });

  t.test('the help of a program is read once, however many want it', async (t) => {
    const calls = join(
      t.testdir({ counted: `#!/bin/sh\necho called >>"\${0%/*}/calls"\necho --option\n` }),
      'calls',
    );
    const program = join(dirname(calls), 'counted');
    chmodSync(program, 0o755);
    const launcher = await Launcher.start([]);
    launcher.end();
    await t.rejects(learnOptions(launcher, program), /has ended/);
    const other = await Launcher.start([]);
    t.teardown(() => other.end());
    await Promise.all([learnOptions(other, program), learnOptions(other, program)]);
    await learnOptions(other, program);
    t.equal(supportsOption(program, '--option'), true, 'with a launcher that lives');
    t.equal(readFileSync(calls, 'utf8'), 'called\n');
  });

  t.test('where the launcher has ended nothing is tried', async (t) => {
    const launcher = await Launcher.start([]);
    launcher.end();
    await t.rejects(tryProgram(launcher, shell('exit 0')), /has ended/);
  });

  const bubblewrap = findProgram('bwrap');
  const skip = bubblewrap === undefined && 'there is no program bwrap';

  t.test(
    'a launcher that ends during a trial is the fault of the host, and says nothing of the sandbox',
    { skip },
    async (t) => {
      const folder = t.testdir({});
      const once = join(folder, 'once');
      // Its parent is the slot, and above that is the launcher.
      const script = `#!/bin/sh
read -r pid name state launcher x </proc/$PPID/stat
[ -e '${once}' ] || { >'${once}'; kill -KILL "$launcher"; exit 1; }
exec '${bubblewrap}' "$@"
`;
      writeFileSync(join(folder, 'bwrap'), script);
      chmodSync(join(folder, 'bwrap'), 0o755);
      const path = process.env.PATH;
      process.env.PATH = `${folder}:${path}`;
      t.teardown(() => (process.env.PATH = path));
      // One that has begun without a trial.
      await launcherFor('strict');
      t.ok((await probeSandbox('strict').catch((error: unknown) => error)) instanceof HostFailure);
      t.ok(existsSync(once));
      t.notMatch(await probeSandbox('strict'), { problem: /ended/ }, 'it is tried again');
    },
  );
});

t.test('parts', async (t) => {
  t.test('a status stands for a signal only where there is such a signal', (t) => {
    t.same(exitStatus(0, null), { code: 0, signal: null });
    t.same(exitStatus(128, null), { code: 128, signal: null });
    t.same(exitStatus(255, null), { code: 255, signal: null });
    t.same(exitStatus(null, 'SIGTERM'), { code: null, signal: 'SIGTERM' });
    for (const [name, number] of Object.entries(constants.signals)) {
      const { code, signal } = exitStatus(128 + number, null);
      t.equal(code, null);
      t.equal(constants.signals[signal!], number, name);
    }
    t.end();
  });

  t.test('of all that went by the end is kept', (t) => {
    for (const piece of [1, 7, 100, 1_000]) {
      const last = new LastBytes(100);
      let all = '';
      for (let round = 0; round < 3_000 / piece; round++) {
        const text = String(round % 10).repeat(piece);
        all += text;
        last.push(Buffer.from(text));
      }
      t.equal(last.text(), all.slice(-100));
    }
    t.equal(new LastBytes(100).text(), '');
    t.end();
  });

  t.test('lines are passed on whole, cut characters put together, endless lines in pieces', async (t) => {
    const printed: string[] = [];
    const sink = prefixedLines('Ann', (text) => printed.push(text));
    const write = (text: string | Buffer) => sink.write(Uint8Array.from(Buffer.from(text)));
    write('one\ntw');
    write('o\n\n');
    const umlaut = Buffer.from('ü');
    write(umlaut.subarray(0, 1));
    write(umlaut.subarray(1));
    await sink.end();
    t.equal(printed.join(''), 'Ann: one\nAnn: two\nAnn: \nAnn: ü\n');
    printed.length = 0;
    const endless = prefixedLines('Ann', (text) => printed.push(text));
    for (let round = 0; round < 3; round++) endless.write(new Uint8Array(40_000).fill(120));
    t.equal(printed.join(''), `Ann: ${'x'.repeat(80_000)}\n`);
  });

  t.test('what a player is told goes before what the host has', (t) => {
    const hosting = hostingFor('off', {
      game: 'g',
      environment: (seat) => ({ A: `for ${seat}`, WORDHOST_SEAT: 'no' }),
    });
    const host = {
      A: 'host',
      B: 'host',
      WORDHOST_OPT_SEED: '1',
      WORDHOST_GAME: 'outer',
      PYTHONUNBUFFERED: '0',
    };
    const lines = playerEnvironment(host, hosting, 2).exports().split('\n');
    t.same(Object.fromEntries(lines.map((line) => /^export (\w+)='(.*)'$/.exec(line)!.slice(1))), {
      A: 'for 2',
      B: 'host',
      PYTHONUNBUFFERED: '0',
      WORDHOST_GAME: 'g',
      WORDHOST_SEAT: '2',
    });
    t.end();
  });

  t.test('what one player has of its own is not in the environment of the next', (t) => {
    const host = { A: 'host', PWD: '/there' };
    const of = (seat: number, variables: Record<string, string>) =>
      playerEnvironment(host, hostingFor('off', { game: 'g', variables }), seat);
    const [first, second] = [of(1, { A: 'first', B: 'b\0b', PWD: '/here' }), of(2, {})];
    t.same(
      [first, second].map((each) => ['A', 'PWD', 'WORDHOST_SEAT'].map((name) => each.get(name))),
      [
        ['first', '/here', '1'],
        ['host', '/there', '2'],
      ],
    );
    t.same([first.broken, second.broken], ['B', undefined]);
    t.notMatch(first.exports('PWD'), 'PWD');
    t.notMatch(second.exports('PWD'), /PWD|first/);
    t.match(second.exports(), /^export PWD='\/there'$/m);
    t.end();
  });

  t.test('where there is no /proc the lines of ps are read', (t) => {
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
    t.same(
      found({ environment: { NONE: '1' }, slot, leader: () => ({ pid: 502, start: undefined }) }),
      [502],
    );
    t.end();
  });

  t.test(
    'a process of a difficult name is read right',
    { skip: processFacts(process.pid) ? false : 'no /proc' },
    (t) => {
      process.title = 'a) Z (b';
      const facts = processFacts(process.pid)!;
      t.match(facts, { pid: process.pid, living: true, exiting: false });
      t.ok(facts.cpuMs > 0 && facts.start > 0);
      t.equal(processFacts(2 ** 22 + 1), undefined);
      t.end();
    },
  );

  t.test(
    'of a flood of standard error a file has the beginning and the end, and says what is left out',
    async (t) => {
      const folder = t.testdir({});
      const said = t.capture(process.stderr, 'write', () => true);
      const sink = stderrSink({ folder }, { game: 'g', seat: 1, name: 'Ann' });
      const mebibyte = Buffer.alloc(1_048_576, 'a');
      sink.write(Uint8Array.from(Buffer.from('begin\n')));
      for (let count = 0; count < 20; count++) sink.write(Uint8Array.from(mebibyte));
      sink.write(Uint8Array.from(Buffer.from('\nTraceback: the end\n')));
      await sink.end();
      const text = readFileSync(join(folder, 'g-1-Ann.txt'), 'latin1');
      t.match(text, /^begin\na+\n\[wordhost: 4,194,330 bytes are left out here\]\na+\nTraceback: the end\n$/);
      t.ok(
        text.length > 16 * mebibyte.length && text.length < 16 * mebibyte.length + 100,
        String(text.length),
      );
      t.match(
        said()
          .map(({ args }) => String(args[0]))
          .join(''),
        /of 20,971,546 bytes of standard error .*g-1-Ann\.txt has the first 15 MiB/,
      );
    },
  );

  t.test('up to 16 MiB are kept whole', async (t) => {
    const folder = t.testdir({});
    const sink = stderrSink({ folder }, { game: 'g', seat: 1, name: 'Ann' });
    const half = Buffer.alloc(8 * 1_048_576, 'a');
    for (const part of [half, half]) sink.write(Uint8Array.from(part));
    await sink.end();
    t.ok(readFileSync(join(folder, 'g-1-Ann.txt')).equals(Buffer.concat([half, half])));
  });
});

t.test('slow sandbox', async (t) => {
  /*
   * Between the moment in which bubblewrap has made its namespace and the moment in which it lets its child begin, it must not be
   * killed alone: the child would wait for ever, and no lifeline reaches it. That lasts some microseconds; here it is half a
   * second, and the host is killed in it: while it tries the sandbox, and while it starts its players.
   */

  const STEPS_MS = [200, 400, 600, 800, 1_000, 1_200, 1_500, 2_000];
  /** Only a test that fails waits so long. */
  const LONGEST_MS = 60_000;
  const bubblewrap = findProgram('bwrap');
  const skip = noCompiler || (bubblewrap === undefined && 'there is no program bwrap');

  t.test('a host that is killed while bubblewrap makes a namespace leaves nothing', { skip }, async (t) => {
    const arena = arenaFor(whoTests);
    t.teardown(() => arena[Symbol.dispose]());
    const late = join(arena.folder, 'late.so');
    const source = join(import.meta.dirname, 'late-to-its-child.c');
    spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', late, source], { stdio: 'inherit' });
    for (const held of await levelsHere(arena))
      if (held.level === 'bubblewrap' || held.level === 'strict')
        t.test(`on the level ${held.level}`, { skip: held.skip }, async (t) => {
          await Promise.all(STEPS_MS.map((after) => killedAfter(t, after, held, arena, late)));
        });
  });

  async function killedAfter(
    t: Test,
    after: number,
    held: TriedLevel,
    arena: Arena,
    late: string,
  ): Promise<void> {
    const mark = `slow-${process.pid}-${held.level}-${after}`;
    const tools = join(arena.folder, mark);
    mkdirSync(tools);
    // The name of the folder is in the environment of all that it starts.
    symlinkSync(late, join(tools, 'late.so'));
    const script = `#!/bin/sh\nLD_PRELOAD='${join(tools, 'late.so')}' exec '${bubblewrap}' "$@"\n`;
    writeFileSync(join(tools, 'bwrap'), script, { mode: 0o755 });
    const player = `: ${mark}; printf n; exec sleep 1000`;
    const [node = '', ...host] = arena.host;
    // The sandbox inside the other one is started from there.
    const options = [...held.options, ...(held.level === 'strict' ? ['--readable', tools] : [])];
    const child = spawn(node, [...host, '--dictionary', 'words.txt', ...options, '--', player, player], {
      cwd: arena.bots,
      env: { ...arena.env, PATH: `${tools}:${process.env.PATH}` },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await sleep(after);
    child.kill('SIGKILL');
    await ended;
    t.equal(child.signalCode, 'SIGKILL', 'it was at work');
    for (const end = Date.now() + LONGEST_MS; marked(mark).length > 0 && Date.now() < end; ) await sleep(50);
    const left = marked(mark);
    for (const pid of left) signal(pid, 'SIGKILL');
    t.equal(left.length, 0, `killed after ${after} ms`);
  }

  function marked(mark: string): number[] {
    return allPids().filter((pid) =>
      ['cmdline', 'environ'].some((file) => readProc(`${pid}/${file}`)?.includes(mark)),
    );
  }
});

t.test('hanging programs', async (t) => {
  const until = until2;
  /* What the launcher runs before the first player must not hold the host up, nor outlive it. */

  const patient = 'printf n; exec sleep 1000';
  const args = [
    '--json',
    '--grace',
    '200ms',
    '--stall',
    '1s',
    '--sandbox',
    'process',
    '--',
    patient,
    patient,
  ];

  /** A folder that begins the PATH, with a program of this name in it that never ends, and the numbers of its processes. */
  function hangs(t: Test, name: string) {
    const cwd = t.testdir({ bin: {} });
    const [bin, pids] = [join(cwd, 'bin'), join(cwd, 'pids')];
    writeFileSync(join(bin, name), `#!/bin/sh\necho $$ >>'${pids}'; exec /bin/sleep 1000\n`);
    chmodSync(join(bin, name), 0o755);
    const begun = () => existsSync(pids) && readFileSync(pids, 'utf8').endsWith('\n');
    return { cwd, bin, pids, begun, env: { PATH: `${bin}:${process.env.PATH}` } };
  }

  /** Those that wrote their numbers there. */
  async function allGone(pids: string): Promise<void> {
    const all = readFileSync(pids, 'utf8').trim().split('\n').map(Number);
    await until(
      () => !all.some(isThere),
      () => `the processes ${all.join()} to go`,
    );
  }

  function isThere(pid: number): boolean {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }

  t.test('a program that makes a start better has ten seconds for its trial', { jobs: 3 }, async (t) => {
    for (const name of ['chrt', 'env'])
      t.test(`with ${name} that hangs, the game is played without it`, async (t) => {
        const { cwd, env, pids } = hangs(t, name);
        const played = await run(args, { cwd, env });
        t.match(resultsOf(played), [{ reason: 'stalled', sandbox: 'process' }], played.stderr);
        await allGone(pids);
      });

    t.test('it ends with the host', { skip: !hasProc && 'no /proc' }, async (t) => {
      const { cwd, env, pids, begun } = hangs(t, 'chrt');
      const running = start(args, { cwd, env });
      await until(begun, () => 'the trial of chrt');
      running.child.kill('SIGKILL');
      await running.ended;
      await allGone(pids);
    });
  });

  t.test('a program that makes pipes has an end after the first player, too', async (t) => {
    const cwd = t.testdir({ bin: {} });
    const [bin, late] = [join(cwd, 'bin'), join(cwd, 'late')];
    const real = findProgram('mktemp');
    const script = `#!/bin/sh\n[ ! -e '${late}' ] || exec /bin/sleep 30\nexec ${real} "$@"\n`;
    writeFileSync(join(bin, 'mktemp'), script, { mode: 0o755 });
    const path = process.env.PATH;
    process.env.PATH = `${bin}:${path}`;
    t.teardown(() => (process.env.PATH = path));
    const launcher = await Launcher.start([], ['private folder']);
    const { pid } = await launcher.slot();
    writeFileSync(late, '');
    await t.rejects(launcher.slot(), {
      message:
        'the process that starts players (/bin/sh) did not answer within 10 s: it was making pipes, with mktemp and mkfifo',
    });
    t.notOk(launcher.lives, 'the next player gets another launcher');
    t.ok(isThere(pid), 'players that run go on');
  });

  t.test('with a wrapper that hangs the next level is taken, and it ends with the host', async (t) => {
    const { cwd, env, pids } = hangs(t, 'bwrap');
    const played = await run(args.with(args.indexOf('process'), 'auto'), { cwd, env });
    t.match(resultsOf(played), [{ reason: 'stalled' }], played.stderr);
    t.notMatch(resultsOf(played), [{ sandbox: 'bubblewrap' }]);
    await allGone(pids);
  });

  t.test('a launcher that does not answer has an end, and the host says so', async (t) => {
    const { bin, pids } = hangs(t, 'mktemp');
    const path = process.env.PATH;
    // Neither chrt nor env is there.
    process.env.PATH = bin;
    t.teardown(() => (process.env.PATH = path));
    await t.rejects(Launcher.start([], ['private folder']), {
      message: 'the process that starts players (/bin/sh) did not answer within 10 s',
    });
    await allGone(pids);
  });
});

t.test('scheduling', async (t) => {
  const noBatch =
    (!findProgram('chrt') || !existsSync('/proc/self/stat')) && 'players are no batch work here';
  const noPython = !findProgram('python3') && 'no python3 here';

  const inThread = `python3 -c '
import os, threading, time
def leave():
  os.sched_setscheduler(threading.get_native_id(), os.SCHED_OTHER, os.sched_param(0))
  print("left", flush=True)
  time.sleep(1000)
threading.Thread(target=leave).start()'`;

  for (const { level, skip } of triedLevels)
    t.test(`scheduling on the level ${level}`, { skip: skip || noBatch }, async (t) => {
      t.test('players are batch work, with all that they start', async (t) => {
        await using sitting = await seatOne(level, '(sleep 1000 &); echo on; sleep 1000; :');
        await sitting.player.says('on\n');
        t.equal((await sitting.player.ending()).scheduling, 'batch');
      });

      t.test('one thread that leaves the class is seen', { skip: noPython }, async (t) => {
        await using sitting = await seatOne(level, inThread);
        await sitting.player.says('left\n');
        t.equal((await sitting.player.ending()).scheduling, 'other');
      });

      t.test(
        'a player that left its class only for a time is seen at times that it cannot know',
        async (t) => {
          const command =
            'chrt -o -p 0 $$ >/dev/null; echo left; read line; chrt -b -p 0 $$ >/dev/null; echo back; sleep 1000';
          await using sitting = await seatOne(level, command);
          const { player } = sitting;
          await player.says('left\n');
          player.seat.processes!.lookAtScheduling!();
          player.seat.send('back\n');
          await player.says('back\n');
          t.equal((await player.ending()).scheduling, 'other');
        },
      );

      t.test(
        'where it is required, it is an excess, and told without a look that was asked for',
        async (t) => {
          const hosting = hostingFor(level, { requireBatch: true });
          await using sitting = await sit(
            hosting,
            'chrt -o -p 0 $$ >/dev/null; echo left; sleep 1000',
            'echo on; sleep 1000',
          );
          const [leaver, other] = sitting.players;
          t.same(await leaver!.offence(), excessOffence({ of: 'scheduling', seen: 'other' }));
          t.equal(leaver!.offences.length, 1);
          t.same(other!.offences, []);
          t.match(await leaver!.ending(), { killed: true, scheduling: 'other' });
        },
      );

      t.test('where the host made no player batch work, nothing is said of it', async (t) => {
        await using sitting = await seatOne(level, 'echo on; sleep 1000', { batch: false });
        await sitting.player.says('on\n');
        t.equal((await sitting.player.ending()).scheduling, undefined);
      });
    });

  t.test('a player is busy until it waits for something', { skip: !hasProc && 'no /proc' }, async () => {
    await using sitting = await seatOne('process', 'read x; echo on; while :; do :; done');
    const { seat } = sitting.player;
    const isBusy = () => seat.processes!.isBusy!();
    await until(
      () => !isBusy(),
      () => 'it to wait for its input',
    );
    seat.send('go\n');
    await sitting.player.says('on\n');
    await until(isBusy, () => 'it to be at work');
  });
});
