import assert from 'node:assert/strict';
import { micros, seconds } from '../../host/core/units.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import type { Message } from '../../host/games/boggle/wire/messages.ts';
import type { Scanned } from '../../host/games/game.ts';
import { boardFrom, small, words } from '../games/boggle-table.ts';
import { lexiconWith } from '../games/table.ts';
import { change } from './damage.ts';
import type { Dice } from './dice.ts';
import { LineTalk } from './line-talk.ts';
import { defaults, refereeOf } from './try-case.ts';
import type { Conversation, Damage, Said, Wire } from './wire.ts';

const board = boardFrom(small);

/** Players that guess, right and wrong, until they pass or are done: in turns, or all at once. */
function conversation(dice: Dice): Conversation {
  const rules = dice.oneOf(['classic', 'turns']);
  const seats = rules === 'turns' ? 2 : 1 + dice.roll(4);
  const options = { rules, board, turns: 3 + dice.roll(16) };
  const game = { key: dice.roll(1000), seats, options, said: [] };
  const referee = refereeOf(boggleWire, { ...game, options: { ...defaults(boggleWire), ...options } });
  const silent = new Set<number>();
  const talk = new LineTalk(referee, seats);
  for (let actions = 3 + dice.roll(30); actions > 0 && !referee.over; actions--) {
    const { turn } = talk;
    const seat = turn?.seat ?? 1 + dice.roll(seats);
    if (silent.has(seat)) continue;
    const tag = turn && dice.roll(2) === 0 ? `@${turn.k} ` : '';
    const action = dice.roll(12);
    if (action < 2 && turn) talk.say(seat, `${tag}pass`);
    else if (action < 2) talk.say(seat, 'done');
    else if (action === 2 && dice.roll(3) === 0) talk.say(seat, `${tag}forfeit`);
    else talk.say(seat, `${tag}guess ${spelled(dice.oneOf([...words, 'XQ', 'C4T']), dice)}`);
    if ((action < 2 && !turn) || !referee.hears(seat)) silent.add(seat);
  }
  return { ...game, said: talk.said };
}

const spelled = (word: string, dice: Dice) => (dice.roll(2) === 0 ? word : word.toLowerCase());

/** Tags at the edge of what they may be. */
const oddTag: Damage = (said, dice) =>
  change(said, dice, (bytes) => {
    const odd = dice.oneOf(['-1', '2147483647', '2147483648', '00000000001', '1e9', '+1', '']);
    return Buffer.from(`@${odd} ${bytes.toString('latin1').replace(/^@\d+ /, '')}`, 'latin1');
  });

/** Words that no board has. */
const longWord: Damage = (said, dice) =>
  change(said, dice, () =>
    Buffer.from(`guess ${dice.oneOf(['A', 'QU', '~'])}${'CATS'.repeat(dice.roll(70))}\n`),
  );

function assertBounded(found: Scanned<unknown>): void {
  if (found.kind !== 'message') return;
  const message = found.message as Message;
  assert(message.line.length <= 65_536 && message.lineNumber > 0, 'a line is longer than it may be');
  assert(message.type !== 'guess' || message.word.length < message.line.length, 'a word is made up');
}

const endless = (() => {
  const by = (text: string, seat = 1): Said => ({ seat, bytes: Buffer.from(`${text}\n`) });
  const table = (rules: string, said: readonly Said[], again: string) => {
    const game = { key: 1, seats: 2, options: { board, rules } };
    return { ...game, said: [by('ready'), by('ready', 2), ...said], again: by(again) };
  };
  return {
    'late answers': table('turns', [{ ...by('@0 pass'), waits: seconds(31) }], '@0 pass'),
    'words after done': table('classic', [by('done')], 'guess CAT'),
    'wrong words': table('classic', [], 'guess DOG'),
    'the same word': table('classic', [], 'guess CAT'),
  };
})();

export const boggleWire: Wire = {
  game: boggle,
  lexicon: lexiconWith(words),
  conversation,
  moods: (dice) => ({
    ...(dice.roll(6) === 0 && { rules: 'classic' }),
    'last-player': dice.oneOf(['win', 'continue']),
    time: dice.oneOf([seconds(180), seconds(180), micros(10)]),
    timeout: dice.oneOf([seconds(30), Number.POSITIVE_INFINITY, 2000]),
    'max-line': dice.oneOf([65_536, 256]),
    'max-late': dice.oneOf([65_536, 256]),
    'max-output': dice.oneOf([2 ** 24, 1024]),
  }),
  taken: ['ready', 'guess', 'pass', 'done', 'forfeit'],
  telling: Buffer.from('guess pass done forfeit ready @1 CAT qua\n\r\t \0\x7f\xff', 'latin1'),
  damages: [oddTag, longWord],
  assertBounded,
  endless,
};
