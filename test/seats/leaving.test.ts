import t from 'tap';
import { millis } from '../../host/core/units.ts';
import { allOf } from '../support/all-of.ts';
import { carriers, hasNamespace, hostingFor, seatOne, sit, triedLevels, until } from './sitting.ts';

for (const { level, skip } of triedLevels)
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
      t.same(carriers(sitting.game), []);
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
      await until(
        () => carriers(sitting.game).length <= 4,
        () => 'both commands to end',
      );
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
      await using sitting = await seatOne(level, 'trap "" TERM HUP; kill 0; kill -HUP 0; echo alive; exit 5');
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
        t.same(carriers(sitting.game), []);
      },
    );

    t.test(
      'a sandbox that is killed from outside takes its player along',
      { skip: !hasNamespace(level) && 'no sandbox' },
      async (t) => {
        await using sitting = await seatOne(level, 'echo on; setsid sleep 1000');
        await sitting.player.says('on\n');
        process.kill(Math.min(...carriers(sitting.game)), 'SIGKILL');
        t.same(await sitting.player.gone(), { cause: 'crashed', code: null, signal: 'SIGKILL' });
        await until(
          () => carriers(sitting.game).length === 0,
          () => 'the player to die',
        );
        t.match(await sitting.player.ending(), { killed: false, survivors: 0 });
      },
    );
  });
