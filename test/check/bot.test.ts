import t from 'tap';
import { millis } from '../../host/core/units.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import type { SeatHandle } from '../../host/match/seat.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { Bot } from '../../host/tools/check/bot.ts';

t.test('patience', async (t) => {
  /** A bot that has waited so many milliseconds for a processor, at each look. */
  function botThatWaits(waits: readonly (number | null)[]) {
    const left = [...waits];
    const last = waits.at(-1)!;
    const idle = () => {};
    const usage = {
      used: async () => 0,
      share: () => ({ cpuMs: 0, waitMs: left.length > 0 ? left.shift()! : last }),
    };
    const seat: SeatHandle = {
      send: idle,
      pause: idle,
      resume: idle,
      readInSmallPieces: idle,
      hangUp: idle,
      dismiss: idle,
      ended: Promise.resolve({}),
      processes: { sandbox: 'off', usage },
    };
    const bot = new Bot('a bot', scrabble.scanner(settleOptions(scrabble.options, []) as never));
    bot.sitsAt(seat);
    return { bot, left };
  }

  t.test('A bot that waited for a processor has so much more time', async (t) => {
    const { bot, left } = botThatWaits([100, 110, 125, 125]);
    const before = performance.now();
    t.match(await bot.next(millis(5)), { kind: 'silence' });
    t.ok(performance.now() - before >= 5 + 25 - 1);
    t.same(left, [], 'it is asked each time that the limit is over');
  });

  t.test('It is not waited for without end', async (t) => {
    const { bot } = botThatWaits([0, 3_600_000]);
    t.match(await bot.next(millis(5)), { kind: 'silence' });
  });

  t.test('A bot that had a processor, or of which nothing is known, has its time and no more', async (t) => {
    for (const waits of [[100], [100, 0], [null], [100, null]]) {
      const { bot, left } = botThatWaits(waits);
      t.match(await bot.next(millis(5)), { kind: 'silence' });
      t.equal(left.length, 0);
    }
  });
});

t.test('pieces', async (t) => {
  /** A seat that is busy for as many looks after each piece, and what was sent to it and seen of it. */
  function botThatIsBusy(looks: number) {
    const seen: string[] = [];
    let left = 0;
    const idle = () => {};
    const seat: SeatHandle = {
      send(text) {
        seen.push(text);
        left = looks;
      },
      pause: idle,
      resume: idle,
      readInSmallPieces: idle,
      hangUp: idle,
      dismiss: idle,
      ended: Promise.resolve({}),
      processes: {
        sandbox: 'off',
        isBusy() {
          const isBusy = left-- > 0;
          seen.push(isBusy ? 'busy' : 'idle');
          return isBusy;
        },
      },
    };
    const bot = new Bot('a bot', scrabble.scanner(settleOptions(scrabble.options, []) as never));
    bot.sitsAt(seat);
    return { bot, seen };
  }

  t.test('A piece is sent when the bot has read the one before', async (t) => {
    const { bot, seen } = botThatIsBusy(2);
    await bot.sendInPieces(['tu', 'rn\n']);
    t.same(seen, ['tu', 'busy', 'busy', 'idle', 'rn\n', 'busy', 'busy', 'idle']);
  });

  t.test('A bot that is always at work gets all pieces in the end', async (t) => {
    const { bot, seen } = botThatIsBusy(Number.POSITIVE_INFINITY);
    await bot.sendInPieces(['tu', 'rn\n']);
    t.same(
      seen.filter((each) => each !== 'busy'),
      ['tu', 'rn\n'],
    );
  });

  t.test('A bot that has left is not waited for', async (t) => {
    const { bot, seen } = botThatIsBusy(Number.POSITIVE_INFINITY);
    bot.gone({ cause: 'exited', code: 1, signal: null });
    await bot.sendInPieces(['tu', 'rn\n']);
    t.same(seen, ['tu', 'rn\n']);
  });
});
