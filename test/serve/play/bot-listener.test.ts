import t from 'tap';
import { bananagrams } from '../../../host/games/bananagrams/bananagrams.ts';
import { BotListener } from '../../../host/serve/play/bot-listener.ts';
import type { SeatInput } from '../../../host/serve/play/store.ts';
import { settleOptions } from '../../../host/settings/settle-options.ts';

/** A bot at a table that hears an input when `hear` is called. */
function seated(greeting?: string) {
  const taken: SeatInput[] = [];
  const waiting: (() => void)[] = [];
  const reasons: string[] = [];
  const flow: string[] = [];
  const listener = new BotListener({
    scanner: bananagrams.scanner(settleOptions(bananagrams.options, [])),
    greeting,
    take: async (input) => {
      taken.push(input);
      await new Promise<void>((resolve) => waiting.push(resolve));
    },
    lost: () => {},
    giveUp: (why) => void reasons.push(why),
  });
  listener.seat = { pause: () => void flow.push('pause'), resume: () => void flow.push('resume') };
  const say = (text: string) => listener.read(Uint8Array.from(Buffer.from(text, 'latin1')));
  const hear = async () => {
    for (const heard of waiting.splice(0)) heard();
    await new Promise(setImmediate);
  };
  return { listener, say, hear, taken, reasons, flow };
}

const exited = { cause: 'exited', code: 0, signal: null } as const;
const large = `p001100100${'.'.repeat(10_000)}`;

t.test('a bot that is far ahead of the match waits until it is heard', async (t) => {
  const { say, hear, flow, taken } = seated();
  say('n');
  say(large);
  t.strictSame(flow, []);
  say(large);
  t.strictSame(flow, ['pause']);
  await hear();
  t.strictSame(flow, ['pause', 'resume']);
  t.equal(taken.length, 3);
});

t.test('a bot that writes thousands of messages is caught once', async (t) => {
  const { say, taken } = seated();
  say(`n${'dQ'.repeat(4_999)}`);
  const heard = { read: `n${'dQ'.repeat(4_999)}` };
  t.strictSame(taken, [heard]);
  say('dQ');
  say('dQ');
  const detail = 'wrote more than 5000 messages in one game of the site';
  t.strictSame(taken, [heard, { caught: { kind: 'flood', rule: 'output', detail } }]);
});

t.test('what a bot leaves unfinished is heard before it is gone', async (t) => {
  const { listener, say, taken } = seated();
  say('np00');
  listener.gone(exited);
  t.strictSame(taken, [{ read: 'n' }, { read: 'p00' }, { gone: exited }]);
});

t.test('a bot that starts again greets as before, which is not heard again', async (t) => {
  const { listener, say, taken, reasons } = seated('n');
  say('ndQ');
  listener.checkReady();
  listener.gone(exited);
  t.strictSame(taken, [{ read: 'dQ' }, { gone: exited }]);
  t.strictSame(reasons, []);
});

function greetAndLeave({ say, listener }: ReturnType<typeof seated>): void {
  say('n');
  listener.gone(exited);
}

t.test('a bot that does not come back interrupts its game', async (t) => {
  const offence = { kind: 'flood', rule: 'memory', detail: 'used too much memory' } as const;
  for (const [act, why] of [
    [({ say }) => say('r'), /another way/],
    [({ listener }) => listener.checkReady(), /not ready in time/],
    [({ listener }) => listener.gone({ ...exited, code: 3 }), /has ended \(exit status 3\)/],
    [greetAndLeave, /has ended \(exit status 0\)/],
    [({ listener }) => listener.gone({ ...exited, code: null, signal: 'SIGKILL' }), /has ended \(SIGKILL\)/],
    [({ listener }) => listener.gone({ ...exited, code: null }), /could not be started/],
    [({ listener }) => listener.caught(offence), /used too much memory/],
  ] as const satisfies readonly [act: (at: ReturnType<typeof seated>) => void, why: RegExp][]) {
    const table = seated('n');
    act(table);
    t.match(table.reasons, [why]);
    t.strictSame(table.taken, []);
  }
});
