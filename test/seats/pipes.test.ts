import t from 'tap';
import { millis } from '../../host/core/units.ts';
import { now } from '../../host/match/clock.ts';
import { seatRequests, startOrder } from '../../host/match/play-match.ts';
import { processSeats } from '../../host/seats/process/process-seats.ts';
import { planOf } from '../match/hand-played.ts';
import { endIsHeard } from './end-heard.ts';
import { readingAndWriting } from './reading-and-writing.ts';

t.test('reading and writing', async (t) => await readingAndWriting(t, ['off']));

t.test('end heard', async (t) => await endIsHeard(t, { all: false }));

t.test('start order', async (t) => {
  t.test(
    'who is started first is drawn for each match: no seat has the better place on the machine',
    async (t) => {
      const firsts = Array.from({ length: 300 }, (_, game) => {
        const order = startOrder(planOf({ players: 3, seed: `game ${game}` }));
        t.strictSame(order.toSorted(), [1, 2, 3]);
        return order[0];
      });
      for (const seat of [1, 2, 3]) {
        const count = firsts.filter((first) => first === seat).length;
        t.ok(count > 60 && count < 140, `seat ${seat} is started first ${count} times of 300`);
      }
    },
  );

  t.test('players are started in that order, and sit where they belong', async (t) => {
    const plan = planOf({ players: 4, seed: 'started' });
    // The launcher starts one process for each, in order; these start the players, in no order.
    const players = plan.players.map((player) => ({ ...player, command: `echo ${player.seat} $PPID` }));
    const open = processSeats({
      sandbox: 'off',
      shell: '/bin/sh',
      cwd: undefined,
      graceNs: millis(100),
      unreadCap: 1_000_000,
      stderr: 'discard',
      commandFolder: undefined,
    });
    const said = players.map(() => '');
    const everybody = Promise.withResolvers<void>();
    const requests = seatRequests({ ...plan, players }, now);
    await using table = await open(requests, (seat) => ({
      read(bytes) {
        said[seat - 1] += Buffer.from(bytes).toString();
        if (said.every((text) => text.includes('\n'))) everybody.resolve();
      },
      gone() {},
      caught() {},
    }));
    t.equal(table.seats.length, 4);
    await everybody.promise;
    const facts = said.map((text) => text.trim().split(' ').map(Number) as [seat: number, pid: number]);
    t.strictSame(
      facts.map(([seat]) => seat),
      [1, 2, 3, 4],
    );
    const byPid = facts.toSorted(([, one], [, other]) => one - other).map(([seat]) => seat);
    t.strictSame(byPid, startOrder(plan), 'numbers of the processes that start them rise');
  });
});
