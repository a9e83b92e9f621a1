import { execFile, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  readdirSync,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import t from 'tap';
import { exportLines, quoted } from '../../host/files/shell.ts';
import { Launcher, LONGEST_TRIAL_MS } from '../../host/seats/process/launcher/launcher.ts';
import type { PipeNames } from '../../host/seats/process/launcher/launcher-script.ts';
import { openEnds, orders, type Slot } from '../../host/seats/process/launcher/launcher-script.ts';
import { Lifeline } from '../../host/seats/process/launcher/reaper.ts';
import { exitStatus } from '../../host/seats/process/launcher/started-command.ts';
import { excessOffence } from '../../host/seats/process/limits/excess-watch.ts';
import { LastBytes } from '../../host/seats/process/pipes/pipe-reader.ts';
import { prefixedLines, stderrSink } from '../../host/seats/process/pipes/stderr-sink.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { parsePs } from '../../host/seats/process/processes/player-processes.ts';
import { hasProc, processFacts } from '../../host/seats/process/processes/proc.ts';
import {
  packEnvironment,
  playerEnvironment,
  unpackEnvironment,
} from '../../host/seats/process/start-command.ts';
import { hostingFor, seatOne, sit, triedLevels, until } from './sitting.ts';

t.test('parts', async (t) => {
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

  t.test('of all that went by the end is kept', async (t) => {
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

  t.test('what a player is told goes before what the host has', async (t) => {
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
  });

  t.test('what one player has of its own is not in the environment of the next', async (t) => {
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
  });

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
    t.same(
      found({ environment: { NONE: '1' }, slot, leader: () => ({ pid: 502, start: undefined }) }),
      [502],
    );
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

  t.test('a file has the beginning and the end of a flood of standard error', async (t) => {
    const folder = t.testdir({});
    const said = t.capture(process.stderr, 'write', () => true);
    const sink = stderrSink({ folder }, { game: 'g', seat: 1, name: 'Ann' });
    const mebibyte = Buffer.alloc(1_048_576, 'a');
    sink.write(Uint8Array.from(Buffer.from('begin\n')));
    for (let count = 0; count < 20; count++) sink.write(Uint8Array.from(mebibyte));
    sink.write(Uint8Array.from(Buffer.from('\nTraceback: the end\n')));
    await sink.end();
    const text = readFileSync(join(folder, 'g-1-Ann.txt'), 'latin1');
    t.match(text, /^begin\na+\n\[wordhost: 4,194,330 bytes omitted here\]\na+\nTraceback: the end\n$/);
    t.ok(text.length > 16 * mebibyte.length && text.length < 16 * mebibyte.length + 100, String(text.length));
    t.match(
      said()
        .map(({ args }) => String(args[0]))
        .join(''),
      /g-1-Ann\.txt has only the first 15 MiB and the last MiB of 20,971,546 bytes of standard error/,
    );
  });

  t.test('up to 16 MiB are kept whole', async (t) => {
    const folder = t.testdir({});
    const sink = stderrSink({ folder }, { game: 'g', seat: 1, name: 'Ann' });
    const half = Buffer.alloc(8 * 1_048_576, 'a');
    for (const part of [half, half]) sink.write(Uint8Array.from(part));
    await sink.end();
    t.ok(readFileSync(join(folder, 'g-1-Ann.txt')).equals(Buffer.concat([half, half])));
  });
});

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
            await until(() => processFacts(slot.pid) === undefined, 'the slot to go');
          }
          t.equal(readdirSync('/proc/self/fd').length, before);
        },
      );

      launcher.end();
      await sleep(1);
      t.notOk(launcher.lives);
      await t.rejects(launcher.slot(), /\(\/bin\/sh\) exited/);
    });

  t.test('a slot with a reused number is not waited for', { skip: noNumbers }, async (t) => {
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
  });

  t.test('a host that had no processor for long still has its answer', async (t) => {
    const starting = Launcher.start([]);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LONGEST_TRIAL_MS + 1_000);
    const launcher = await starting;
    const slot = await launcher.slot();
    t.ok(launcher.lives);
    t.equal(launcher.helpers.env, findProgram('env'), 'with its helpers');
    slot.release();
    new Lifeline(slot.lifeline).close();
    closeAll(slot);
  });

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
    const { chunks, list } = packEnvironment(exportLines(environment).join('\n'));
    t.ok(Object.keys(chunks).length > 1);
    const slot = await launcher.slot();
    const lifeline = new Lifeline(slot.lifeline);
    const inner = `${unpackEnvironment('$1')}\nenv -0 >&8; printf 'the end' >&8`;
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
      t.throws(() => openEnds(prefix), /did not create pipes/, prefix);
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
      /cannot create pipes with mktemp and mkfifo|exited/,
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

      t.test('a player that left its class for a time is seen', async (t) => {
        const command =
          'chrt -o -p 0 $$ >/dev/null; echo left; read line; chrt -b -p 0 $$ >/dev/null; echo back; sleep 1000';
        await using sitting = await seatOne(level, command);
        const { player } = sitting;
        await player.says('left\n');
        player.seat.processes!.lookAtScheduling!();
        player.seat.send('back\n');
        await player.says('back\n');
        t.equal((await player.ending()).scheduling, 'other');
      });

      t.test('where required, it is an excess without a look', async (t) => {
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
      });

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
    await until(() => !isBusy(), 'it to wait for its input');
    seat.send('go\n');
    await sitting.player.says('on\n');
    await until(isBusy, () => 'it to be at work');
  });
});
