import t from 'tap';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import type { SeatHandle } from '../../host/match/seat.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { Bot } from '../../host/tools/check/bot.ts';

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

t.test(
  'A piece is sent when the bot has read the one before, however long it waits for a processor',
  async (t) => {
    const { bot, seen } = botThatIsBusy(2);
    await bot.sendInPieces(['tu', 'rn\n']);
    t.same(seen, ['tu', 'busy', 'busy', 'idle', 'rn\n', 'busy', 'busy', 'idle']);
  },
);

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
