import t from 'tap';
import type { ScoredWord, SquareFunction } from '../../host/games/scrabble/board/board.ts';
import { boardFromFile } from '../../host/games/scrabble/board/make-board.ts';
import { squareLines } from '../../host/games/scrabble/wire/greeting.ts';
import { expectOk } from '../support/expect-ok.ts';
import fc from '../support/laws.ts';

/** By their priorities. */
type Programs = Readonly<Record<string, string>>;

/** The kinds of squares of a board, one for each of these. */
function kindsOf(squares: readonly Programs[]) {
  const made = expectOk(
    boardFromFile(
      'file',
      JSON.stringify({
        prog: '_result_ := 0',
        squares: Object.fromEntries(squares.entries()),
        usedSquare: 0,
        center: [0, 0],
        isInfinite: true,
      }),
    ),
  );
  return made.board.squares;
}

const functionOf = (program: string): SquareFunction => kindsOf([{ 0: program }])[0]!.functions[0]!;

function told(program: string): string {
  const { premium } = functionOf(program);
  return premium ? `${premium.multiplies} ${premium.times}` : 'none';
}

t.test('A program that multiplies the letter or the word is known, however it is written', async (t) => {
  const programs = {
    '_result_ := _acc_ + pointValue(_pos_)': 'letter 1',
    '_result_ := pointValue(_pos_) * 2 + _acc_': 'letter 2',
    '_result_ := _acc_ - -(3 * pointValue(_pos_))': 'letter 3',
    '_result_ := (_acc_ + pointValue(_pos_)) + pointValue((_pos_))': 'letter 2',
    '_result_ := (_acc_ + pointValue(_pos_ + 0)) + (2 - 1) * pointValue(_pos_)': 'letter 2',
    'declare p; p := pointValue(_pos_); skip; _result_ := p * 4; _result_ := _result_ + _acc_;': 'letter 4',
    '_result_ := _acc_ - pointValue(_pos_)': 'letter -1',
    '_result_ := _acc_ * 2': 'word 2',
    '_result_ := -3 * _acc_': 'word -3',
    '_result_ := _acc_ + _acc_': 'word 2',
    '_acc_ := _acc_ * 5; _result_ := _acc_': 'word 5',
    '_result_ := _acc_ * 65536 * 65536': 'word 0',
    '_result_ := _acc_': 'word 1',
  };
  for (const [program, expected] of Object.entries(programs)) t.equal(told(program), expected, program);
});

t.test('What does anything else, could fail, or depends on a condition is none', async (t) => {
  const programs = [
    '_result_ := pointValue(_pos_)',
    '_result_ := _acc_ + 1',
    '_result_ := _acc_ * 2 + pointValue(_pos_)',
    '_result_ := _acc_ * _acc_',
    '_result_ := _acc_ * pointValue(_pos_)',
    '_result_ := _acc_ + _pos_',
    '_result_ := _acc_ + pointValue(0)',
    '_result_ := _acc_ + pointValue(_pos_ + 1)',
    '_pos_ := 0; _result_ := _acc_ + pointValue(_pos_)',
    '_result_ := _acc_ + pointValue(_pos_ * 2)',
    '_result_ := _acc_ + wordLength',
    "_result_ := _acc_ + charToInt('a')",
    '_result_ := _acc_ / 1',
    '_result_ := _acc_ % 7',
    'if (true) then { _result_ := _acc_ * 2 }',
    '_result_ := _acc_ * 2; while (false) do { skip }',
    'declare a; a := pointValue(9); _result_ := _acc_ * 2',
    'declare a; declare a; _result_ := _acc_ * 2',
    'declare _acc_; _result_ := _acc_ * 2',
    '_result_ := _acc_ * 2 + a',
    'a := 1; _result_ := _acc_ * 2',
  ];
  for (const program of programs) t.equal(told(program), 'none', program);
});

const sums = fc.letrec<{ sum: string }>((tie) => ({
  sum: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'sum' },
    fc.constantFrom('_acc_', 'pointValue(_pos_)', '_pos_', '2', '2147483647'),
    fc
      .tuple(tie('sum'), fc.constantFrom('+', '-', '*', '/'), tie('sum'))
      .map(([a, sign, b]) => `(${a} ${sign} ${b})`),
    tie('sum').map((of) => `-${of}`),
  ),
})).sum;

t.test('What is told of a program is what it does', async () => {
  const number = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  fc.assert(
    fc.property(
      sums,
      number,
      fc.array(number, { minLength: 3, maxLength: 3 }),
      fc.nat(2),
      (sum, acc, points, pos) => {
        const { premium, run } = functionOf(`_result_ := ${sum}`);
        if (!premium) return true;
        const word: ScoredWord = { length: 3, points: Int32Array.from(points), chars: new Int32Array(3) };
        const expected =
          premium.multiplies === 'word'
            ? Math.imul(acc, premium.times)
            : (acc + Math.imul(points[pos]!, premium.times)) | 0;
        return run(word, pos, acc) === expected;
      },
    ),
  );
});

t.test('The word is multiplied where all letters have been added, or it is not the word', async (t) => {
  const letter = '_result_ := _acc_ + pointValue(_pos_)';
  const word = '_result_ := _acc_ * 2';
  const odd = 'if (isVowel(charValue(_pos_))) then { _result_ := 0 } else { _result_ := _acc_ }';
  const all = (...kinds: readonly Programs[]) => {
    const lines = squareLines(kindsOf(kinds), false).map((line) => line.split(' '));
    return kinds.map((_, id) =>
      lines
        .filter(([first, of]) => first === 'premium' && of === `${id}`)
        .map((words) => words.slice(2).join(' ')),
    );
  };
  t.same(all({ 0: letter, 1: word }), [['letter 1', 'word 2']]);
  t.same(all({ 0: letter }, { 0: word }), [['letter 1'], []], 'between the letters');
  t.same(all({ 0: word, 1: letter }), [['letter 1']], 'before them');
  t.same(all({ '-2': letter, '-1': word, 3: word }), [['letter 1', 'word 2', 'word 2']]);
  t.same(all({ 0: letter, 2: word }, { 1: letter, 2: odd, 3: letter }), [
    ['letter 1'],
    ['letter 1', 'letter 1'],
  ]);
  t.same(
    all({ 0: letter, 2: word, 4: odd }, { 4: odd }, {}),
    [['letter 1', 'word 2'], [], []],
    'others do as they like',
  );
  t.same(all({ 0: word }), [['word 2']]);
});
