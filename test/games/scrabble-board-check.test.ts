import t from 'tap';
import { keyOf } from '../../host/core/seed.ts';
import { boardNames, namedBoard } from '../../host/games/scrabble/board/board-choice.ts';
import { associativityPitfalls } from '../../host/games/scrabble/language/check.ts';

t.test('an expression that another reader would take from the right is found', async (t) => {
  const found = (expression: string) => associativityPitfalls(`_result_ := ${expression}`);
  t.same(found('10 - 3 - 2'), ['- 3 - 2']);
  t.same(found('10 - 3 + 2'), ['- 3 + 2']);
  t.same(found('100 / 10 / 5'), ['/ 10 / 5']);
  t.same(found('7 * 3 / 2'), ['* 3 / 2']);
  t.same(found('1 - 2 * 3 - 4'), ['- 2 * 3 - 4']);
  t.same(found('pointValue(0) - wordLength - 1'), ['- wordLength - 1']);
  t.same(associativityPitfalls('if (_x_ - 1 - 1 = 0) then { _result_ := 4 % 3 % 2 }'), [
    '- 1 - 1',
    '% 3 % 2',
  ]);
});

t.test('where both readers agree nothing is found', async (t) => {
  for (const expression of [
    ...['10 - (3 - 2)', '(10 - 3) - 2', '1 + 2 + 3', '1 + 2 - 3', '2 * 3 * 4', '1 - -2', '-1 - 2', '- 1 + 2'],
    ...['1 - 2 * 3', '2 * 3 - 4', '(1 - 2) * (3 - 4)', 'pointValue(1 - 2) - 3'],
  ])
    t.same(associativityPitfalls(`_result_ := ${expression}`), [], expression);
  t.same(
    associativityPitfalls(
      'if (1 - 2 = 3 - 4 /\\ true /\\ false) then { skip }; _result_ := 1 - 2; _acc_ := 3 - 4',
    ),
    [],
  );
});

t.test('no built-in board has such a place', async (t) => {
  for (const name of boardNames) {
    const { program, squares } = namedBoard(name, keyOf, keyOf('any'))!;
    for (const text of [
      program,
      ...squares.flatMap(({ functions }) => functions.map((each) => each.program)),
    ])
      t.same(associativityPitfalls(text), [], name);
  }
});
