import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { keyOf } from '../../host/core/seed.ts';
import type { Setup } from '../../host/games/game.ts';
import { listsOf, optionsOfGroup, readOption } from '../../host/games/kit/option.ts';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { cgpOf, cgpText } from '../../host/games/scrabble/formats/cgp.ts';
import { judgePlay } from '../../host/games/scrabble/judge/judge-move.ts';
import { emptyPosition } from '../../host/games/scrabble/judge/position.ts';
import { BestPlays, searchedWords } from '../../host/games/scrabble/moves/best-plays.ts';
import { type Options, scrabbleOptions } from '../../host/games/scrabble/options.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { earlierMoves, startPositionOf, tilesLeft } from '../../host/games/scrabble/rules/start-position.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { tilesOfSet } from '../../host/games/scrabble/tiles/bag.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import { placementsOf } from '../../host/games/scrabble/wire/messages.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { expectOk } from '../support/expect-ok.ts';
import { refereeTable } from './referee-table.ts';
import { bestOf, selfPlay } from './self-play.ts';

const EMPTY = Array.from({ length: 15 }, () => '15');

/** Rows of the usual board, by their numbers from 1. */
const boardWith = (rows: Readonly<Record<number, string>>) =>
  EMPTY.map((row, index) => rows[index + 1] ?? row).join('/');

const HELLO = boardWith({ 8: '7HELLO3', 9: '11R3', 10: '11D3' });
/** The second player laid both words but for RD, and then the one before it passed. */
const CGP = `${HELLO} ABCDEFG/ 10/22 1 lex NWL20;`;

function optionsOf(options: Partial<Options> = {}): Options {
  return { ...settleOptions(scrabbleOptions, []), ...options } as Options;
}

function table(options: Partial<Options>, more: Partial<Setup> = {}) {
  const setup: Setup = {
    names: ['Ada', 'Ben'],
    options: optionsOf(options),
    lexicon: undefined,
    key: keyOf('1'),
    keyOf,
    ...more,
  };
  return refereeTable(scrabble, setup);
}

function begun(options: Partial<Options>, more: Partial<Setup> = {}) {
  const made = table(options, more);
  const opening = made.greeting(1).length > 0 ? made.says(1, 'ready') : [];
  for (let seat = 2; seat <= (more.names?.length ?? 2); seat++) opening.push(...made.says(seat, 'ready'));
  return { made, opening };
}

const file = (text: string) => readOption(scrabbleOptions.positions, text);

t.test('a position', async (t) => {
  t.test('players are told it as moves that were made, whose points are the scores', async (t) => {
    const { opening } = begun({ position: CGP });
    const ofAda = opening.filter((line) => line.startsWith('1< '));
    t.same(ofAda, [
      '1< start',
      '1< played 2 22 0 0 8H4 1 0 5E1 2 0 12L1 3 0 12L1 4 0 15O1',
      '1< played 1 10 4 1 18R1 4 2 4D2',
      '1< passed 2',
      '1< bag 79',
      '1< turn 30000 1',
    ]);
    t.same(
      opening.filter((line) => line.startsWith('2< ')).map((line) => line.slice(3)),
      ofAda.slice(0, 4).map((line) => line.slice(3)),
      'all are told the same',
    );
  });

  t.test('the player whose turn it is sits in seat 1, or in that of --first', async (t) => {
    const hands = (first?: number) => {
      const made = table({ position: CGP, first });
      return [1, 2].map((seat) => made.greeting(seat).filter((line) => /^(first|hand) /.test(line)));
    };
    const [[first, hand] = []] = hands();
    t.equal(first, 'first 1');
    t.equal(hand, 'hand 1x1 2x1 3x1 4x1 5x1 6x1 7x1');
    t.same(hands(2)[1], ['first 2', hand]);
  });

  t.test('its scores, and the turns without points before it, hold', async (t) => {
    const { made, opening } = begun({ position: CGP });
    t.ok(opening.length > 0);
    for (const seat of [1, 2, 1, 2]) made.says(seat, 'pass');
    t.equal(made.verdict, undefined, 'five turns');
    made.says(1, 'pass');
    t.match(made.verdict, { reason: 'scoreless', winner: 2 });
    const { scores } = made.events.find(({ type }) => type === 'scores') as unknown as { scores: number[] };
    t.equal(scores[0], 10 - (1 + 3 + 3 + 2 + 1 + 4 + 2));
    t.ok(scores[1]! <= 22);
  });

  t.test('a play is judged on it, and what is drawn is what is left of the tiles', async (t) => {
    const { made } = begun({ position: CGP });
    t.match(made.says(1, 'play 0 0 1A1')[0], /error occupiedtile A1 0 0 H4/);
    const all = table({ position: `${HELLO} ABCDEFG/HIJKLMN 10/22 0` });
    t.match(all.greeting(2).at(-2), 'hand 8x1 9x1 10x1 11x1 12x1 13x1 14x1');
    const terms = termsOf({});
    const start = startPositionOf(CGP, terms, { seats: 2, explicit: { board: false, tiles: false } });
    if (typeof start === 'string') throw new Error(start);
    const left = tilesLeft(start, tilesOfSet(terms.tiles));
    t.equal(left.length, 100 - 7 - 7);
    t.equal(left.filter((id) => id === 12).length, 4 - 2, 'two of four L lie');
  });

  t.test('in a mirrored pair both games have the same position and hands', async (t) => {
    const greeting = (seed: string) => {
      const made = table({ position: CGP }, { mirrored: true, key: keyOf(seed) });
      return [1, 2].map((seat) => made.greeting(seat).at(-2));
    };
    t.same(greeting('a'), greeting('a'));
    t.not(greeting('a')[1], greeting('b')[1], 'what is missing of a hand is drawn by the seed');
  });

  t.test('a player that has points and laid nothing is told without a placement', async (t) => {
    const { opening } = begun({ position: `${EMPTY.join('/')} / 30/0 0` });
    t.same(opening.slice(0, 2), ['1< start', '1< played 1 30']);
  });

  t.test('three players have a rack each', async (t) => {
    const { opening } = begun({ position: `${HELLO} A/B/C 1/2/3 0` }, { names: ['a', 'b', 'c'] });
    t.same(
      opening.filter((line) => line.startsWith('3< played')),
      [
        '3< played 1 1',
        '3< played 2 2 0 0 8H4 1 0 5E1 2 0 12L1 3 0 12L1 4 0 15O1',
        '3< played 3 3 4 1 18R1 4 2 4D2',
      ],
    );
  });
});

const small = JSON.stringify({
  prog: 'if ((_x_ * _x_) + (_y_ * _y_) < 8) then { _result_ := 0 } else { _result_ := -1 }',
  squares: { '0': { '0': '_result_ := _acc_ + (pointValue(_pos_) * 3)' } },
  usedSquare: 0,
  center: [0, 0],
  isInfinite: false,
  bounds: [-2, -2, 5, 5],
});

const fromFile = (spec: typeof scrabbleOptions.board | typeof scrabbleOptions.tiles, text: string) => {
  return expectOk(readOption(spec, text)).value;
};

t.test('a board that is a program, and other tiles', async (t) => {
  const german = fromFile(
    scrabbleOptions.tiles,
    readFileSync(join(import.meta.dirname, 'german-tiles.csv'), 'utf8'),
  );
  const board = fromFile(scrabbleOptions.board, small);
  const options = { tiles: german, board, position: '5/5/1ÄxT1/5/5 ÖÜ?/ 5/9 0' } as Partial<Options>;
  t.equal(scrabble.unplayable(optionsOf(options), 2), undefined);
  const { made, opening } = begun(options);
  t.match(opening[2], /^1< played 2 9 -1 0 \d+Ä\d+ 0 0 \d+X0 1 0 \d+T1$/u);
  t.match(made.greeting(1).at(-2), /^hand (\d+x\d ?)+$/);
  const holes = { ...options, position: '3AB/5/1ÄxT1/5/5 / 0/0 0' } as Partial<Options>;
  t.match(
    scrabble.unplayable(optionsOf(holes), 2),
    /^--position: row 1, column 5: .*no square there; got B$/,
  );
});

const wrong: readonly (readonly [
  position: string,
  said: string,
  options?: Partial<Options>,
  seats?: number,
])[] = [
  [`${HELLO} ABCDEFG/ 10/22`, 'character 69: expected four parts'],
  [`${boardWith({ 8: '7ZAZ5' })} / 0/0 0`, 'board and racks: expected at most 1 of the tile Z; got 2'],
  [`${HELLO} QQ/ 0/0 0`, 'board and racks: expected at most 1 of the tile Q; got 2'],
  [`${HELLO} LLL/ 0/0 0`, 'board and racks: expected at most 4 of the tile L; got 5'],
  [`${HELLO} ABCDEFGH/ 0/0 0`, 'rack 1: expected at most 7 tiles; got 8'],
  [`${HELLO} ABCDEFG/ 0/0 0`, 'rack 1: expected at most 5 tiles; got 7', { handsize: 5 }],
  ['5/5/5/5/5 / 0/0 0', 'expected 15 rows for the board official; got 5'],
  [`${HELLO.replace('15/', '14/')} / 0/0 0`, 'row 1: expected 15 squares; got 14'],
  [`${boardWith({ 8: '7ÄH6' })} / 0/0 0`, 'row 8, column 8: expected a letter of the tiles english; got Ä'],
  [`${boardWith({ 8: '7AT6', 3: 'AT13' })} / 0/0 0`, 'the A at H8 is not connected to the A at A3'],
  [`${boardWith({ 7: '7AT6' })} / 0/0 0`, 'expected a tile on the center, H8'],
  [`${boardWith({ 8: '7A7' })} / 0/0 0`, 'expected a first word of 2 tiles or more; got 1'],
  [`${HELLO} A/B/C 0/0/0 0`, 'expected 2 racks, one for each player; got 3'],
  [`${HELLO} A/B 0/0 0`, 'expected 3 racks, one for each player; got 2', {}, 3],
  [`${HELLO} / 0/0 6`, 'the game is already over: expected at most 5 turns in a row without points; got 6'],
  [`${HELLO} / 0/0 2`, 'expected at most 1 turn in a row without points; got 2', { rules: 'simple' }],
  [`${HELLO} / 0/0 0 bdn plain;`, 'bdn: expected official, the board of the game; got plain'],
  [`${HELLO} / 0/0 0 bdn hexagon;`, 'bdn: expected a known board'],
  [`${HELLO} / 0/0 0 ld course;`, 'ld: expected english, the tile set of the game; got course'],
  [`${HELLO} / 0/0 0 bb 35;`, 'bb: expected 50, the bonus of the rules tournament; got 35'],
  [`${HELLO} / 0/0 0 var wordsmog;`, 'var: expected classic'],
  [
    `${HELLO} / 0/0 0`,
    'the board infinite has no edges',
    { board: fromFile(scrabbleOptions.board, 'infinite') as never },
  ],
  [
    `${HELLO} / 0/0 0`,
    'expected a board that is the same in each game; got random',
    { board: fromFile(scrabbleOptions.board, 'random') as never },
  ],
  [
    '5/5/1AB2/5/5 / 0/0 0',
    'rack 2 is empty and no tiles are left',
    {
      board: fromFile(scrabbleOptions.board, small) as never,
      tiles: {
        name: 'few',
        tiles: builtInTileSet('english')!.tiles.map((kind) => ({
          ...kind,
          count: Number([1, 2, 3].includes(kind.id)),
        })),
      },
    },
  ],
];

t.test('a position that cannot be is refused', async (t) => {
  for (const [position, said, options, seats = 2] of wrong) {
    const problem = scrabble.unplayable(optionsOf({ ...options, position }), seats);
    t.match(problem, /^--position: /, said);
    t.ok(problem?.includes(said), `${said}: ${problem}`);
  }
  t.equal(
    scrabble.unplayable(optionsOf({ rules: 'simple', position: `${boardWith({ 1: 'A13B' })} / 0/0 1` }), 2),
    undefined,
  );
  t.equal(scrabble.unplayable(optionsOf({ position: `${HELLO} A/ 5/0 0` }), 1), undefined, 'alone');
});

t.test('a file of positions', async (t) => {
  t.test('each group of games has a line, and after the last the first', async (t) => {
    const reading = expectOk(file(`# mine\n\n${CGP}\r\n${HELLO} / 0/0 0\n`));
    const options = optionsOf({ positions: reading.value as never });
    t.equal(scrabble.unplayable(options, 2), undefined);
    const position = (group: number) => optionsOfGroup(scrabbleOptions, options, group).position;
    t.same([1, 2, 3].map(position), [CGP, `${HELLO} / 0/0 0`, CGP]);
    t.equal(optionsOfGroup(scrabbleOptions, options, 1).positions, undefined, 'no game has all');
    const own = { ...options, position: CGP };
    t.equal(optionsOfGroup(scrabbleOptions, own, 2).position, CGP, '--position goes before it');
    t.same(listsOf(scrabbleOptions), [['positions', 'position']]);
  });

  t.test('what is wrong is told with its line', async (t) => {
    t.match(file('# nothing\n'), {
      ok: false,
      problem: 'expected a CGP position on each line; the file has no positions',
    });
    t.match(file(`\n${CGP}\n15/x\n`), { ok: false, problem: /^line 3: character 5: expected four parts/ });
    const reading = expectOk(file(`\n${CGP}\n${HELLO} QQ/ 0/0 0\n`));
    t.match(
      scrabble.unplayable(optionsOf({ positions: reading.value as never }), 2),
      /^--positions: line 3: .*1 of the tile Q; got 2/,
    );
  });
});

function termsOf(options: Partial<Options>) {
  const { rules, handsize } = optionsOf(options);
  return {
    rules: ruleSets[rules],
    board: builtInBoard(ruleSets[rules].board)!,
    tiles: builtInTileSet(ruleSets[rules].tiles)!,
    lexicon: undefined,
    handSize: handsize,
  };
}

/** The other has played out. */
const OVER = 'the game is already over: rack 2 is empty and no tiles are left';

t.test('the moves that are told lead to the position, and but for words each is legal', async (t) => {
  const loaded = expectOk(loadLexicon('english'));
  const terms = { ...termsOf({}), lexicon: loaded.lexicon };
  const plays = new BestPlays(terms, searchedWords(terms.lexicon));
  let looked = 0;
  for (const seed of ['1', '2', '3'])
    selfPlay(terms, seed, (position, held) => {
      const cgp = cgpOf(position, terms, [
        { held, score: 17 },
        { held: new Map(), score: -4 },
      ])!;
      const start = startPositionOf(cgpText(cgp), terms, {
        seats: 2,
        explicit: { board: false, tiles: false },
      });
      if (start === OVER) return bestOf(plays, position, held).play;
      if (typeof start === 'string') throw new Error(start);
      const moves = earlierMoves(start, terms, 2);
      let lying = emptyPosition;
      for (const { placements } of moves) {
        if (placements.length === 0) continue;
        const hand = new Map<number, number>();
        for (const { id } of placements) hand.set(id, (hand.get(id) ?? 0) + 1);
        const judged = judgePlay({ ...terms, lexicon: undefined }, lying, hand, placements);
        if (!judged.legal) t.fail(`${cgpText(cgp)}: ${JSON.stringify(judged.errors)}`);
        if (placements.length > terms.handSize) t.fail(`${cgpText(cgp)}: ${placements.length} tiles`);
        lying = lying.with(placements);
      }
      const inOrder = (tiles: readonly object[]) => tiles.map((tile) => JSON.stringify(tile)).sort();
      t.same(inOrder(lying.tiles()), inOrder(position.tiles()));
      const points = (seat: number) =>
        moves.reduce((sum, move) => sum + (move.seat === seat ? move.points : 0), 0);
      t.same([points(2), points(1)], [17, -4]);
      looked++;
      return bestOf(plays, position, held).play;
    });
  t.ok(looked > 50, `${looked} positions`);
});

t.test('what is seen of a game that began from a position', async (t) => {
  const { made } = begun({ position: CGP });
  made.says(1, 'play 0 1 1A1');
  const header = {
    type: 'game',
    id: 'x',
    options: { rules: 'tournament', handsize: '7', position: CGP },
    players: [{ name: 'Ada' }, { name: 'Ben' }],
    dictionary: { name: 'none' },
  };
  const events = [header, ...made.events] as never[];
  const picture = scrabble.picture(2);
  const [drawn] = events.map((event) => picture.take(event)).filter((panel) => panel !== undefined);
  t.equal(drawn!.rows[7], "=..'...HELLO..=");
  t.same(drawn!.fresh, [], 'no tile of it is new');
  const tally = scrabble.tally(2);
  for (const event of made.events.slice(0, 4)) tally.take(event as never);
  t.same(
    made.events.slice(0, 4).map(({ type }) => type),
    ['ready', 'ready', 'board', 'position'],
  );
  t.equal(tally.player(1).score, 10);
  const position = made.events.find(({ type }) => type === 'position')!;
  t.equal(scrabble.describe(position as never), 'begins with 7 tiles on the board');
  t.same(
    (position as unknown as { moves: { move: string }[] }).moves.map(
      ({ move }) => move && placementsOf(move.split(' ')).length,
    ),
    [5, 2, ''],
  );
  const gcg = scrabble.forms!.gcg!.write(events, { exact: false });
  t.match(gcg, {
    ok: true,
    text: />Ben: HELLO 8H HELLO \+22 22\n>Ada: RD L8 \.RD \+10 10\n>Ben: - \+0 22\n#note.*starts.*: no.*moves above\n>Ada: ABCDEFG H8 \.A/,
  });
  const cgp = scrabble.forms!.cgp!.write(events, { exact: false });
  t.match(cgp, {
    ok: true,
    text: /^# positions in CGP\n.*HELLO.* ABCDEFG\/\S{7} 10\/22 1\n.*7A3R3.* 22\/15 0\n$/,
  });
});
