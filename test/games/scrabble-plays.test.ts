import t from 'tap';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { judgePlay } from '../../host/games/scrabble/judge/judge-play.ts';
import type { JudgedTable } from '../../host/games/scrabble/judge/judgement.ts';
import { emptyPosition, type Position } from '../../host/games/scrabble/judge/position.ts';
import { plays } from '../../host/games/scrabble/moves/plays.ts';
import { type RuleSetName, ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import type { Placement } from '../../host/games/scrabble/wire/messages.ts';
import { placementWords } from '../../host/games/scrabble/wire/text.ts';
import { draw, openStream } from '../../host/tabletop/chance.ts';
import { english, idOf, placed } from './scrabble-table.ts';
import { keyNumber, lexiconWith } from './table.ts';

const words = ['A', 'AB', 'ABA', 'BA', 'CAB', 'CABS', 'SAB', 'AS', 'BAA', 'BAAS', 'ABAS', 'ABACAS'];
const lexicon = lexiconWith(words);

function tableWith(board: string, rules: RuleSetName): JudgedTable {
  return { rules: ruleSets[rules], board: builtInBoard(board)!, tiles: english, lexicon, handSize: 7 };
}

const handOf = (letters: string) => {
  const hand = new Map<number, number>();
  for (const letter of letters) hand.set(idOf(letter), (hand.get(idOf(letter)) ?? 0) + 1);
  return hand;
};

const named = (play: readonly Placement[]) =>
  placementWords([...play].sort((one, other) => one.x - other.x || one.y - other.y)).join(' ');

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

const positions: Readonly<Record<string, Position>> = {
  'an empty board': emptyPosition,
  'a word': emptyPosition.with(placed('CAB', 0, 0, 'across')),
  'two that cross': emptyPosition.with(placed('CAB', 0, 0, 'across')).with(placed('.BA', 1, 0, 'down')),
};

for (const [name, position] of Object.entries(positions))
  for (const board of ['official', 'infinite', 'hole', 'infinite-hole'])
    for (const rules of ['tournament', 'simple'] as const)
      t.test(`All plays of up to three tiles, and none else: ${name}, ${board}, ${rules}`, async (t) => {
        const table = tableWith(board, rules);
        const hand = handOf(name === 'an empty board' ? 'ABS' : 'A?S');
        const isNear = (play: readonly Placement[]) =>
          play.length <= 3 && play.every(({ x, y }) => Math.abs(x) <= 4 && Math.abs(y) <= 4);
        const found = [...plays(table, position, hand)].filter(isNear).map(named);
        t.equal(new Set(found).size, found.length, 'none twice');
        const legal = [...tried(position, hand)].filter(
          (play) => isNear(play) && judgePlay(table, position, hand, play).legal,
        );
        t.same([...new Set(found)].sort(), [...new Set(legal.map(named))].sort());
        t.comment(`${found.length} plays`);
      });

t.test('Every play is legal, over games of them, on every kind of board', async (t) => {
  for (const board of ['official', 'infinite', 'infinite-hole', 'plain']) {
    const table = tableWith(board, 'tournament');
    let position = emptyPosition;
    let stream = openStream(keyNumber(7), 'player');
    let count = 0;
    for (let turn = 0; turn < 12; turn++) {
      const all = [...plays(table, position, handOf('AABC?SA'))];
      count += all.length;
      if (all.length === 0) break;
      for (const play of all) {
        const judgement = judgePlay(table, position, handOf('AABC?SA'), play);
        if (!judgement.legal) t.match(judgement, { legal: true }, named(play));
      }
      let pick: number;
      [pick, stream] = draw(stream, all.length);
      position = position.with(all[pick]!);
    }
    t.ok(count > 20, `${board}: ${count} plays, ${position.count} tiles laid`);
  }
});

t.test('Where all words go, plays of one and two tiles', async (t) => {
  const table = { ...tableWith('official', 'tournament'), lexicon: undefined };
  const all = [...plays(table, emptyPosition, handOf('AB'))];
  t.same(
    all.map(named).length,
    8,
    'AB and BA, over the centre with the first or the second, across and down',
  );
  for (const play of all) t.match(judgePlay(table, emptyPosition, handOf('AB'), play), { legal: true });
});
