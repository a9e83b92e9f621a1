import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { HostFailure } from '../../host/core/host-failure.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { carriers, hasNamespace, hostingFor, seatOne, sit, triedLevels } from './sitting.ts';

for (const { level, skip } of triedLevels)
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

    t.test(
      'a player that wakes up does not stop the host: it is batch work, where the system has that',
      async (t) => {
        const policy = `sed 's/.*) //' /proc/self/stat | cut -d ' ' -f 39`;
        t.equal(await run(policy), findProgram('chrt') ? '3\n' : '0\n');
        t.equal(await run(policy, { batch: false }), '0\n');
      },
    );

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
      const problem = 'there is no program no-such-player-anywhere on the PATH';
      t.same(await sitting.player.gone(), { cause: 'crashed', code: 127, signal: null, problem });
      t.match((await sitting.player.ending()).stderr, 'not found');
    });

    t.test('a command that cannot be executed exits with status 126', async (t) => {
      const path = join(t.testdir({ player: '#!/bin/sh\necho hello\n' }), 'player');
      chmodSync(path, 0o644);
      await using sitting = await seatOne(level, path);
      t.match(await sitting.player.gone(), {
        cause: 'crashed',
        code: 126,
        signal: null,
        problem: 'may not be executed',
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
          message: `no player can be started: there is no shell ${shell} that could be run (--shell)`,
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
        t.same(carriers(sitting.game), []);
      }
    });

    t.test('nothing stays open after many players', async (t) => {
      const descriptors = () => readdirSync('/proc/self/fd').length;
      await (await seatOne(level, 'echo on'))[Symbol.asyncDispose]();
      const before = descriptors();
      for (let table = 0; table < 5; table++) {
        await using sitting = await sit(hostingFor(level), ...new Array<string>(10).fill('echo on; read x'));
        for (const player of sitting.players) player.seat.send('x\n');
        for (const player of sitting.players) t.equal((await player.gone()).cause, 'exited');
      }
      t.equal(descriptors(), before);
    });
  });

t.test('a script named by its path runs by its first line', async (t) => {
  const folder = t.testdir({});
  const path = join(folder, 'my player');
  writeFileSync(path, '#!/bin/sh\necho "$# $1"\n');
  chmodSync(path, 0o755);
  await using sitting = await seatOne('auto', `'${path}' 'one word'`);
  await sitting.player.says('1 one word\n');
});
