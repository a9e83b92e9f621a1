import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { HostFailure } from '../../host/core/errors.ts';
import { millis } from '../../host/core/units.ts';
import type { SandboxLevel } from '../../host/match/seat.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { readProc } from '../../host/seats/process/processes/proc.ts';
import { allOf } from '../support/all-of.ts';
import { carriersOfGame, hasNamespace, hostingFor, levelsNamed, seatOne, sit, until } from './sitting.ts';

export async function starting(t: Test, names?: readonly SandboxLevel[]): Promise<void> {
  for (const { level, skip } of levelsNamed(names))
    t.test(`started on the level ${level}`, { skip }, async (t) => {
      const run = async (command: string, changes = {}) => {
        await using sitting = await seatOne(level, `${command}\necho .`, changes);
        await sitting.player.says('.\n');
        return sitting.player.text.slice(0, -2);
      };

      t.test('a command goes to the shell as it stands', async (t) => {
        t.equal(
          await run(`printf '%s|' "a  b" 'c"d' $((1 + 1)) \\\\ ; printf "\${#IFS}\n"`),
          'a  b|c"d|2|\\|3\n',
        );
      });

      t.test('a player that wakes up does not stop the host', async (t) => {
        const policy = `sed 's/.*) //' /proc/self/stat | cut -d ' ' -f 39`;
        t.equal(await run(policy), findProgram('chrt') ? '3\n' : '0\n');
        t.equal(await run(policy, { batch: false }), '0\n');
      });

      t.test('standard streams can be opened by name', async (t) => {
        await using sitting = await seatOne(
          level,
          'echo out >/dev/stdout; echo err >/dev/stderr; cat /dev/stdin',
        );
        sitting.player.seat.send('over\n');
        await sitting.player.says('out\nover\n');
        t.equal((await sitting.player.ending()).stderr, 'err\n');
      });

      t.test('a player finds what the host has, and what it is told', async (t) => {
        process.env.WORDHOST_OPT_SEED = 'secret';
        process.env.SOME_VARIABLE = 'a b';
        const hosting = { environment: () => ({ WORDHOST_PLAYERS: '2', SOME_OTHER: 'c' }) };
        await using sitting = await seatOne(level, 'env; pwd; echo .', hosting);
        await sitting.player.says('\n.\n');
        const lines = sitting.player.text.split('\n');
        for (const line of ['SOME_VARIABLE=a b', 'WORDHOST_PLAYERS=2', 'SOME_OTHER=c', 'PYTHONUNBUFFERED=1'])
          t.ok(lines.includes(line), line);
        for (const line of [`WORDHOST_GAME=${sitting.game}`, 'WORDHOST_SEAT=1', process.cwd()])
          t.ok(lines.includes(line), line);
        t.notMatch(sitting.player.text, 'WORDHOST_OPT_', 'the options of the host are its own');
        delete process.env.WORDHOST_OPT_SEED;
      });

      t.test('a program by its path finds the same, started without a shell', async (t) => {
        const found = async (command: string, changes = {}) => {
          await using sitting = await seatOne(level, command, changes);
          await sitting.player.gone();
          return sitting.player.text.replaceAll(sitting.game, 'GAME').split('\n').toSorted();
        };
        for (const changes of [{}, { cwd: '/usr' }, { cwd: '/usr', variables: { PWD: '/nowhere' } }])
          t.same(await found('/usr/bin/env', changes), await found(':; /usr/bin/env', changes));
        t.same(await found('bin/printf %s:%s. a b=c', { cwd: '/usr' }), ['a:b=c.']);
        const [stat = ''] = await found('/bin/cat /proc/self/stat').then((lines) => lines.filter(Boolean));
        const [pid, , , parent, , session] = stat.split(' ');
        t.equal(session, hasNamespace(level) ? parent : pid, 'no shell is between it and what keeps it');
      });

      t.test('a working directory of its own', async (t) => {
        t.equal(await run('pwd', { cwd: '/usr' }), '/usr\n');
      });

      t.test('files, users and shared memory are as outside', async (t) => {
        // Who is not root can take only itself into a namespace: all others' files are nobody's in there.
        const owners = process.getuid?.() === 0 || level === 'process' || level === 'off' ? ' %u %g' : '';
        const look = `id; umask; stat -c "%n %A${owners}" / /tmp /dev/shm /dev/null; ulimit -a`;
        t.equal(await run(look), execFileSync('/bin/sh', ['-c', look], { encoding: 'utf8' }));
      });

      t.test('no signal is ignored or blocked from the start', async (t) => {
        const masks = await run('exec 2>&1; grep -E "^Sig(Blk|Ign):" /proc/self/status');
        t.same(
          [...masks.matchAll(/[0-9a-f]{16}/g)].map(([mask]) => Number(`0x${mask}`)),
          [0, 0],
        );
      });

      t.test("the host's terminal is out of reach", async (t) => {
        t.equal(await run('(: </dev/tty) 2>/dev/null && echo open || echo none'), 'none\n');
      });

      t.test('a player has a parent that lives: it is not taken for an orphan', async (t) => {
        t.equal(await run('[ $PPID -gt 1 ] && kill -0 $PPID && echo alive'), 'alive\n');
      });

      t.test(
        'only its own processes are to be seen',
        { skip: !hasNamespace(level) && 'no namespace' },
        async (t) => {
          const pids = (await run('cd /proc; echo [0-9]*')).split(' ').map(Number);
          t.equal(pids[0], 1);
          t.ok(pids.length <= 4, `${pids}`);
        },
      );

      t.test('another shell can be chosen', { skip: !findProgram('bash') && 'no bash here' }, async (t) => {
        t.match(await run('echo $BASH_VERSION', { shell: 'bash' }), /^\d/);
      });

      t.test('a command that is not found exits with status 127', async (t) => {
        await using sitting = await seatOne(level, 'no-such-player-anywhere --fast');
        const problem = 'cannot find the program no-such-player-anywhere on the PATH';
        t.same(await sitting.player.gone(), { cause: 'crashed', code: 127, signal: null, problem });
        // Dash says the latter where one folder of the PATH may not be read.
        t.match((await sitting.player.ending()).stderr, /not found|Permission denied/);
      });

      t.test('a command that cannot be executed exits with status 126', async (t) => {
        const path = join(t.testdir({ player: '#!/bin/sh\necho hello\n' }), 'player');
        chmodSync(path, 0o644);
        await using sitting = await seatOne(level, path);
        t.match(await sitting.player.gone(), {
          cause: 'crashed',
          code: 126,
          signal: null,
          problem: 'is not executable',
        });
      });

      t.test('what the system refuses to start is a seat that is gone, with the reason', async (t) => {
        const refused = [
          { command: 'echo \0 hello', changes: {}, problem: 'NUL' },
          { command: 'echo hello', changes: { cwd: '/no/such/folder' }, problem: '/no/such/folder' },
          { command: `: ${'x'.repeat(200_000)}`, changes: {}, problem: 'E2BIG' },
          { command: 'echo hello', changes: { environment: () => ({ BAD: 'a\0b' }) }, problem: 'BAD' },
        ];
        for (const { command, changes, problem } of refused) {
          await using sitting = await seatOne(level, command, changes);
          const gone = await sitting.player.gone();
          t.match(gone, { cause: 'crashed', code: null, signal: null, problem });
          sitting.player.seat.send('too late');
          t.match(await sitting.player.ending(), { code: null, survivors: 0, killed: false });
        }
      });

      t.test('a shell that is not there is a failure of the host, and charges no player', async (t) => {
        for (const shell of ['/no/such/shell', 'no-such-shell'])
          await t.rejects(seatOne(level, 'echo hello', { shell }), {
            constructor: HostFailure,
            message: `cannot start players: cannot find the shell ${shell} (--shell)`,
          });
      });

      t.test('a listener is told nothing before the seats are there', async (t) => {
        await using sitting = await sit(hostingFor(level), 'exit 3', 'no-such-command', 'echo \0');
        t.same(
          sitting.players.map(({ departures }) => departures.length),
          [0, 0, 0],
        );
        for (const player of sitting.players) t.equal((await player.gone()).cause, 'crashed');
      });

      t.test('a player that is dismissed while it starts is gone', async (t) => {
        for (let round = 0; round < 5; round++) {
          await using sitting = await seatOne(level, 'echo on; sleep 1000 & sleep 1000');
          const ending = await sitting.player.ending();
          t.match(ending, { signal: 'SIGTERM', killed: false, survivors: 0 });
          t.same(carriersOfGame(sitting.game), []);
        }
      });

      t.test('nothing stays open after many players', async (t) => {
        const descriptors = () => readdirSync('/proc/self/fd').length;
        await (await seatOne(level, 'echo on'))[Symbol.asyncDispose]();
        const before = descriptors();
        for (let table = 0; table < 5; table++) {
          await using sitting = await sit(
            hostingFor(level),
            ...new Array<string>(10).fill('echo on; read x'),
          );
          for (const player of sitting.players) player.seat.send('x\n');
          for (const player of sitting.players) t.equal((await player.gone()).cause, 'exited');
        }
        t.equal(descriptors(), before);
      });
    });

  t.test('a script named by its path runs by its first line', async (t) => {
    const folder = t.testdir({});
    const path = join(folder, 'my player');
    writeFileSync(path, '#!/bin/sh\necho "$# $1"\n', { mode: 0o755 });
    await using sitting = await seatOne('auto', `'${path}' 'one word'`);
    await sitting.player.says('1 one word\n');
  });
}

export async function leaving(t: Test, names?: readonly SandboxLevel[]): Promise<void> {
  for (const { level, skip } of levelsNamed(names))
    t.test(`leaving on the level ${level}`, { skip }, async (t) => {
      t.test('what was written before the exit is heard before the player is gone', async (t) => {
        for (let round = 0; round < 10; round++) {
          await using sitting = await seatOne(level, 'read x; printf "%s %0100000d last" "$x" 7');
          sitting.player.seat.send('move\n');
          t.same(await sitting.player.gone(), { cause: 'exited', code: 0, signal: null });
          t.match(sitting.player.text, /^move 0+7 last$/);
          const [departure] = sitting.player.departures;
          t.ok(
            allOf(sitting.player.reads, ({ at }) => at <= departure!.at),
            'stamps in order',
          );
        }
      });

      t.test('a player that exits before its first read is gone with its status', async (t) => {
        await using sitting = await seatOne(level, 'exit 3');
        t.same(await sitting.player.gone(), { cause: 'crashed', code: 3, signal: null });
        t.match(await sitting.player.ending(), { code: 3, signal: null, killed: false, survivors: 0 });
        // What has started its command in the namespace may still be ending: it is told to, and does.
        t.notOk(sitting.player.signals.includes('SIGKILL'), 'nothing had to be killed');
      });

      t.test('a status above 128 is the signal that it stands for', async (t) => {
        const deaths = {
          'kill -SEGV $$': 'SIGSEGV',
          "sh -c 'kill -9 $$'; exit $?": 'SIGKILL',
          'exit 143': 'SIGTERM',
        };
        for (const [command, signal] of Object.entries(deaths)) {
          await using sitting = await seatOne(level, command);
          t.same(await sitting.player.gone(), { cause: 'crashed', code: null, signal }, command);
          t.match(await sitting.player.ending(), { code: null, signal, killed: false });
        }
        await using sitting = await seatOne(level, 'exit 255');
        t.same(await sitting.player.gone(), { cause: 'crashed', code: 255, signal: null });
      });

      t.test('a player that closes its output and lives has closed, at that moment', async (t) => {
        await using sitting = await seatOne(level, 'echo on; read x; exec >&-; sleep 1000');
        await sitting.player.says('on');
        sitting.player.seat.send('x\n');
        t.same(await sitting.player.gone(), { cause: 'closed', code: null, signal: null });
        t.match(await sitting.player.ending(), { signal: 'SIGTERM', killed: false, survivors: 0 });
        t.equal(sitting.player.departures.length, 1);
        const [{ at, told } = { at: 0, told: 0 }] = sitting.player.departures;
        t.ok(told - at > millis(40), 'stamped when it closed, not when that was certain');
      });

      t.test('a player that closes its output on its way out has exited', async (t) => {
        await using sitting = await seatOne(level, 'echo on; exec >&-; exit 0');
        t.same(await sitting.player.gone(), { cause: 'exited', code: 0, signal: null });
      });

      t.test('a daemon that holds the pipe does not keep its player in the game', async (t) => {
        await using sitting = await seatOne(level, '(setsid sleep 1000 &); echo bye');
        t.same(await sitting.player.gone(), { cause: 'exited', code: 0, signal: null });
        t.equal(sitting.player.text, 'bye\n');
        t.match(await sitting.player.ending(), { code: 0, signal: null, killed: false, survivors: 0 });
        t.same(sitting.player.signals, ['SIGTERM']);
        t.same(carriersOfGame(sitting.game), []);
      });

      t.test('nothing is read of a player after it is gone', async (t) => {
        const command = '(setsid sh -c "while :; do echo more; sleep 0.005; done" &); echo bye';
        await using sitting = await seatOne(level, command);
        t.equal((await sitting.player.gone()).cause, 'exited');
        const { length } = sitting.player;
        sitting.player.seat.resume();
        t.match(await sitting.player.ending(), { survivors: 0, killed: false });
        t.equal(sitting.player.length, length);
      });

      t.test('a paused player is not gone before it is read again', async (t) => {
        await using sitting = await sit(
          hostingFor(level),
          'echo on; read x; echo unheard',
          'echo on; read x; echo heard',
        );
        const [paused, other] = sitting.players;
        for (const player of sitting.players) await player.says('on\n');
        paused!.seat.pause();
        for (const player of sitting.players) player.seat.send('x\n');
        await other!.gone();
        await until(() => carriersOfGame(sitting.game).length <= 4, 'both commands to end');
        t.same(paused!.departures, []);
        t.equal(paused!.text, 'on\n');
        paused!.seat.resume();
        t.same(await paused!.gone(), { cause: 'exited', code: 0, signal: null });
        t.equal(paused!.text, 'on\nunheard\n');
      });

      t.test('a player that is paused from the first is read from its first byte', async (t) => {
        await using sitting = await seatOne(level, 'echo one; echo two');
        sitting.player.seat.pause();
        await new Promise(setImmediate);
        sitting.player.seat.resume();
        t.equal((await sitting.player.gone()).cause, 'exited');
        t.equal(sitting.player.text, 'one\ntwo\n');
      });

      t.test('a signal to its own group does not end what keeps the player', async (t) => {
        await using sitting = await seatOne(
          level,
          'trap "" TERM HUP; kill 0; kill -HUP 0; echo alive; exit 5',
        );
        t.same(await sitting.player.gone(), { cause: 'crashed', code: 5, signal: null });
        t.equal(sitting.player.text, 'alive\n');
      });

      t.test('nothing is told of a player after it was dismissed', async (t) => {
        await using sitting = await seatOne(
          level,
          'trap "echo more; exit 0" TERM; echo on; while :; do sleep 0.01; done',
        );
        await sitting.player.says('on\n');
        t.match(await sitting.player.ending(), { code: 0, killed: false });
        t.equal(sitting.player.text, 'on\n');
        t.same(sitting.player.departures, []);
      });

      t.test(
        'a player that kills all it can reach',
        { skip: !hasNamespace(level) && 'it would kill the tests' },
        async (t) => {
          // Only where pids are small is it in a namespace of its own.
          const killer =
            '[ $$ -lt 50 ] || exit 1; echo on; kill -9 -1; kill -TERM 1; kill -INT 1; read x; echo "$x"; read x';
          await using sitting = await seatOne(level, killer);
          await sitting.player.says('on\n');
          sitting.player.seat.send('still here\n');
          await sitting.player.says('still here\n');
          sitting.player.seat.send('\n');
          t.same(
            await sitting.player.gone(),
            { cause: 'crashed', code: null, signal: null },
            'nobody is left to tell how',
          );
          t.match(await sitting.player.ending(), { killed: false, survivors: 0 });
          t.same(carriersOfGame(sitting.game), []);
        },
      );

      t.test(
        'a sandbox that is killed from outside takes its player along',
        { skip: !hasNamespace(level) && 'no sandbox' },
        async (t) => {
          await using sitting = await seatOne(level, 'echo on; setsid sleep 1000');
          await sitting.player.says('on\n');
          process.kill(Math.min(...carriersOfGame(sitting.game)), 'SIGKILL');
          t.same(await sitting.player.gone(), { cause: 'crashed', code: null, signal: 'SIGKILL' });
          await until(() => carriersOfGame(sitting.game).length === 0, 'the player to die');
          t.match(await sitting.player.ending(), { killed: false, survivors: 0 });
        },
      );
    });
}

export async function stopping(t: Test, names?: readonly SandboxLevel[]): Promise<void> {
  /** Machines with much other work need some of it. */
  const GRACE_MS = 120_000;

  /** What a player may leave behind when it is told to end. None of it may stay. */
  const misbehaviours = {
    'a background child': 'sleep 1000 & echo on; read x',
    'a tree of two hundred and more':
      'grow() { [ $1 -gt 0 ] && { grow $(($1 - 1)) & grow $(($1 - 1)) & }; sleep 1000; }; grow 6 & sleep 0.2; echo on; wait',
    'a pipeline': 'echo on; sleep 1000 | sleep 1000',
    'a double fork with a session of its own': '(setsid sleep 1000 &); echo on; read x',
    'a child whose parent is gone': '(sleep 1000 &) ; (sleep 1000 & sleep 1000 &); echo on; exec sleep 1000',
    'something that moves on by forking': 'hop() { sleep 0.02; hop & exit; }; hop & echo on; read x',
    'a thread that outlives its first': `python3 -c '
import ctypes, threading, time
threading.Thread(target=lambda: time.sleep(1000)).start()
print("on", flush=True)
ctypes.CDLL(None).pthread_exit(None)'`,
  };

  for (const { level, skip } of levelsNamed(names))
    t.test(`stopping on the level ${level}`, { skip }, async (t) => {
      for (const [misbehaviour, command] of Object.entries(misbehaviours))
        t.test(`${misbehaviour} is ended`, async (t) => {
          await using sitting = await seatOne(level, command, { graceNs: millis(GRACE_MS) });
          await sitting.player.says('on\n');
          const before = performance.now();
          t.match(await sitting.player.ending(), {
            killed: false,
            survivors: 0,
            signal: 'SIGTERM',
            code: null,
          });
          t.ok(performance.now() - before < GRACE_MS / 2, 'long before the grace is over');
          t.same(sitting.player.signals, ['SIGTERM']);
          t.same(carriersOfGame(sitting.game), []);
        });

      t.test('a player has its grace to end well', async (t) => {
        const command = 'trap "sleep 0.1; echo well >&2; exit 7" TERM; echo on; while :; do sleep 0.01; done';
        await using sitting = await seatOne(level, command);
        await sitting.player.says('on\n');
        t.match(await sitting.player.ending(), {
          code: 7,
          signal: null,
          killed: false,
          stderr: 'well\n',
          survivors: 0,
        });
        t.same(sitting.player.signals, ['SIGTERM']);
      });

      t.test('what it starts in its grace and leaves behind is told to end, too', async (t) => {
        const command = 'trap "sleep 1000 & sleep 0.3; exit 7" TERM; echo on; while :; do sleep 0.01; done';
        await using sitting = await seatOne(level, command, { graceNs: millis(GRACE_MS) });
        await sitting.player.says('on\n');
        const before = performance.now();
        t.match(await sitting.player.ending(), { code: 7, signal: null, killed: false, survivors: 0 });
        t.ok(performance.now() - before < GRACE_MS / 2, 'long before the grace is over');
        t.same(sitting.player.signals, ['SIGTERM']);
        t.same(carriersOfGame(sitting.game), []);
      });

      t.test('SIGTERM that is ignored is followed by SIGKILL', async (t) => {
        const stubborn = 'trap "" TERM; (setsid sleep 1000 &); echo on; while :; do sleep 1; done';
        await using sitting = await seatOne(level, stubborn, { graceNs: millis(100) });
        await sitting.player.says('on\n');
        const before = performance.now();
        t.match(await sitting.player.ending(), { code: null, signal: 'SIGKILL', killed: true, survivors: 0 });
        t.ok(performance.now() - before >= 100, 'after the grace');
        t.same(sitting.player.signals, ['SIGTERM', 'SIGKILL']);
        t.same(carriersOfGame(sitting.game), []);
      });

      t.test('a shell deaf to SIGTERM ends with its input', async (t) => {
        const command = `trap '' TERM; echo on; while read -r line; do echo "$line" >&2; done; echo end >&2`;
        await using sitting = await seatOne(level, command);
        await sitting.player.says('on\n');
        for (const line of ['one', 'two', 'three']) sitting.player.seat.send(`${line}\n`);
        t.match(await sitting.player.ending(), {
          code: 0,
          killed: false,
          stderr: 'one\ntwo\nthree\nend\n',
        });
        t.same(sitting.player.signals, ['SIGTERM']);
      });

      t.test('a player that stopped itself is killed', async (t) => {
        const command = 'sleep 1000 & echo on; kill -STOP $! $$';
        await using sitting = await seatOne(level, command, { graceNs: millis(50) });
        const stopped = () =>
          carriersOfGame(sitting.game).filter((pid) => / T /.test(readProc(`${pid}/stat`) ?? ''));
        await until(() => stopped().length === 2, 'two stopped processes');
        t.match(await sitting.player.ending(), { killed: true, code: null, survivors: 0 });
        t.same(carriersOfGame(sitting.game), []);
      });

      t.test('without a grace it is SIGKILL at once', async (t) => {
        await using sitting = await seatOne(level, 'trap "" TERM; echo on; exec sleep 1000', { graceNs: 0 });
        await sitting.player.says('on\n');
        t.match(await sitting.player.ending(), { killed: true, survivors: 0 });
      });

      t.test(
        'an empty environment does not hide it',
        { skip: !hasNamespace(level) && 'it does, without a namespace' },
        async (t) => {
          const hidden = `env -i setsid sh -c 'trap "" TERM; echo on; while :; do sleep 1000; done'`;
          const command = `(${hidden} &); sleep 1000`;
          await using sitting = await seatOne(level, command, { graceNs: millis(50) });
          await sitting.player.says('on\n');
          t.match(await sitting.player.ending(), { killed: true, survivors: 0 });
        },
      );

      t.test('dismissed twice, ended once; and each for itself', async (t) => {
        await using sitting = await sit(
          hostingFor(level),
          'echo on; read x',
          'echo on; read x; echo "$x"; read x',
        );
        const [first, second] = sitting.players;
        for (const player of sitting.players) await player.says('on\n');
        first!.seat.dismiss();
        first!.seat.dismiss();
        first!.seat.send('nobody listens\n');
        t.match((await first!.seat.ended).processes, { signal: 'SIGTERM', survivors: 0 });
        t.same(first!.signals, ['SIGTERM']);
        second!.seat.send('still in\n');
        await second!.says('still in\n');
      });

      t.test('processor time and memory are those of all that it started', async (t) => {
        const busy = 'i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done';
        await using sitting = await seatOne(level, `(${busy}); (${busy}; echo on; read y) & read x`);
        await sitting.player.says('on\n');
        const ending = await sitting.player.ending();
        t.ok(ending.cpuMs! >= 40, `${ending.cpuMs} ms`);
        t.ok(ending.maxRssKb! > 1_000 && ending.maxRssKb! < 100_000, `${ending.maxRssKb} kB`);
      });

      t.test(
        'the supervisor tells the time of a player that has exited',
        { skip: !hasNamespace(level) && 'no supervisor' },
        async (t) => {
          await using sitting = await seatOne(level, 'i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done');
          await sitting.player.gone();
          t.ok((await sitting.player.ending()).cpuMs! >= 20);
        },
      );
    });
}
