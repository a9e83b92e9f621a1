import { PassThrough } from 'node:stream';
import t from 'tap';
import { Seat } from '../../host/bots/bananagrams/seat.ts';
import type { Answer, Hand } from '../../host/bots/bananagrams/strategy.ts';
import { Inbox } from '../../host/bots/inbox.ts';
import { PartReader } from '../../host/bots/lines.ts';

/** A bot that answers in this order, until it peels. */
function botWith(...answers: readonly Answer[]) {
  const input = new PassThrough();
  const said: string[] = [];
  const asked: Hand[] = [];
  const answerTo = (hand: Hand) => {
    asked.push(hand);
    return answers[asked.length - 1];
  };
  const inbox = new Inbox(input, new PartReader('.'), 'latin1');
  const send = (text: string) => {
    said.push(text);
    if (text.startsWith('p')) input.end();
  };
  const seat = new Seat({ inbox, send, answerTo, dialect: 'numbered', pauseMs: 0, chance: () => 0 });
  return { input, said, asked, play: () => seat.play() };
}

t.test('A strategy that waits is asked again after that time', async (t) => {
  const bot = botWith({ wait: 1 }, { wait: 1 }, { peel: ['AT'] });
  bot.input.write('AT.');
  await bot.play();
  t.same(bot.said, ['n', 'p001002001AT']);
  t.same(
    bot.asked.map(({ drew }) => drew),
    ['AT', '', ''],
  );
});

t.test('A strategy that waits is asked at once when a letter comes', async (t) => {
  const bot = botWith({ wait: 1e9 }, { peel: ['SAT'] });
  bot.input.write('AT.');
  const played = bot.play();
  setImmediate(() => bot.input.write('=001S.'));
  await played;
  t.same(bot.said, ['n', 'p002003001SAT']);
  t.same(bot.asked[1], { letters: 'ATS', drew: 'S', refused: 0 });
});
