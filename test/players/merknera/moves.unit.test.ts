import t from 'tap';
import type { Placement } from '../../../host/games/scrabble/wire/messages.ts';
import { moveText } from '../../../host/games/scrabble/wire/text.ts';
import { HeardEnding } from '../../../players/merknera/ending.ts';
import { withLetters } from '../../../players/merknera/moves/blank-letters.ts';
import { readMove } from '../../../players/merknera/moves/read-move.ts';
import { readOptions } from '../../../players/merknera/options.ts';
import { choiceOf, usualGame } from './said-game.ts';

// AT across from the centre.
const lying: readonly Placement[] = [
  { x: 0, y: 0, id: 1, letter: 'A', points: 1 },
  { x: 1, y: 0, id: 20, letter: 'T', points: 1 },
];
const never = Number.POSITIVE_INFINITY;

t.test('a result is a move of the wire', async (t) => {
  const said = usualGame(t);
  const moved = (result: unknown) => {
    const read = readMove(result, said);
    if (!read.ok) return read.message;
    if ('move' in read) return moveText(read.move);
    return moveText({
      type: 'play',
      placements: withLetters(read.laid, choiceOf(lying, new Map([[3, 1]])), never),
    });
  };
  t.equal(moved({ type: 'PASS' }), 'pass');
  t.equal(moved({ type: 'PASS', playtiles: [] }), 'pass', 'tiles of a pass are ignored');
  t.equal(moved({ type: 'EXCHANGE', exchangetiles: ['Q', '*', 'a'] }), 'change 17 0 1');
  t.equal(moved({ type: 'EXCHANGE', exchangeTiles: ['I'] }), 'change 9', 'the other spelling');
  t.equal(moved({ type: 'PLAY', playtiles: [{ row: 7, col: 6, tile: 'C' }] }), 'play -1 0 3C3');
  t.equal(moved({ type: 'PLAY', playTiles: [{ row: 0, col: 14, tile: 'e' }] }), 'play 7 -7 5E1');
  t.equal(moved({ type: 'PLAY', playtiles: [{ row: 7, col: 6, tile: '*', letter: 'c' }] }), 'play -1 0 0C0');
  for (const [result, message] of [
    [undefined, 'result: expected an object; got nothing'],
    [null, 'result: expected an object; got null'],
    [[], 'result: expected an object; got []'],
    ['PASS', 'result: expected an object; got "PASS"'],
    [{}, 'type: expected "PLAY", "PASS" or "EXCHANGE"; got nothing'],
    [{ type: 'SWAP' }, 'type: expected "PLAY", "PASS" or "EXCHANGE"; got "SWAP"'],
    [{ type: 'EXCHANGE' }, 'exchangetiles: expected an array of one or more letters; got nothing'],
    [
      { type: 'EXCHANGE', exchangetiles: [] },
      'exchangetiles: expected an array of one or more letters; got []',
    ],
    [
      { type: 'EXCHANGE', exchangetiles: [1] },
      /^exchangetiles: expected a letter of the game, or "\*".*; got 1$/,
    ],
    [{ type: 'PLAY' }, /^playtiles: expected an array of one or more tiles, .*; got nothing$/],
    [{ type: 'PLAY', playtiles: [] }, /^playtiles: .*; got \[\]$/],
    [{ type: 'PLAY', playtiles: [7] }, /^playtiles: expected tiles as .*; got 7$/],
    [
      { type: 'PLAY', playtiles: [{ row: 15, col: 0, tile: 'A' }] },
      'row: expected a whole number from 0 to 14; got 15',
    ],
    [{ type: 'PLAY', playtiles: [{ row: '7', col: 0, tile: 'A' }] }, /^row: .*; got "7"$/],
    [{ type: 'PLAY', playtiles: [{ row: 0, col: -1, tile: 'A' }] }, /^col: .*; got -1$/],
    [{ type: 'PLAY', playtiles: [{ row: 0, col: 0, tile: '?' }] }, /^tile: expected a letter .*; got "\?"$/],
    [{ type: 'PLAY', playtiles: [{ row: 0, col: 0, tile: '*', letter: '*' }] }, /^letter: .*; got "\*"$/],
    [{ type: 'PLAY', playtiles: [{ row: 0, col: 0, tile: '*', letter: 5 }] }, /^letter: .*; got 5$/],
  ] as const)
    t.match(moved(result), message, JSON.stringify(result));
});

t.test('a blank without a letter stands for what is legal and brings most, of these the first', async (t) => {
  const blank = (x: number, y: number) => ({ x, y, id: 0, letter: undefined, points: 0 });
  const held = new Map([
    [0, 2],
    [17, 1],
  ]);
  const letters = (...laid: Parameters<typeof withLetters>[0]) =>
    withLetters(laid, choiceOf(lying, held), never).map(({ letter }) => letter);
  t.same(letters(blank(-1, 0)), ['B'], 'the first before AT: a blank is worth the same whatever it is');
  t.same(letters(blank(2, 0)), ['E'], 'ATE');
  const q = { x: 3, y: 1, id: 17, letter: 'Q', points: 10 };
  t.same(letters(q, blank(5, 1), blank(4, 1)), ['Q', 'A', 'A'], 'no letters do: the host says what is wrong');
  t.same(letters({ ...blank(-1, 0), letter: 'Z' }), ['Z'], 'one that has its letter keeps it');
  t.same(letters(blank(0, -1), blank(0, 1)), ['B', 'D'], 'two of them, around the A: BAD');
});

t.test('of a game that is over the bot is told who won', async (t) => {
  const ending = (player: number, ...notices: Parameters<HeardEnding['hear']>[0][]) => {
    const heard = new HeardEnding(player);
    for (const notice of notices) heard.hear(notice);
    return heard.ending([5, 6, 7]);
  };
  const over = (...points: number[]) =>
    ({ type: 'gameover', scores: points.map((own, index) => ({ player: index + 1, points: own })) }) as const;
  const left = (player: number) => ({ type: 'forfeited', player }) as const;
  t.same(ending(1, over(9, 8, 7)), { winner: true, draw: false, scores: [9, 8, 7] });
  t.same(ending(2, over(9, 8, 7)), { winner: false, draw: false, scores: [9, 8, 7] });
  t.same(ending(1, over(9, 9, 7)), { winner: false, draw: true, scores: [9, 9, 7] });
  t.same(ending(3, over(9, 9, 7)), { winner: false, draw: false, scores: [9, 9, 7] });
  t.same(ending(2, left(1), over(9, 8, 7)), { winner: true, draw: false, scores: [9, 8, 7] });
  t.same(ending(2, left(2), left(1), left(3), over(1, 2, 3)), {
    winner: false,
    draw: false,
    scores: [1, 2, 3],
  });
  t.same(ending(2, left(2)), { winner: false, draw: false, scores: [5, 6, 7] }, 'it has left');
});

t.test('the options', async (t) => {
  const url = 'http://127.0.0.1:9000/rpc';
  t.match(readOptions([url]), {
    kind: 'options',
    options: { url: new URL(url), port: 0, prepareWithinMs: 120_000 },
  });
  t.match(readOptions(['--listen=9100', '--prepare-within', '5m', 'https://example.org']), {
    options: { port: 9100, prepareWithinMs: 300_000 },
  });
  t.match(readOptions(['--help']), { kind: 'help' });
  for (const [args, problem] of [
    [[], /^expected the URL of the bot, such as http:.*; got none$/],
    [[url, url], /^expected one URL; got http/],
    [['ftp://example.org'], /^expected a URL with http or https, .*; got ftp:/],
    [['bot'], /^expected a URL .*; got bot$/],
    [['--listen', '65536', url], /^--listen: expected a port from 0 to 65535; got 65536$/],
    [['--listen', 'x', url], /^--listen: .*; got x$/],
    [['--prepare-within', '0', url], /^--prepare-within: expected a time with its unit/],
    [['--prepare-within', '999h', url], /^--prepare-within: /],
    [['--port', '1'], /^there is no option --port/],
  ] as const)
    t.match(readOptions(args), { kind: 'problem', problem }, args.join(' '));
});
