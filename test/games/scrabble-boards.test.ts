import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t, { type Test } from 'tap';
import { keyOf } from '../../host/core/seed.ts';
import { type Board, FAILED, NO_SQUARE, type ScoredWord } from '../../host/games/scrabble/board/board.ts';
import { boardNames, namedBoard } from '../../host/games/scrabble/board/board-choice.ts';
import { builtInBoard, builtInBoardNames } from '../../host/games/scrabble/board/built-in-boards.ts';
import { boardFromFile } from '../../host/games/scrabble/board/make-board.ts';
import { multiplierOf } from '../../host/games/scrabble/board/squares.ts';
import { tokensOf } from '../../host/games/scrabble/language/parse.ts';
import { readProgram } from '../../host/games/scrabble/language/program.ts';
import { signs } from '../../host/games/scrabble/language/tree.ts';
import { expectOk } from '../support/expect-ok.ts';
import { drawing, drawingOf } from './board-drawings.ts';

t.test('scrabble board', async (t) => {
  const noWord = wordOf([]);

  function wordOf(letters: readonly (readonly [letter: string, points: number])[]): ScoredWord {
    return {
      length: letters.length,
      points: Int32Array.from(letters, ([, points]) => points),
      chars: Int32Array.from(letters, ([letter]) => letter.codePointAt(0)!),
    };
  }

  function square(text: string) {
    const read = readProgram('square', text);
    if (!read.ok) throw new Error(`${text}: ${read.problem}`);
    return read.program;
  }

  function numberOf(expression: string, word = noWord): number {
    return square(`_result_ := ${expression}`).run(word, 0, 0);
  }

  function isTrue(test: string, word = noWord): boolean {
    return square(`if (${test}) then { _result_ := 1 }`).run(word, 0, 0) === 1;
  }

  function whyOf(text: string, word = noWord): string {
    const { run, why } = square(text);
    const failure = why([0, 0], word);
    if ((run(word, 0, 0) === FAILED) !== (failure !== undefined))
      throw new Error(`${text}: run and why differ`);
    return failure ? `${failure.line}:${failure.column} ${failure.error}: ${failure.detail}` : 'no failure';
  }

  function problemOf(text: string): string {
    const read = readProgram('square', text);
    return read.ok ? 'no problem' : read.problem;
  }

  const sls = { 0: '_result_ := pointValue(_pos_) + _acc_' };
  const sound = {
    prog: '_result_ := 0',
    squares: { 0: sls },
    usedSquare: 0,
    center: [0, 0],
    isInfinite: false,
  };

  function named(name: string, matchSeed?: string): Board {
    const board = namedBoard(name, keyOf, matchSeed === undefined ? undefined : keyOf(matchSeed));
    if (!board) throw new Error(`there is no ${name}`);
    return board;
  }

  function fileOf(change: object): string {
    return JSON.stringify({ ...sound, ...change });
  }

  function loaded(change: object): Board {
    return expectOk(boardFromFile('mine', fileOf(change))).board;
  }

  function refusalOf(change: object): string {
    const read = boardFromFile('mine', fileOf(change));
    return read.ok ? 'no problem' : read.problem;
  }

  t.test('The standard board is the drawing of its page, and nothing lies around it', async (t) => {
    const standard = named('standard');
    t.equal(drawingOf(standard, { x: -7, y: -7, width: 15, height: 15 }), drawing('standard'));
    t.match(standard.layout, { x: -7, y: -7, width: 15, height: 15 });
    t.equal(standard.squareAt(8, 0), NO_SQUARE);
    t.equal(standard.squareAt(0, -8), NO_SQUARE);
  });

  t.test('The infinite board with holes is the drawing of its page', async (t) => {
    t.equal(
      drawingOf(named('infinite-hole'), { x: -9, y: -9, width: 19, height: 19 }),
      drawing('infinite-hole'),
    );
  });

  t.test('The other boards differ from the standard one as the table says', async (t) => {
    const view = { x: -7, y: -7, width: 15, height: 15 };
    const standard = drawing('standard').split('\n');
    const official = standard.map((row, y) => (y === 7 ? `${row.slice(0, 14)}c${row.slice(15)}` : row));
    t.equal(drawingOf(named('official'), view), official.join('\n'));
    const isHole = (place: number) => Math.abs(place - 7) >= 2 && Math.abs(place - 7) <= 4;
    const hole = standard.map((row, y) =>
      row
        .split(' ')
        .map((cell, x) => (isHole(x) && isHole(y) ? '#' : cell))
        .join(' '),
    );
    t.equal(drawingOf(named('hole'), view), hole.join('\n'));
    t.equal(drawingOf(named('plain'), view), standard.map((row) => row.replace(/[a-d]/g, '.')).join('\n'));
    t.equal(named('plain').squareAt(8, 8), NO_SQUARE);
    t.equal(drawingOf(named('infinite'), { x: -9, y: -9, width: 19, height: 19 }), drawing('infinite'));
  });

  t.test('An infinite board repeats itself as far as coordinates go, and no further', async (t) => {
    for (const [name, period] of [
      ['infinite', 7],
      ['infinite-hole', 6],
      ['infinite-random:8', 15],
    ] as const) {
      const board = named(name);
      t.equal(board.layout, undefined);
      const far = Math.floor(1e9 / period) * period;
      for (let x = 1; x < 6; x++)
        for (let y = 0; y < 7; y++)
          t.equal(
            board.squareAt(x + far - period, y - far + period * 2),
            board.squareAt(x, y - 2 * period),
            `${name} ${x},${y}`,
          );
      t.not(board.squareAt(0, -1e9), NO_SQUARE);
      t.not(board.squareAt(1e9, 0), NO_SQUARE);
      t.equal(board.squareAt(1e9 + 1, 0), NO_SQUARE);
      t.equal(board.squareAt(0, -1e9 - 1), NO_SQUARE);
    }
  });

  t.test('A random board has its squares from its seed alone', async (t) => {
    const board = named('random:42');
    const count = (id: number) => board.layout!.ids.filter((each) => each === id).length;
    t.same([0, 1, 2, 3, 4].map(count), [165, 24, 12, 16, 8]);
    t.match(board.layout, { x: -7, y: -7, width: 15, height: 15 });
    t.same(named('random', '42').layout, board.layout, 'drawn for the match with that seed it is the same');
    t.notSame(named('random:43').layout, board.layout);
    const centers = Array.from({ length: 60 }, (_, seed) => named(`random:${seed}`).center);
    t.same([...new Set(centers.flat())].sort(), [0, 1, 2, 3, 4, 5, 6]);
    const endless = named('infinite-random:42');
    t.same(endless.center, board.center);
    for (let x = -30; x <= 30; x++)
      for (let y = -30; y <= 30; y++) {
        const [column, row] = [(((x + 37) % 15) + 15) % 15, (((y + 37) % 15) + 15) % 15];
        if (endless.squareAt(x, y) !== board.layout!.ids[row * 15 + column]) t.fail(`${x}, ${y}`);
      }
    t.equal(namedBoard('random', keyOf, undefined), undefined, 'without a seed or a match there is none');
    t.equal(namedBoard('offical', keyOf, keyOf('1')), undefined);
    t.equal(builtInBoard('toString'), undefined);
  });

  /** Without knowing to which side an operator associates. */
  function isUnambiguous(text: string): boolean {
    const open: Set<number>[] = [new Set()];
    for (const token of tokensOf(text)) {
      if (token.text === '(') open.push(new Set());
      else if (token.text === ')') open.pop();
      else if (/^([;{}]|then|do)$/.test(token.text)) open.splice(0, open.length, new Set());
      else if (Object.hasOwn(signs, token.text)) {
        const { binds } = signs[token.text as keyof typeof signs];
        if (open.at(-1)!.has(binds)) return false;
        open.at(-1)!.add(binds);
      }
    }
    return true;
  }

  t.test('The built-in boards are bracketed so that association makes no difference', async (t) => {
    for (const name of boardNames) {
      const { program, squares } = named(name, 'any');
      t.ok(isUnambiguous(program), name);
      for (const { functions } of squares)
        for (const { program } of functions) t.ok(isUnambiguous(program), name);
      t.ok(readProgram('board', program).ok, 'what players are sent is a program');
      t.match(program, /^[ -~]+$/, 'one line of ASCII');
    }
    t.notOk(isUnambiguous('_result_ := 1 - 2 - 3'));
  });

  /** The functions of all squares under a word by priority, then by letter; from 0. */
  function score(board: Board, ids: readonly number[], word: ScoredWord): number {
    const functions = ids.flatMap((id, pos) => board.kindOf(id)!.functions.map((each) => ({ ...each, pos })));
    const ordered = functions.toSorted((one, other) => one.priority - other.priority || one.pos - other.pos);
    return ordered.reduce((acc, { run, pos }) => run(word, pos, acc), 0);
  }

  t.test('hello is 28 and 168, and QIN is 64', async (t) => {
    const board = named('standard');
    const [sls, dls, tls, dws, tws] = [0, 1, 2, 3, 4];
    const hello = wordOf([...'HELLO'].map((letter, index) => [letter, index === 0 ? 4 : 1]));
    t.equal(score(board, [dls, sls, tls, sls, dws], hello), 28);
    t.equal(score(board, [dls, dws, tls, tws, dws], hello), 168);
    const qin = wordOf([
      ['Q', 10],
      ['I', 1],
      ['N', 1],
    ]);
    t.equal(score(board, [tls, sls, dws], qin), 64);
  });

  t.test('Negation binds most tightly, then * / %, + -, relations, and, or; to the left', async (t) => {
    const values: Record<string, number> = {
      '100 / 10 * 5': 50,
      '17 % 10 * 2': 14,
      '2 * 17 % 10': 4,
      '-2 * 3 - -1': -5,
      '7 - -3 % 2': 8,
    };
    for (const [text, value] of Object.entries(values)) t.equal(numberOf(text), value, text);
    const truths: Record<string, boolean> = {
      '(true \\/ false) /\\ false': false,
      '~ false /\\ false': false,
      '~ (false /\\ false)': true,
      '~~true': true,
    };
    for (const [text, value] of Object.entries(truths)) t.equal(isTrue(text), value, text);
  });

  t.test('Numbers have 32 bits and wrap; division truncates toward zero', async (t) => {
    const values: Record<string, number> = {
      '2147483647 * 2147483647': 1,
      '123456789 * 987654321': Math.imul(123456789, 987654321),
      '7 / -2': -3,
      '-1 / 2': 0,
      '007': 7,
    };
    for (const [text, value] of Object.entries(values)) {
      t.equal(numberOf(text), value, text);
      t.notOk(Object.is(numberOf(text), -0), text);
    }
  });

  t.test('Characters are code points, and letters are letters in any script', async (t) => {
    const word = wordOf([
      ['Q', 10],
      ['é', 3],
    ]);
    const values: Record<string, number> = {
      "charToInt(' ')": 32,
      "charToInt('\n')": 10,
      "charToInt('😀')": 0x1f600,
      "charToInt(toLower('Ä'))": 0xe4,
      "charToInt(toUpper('é'))": 0xc9,
      "charToInt(toUpper('z'))": 90,
      "charToInt(toLower('Z'))": 122,
      "charToInt(toLower('A'))": 97,
      "charToInt(toUpper('a'))": 65,
      "charToInt(toUpper('['))": 91,
      'charToInt(intToChar(1114111))': 1114111,
      'charToInt(charValue(1))': 0xe9,
      'pointValue(wordLength - 2)': 10,
    };
    for (const [text, value] of Object.entries(values)) t.equal(numberOf(text, word), value, text);
    const truths: Record<string, boolean> = {
      "isDigit('٣')": true,
      "isDigit('½')": false,
      "isLetter('ß')": true,
      "isLetter('_')": false,
      "isVowel('Ä')": false,
      "isConsonant('Ä') /\\ isConsonant('y')": true,
      'isConsonant(charValue(0))': true,
    };
    for (const [text, value] of Object.entries(truths)) t.equal(isTrue(text, word), value, text);
  });

  t.test('Each block has a scope; an assignment goes to the innermost that has the name', async (t) => {
    const results: Record<string, number> = {
      'declare a; a := 1; if (true) then { declare a; a := 5 }; _result_ := a': 1,
      'declare a; if (true) then { a := 5 } else { skip }; _result_ := a': 5,
      'declare a; a := 3; declare i; while (i < 3) do { declare a; a := a + 7; i := i + 1 }; _result_ := a': 3,
      'declare i; while (i < 3) do { declare a; a := a + 7; _result_ := a; i := i + 1; }': 7,
      'declare a; if (a = 0) then { a := 4; declare a; _result_ := a }': 0,
      '_pos_ := 4; _result_ := _pos_;': 4,
      '_result_ := _result_ + 1; _result_ := _result_ + 1': 2,
      'declare iffy; declare _; declare then1; iffy := 9; _ := 1; then1 := iffy + _; _result_ := then1': 10,
    };
    for (const [text, result] of Object.entries(results))
      t.equal(square(text).run(noWord, 0, 0), result, text);
  });

  t.test('Every failure says what it was, in which line and column', async (t) => {
    const failures: Record<string, string> = {
      'declare a;\n  declare a': '2:11 VarExists: a is already declared in this block',
      '_result_ :=\r\n 1 + b': '2:6 VarNotFound: unknown variable b',
      'if (true) then { declare c };\rc := 2': '2:1 VarNotFound: unknown variable c',
      'c := 1 / 0': '1:8 DivisionByZero: 1 / 0',
      '_result_ := (2 - 7) % (3 - 3)': '1:21 DivisionByZero: -5 % 0',
      'declare _x_': '1:9 ReservedName: _x_ cannot be declared',
      'skip; declare _input_': '1:15 ReservedName: _input_ cannot be declared',
      '_result_ := _x_': '1:13 VarNotFound: unknown variable _x_',
      '_result_ := pointValue(2)': '1:13 IndexOutOfBounds: pointValue(2): the word has 2 letters, from 0',
      '_result_ := charToInt(charValue(-1))':
        '1:23 IndexOutOfBounds: charValue(-1): the word has 2 letters, from 0',
      '_result_ := charToInt(intToChar(-1))':
        '1:23 IndexOutOfBounds: there is no character with the number -1',
      "if (isLetter('Ä') /\\ isLetter(intToChar(55296))) then { skip }":
        '1:31 IndexOutOfBounds: there is no character with the number 55296',
      '_result_ := charToInt(intToChar(1114112))':
        '1:23 IndexOutOfBounds: there is no character with the number 1114112',
      "_result_ := charToInt('😀') / _pos_": '1:28 DivisionByZero: 128512 / 0',
      'while (true) do { skip }': '1:8 TooManySteps: more than 100000 steps',
    };
    const word = wordOf([
      ['A', 1],
      ['B', 3],
    ]);
    for (const [text, failure] of Object.entries(failures)) t.equal(whyOf(text, word), failure, text);
    t.equal(whyOf('if (false) then { declare _x_; b := 1 / 0 }'), 'no failure', 'not reached, so fine');
  });

  t.test('What is no program says in which line and column, what was expected and what came', async (t) => {
    const problems: Record<string, RegExp> = {
      '': /^line 1, column 1: expected a statement \(.*\); .*end.*program$/,
      '_result_ := ': /^line 1, column 13: expected a number, a variable.*; .*end.*program$/,
      '_result_ = 3': /^line 1, column 10: expected `:=`; got `=`$/,
      'skip;;': /^line 1, column 6: expected a statement.*; got `;`$/,
      'skip skip': /^line 1, column 6: expected `;` .*end.*program; got `skip`$/,
      '_result_ := 1 2': /^line 1, column 15: expected an operator, `;` .*end.*program; got `2`$/,
      'if (true) then { skip } skip': /^line 1, column 25: expected `else`, `;` or the end.*; got `skip`$/,
      'if (true) {skip}': /^line 1, column 11: expected `then`; got `{`$/,
      'if true then {skip}': /^line 1, column 4: expected `\(`; got `true`$/,
      'while (true) {skip}': /^line 1, column 14: expected `do`; got `{`$/,
      'while (true do {skip}': /^line 1, column 13: expected an operator or `\)`; got `do`$/,
      'if (true) then { }': /^line 1, column 18: expected a statement.*; got `}`$/,
      'if (true) then { skip': /^line 1, column 22: expected `;` or `}`; .*end.*program$/,
      'declare if': /^line 1, column 9: expected a name to declare; got `if`$/,
      'then := 3': /^line 1, column 1: expected a statement.*; got `then`$/,
      '_result_ := 2147483648': /^line 1, column 13: expected a number up to 2147483647; got 2147483648$/,
      '\n\n  _result_ := 3 & 4': /^line 3, column 17: expected.*operator.*; got & \(U\+0026\)$/,
      '_result_\u00a0:= 3': /^line 1, column 9: expected .*; got U\+00A0$/,
      "_result_ := charToInt('ab')":
        /^line 1, column 23: expected one character between quotes; got "'ab'\)"$/,
      "_result_ := charToInt('\ud800')": /^line 1, column 23: expected one character between quotes/,
      "_result_ := 'a'":
        /^line 1, column 13: expected a number; got a character \(use charToInt to convert it\)$/,
      '_result_ := 1 + true': /^line 1, column 17: expected a number; got a truth value$/,
      'if (1) then {skip}': /^line 1, column 5: expected a truth value; got a number$/,
      'if (1 < 2 < 3) then {skip}': /^line 1, column 5: expected a number; got a truth value$/,
      'if (~1 = 2) then {skip}': /^line 1, column 6: expected a truth value; got a number$/,
      'if (isVowel(3)) then {skip}': /^line 1, column 13: expected a character; got a number$/,
      'while (true /\\ (2 + 3)) do {skip}': /^line 1, column 17: expected a truth value; got a number$/,
      '_result_ := wordLength()': /^line 1, column 23: expected an operator, `;` or the end.*; got `\(`$/,
      '_result_ := pointValue 3': /^line 1, column 24: expected `\(`; got `3`$/,
    };
    for (const [text, problem] of Object.entries(problems))
      t.match(problemOf(text), problem, JSON.stringify(text));
  });

  t.test('A program is folded to one line of ASCII that means the same', async (t) => {
    const { folded } = square(
      "\n declare a ;\r\n\t a:=charToInt( ' ' ) ;  a := charToInt('Ä') + charToInt('\n')\n",
    );
    t.equal(
      folded,
      "declare a ; a:=charToInt( ' ' ) ; a := charToInt(intToChar(196)) + charToInt(intToChar(10))",
    );
  });

  t.test('Each key of a board file that is wrong is named, and where in a program', async (t) => {
    const one = { 0: sls };
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ prog: 3 }, /^prog: expected a program, as a string; got 3$/],
      [{ prog: '_result_ :=\n 0 +' }, /^prog: line 2, column 5: expected a number.*; got the end/],
      [{ squares: [] }, /^squares: expected up to 250 numbers/],
      [{ squares: { ...one, '-1': {} } }, /^squares: expected numbers from 0 to 2147483647; got "-1"$/],
      [{ squares: { ...one, '01': {} } }, /^squares: expected numbers.*; got "01"$/],
      [{ squares: { ...one, 1: 'x' } }, /^squares\.1: expected an object.*; got "x"$/],
      [{ squares: { ...one, 1: { a: 'skip' } } }, /^squares\.1: .*priorities; got "a"$/],
      [{ squares: { ...one, 1: { 0: 7 } } }, /^squares\.1\.0: expected a program, as a string; got 7$/],
      [{ squares: { ...one, 1: { 5: 'skip; x' } } }, /^squares\.1\.5: line 1, column 8: expected `:=`/],
      [{ usedSquare: 4 }, /^usedSquare: .*under squares; got 4$/],
      [{ usedSquare: '0' }, /^usedSquare: .*got "0"$/],
      [{ center: [0] }, /^center: expected \[x, y\].*got \[0\]$/],
      [{ center: [0, 1.5] }, /^center: .*got \[0,1.5\]$/],
      [{ center: [0, 1_000_000_001] }, /^center: .*1000000001/],
      [{ isInfinite: 'no' }, /^isInfinite: expected true or false; got "no"$/],
      [{ bounds: [0, 0, 5] }, /^bounds: expected \[x, y, width, height\]/],
      [{ bounds: [0.5, 0, 5, 5] }, /^bounds: expected \[x, y, width, height\]/],
      [{ bounds: [0, 0, 0, 5] }, /^bounds: expected \[x, y, width, height\]/],
      [{ bounds: [0, 0, 501, 500] }, /^bounds: .*up to 250000 squares/],
      [{ bounds: [1_000_000_000, 0, 2, 2] }, /^bounds: /],
      [{ bounds: [0, 0, 5, 5], isInfinite: true }, /^bounds: .*isInfinite is true$/],
      [{ ppSquare: 'skip;;' }, /^ppSquare: line 1, column 6: expected a statement/],
      [{ colour: 'red' }, /^unknown key "colour"; the keys are prog, squares/],
      [{ prog: undefined }, /^prog: expected a program, as a string; it is missing$/],
      [
        { prog: '_result_ := 1 / (_x_ - 3)', center: [3, 3] },
        /^prog: line 1, column 15: Div.*at \(3, -47\)$/,
      ],
      [{ prog: '_result_ := 1 / _x_', isInfinite: true }, /^prog: .*DivisionByZero: 1 \/ 0, at \(0, 0\)$/],
      [{ prog: '_result_ := 7' }, /^prog: .*one square in the 101 by 101 area from \(-50, -50\)/],
    ];
    for (const [change, problem] of wrong) t.match(refusalOf(change), problem, JSON.stringify(change));
    for (const [text, problem] of [
      ['{"prog": ', /^expected JSON: /],
      ['[]', /object.*keys/],
      ['null', /^expected an object/],
    ] as const)
      t.match(boardFromFile('mine', text), { ok: false, problem });
  });

  t.test('A finite board is tried within its bounds, and is no larger than its squares', async (t) => {
    const lone = loaded({
      prog: 'if (_x_ = 40 /\\ (_y_ = -3 \\/ _y_ = 1)) then { skip } else { _result_ := 1 }',
    });
    t.same(
      { ...lone.layout, ids: [...lone.layout!.ids] },
      { x: 40, y: -3, width: 1, height: 5, ids: [0, -1, -1, -1, 0] },
    );
    t.equal(lone.squareAt(40, 1), 0);
    t.equal(lone.squareAt(40, 0), NO_SQUARE);
    const bounded = loaded({ bounds: [-9, 5, 3, 2], prog: '_result_ := 0 / (_x_ + 6)', center: [9, 9] });
    t.match(bounded.layout, { x: -9, y: 5, width: 3, height: 2 }, 'at -6 it would fail');
  });

  t.test('Where the program of an infinite board fails there is no square, and why is told', async (t) => {
    const board = loaded({ isInfinite: true, prog: '_result_ := 5 / (_x_ - 4) * 0' });
    t.equal(board.squareAt(0, 0), 0);
    t.equal(board.failureAt(0, 0), undefined);
    t.equal(board.squareAt(4, 2), NO_SQUARE);
    t.match(board.failureAt(4, 2), { error: 'DivisionByZero', line: 1, column: 15, detail: '5 / 0' });
    t.equal(board.failureAt(4, 2_000_000_000), undefined, 'there the program is not asked');
  });

  t.test('A board without bounds reaches no further than coordinates do', async (t) => {
    t.match(loaded({ center: [1e9, -1e9] }).layout, { x: 1e9 - 50, y: -1e9, width: 51, height: 51 });
  });

  t.test('Kinds stand by number and their functions by priority, in whatever order', async (t) => {
    const text = `{"squares":{"10":{},"2":{"5":"_result_ := 5","-3":"_result_ := 3"}},"prog":"_result_ := 2",
    "usedSquare":10,"center":[0,0],"isInfinite":true}`;
    const read = boardFromFile('mine', text);
    t.match(read, {
      board: {
        squares: [
          { id: 2, functions: [{ priority: -3 }, { priority: 5 }] },
          { id: 10, functions: [] },
        ],
      },
    });
  });

  t.test('A square is drawn by ppSquare, and never by what could not be seen', async (t) => {
    const drawnBy = (ppSquare: string) => loaded({ ppSquare }).drawnAs(0);
    t.equal(drawnBy("_result_ := charToInt('Ö') + _input_"), 'Ö');
    t.equal(drawnBy('_result_ := 27'), '?', 'no escape codes for the terminal');
    t.equal(drawnBy('_result_ := 769'), '?', 'nothing that goes over its neighbour');
    t.equal(drawnBy('_result_ := -1'), '?');
    t.equal(drawnBy('_result_ := 1 / 0'), '?');
    const byDefault = loaded({});
    t.same([0, 1, 26, 27, NO_SQUARE].map(byDefault.drawnAs), ['.', 'a', 'z', '?', '#']);
  });

  t.test('Names that mean nothing are warnings, not problems', async (t) => {
    const { warnings } = loaded({ squares: { 0: { 0: 'if (false) then { _result_ := _x_ }' } } });
    t.same(warnings, ['squares.0.0: line 1, column 31: VarNotFound: unknown variable _x_']);
  });

  function deep(open: string, times: number, inside: string, close: string): string {
    return open.repeat(times) + inside + close.repeat(times);
  }

  const hostile: Record<string, readonly [change: object | string, problem: RegExp]> = {
    'an endless loop': [{ prog: 'while (true) do { skip }' }, /TooManySteps.*at \(-50, -50\)/],
    'an endless loop without end of board': [
      { prog: 'while (true) do { skip }', isInfinite: true },
      /TooManySteps.*at \(0, 0\)/,
    ],
    'nearly endless loops everywhere': [
      { prog: 'declare i; while (i < 9000) do { i := i + 1 }', bounds: [0, 0, 500, 500] },
      /at most 2000000 steps for all squares/,
    ],
    'a long program everywhere': [
      { prog: `declare i${';i:=2/_x_'.repeat(3600)}`, bounds: [1, 1, 500, 500] },
      /at most 2000000 steps for all squares/,
    ],
    'deep brackets': [
      { prog: `_result_ := ${deep('(', 15_000, '1', ')')}` },
      /line 1, column \d+: more than 500 nested levels/,
    ],
    'a long chain': [{ prog: `_result_ := 1${'+1'.repeat(16_000)}` }, /more than 500 nested levels/],
    'deep negations': [{ prog: `_result_ := ${'-'.repeat(30_000)}1` }, /more than 500 nested levels/],
    'deep blocks': [{ prog: deep('if (true) then {', 1_500, 'skip', '}') }, /more than 500 nested levels/],
    'a long program': [{ prog: 'skip;'.repeat(10_000) }, /expected.*program.* 32768 characters; got 50000/],
    'a megabyte of text': ['x'.repeat(2 ** 20), /at most 131072 characters/],
    'a megabyte in a program': [{ prog: ' '.repeat(2 ** 20) }, /at most 131072 characters/],
    'deep JSON': ['['.repeat(131_000), /expected JSON/],
    'too many kinds': [
      { squares: Object.fromEntries(Array.from({ length: 251 }, (_, id) => [id, {}])) },
      /up to 250 numbers/,
    ],
    'too many functions': [
      { squares: { 0: Object.fromEntries(Array.from({ length: 9 }, (_, id) => [id, 'skip'])) } },
      /up to 8 priorities/,
    ],
  };

  function timed(t: Test, what: string, text: string): ReturnType<typeof boardFromFile> {
    const before = process.cpuUsage();
    const read = boardFromFile('hostile', text);
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1_000;
    t.comment(`${what}: ${ms.toFixed(1)} ms`);
    t.ok(ms < 2_000, `${what}: in time`);
    return read;
  }

  t.test('A hostile board file is refused soon, with a clear word', async (t) => {
    for (const [what, [change, problem]] of Object.entries(hostile)) {
      const read = timed(t, what, typeof change === 'string' ? change : fileOf(change));
      t.match(read, { ok: false, problem }, what);
    }
  });

  t.test('A board file has up to 131072 characters', async (t) => {
    const text = fileOf({}).padEnd(131_072);
    t.match(boardFromFile('long', text), { ok: true });
    t.match(boardFromFile('long', `${text} `), { ok: false, problem: /at most 131072 characters/ });
  });

  const brackets = (times: number) => `_result_ := ${deep('(', times, '0', ')')}`;
  const blocks = (times: number) => deep('if (true) then {', times, 'skip', '}');

  t.test('Without a word its length is 0', (t) => {
    const read = readProgram('square', '_result_ := 1 / wordLength');
    t.match(read.ok && read.program.why([0, 0]), { error: 'DivisionByZero', line: 1, column: 15 });
    t.end();
  });

  t.test('What nests as deep as it may is compiled, whatever it is', async (t) => {
    const programs: Record<string, string> = {
      brackets: brackets(500),
      chain: `_result_ := 0${'*_x_'.repeat(498)}`,
      negations: `_result_ := ${'-'.repeat(498)}0`,
      divisions: `_result_ := 1 - ${deep('1/(', 495, '1', ')')}`,
      calls: `_result_ := 0 * charToInt(${deep('toUpper(', 495, "'a'", ')')})`,
      tests: `if (${'(_x_ = 1 /\\ _y_ = 2) \\/ '.repeat(490)}false) then { skip }`,
      blocks: deep('if (_x_ = 1) then { skip } else {', 498, 'skip', '}'),
      'blocks alone': blocks(499),
      loops: deep('while (_x_ = 100) do {', 497, 'skip', '}'),
    };
    for (const [what, prog] of Object.entries(programs))
      t.match(timed(t, what, fileOf({ prog, bounds: [2, 2, 15, 15] })), { ok: true }, what);
    for (const prog of [brackets(501), blocks(500)])
      t.match(refusalOf({ prog }), 'more than 500 nested levels');
  });

  t.test('Board files that the host takes fit the schema, and those it refuses do not', async (t) => {
    const path = join(import.meta.dirname, '../../docs/reference/board.schema.json');
    const fits = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(
      JSON.parse(readFileSync(path, 'utf8')),
    );
    for (const right of [
      sound,
      { ...sound, $schema: 'x', bounds: [-7, -7, 15, 15], ppSquare: 'skip' },
      { ...sound, isInfinite: true },
    ]) {
      t.ok(fits(right), JSON.stringify(fits.errors));
      t.ok(boardFromFile('mine', JSON.stringify(right)).ok);
    }
    for (const wrong of [
      { prog: 3 },
      { squares: { '01': {} } },
      { squares: { 0: { x: 'skip' } } },
      { squares: { 0: [] } },
      { center: [1] },
      { center: [1, 2, 3] },
      { bounds: [0, 0, 0, 1] },
      { bounds: [0, 0, 1, 1], isInfinite: true },
      { isInfinite: 1 },
      { colour: 1 },
      { usedSquare: '0' },
    ]) {
      t.notOk(fits({ ...sound, ...wrong }), JSON.stringify(wrong));
      t.not(refusalOf(wrong), 'no problem', JSON.stringify(wrong));
    }
  });

  t.test('All built-in boards have names', async (t) => {
    t.same(boardNames, [...builtInBoardNames, 'random', 'infinite-random']);
    t.same(builtInBoardNames, ['standard', 'official', 'hole', 'infinite', 'infinite-hole', 'plain']);
  });
});

t.test('board layouts of MAGPIE', async (t) => {
  const official = builtInBoard('official')!;
  const { x, y, width, height } = official.layout!;
  const signOf = (column: number, row: number) => {
    const kind = official.kindOf(official.squareAt(x + column, y + row))!;
    const { letter, word } = multiplierOf(kind)!;
    return word === 2 ? '-' : word === 3 ? '=' : [' ', "'", '"'][letter - 1]!;
  };
  const rows = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => signOf(column, row)).join(''),
  );
  const read = (start: string, lines: readonly string[], end = '\n') =>
    boardFromFile('mine', [start, ...lines, ''].join(end));

  t.test('the usual one is the official board', async (t) => {
    for (const end of ['\n', '\r\n']) {
      const reading = expectOk(read('7,7', rows, end));
      const { layout, center, isInfinite, squares } = reading.board;
      t.strictSame([...layout!.ids], [...official.layout!.ids]);
      t.match({ ...layout, center, isInfinite }, { x, y, width, height, center: [0, 0], isInfinite: false });
      t.strictSame(squares.map(multiplierOf), official.squares.map(multiplierOf));
    }
  });

  t.test('the start is a row and a column; four times, and squares that are not there', async (t) => {
    const reading = expectOk(read('1,2', ['^~ ', " '#", '---']));
    const { squareAt, kindOf, layout } = reading.board;
    t.match(layout, { x: -2, y: -1, width: 3, height: 3 });
    const at = (column: number, row: number) => {
      const kind = kindOf(squareAt(column - 2, row - 1));
      return kind && multiplierOf(kind);
    };
    t.match(at(0, 0), { letter: 4, word: 1 });
    t.match(at(1, 0), { letter: 1, word: 4 });
    t.match(at(1, 1), { letter: 2, word: 1 });
    t.equal(squareAt(0, 0), NO_SQUARE);
    t.equal(squareAt(1, 0), NO_SQUARE, 'outside');
  });

  t.test('one that is wrong is refused with its line', async (t) => {
    for (const [start, lines, problem] of [
      ['7,7', [], 'line 2: expected from 1 to 99 rows; got 0'],
      [
        '3,1',
        ['   ', '   ', '   '],
        'line 1: expected a row and a column from 0 to 2, since there are 3 rows; got 3,1',
      ],
      ['1,1', ['   ', '  ', '   '], 'line 3: expected 3 signs, as many as there are rows; got 2'],
      ['1,1', ['   ', ' x ', '   '], /^line 3: expected one of the signs " " "'" .* "#"; got "x"$/],
      [
        '1,1',
        ['#'.repeat(100), ...Array<string>(99).fill(' ')],
        'line 2: expected from 1 to 99 rows; got 100',
      ],
    ] as const)
      t.match(read(start, lines), { ok: false, problem });
    t.match(boardFromFile('mine', '7'), { ok: false, problem: /JSON|object/ });
  });
});
