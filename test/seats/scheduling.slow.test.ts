import { existsSync } from 'node:fs';
import t from 'tap';
import { excessOffence } from '../../host/seats/process/limits/excess-watch.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { hostingFor, seatOne, sit, triedLevels, until } from './sitting.ts';

const noBatch = (!findProgram('chrt') || !existsSync('/proc/self/stat')) && 'players are no batch work here';
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
