import { PassThrough } from 'node:stream';
import t from 'tap';
import { Inbox, Listener, PartReader } from '../../host/bots/inbox.ts';
import { byMover, type Due, moveOfChooser, moveWhenStuck } from '../../host/bots/scrabble/decide.ts';
import { followGame } from '../../host/bots/scrabble/game.ts';
import type { Chooser, Mover } from '../../host/bots/scrabble/strategy.ts';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { type RuleSetName, ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import { readNotice } from '../../host/games/scrabble/wire/messages.ts';
import { laidScrabble } from '../games/scrabble-table.ts';
import { usualTerms as terms } from './usual-terms.ts';

t.test('checked move', async (t) => {
  const stuck = { terms, held: new Map([[1, 1]]), inBag: 0 };
  const placed = { x: 0, y: 0, id: 1, letter: 'A', points: 1 };

  const choosing = (given: unknown) => moveOfChooser({ look() {}, chosen: () => given } as Chooser, stuck);

  async function moving(given: unknown) {
    const input = new PassThrough();
    const inbox = new Inbox(input, new PartReader('\n'), 'utf8');
    const listener = new Listener(inbox, () => {});
    const turn = { k: 1, ms: undefined, since: 0 };
    const mover = { move: async () => given } as unknown as Mover;
    return await byMover(mover)({ turn, inbox, listener, isOver: () => false } as unknown as Due);
  }

  const parts = [
    [{ type: 'change' }, 'the ids of a change: expected an array of tile numbers; got nothing'],
    [{ type: 'change', ids: ['A'] }, 'the ids of a change: expected an array of tile numbers; got ["A"]'],
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
    const moves = 'chosen: expected placements, or a move of type play, change, pass or forfeit; got';
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
      'what the mover returns: expected a move of type play, change, pass or forfeit, or a string with the reason why it cannot continue; got';
    for (const [given, message] of [
      [undefined, `${answers} nothing`],
      ['', `${answers} ""`],
      [{ type: 'zz' }, `${answers} {"type":"zz"}`],
      [[placed], `${answers} [${JSON.stringify(placed)}]`],
      ...parts.map(([move, said]) => [move, `what the mover returns: ${said}`] as const),
    ] as const)
      await t.rejects(moving(given), { message });
  });
});

t.test('chosen move', async (t) => {
  const held = new Map([
    [17, 1],
    [22, 2],
  ]);

  /** What a player does that holds Q, V and V of a hand of seven, with so many in the bag. */
  function moveOf(rules: RuleSetName, inBag: number, tiles = held): string {
    const terms = {
      rules: ruleSets[rules],
      board: builtInBoard('official')!,
      tiles: builtInTileSet('english')!,
      lexicon: undefined,
      handSize: 7,
    };
    const move = moveWhenStuck({ terms, held: tiles, inBag });
    return move.type === 'change' ? `change ${move.ids.join(' ')}` : move.type;
  }

  t.test('By tournament rules all tiles are changed if the bag has a hand or more', async (t) => {
    t.equal(moveOf('tournament', 80), 'change 17 22 22');
    t.equal(moveOf('tournament', 7), 'change 17 22 22');
    t.equal(moveOf('tournament', 6), 'pass');
  });

  t.test('By the rules of the course as many are changed as are in the bag', async (t) => {
    t.equal(moveOf('course', 80), 'change 17 22 22');
    t.equal(moveOf('course', 2), 'change 17 22');
    t.equal(moveOf('course', 0), 'pass');
  });

  t.test('By the simple rules, and without tiles, there is nothing but to pass', async (t) => {
    t.equal(moveOf('simple', 80), 'pass');
    t.equal(moveOf('tournament', 80, new Map()), 'pass');
  });
});

t.test('followed game', async (t) => {
  t.test('who follows a game knows all scores, and the turns in a row without points', async (t) => {
    const lines = laidScrabble({ hands: ['CAT', 'EEE'] }).greeting(1);
    const told = followGame(lines.map((line) => (line.startsWith('dictionary ') ? 'dictionary none' : line)));
    if (typeof told === 'string') throw new Error(told);
    const { game } = told;
    for (const [line, scores, scoreless] of [
      ['start', [0, 0], 0],
      ['bag 94', [0, 0], 0],
      ['turn 1000 1', [0, 0], 0],
      ['playsuccess 10 0 0 3C3 1 0 1A1 2 0 20T1 new 5x1', [10, 0], 0],
      ['played 2 4 0 1 5E1', [10, 4], 0],
      ['played 2 0 0 2 0E0', [10, 4], 1],
      ['passed 1', [10, 4], 2],
      ['changed 2 3', [10, 4], 3],
      ['timeout 1', [10, 4], 4],
      ['playfailed 2 0 3 5E1', [10, 4], 5],
      ['error emptymove', [10, 4], 5],
      ['failed', [10, 4], 6],
      ['changesuccess 5x1', [10, 4], 7],
      ['forfeited 2', [10, 4], 7],
      ['playsuccess 2 0 4 5E1 new', [12, 4], 0],
    ] as const) {
      game.hear(readNotice(line)!);
      const choice = game.choice(() => 0);
      t.same([choice.scores, choice.scoreless, choice.player], [scores, scoreless, 1], line);
    }
  });
});
