import { closeSync, constants, openSync, writeSync } from 'node:fs';
import t from 'tap';
import { millis, type Nanos } from '../../host/core/units.ts';
import { liveClock, now } from '../../host/match/clock.ts';
import { FlowControl } from '../../host/match/flow-control.ts';
import { Mailbox } from '../../host/match/mailbox.ts';
import { Launcher } from '../../host/seats/process/launcher/launcher.ts';
import { PipeReader } from '../../host/seats/process/pipes/pipe-reader.ts';

const launcher = await Launcher.start([]);

function mailboxOfOne(): Mailbox {
  const flow = new FlowControl(liveClock);
  flow.control([{ pause() {}, resume() {}, readInSmallPieces() {} }]);
  return new Mailbox(liveClock, flow);
}

/** A player's pipe, with the test at its far end. */
async function onePipe(mailbox: Mailbox) {
  const slot = await launcher.slot();
  const playerEnd = openSync(`/proc/${slot.pid}/fd/5`, constants.O_WRONLY);
  slot.release();
  const reader = new PipeReader(slot.output, now, mailbox.listener(1), () => {});
  reader.begin();
  return {
    say: (text: string) => writeSync(playerEnd, text),
    async [Symbol.asyncDispose]() {
      await reader.close();
      for (const end of [playerEnd, slot.input, slot.errors, slot.reports, slot.lifeline]) closeSync(end);
    },
  };
}

function blockUntil(time: Nanos): void {
  while (now() < time);
}

const ROUNDS = 500;

t.test('An answer in the pipe at the timeout came in time', async (t) => {
  const mailbox = mailboxOfOne();
  await using pipe = await onePipe(mailbox);
  let [tried, late] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const alarm = now() + millis(2);
    let saidAt = alarm;
    setImmediate(() => {
      pipe.say('!');
      saidAt = now();
      blockUntil(alarm + millis(round % 100 === 0 ? 50 : (round % 5) / 2));
    });
    const letter = await mailbox.next(alarm);
    // On a busy machine this test may itself be late with its answer: that round proves nothing.
    if (saidAt < alarm) tried++;
    if (letter === undefined) {
      if (saidAt < alarm) late++;
      await mailbox.next(undefined);
    } else if (letter.at >= alarm)
      t.fail(`stamped ${letter.at - alarm} ns after the alarm: no replay could tell`);
  }
  t.equal(late, 0, `${late} of ${tried} were called late`);
  t.ok(tried > ROUNDS / 10, `${tried} of ${ROUNDS} were written in time`);
});

t.test('Silence is a timeout, whether the loop was blocked or not', async (t) => {
  const mailbox = mailboxOfOne();
  await using _pipe = await onePipe(mailbox);
  for (let round = 0; round < 50; round++) {
    const alarm = now() + millis(2);
    if (round % 2 === 0) setImmediate(() => blockUntil(alarm + millis(3)));
    t.equal(await mailbox.next(alarm), undefined);
    t.ok(now() >= alarm);
  }
});

t.test('An answer that was written after the timeout was decided is late', async (t) => {
  const mailbox = mailboxOfOne();
  await using pipe = await onePipe(mailbox);
  for (let round = 0; round < 20; round++) {
    const alarm = now() + millis(1);
    t.equal(await mailbox.next(alarm), undefined);
    pipe.say('!');
    t.match(await mailbox.next(undefined), { is: 'read' });
  }
});
