import assert from 'node:assert/strict';
import { seconds } from '../../host/core/units.ts';
import type { Scanned } from '../../host/games/game.ts';
import { namedChoice } from '../../host/games/scrabble/board/board-choice.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import type { TileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import type { Message } from '../../host/games/scrabble/wire/messages.ts';
import { change } from './damage.ts';
import type { Dice } from './dice.ts';
import { LineTalk } from './line-talk.ts';
import { defaults, refereeOf } from './try-case.ts';
import type { Conversation, Damage, Said, Wire } from './wire.ts';

const HAND = 3;

/** Nothing but As, and a blank or two; all words are valid. */
function tilesOf(as: number, blanks: number): TileSet {
  return {
    name: 'As',
    tiles: [
      {
        id: 0,
        count: blanks,
        faces: [
          { letter: 'A', points: 0 },
          { letter: 'B', points: 0 },
        ],
      },
      { id: 1, count: as, faces: [{ letter: 'A', points: 1 }] },
    ],
  };
}

const infinite = (() => {
  const named = namedChoice('infinite');
  if (!named?.ok) throw new Error('there is no infinite board');
  return named.value;
})();

/** Players that lay one step of a staircase after another, change and pass, each in its turn. */
function conversation(dice: Dice): Conversation {
  const seats = 1 + dice.roll(3);
  const tiles = tilesOf(seats * HAND + dice.roll(30), 0);
  const options = { board: infinite, tiles, handsize: HAND, rules: dice.oneOf(['tournament', 'course']) };
  const game = { key: dice.roll(1000), seats, options, said: [] };
  const referee = refereeOf(scrabbleWire, { ...game, options: { ...defaults(scrabbleWire), ...options } });
  let steps = 0;
  const talk = new LineTalk(referee, seats);
  for (let turns = 3 + dice.roll(16); turns > 0 && talk.turn && !referee.over; turns--) {
    const { seat, k } = talk.turn;
    const tag = dice.roll(2) === 0 ? `@${k} ` : '';
    const action = dice.roll(6);
    if (action === 0) talk.say(seat, `${tag}pass`);
    else if (action === 1) talk.say(seat, `${tag}change 1`);
    else if (action === 2 && seats > 2 && dice.roll(3) === 0) talk.say(seat, `${tag}forfeit`);
    else {
      const laid = steps === 0 ? 2 : 1;
      talk.say(seat, `${tag}play ${Array.from({ length: laid }, () => stepAt(steps++)).join(' ')}`);
    }
  }
  return { ...game, said: talk.said };
}

const stepAt = (index: number) => `${Math.ceil(index / 2)} ${Math.floor(index / 2)} 1A1`;

/** Numbers at the edge of what they may be. */
const oddNumber: Damage = (said, dice) =>
  change(said, dice, (bytes) => {
    const odd = dice.oneOf(['-1', '2147483647', '2147483648', '-2147483648', '00000000001', '1e9', '+1', '']);
    return Buffer.from(bytes.toString('latin1').replace(/\d+/, odd), 'latin1');
  });

/** More tiles than anybody holds, in one place or far apart. */
const manyTiles: Damage = (said, dice) =>
  change(said, dice, () => {
    const far = dice.oneOf([0, 1, 3, 100_000_000]);
    const count = 1 + dice.roll(200);
    return Buffer.from(`play ${Array.from({ length: count }, (_, at) => `${at * far} 0 1A1`).join(' ')}\n`);
  });

function assertBounded(found: Scanned<unknown>): void {
  if (found.kind !== 'message') return;
  const { line, lineNumber } = found.message as Message;
  assert(line.length <= 65_536 && lineNumber > 0, 'a line is longer than it may be');
}

/** One that was late: what it says of old turns is dropped. */
const endless = (() => {
  const by = (text: string): Said => ({ seat: 1, bytes: Buffer.from(`${text}\n`) });
  const options = { board: infinite, tiles: tilesOf(30, 0), handsize: HAND };
  const said = [by('ready'), { ...by('@0 pass'), waits: seconds(31) }];
  return { 'late answers': { key: 1, seats: 1, options, said, again: by('@0 pass') } };
})();

export const scrabbleWire: Wire = {
  game: scrabble,
  lexicon: undefined,
  conversation,
  moods: (dice) => ({
    illegal: dice.oneOf(['turn', 'turn', 'forfeit']),
    'last-player': dice.oneOf(['win', 'continue']),
    timeout: dice.oneOf([seconds(30), Number.POSITIVE_INFINITY, 2000]),
    'max-line': dice.oneOf([65_536, 256]),
    'max-late': dice.oneOf([65_536, 256]),
    'max-output': dice.oneOf([2 ** 24, 1024]),
    'max-turns': dice.oneOf([undefined, 5]),
  }),
  taken: ['ready', 'play', 'pass', 'change', 'forfeit'],
  telling: Buffer.from('play pass change forfeit ready @1 0 -1 1A1 4D2\n\r\t \0\x7f\xff', 'latin1'),
  damages: [oddNumber, manyTiles],
  assertBounded,
  endless,
};
