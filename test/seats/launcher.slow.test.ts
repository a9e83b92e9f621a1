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
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import t from 'tap';
import { exportLines, quoted } from '../../host/files/shell.ts';
import { Launcher, LONGEST_TRIAL_MS } from '../../host/seats/process/launcher/launcher.ts';
import type { PipeNames } from '../../host/seats/process/launcher/launcher-script.ts';
import { openEnds, orders, type Slot } from '../../host/seats/process/launcher/launcher-script.ts';
import { Lifeline } from '../../host/seats/process/launcher/reaper.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { hasProc, processFacts } from '../../host/seats/process/processes/proc.ts';
import { packEnvironment, unpackEnvironment } from '../../host/seats/process/start-command.ts';
import { until } from './sitting.ts';

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
  for (const prefix of [`${folder}/`, '', './', `${folder}/wordhost-AbCdEf`, '/proc/self/', '/proc/1/fd/../'])
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
