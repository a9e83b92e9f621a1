import type { Test } from 'tap';
import { openWatched, type SeatKind } from './seat-kind.ts';

const MUCH = 200_000;

/** Time for whatever would be told wrongly. */
async function polls(): Promise<void> {
  for (let poll = 0; poll < 100; poll++) await new Promise(setImmediate);
}

/** What holds for every kind of seat. */
export function seatContract(t: Test, kind: SeatKind): void {
  const law = (name: string, act: (t: Test) => Promise<void>) => t.test(`${kind.name}: ${name}`, act);

  law('nothing is told before the opener has answered, and each handle is of its own seat', async (t) => {
    await using table = await openWatched(kind, 'echo', 'echo', 'echo');
    t.equal(table.early, 0);
    for (const [index, { handle }] of table.seats.entries()) handle.send(`seat ${index + 1}\n`);
    for (const [index, seat] of table.seats.entries()) {
      await seat.says(`seat ${index + 1}\n`);
      t.equal(seat.text, `on\nseat ${index + 1}\n`);
    }
  });

  law('what is sent is heard in its order, with more to come or not', async (t) => {
    await using table = await openWatched(kind, 'echo');
    const [seat] = table.seats;
    await seat!.says('on\n');
    seat!.handle.send('one ');
    seat!.handle.send('two ', 'with-next');
    seat!.handle.send('three ', 'with-next');
    seat!.handle.send('four\n');
    await seat!.says('four\n');
    t.equal(seat!.text, 'on\none two three four\n');
  });

  law('what is sent soon goes with the next, or by itself if nothing comes', async (t) => {
    await using table = await openWatched(kind, 'echo');
    const [seat] = table.seats;
    await seat!.says('on\n');
    seat!.handle.send('one ', 'soon');
    seat!.handle.send('two\n');
    await seat!.says('two\n');
    seat!.handle.send('three\n', 'soon');
    await seat!.says('three\n');
    seat!.handle.send('four ', 'soon');
    seat!.handle.send('five\n', 'soon');
    await seat!.says('five\n');
    t.equal(seat!.text, 'on\none two\nthree\nfour five\n');
  });

  law('what is said is read whole and in its order, in reads of at most 64 KiB', async (t) => {
    await using table = await openWatched(kind, 'writes-much');
    const [seat] = table.seats;
    await seat!.says('on\n');
    seat!.handle.send('go\n');
    await seat!.says('x'.repeat(MUCH));
    t.equal(seat!.text, `on\n${'x'.repeat(MUCH)}`);
    t.ok(Math.max(...seat!.sizes) <= 64 * 1024, `${seat!.sizes}`);
    t.ok(Math.min(...seat!.sizes) > 0, 'and none is empty');
    t.same(
      seat!.stamps,
      seat!.stamps.toSorted((one, other) => one - other),
    );
  });

  law('nothing is read while it is paused, and all of it afterwards', async (t) => {
    await using table = await openWatched(kind, 'writes-much', 'echo');
    const [seat, other] = table.seats;
    await seat!.says('on\n');
    seat!.handle.pause();
    seat!.handle.send('go\n');
    other!.handle.send('meanwhile\n');
    await other!.says('meanwhile\n');
    await polls();
    t.equal(seat!.text, 'on\n');
    seat!.handle.resume();
    seat!.handle.resume();
    await seat!.says('x'.repeat(MUCH));
    t.equal(seat!.text, `on\n${'x'.repeat(MUCH)}`);
  });

  law('after one more read it is read in small pieces, and loses nothing by it', async (t) => {
    await using table = await openWatched(kind, 'writes-much');
    const [seat] = table.seats;
    await seat!.says('on\n');
    seat!.handle.readInSmallPieces();
    seat!.handle.send('go\n');
    await seat!.says('x'.repeat(MUCH));
    t.equal(seat!.text, `on\n${'x'.repeat(MUCH)}`);
    const [, , ...later] = seat!.sizes;
    t.ok(later.length > 20, `${later.length} reads`);
    t.ok(Math.max(...later) <= 4096, `${later}`);
  });

  law('it is gone once, after all that it said, and nothing is told after it', async (t) => {
    await using table = await openWatched(kind, 'moves-and-exits');
    const [seat] = table.seats;
    await seat!.says('on\n');
    seat!.handle.send('go\n');
    await seat!.tells('gone');
    t.equal(seat!.text, 'on\nmoved\n');
    t.same(seat!.departures, [{ cause: 'exited', code: 0, signal: null }]);
    const { length } = seat!.told;
    for (let count = 0; count < 20; count++) seat!.handle.send('x'.repeat(100_000));
    seat!.handle.pause();
    seat!.handle.resume();
    await polls();
    t.equal(seat!.told.length, length);
    t.same(
      seat!.stamps,
      seat!.stamps.toSorted((one, other) => one - other),
      'it went after its last read',
    );
  });

  law('its end comes after its dismissal alone, gone or not', async (t) => {
    await using table = await openWatched(kind, 'moves-and-exits', 'echo');
    const [gone, playing] = table.seats;
    gone!.handle.send('go\n');
    await gone!.tells('gone');
    await playing!.says('on\n');
    let ended = 0;
    for (const { handle } of table.seats) void handle.ended.then(() => ended++);
    await polls();
    t.equal(ended, 0);
    for (const { handle } of table.seats) handle.dismiss();
    await Promise.all(table.seats.map(({ handle }) => handle.ended));
    await polls();
    t.equal(ended, 2);
  });

  law('dismissed, and twice, nothing is told of it but signals, and no call throws', async (t) => {
    await using table = await openWatched(kind, 'echo', 'echo');
    const [seat, other] = table.seats;
    await seat!.says('on\n');
    seat!.handle.send('never heard of\n');
    for (let count = 0; count < 2; count++) seat!.handle.dismiss();
    seat!.handle.send('x'.repeat(2_000_000));
    seat!.handle.hangUp();
    seat!.handle.pause();
    seat!.handle.resume();
    seat!.handle.readInSmallPieces();
    await seat!.handle.ended;
    await polls();
    t.equal(seat!.text, 'on\n');
    t.same(seat!.others, kind.hasProcesses ? ['SIGTERM'] : []);
    other!.handle.send('still here\n');
    await other!.says('still here\n');
    t.equal(other!.text, 'on\nstill here\n');
  });

  law('one that was hung up on sees its input end, hears no more, and is still read', async (t) => {
    await using table = await openWatched(kind, 'waits-for-the-end', 'echo');
    const [seat, other] = table.seats;
    for (const { handle } of table.seats) {
      handle.hangUp();
      handle.hangUp();
    }
    other!.handle.send('too late\n');
    await seat!.says('end\n');
    await polls();
    t.equal(seat!.text, 'on\nend\n');
    t.notMatch(other!.text, /too late/);
    t.same(seat!.others, []);
  });

  law('one that does not read is caught once, may go on, and disturbs no other', async (t) => {
    await using table = await openWatched(kind, 'deaf', 'echo');
    const [deaf, other] = table.seats;
    await deaf!.says('on\n');
    for (let count = 0; count < 30; count++) deaf!.handle.send('x'.repeat(100_000));
    await deaf!.tells('caught unread');
    for (let count = 0; count < 30; count++) deaf!.handle.send('x'.repeat(100_000));
    other!.handle.send('heard\n');
    await other!.says('heard\n');
    await polls();
    t.same(deaf!.others, ['caught unread']);
    t.same(other!.others, []);
  });

  law('with the table all seats are dismissed, and have ended', async (t) => {
    const table = await openWatched(kind, 'echo', 'deaf', 'waits-for-the-end');
    for (const seat of table.seats) await seat.says('on\n');
    let ended = 0;
    for (const { handle } of table.seats) void handle.ended.then(() => ended++);
    await table[Symbol.asyncDispose]();
    await polls();
    t.equal(ended, 3);
  });

  law('what is known of processes is known of processes alone', async (t) => {
    await using table = await openWatched(kind, 'echo');
    const [seat] = table.seats;
    await seat!.says('on\n');
    t.equal(seat!.handle.processes !== undefined, kind.hasProcesses);
    seat!.handle.dismiss();
    const { processes } = await seat!.handle.ended;
    if (kind.hasProcesses) t.match(processes, { signal: 'SIGTERM', killed: false, survivors: 0, stderr: '' });
    else t.equal(processes, undefined);
  });
}
