import t from 'tap';
import {
  claimTerminal,
  isTerminalTaken,
  TerminalLock,
  type TerminalRequest,
} from '../../host/terminal/terminal.ts';

const skip = process.platform === 'linux' ? false : 'abstract sockets are of Linux';
/** No terminal, but a name that no other process has. */
const terminal = `/dev/pts/of-${process.pid}`;

t.test(
  'One program of a match can claim a terminal, and one of another match as well',
  { skip },
  async (t) => {
    t.equal(await claimTerminal(terminal, 'one'), true);
    t.equal(await claimTerminal(terminal, 'one'), false);
    t.equal(await claimTerminal(`${terminal}-second`, 'one'), true);
    t.equal(await claimTerminal(terminal, 'two'), true);
    t.equal(isTerminalTaken(terminal), false, 'a claim is no lock');
  },
);

t.test(
  'A lock is handed on when its owner releases it, who is told that somebody waits',
  { skip },
  async (t) => {
    const asked: TerminalRequest[] = [];
    const first = await TerminalLock.take(terminal, {
      owner: 'person',
      request: 'now',
      asked(request) {
        asked.push(request);
        first.release();
      },
    });
    t.ok(isTerminalTaken(terminal));
    t.notOk(first.metPerson);
    const second = await TerminalLock.take(terminal, { owner: 'host', request: 'now', asked: () => {} });
    t.same(asked, ['now']);
    t.ok(second.metPerson);
    second.release();
  },
);

t.test('A program that gives up waiting has no lock', { skip }, async (t) => {
  const first = await TerminalLock.take(terminal, { owner: 'person', request: 'now', asked: () => {} });
  const signal = AbortSignal.timeout(20);
  await t.rejects(
    TerminalLock.take(terminal, { owner: 'host', request: 'now', asked: () => {}, signal }),
    /aborted due to timeout/,
  );
  first.release();
});
