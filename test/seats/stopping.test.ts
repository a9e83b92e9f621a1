import t from 'tap';
import { millis } from '../../host/core/units.ts';
import { readProc } from '../../host/seats/process/processes/proc.ts';
import { carriers, hasNamespace, hostingFor, seatOne, sit, triedLevels, until } from './sitting.ts';

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

for (const { level, skip } of triedLevels)
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
        t.same(carriers(sitting.game), []);
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
      t.same(carriers(sitting.game), []);
    });

    t.test('SIGTERM that is ignored is followed by SIGKILL', async (t) => {
      const stubborn = 'trap "" TERM; (setsid sleep 1000 &); echo on; while :; do sleep 1; done';
      await using sitting = await seatOne(level, stubborn, { graceNs: millis(100) });
      await sitting.player.says('on\n');
      const before = performance.now();
      t.match(await sitting.player.ending(), { code: null, signal: 'SIGKILL', killed: true, survivors: 0 });
      t.ok(performance.now() - before >= 100, 'after the grace');
      t.same(sitting.player.signals, ['SIGTERM', 'SIGKILL']);
      t.same(carriers(sitting.game), []);
    });

    t.test(
      'a shell that does not hear SIGTERM ends with its input, which has all that was sent',
      async (t) => {
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
      },
    );

    t.test('a player that stopped itself is killed', async (t) => {
      const command = 'sleep 1000 & echo on; kill -STOP $! $$';
      await using sitting = await seatOne(level, command, { graceNs: millis(50) });
      const stopped = () => carriers(sitting.game).filter((pid) => / T /.test(readProc(`${pid}/stat`) ?? ''));
      await until(
        () => stopped().length === 2,
        () => 'two stopped processes',
      );
      t.match(await sitting.player.ending(), { killed: true, code: null, survivors: 0 });
      t.same(carriers(sitting.game), []);
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
