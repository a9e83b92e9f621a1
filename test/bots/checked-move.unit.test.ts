import { PassThrough } from 'node:stream';
import t from 'tap';
import { Inbox } from '../../host/bots/inbox.ts';
import { PartReader } from '../../host/bots/lines.ts';
import { Listener } from '../../host/bots/listener.ts';
import { chosenMove } from '../../host/bots/scrabble/chosen-move.ts';
import { byMover, type Due } from '../../host/bots/scrabble/decide.ts';
import type { Mover } from '../../host/bots/scrabble/mover.ts';
import type { Chooser } from '../../host/bots/scrabble/strategy.ts';
import { usualTerms as terms } from './usual-terms.ts';

const stuck = { terms, held: new Map([[1, 1]]), inBag: 0 };
const placed = { x: 0, y: 0, id: 1, letter: 'A', points: 1 };

/** As from a program without types. */
const choosing = (given: unknown) => chosenMove({ look() {}, chosen: () => given } as Chooser, stuck);

async function moving(given: unknown) {
  const input = new PassThrough();
  const inbox = new Inbox(input, new PartReader('\n'), 'utf8');
  const listener = new Listener(inbox, () => {});
  const turn = { k: 1, ms: undefined, since: 0 };
  const mover = { move: async () => given } as unknown as Mover;
  return await byMover(mover)({ turn, inbox, listener, isOver: () => false } as unknown as Due);
}

const parts = [
  [{ type: 'change' }, 'the ids of a change: expected an array of numbers of tiles; got nothing'],
  [{ type: 'change', ids: ['A'] }, 'the ids of a change: expected an array of numbers of tiles; got ["A"]'],
  [
    { type: 'play', placements: [{ ...placed, x: undefined }] },
    'the placements of a play: expected an array of { x, y, id, letter, points }; got [{"y":0,"id":1,"letter":"A","points":1}]',
  ],
] as const;

t.test('What a strategy chooses is sent if it is a move, and otherwise told in a sentence', async (t) => {
  t.same(choosing([placed]), { type: 'play', placements: [placed] });
  for (const move of [
    { type: 'play', placements: [placed] },
    { type: 'change', ids: [1] },
    { type: 'pass' },
    { type: 'forfeit' },
  ])
    t.same(choosing(move), move);
  for (const none of [undefined, null]) t.same(choosing(none), { type: 'pass' });
  const moves = 'chosen: expected placements, or a move with the type play, change, pass or forfeit; got';
  for (const [given, message] of [
    ['pass', `${moves} "pass"`],
    [7, `${moves} 7`],
    [{ type: 'zz' }, `${moves} {"type":"zz"}`],
    [['A'], 'chosen: expected an array of { x, y, id, letter, points }; got ["A"]'],
    ...parts.map(([move, said]) => [move, `chosen: ${said}`] as const),
  ] as const)
    t.throws(() => choosing(given), { message });
});

t.test('What a mover answers is sent if it is a move, and otherwise told in a sentence', async (t) => {
  t.same(await moving({ type: 'pass' }), { type: 'pass' });
  t.equal(await moving('the engine has gone'), 'the engine has gone');
  const answers =
    'what the mover answers: expected a move with the type play, change, pass or forfeit, or a sentence why it cannot play on; got';
  for (const [given, message] of [
    [undefined, `${answers} nothing`],
    ['', `${answers} ""`],
    [{ type: 'zz' }, `${answers} {"type":"zz"}`],
    [[placed], `${answers} [${JSON.stringify(placed)}]`],
    ...parts.map(([move, said]) => [move, `what the mover answers: ${said}`] as const),
  ] as const)
    await t.rejects(moving(given), { message });
});
