import { millis, seconds } from '../../../host/core/units.ts';
import { boggle } from '../../../host/games/boggle/boggle.ts';
import { missReasons } from '../../../host/games/boggle/judge.ts';
import { ruleSetNames } from '../../../host/games/boggle/options.ts';
import { greetingText, type Introduction, readGreeting } from '../../../host/games/boggle/wire/greeting.ts';
import type { Move, Notice } from '../../../host/games/boggle/wire/messages.ts';
import { moveText, noticeText, readNotice } from '../../../host/games/boggle/wire/messages.ts';
import type { Dice } from '../../fuzz/dice.ts';
import { boardFrom, small, words } from '../../games/boggle-table.ts';
import { lexiconWith } from '../../games/table.ts';
import fc from '../../support/laws.ts';
import type { LineSubject } from './line-subject.ts';
import { player, sharedNotices } from './shared-notices.ts';
import type { Speaker } from './subject.ts';

const board = boardFrom(small);
const shared = { board, timeout: seconds(20), 'max-late': 256 };
const inTurns = { ...shared, rules: 'turns', turns: 12 };

const word = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((byte) => String.fromCharCode(byte)),
  minLength: 1,
  maxLength: 20,
});
const guess = fc.record({
  type: fc.constant('guess' as const),
  word: word.map((text) => text.toUpperCase()),
});
const alone = (...types: readonly ('pass' | 'done' | 'forfeit')[]) =>
  fc.record({ type: fc.constantFrom(...types) });
const moves = {
  classic: fc.oneof(guess, alone('done', 'forfeit')),
  turns: fc.oneof(guess, alone('pass', 'forfeit')),
};

const points = fc.nat(11);
const notices: fc.Arbitrary<Notice> = fc.oneof(
  sharedNotices,
  fc.record({
    type: fc.constant('turn' as const),
    ms: fc.option(fc.nat(), { nil: undefined }),
    k: fc.nat(),
    left: fc.nat(1000),
  }),
  fc.record({ type: fc.constantFrom('scored' as const, 'found' as const), player, word, points }),
  fc.record({ type: fc.constant('missed' as const), player, word, reason: fc.constantFrom(...missReasons) }),
);

/** What a player of Boggle may be told before it is ready. */
export const boggleTold = (more: Partial<Introduction> = {}): Introduction => ({
  rules: 'classic',
  player: 2,
  names: ['Ada', 'a  name of words'],
  turns: undefined,
  timeMs: 180_000,
  timeoutMs: 30_000,
  dictionary: '/a folder/with  words.txt',
  board: boardFrom('RSPL/EQuBT/UthLZA'),
  ...more,
});
const sixteen = Array.from({ length: 16 }, () => 'ABCDEFGHIJKLMNOP').join('/');

export const boggleSubject: LineSubject<Move, Notice, Introduction> = {
  game: boggle,
  lexicon: lexiconWith(words),
  tables: [
    { seats: 3, options: { ...shared, time: seconds(100) } },
    { seats: 1, options: shared },
    { seats: 2, options: inTurns },
    {
      seats: 2,
      options: { ...inTurns, first: 2, 'last-player': 'continue', 'turn-cpu': seconds(5) },
      own: [{ timeout: millis(15) }, { 'turn-cpu': seconds(1) }],
    },
    { seats: 2, options: { ...inTurns, 'time-bank': millis(1), increment: millis(2), margin: 0 } },
    {
      seats: 2,
      options: { ...inTurns, 'time-bank': seconds(5), overtime: 'lose', 'last-player': 'continue' },
    },
    {
      seats: 2,
      options: { ...inTurns, timeout: millis(15), margin: 0, 'max-timeouts': 2, 'last-player': 'continue' },
    },
  ],
  speaker,
  wires: ruleSetNames.map((rules) => ({
    name: rules,
    options: { board, rules },
    inTurns: rules === 'turns',
    moves: moves[rules],
    words: ['guess', 'pass', 'done', 'forfeit', 'LEAST', 'a'],
    long: ['guess ', 'A'],
  })),
  notices,
  moveText,
  noticeText,
  readNotice,
  greetings: [
    boggleTold(),
    boggleTold({ rules: 'turns', turns: 20, timeMs: undefined, timeoutMs: undefined }),
    boggleTold({ board: boardFrom('A'), names: ['', 'x'] }),
    boggleTold({ board: boardFrom(sixteen), names: Array.from({ length: 16 }, (_, index) => `p${index}`) }),
  ],
  greetingText,
  readGreeting,
};

function speaker(dice: Dice): Speaker {
  let isInTurns = false;
  let turn = 0;
  let isItsTurn = false;
  return {
    ready: 'ready\n',
    hears(text) {
      for (const line of text.split('\n')) {
        if (line === 'rules turns') isInTurns = true;
        const notice = readNotice(line);
        if (notice?.type !== 'turn') continue;
        turn = notice.k;
        isItsTurn = true;
      }
    },
    says() {
      // Most players wait for their turns: else few games would have more than one.
      if (isInTurns && !isItsTurn && dice.roll(20) > 0) return '';
      isItsTurn = false;
      const fate = dice.roll(40);
      const tag = isInTurns && dice.roll(2) === 0 ? `@${turn} ` : '';
      if (fate === 0) return `${tag}forfeit\n`;
      if (fate < 3) return isInTurns ? `${tag}pass\n` : 'done\n';
      return `${tag}guess ${dice.oneOf([...words, 'XQ', 'cat'])}\n`;
    },
  };
}
