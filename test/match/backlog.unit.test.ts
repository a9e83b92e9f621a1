import t from 'tap';
import { Backlog } from '../../host/match/backlog.ts';
import type { SeatHandle } from '../../host/match/seat.ts';
import { seatRequests } from '../../host/match/seat-requests.ts';
import { scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { planOf } from './hand-played.ts';
import { ManualClock } from './manual-clock.ts';

const KiB = 1024;

/** Seats that note when they are stopped and read on. */
async function seatsWith(journal: string[]): Promise<SeatHandle[]> {
  const quiet = () => ({ hear() {} });
  const listener = { read() {}, gone() {}, caught() {} };
  const open = scriptedSeats([quiet, quiet], new ManualClock());
  const { seats } = await open(
    seatRequests(planOf({ players: 2 }), () => 0),
    () => listener,
  );
  return seats.map((seat, index) =>
    Object.assign(seat, {
      pause: () => journal.push(`pause ${index + 1}`),
      resume: () => journal.push(`resume ${index + 1}`),
    }),
  );
}

for (const pace of ['turns', 'race', 'round'] as const) {
  const most = pace === 'round' ? 1024 * KiB : 16 * KiB;
  t.test(`In a game of ${pace} more than ${most / KiB} KiB of a player wait in its own pipe`, async (t) => {
    const journal: string[] = [];
    const backlog = new Backlog(await seatsWith(journal), pace);
    backlog.read(1, most);
    backlog.read(2, most);
    t.same(journal, [], 'so much is read');
    backlog.read(1, 1);
    t.same(journal, ['pause 1']);
    backlog.read(1, 5);
    backlog.settled(1, most + 5);
    t.same(journal, ['pause 1'], 'until all of it is settled');
    backlog.settled(1, 1);
    t.same(journal, ['pause 1', 'resume 1']);
  });
}

t.test('Who has a rest is read on when it is over and nothing waits any more', async (t) => {
  const journal: string[] = [];
  const backlog = new Backlog(await seatsWith(journal));
  backlog.rests(2, true);
  backlog.read(2, 17 * KiB);
  backlog.rests(2, false);
  t.same(journal, ['pause 2']);
  backlog.settled(2, 17 * KiB);
  t.same(journal, ['pause 2', 'resume 2']);
});
