import t from 'tap';
import { draw, openStream } from '../../host/core/chance.ts';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { boardFromFile } from '../../host/games/scrabble/board/make-board.ts';
import { judgePlay } from '../../host/games/scrabble/judge/judge-move.ts';
import type { HeldTiles, JudgingTerms } from '../../host/games/scrabble/judge/judgement.ts';
import { emptyPosition, type Position } from '../../host/games/scrabble/judge/position.ts';
import { searchPlays } from '../../host/games/scrabble/moves/search-plays.ts';
import { type RuleSetName, ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import type { Placement } from '../../host/games/scrabble/wire/messages.ts';
import { placementText } from '../../host/games/scrabble/wire/messages.ts';
import { expectOk } from '../support/expect-ok.ts';
import { english, idOf, placed } from './scrabble-table.ts';
import { keyNumber, lexiconWith } from './table.ts';

const words = ['A', 'AB', 'ABA', 'BA', 'CAB', 'CABS', 'SAB', 'AS', 'BAA', 'BAAS', 'ABAS', 'ABACAS'];
const lexicon = lexiconWith(words);

function termsWith(board: string, rules: RuleSetName): JudgingTerms {
  return { rules: ruleSets[rules], board: builtInBoard(board)!, tiles: english, lexicon, handSize: 7 };
}

function plays(terms: JudgingTerms, position: Position, hand: HeldTiles): Placement[][] {
  const found: Placement[][] = [];
  for (const _ of searchPlays(terms, position, hand, (play) => found.push(play.placements())));
  return found;
}

const handOf = (letters: string) => {
  const hand = new Map<number, number>();
  for (const letter of letters) hand.set(idOf(letter), (hand.get(idOf(letter)) ?? 0) + 1);
  return hand;
};

const named = (play: readonly Placement[]) =>
  placementText([...play].sort((one, other) => one.x - other.x || one.y - other.y));

/** All ways to lay up to three tiles near what lies: the judge says which are plays. */
function* tried(position: Position, hand: ReadonlyMap<number, number>): Generator<Placement[]> {
  const faces = [...hand].flatMap(([id, count]) =>
    english.tiles[id]!.faces.filter(({ letter }) => 'ABCS'.includes(letter)).map((face) => ({
      ...face,
      id,
      count,
    })),
  );
  for (let y = -4; y <= 4; y++)
    for (let x = -4; x <= 4; x++)
      for (const [right, down] of [
        [1, 0],
        [0, 1],
      ] as const)
        yield* from(x, y, right, down, []);

  function* from(
    x: number,
    y: number,
    right: number,
    down: number,
    laid: Placement[],
  ): Generator<Placement[]> {
    if (laid.length > 0) yield laid;
    if (laid.length === 3 || Math.abs(x) > 5 || Math.abs(y) > 5) return;
    if (position.indexAt(x, y) >= 0) {
      yield* from(x + right, y + down, right, down, laid);
      return;
    }
    for (const { id, letter, points, count } of faces) {
      if (laid.filter((tile) => tile.id === id).length >= count) continue;
      yield* from(x + right, y + down, right, down, [...laid, { x, y, id, letter, points }]);
    }
  }
}

const besides = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

const positions: Readonly<Record<string, Position>> = {
  'an empty board': emptyPosition,
  'a word': emptyPosition.with(placed('CAB', 0, 0, 'across')),
  'two that cross': emptyPosition.with(placed('CAB', 0, 0, 'across')).with(placed('.BA', 1, 0, 'down')),
};

for (const [name, position] of Object.entries(positions))
  for (const board of ['official', 'infinite', 'hole', 'infinite-hole'])
    for (const rules of ['tournament', 'simple'] as const)
      t.test(`All plays of up to three tiles, and none else: ${name}, ${board}, ${rules}`, async (t) => {
        const terms = termsWith(board, rules);
        const hand = handOf(name === 'an empty board' ? 'ABS' : 'A?S');
        const isNear = (play: readonly Placement[]) =>
          play.length <= 3 && play.every(({ x, y }) => Math.abs(x) <= 4 && Math.abs(y) <= 4);
        // Without edges and where words may lie anywhere, those that touch what lies are enough.
        const isSought = (play: readonly Placement[]) =>
          terms.board.layout !== undefined ||
          position.count === 0 ||
          play.some(({ x, y }) => besides.some(([right, down]) => position.tileAt(x + right, y + down)));
        const found = plays(terms, position, hand).filter(isNear).map(named);
        t.equal(new Set(found).size, found.length, 'none twice');
        const legal = [...tried(position, hand)].filter(
          (play) => isNear(play) && isSought(play) && judgePlay(terms, position, hand, play).legal,
        );
        t.same([...new Set(found)].sort(), [...new Set(legal.map(named))].sort());
        t.comment(`${found.length} plays`);
      });

t.test('Every play is legal, over games of them, on every kind of board', async (t) => {
  for (const board of ['official', 'infinite', 'infinite-hole', 'plain']) {
    const terms = termsWith(board, 'tournament');
    let position = emptyPosition;
    let stream = openStream(keyNumber(7), 'player');
    let count = 0;
    for (let turn = 0; turn < 12; turn++) {
      const all = plays(terms, position, handOf('AABC?SA'));
      count += all.length;
      if (all.length === 0) break;
      for (const play of all) {
        const judgement = judgePlay(terms, position, handOf('AABC?SA'), play);
        if (!judgement.legal) t.match(judgement, { legal: true }, named(play));
      }
      let pick: number;
      [pick, stream] = draw(stream, all.length);
      position = position.with(all[pick]!);
    }
    t.ok(count > 20, `${board}: ${count} plays, ${position.count} tiles laid`);
  }
});

/** Covered squares multiply too, and some squares count nothing, or below nothing. */
const multiplying = {
  prog: 'if ((_x_ % 3) = 0) then { _result_ := 1 } else { if ((_y_ % 2) = 0) then { _result_ := 2 } else { _result_ := 3 } }',
  squares: {
    0: { 0: '_result_ := _acc_ + (pointValue(_pos_) * 3)', 4: '_result_ := _acc_ * 2' },
    1: { 0: '_result_ := pointValue(_pos_) + _acc_', 2: '_result_ := _acc_ * 3' },
    2: { 1: '_result_ := _acc_ - pointValue(_pos_)' },
    3: {},
  },
  usedSquare: 0,
  center: [0, 0],
  isInfinite: true,
};

/** The letters of later squares count after this one has multiplied those of the earlier ones. */
const inTurns = {
  ...multiplying,
  squares: {
    ...multiplying.squares,
    1: { 0: '_result_ := (_acc_ + pointValue(_pos_)) * 2' },
    2: { 0: '_result_ := _acc_ * 2' },
  },
};

function boardOf(file: object) {
  return expectOk(boardFromFile('board', JSON.stringify(file))).board;
}

t.test('Points that are told with a play are those of the judge', async (t) => {
  const cases = [
    ...['official', 'standard', 'hole', 'infinite'].map((name) => [name, builtInBoard(name)!, true] as const),
    ['covered squares multiply', boardOf(multiplying), true],
    ['the order of squares counts', boardOf(inTurns), false],
  ] as const;
  for (const [name, board, isTold] of cases) {
    const terms = { ...termsWith('official', 'tournament'), board, handSize: 3 };
    let position = emptyPosition;
    let stream = openStream(keyNumber(3), 'player');
    const wrong: string[] = [];
    let count = 0;
    for (let turn = 0; turn < 10; turn++) {
      const hand = handOf('AABC?SA');
      const all: Placement[][] = [];
      for (const _ of searchPlays(terms, position, hand, (play) => {
        const placements = play.placements();
        const judgement = judgePlay(terms, position, hand, placements);
        const points = judgement.legal ? judgement.points : 'none';
        if (play.points !== (isTold ? points : undefined))
          wrong.push(`${named(placements)}: ${play.points}, ${points}`);
        all.push(placements);
      }));
      count += all.length;
      if (all.length === 0) break;
      let pick: number;
      [pick, stream] = draw(stream, all.length);
      position = position.with(all[pick]!);
    }
    t.strictSame(wrong, [], `${name}: ${count} plays`);
    t.ok(count > 20);
  }
  const along = termsWith('official', 'simple');
  const told = new Set<unknown>();
  for (const _ of searchPlays(along, emptyPosition, handOf('AB'), ({ points }) => told.add(points)));
  t.strictSame([...told], [undefined]);
});

t.test('Where all words are valid, one play for each row of places', async (t) => {
  const terms = { ...termsWith('official', 'tournament'), lexicon: undefined };
  const all = plays(terms, emptyPosition, handOf('AB'));
  t.same(all.map(named).sort(), [
    '-1 0 1A1 0 0 2B3',
    '0 -1 1A1 0 0 2B3',
    '0 0 1A1 0 1 2B3',
    '0 0 1A1 1 0 2B3',
  ]);
  const position = emptyPosition.with(placed('XQ', 0, 0, 'across'));
  const later = plays(terms, position, handOf('AB'));
  t.equal(new Set(later.map(named)).size, later.length, 'none twice');
  t.same(
    later
      .map(named)
      .filter((name) => name.split(' ').length === 3)
      .sort(),
    ['-1 0 1A1', '0 -1 1A1', '0 1 1A1', '1 -1 1A1', '1 1 1A1', '2 0 1A1'],
  );
  for (const [lying, found] of [
    [emptyPosition, all],
    [position, later],
  ] as const)
    for (const play of found) if (!judgePlay(terms, lying, handOf('AB'), play).legal) t.fail(named(play));
});

t.test('A single tile is found with the longer of its two words', async (t) => {
  const position = emptyPosition
    .with(placed('BA', 0, 0, 'across'))
    .with(placed('AB', 2, -2, 'down'))
    .with(placed('S', 2, 1, 'down'));
  const lengths = new Map<string, number>();
  const words = ['BAA', 'ABAS'];
  const terms = { ...termsWith('official', 'tournament'), lexicon: lexiconWith(words) };
  for (const _ of searchPlays(terms, position, handOf('A'), (play) =>
    lengths.set(named(play.placements()), play.length),
  ));
  t.same([...lengths], [['2 0 1A1', 4]]);
});

t.test('A search can be left between two places where words begin', async (t) => {
  let found = 0;
  for (const steps of searchPlays(termsWith('plain', 'simple'), emptyPosition, handOf('ABS'), () => found++))
    if (steps > 100) break;
  t.ok(found > 0 && found < 200, `${found} plays`);
});
