import t from 'tap';
import { FAILED, programErrors } from '../../host/games/scrabble/board/board.ts';
import { parse, positionAt, tokensOf } from '../../host/games/scrabble/language/parse.ts';
import { readProgram } from '../../host/games/scrabble/language/program.ts';
import type { Block } from '../../host/games/scrabble/language/tree.ts';
import { walk } from '../oracle/board-walker.ts';
import fc, { runs } from '../support/laws.ts';
import { print, programs, styles } from './random-programs.ts';

function withoutHeights(block: Block): unknown {
  return JSON.parse(JSON.stringify(block, (key, value) => (key === 'height' ? undefined : value)));
}

function square(text: string) {
  const read = readProgram('square', text);
  if (!read.ok) throw new Error(`${text}\n${read.problem}`);
  return read.program;
}

const letters = [
  { letter: 'Q', points: 10 },
  { letter: 'i', points: 1 },
  { letter: 'Ñ', points: 8 },
];
/** Longer than the word, as callers may have them. */
const word = {
  length: letters.length,
  points: Int32Array.from([...letters.map(({ points }) => points), 99, 99]),
  chars: Int32Array.from([...letters.map(({ letter }) => letter.codePointAt(0)!), 88, 88]),
};

t.test('What is printed is parsed to the same tree, node by node and place by place', async (t) => {
  const law = fc.property(programs, styles, (program, style) => {
    const { text, body } = print(program, style);
    const parsed = withoutHeights(parse(tokensOf(text)));
    const wanted = withoutHeights(body);
    return JSON.stringify(sorted(parsed)) === JSON.stringify(sorted(wanted));
  });
  t.doesNotThrow(() => fc.assert(law, runs(250)));
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}

t.test('A compiled program does what a plain tree walker does, failures and places included', async (t) => {
  const seen: Record<string, number> = {};
  const law = fc.property(programs, styles, fc.nat(3), fc.integer(), (tree, style, pos, acc) => {
    const { text, body } = print(tree, style);
    const wanted = walk(body, { _pos_: pos, _acc_: acc }, letters);
    const program = square(text);
    const kind = 'error' in wanted ? wanted.error : 'result';
    seen[kind] = (seen[kind] ?? 0) + 1;
    // A character that is written by its number is one node more.
    const isFolded = !text.includes('intToChar') && !program.folded.includes('intToChar');
    for (const each of [program, ...(isFolded ? [square(program.folded)] : [])]) {
      const got = each.run(word, pos, acc);
      if (got !== ('error' in wanted ? FAILED : wanted.result)) throw new Error(`${text}\ngave ${got}`);
    }
    const why = program.why([pos, acc], word);
    if ('result' in wanted) return why === undefined;
    const { line, column } = positionAt(text, wanted.at);
    return why?.error === wanted.error && why.line === line && why.column === column;
  });
  t.doesNotThrow(() => fc.assert(law, runs(1000)));
  t.comment(JSON.stringify(seen));
  for (const kind of ['result', ...programErrors]) t.ok(seen[kind]! > 2, `${kind}: ${seen[kind] ?? 0} times`);
});

t.test('The last step that is allowed is the one that the plain walker allows', async (t) => {
  const program = (more: string, times: number) => `declare i; declare j;
    while ((i < ${times}) /\\ (true \\/ (j = 2))) do {
      i := i + 1;
      if (i % 3 = 0) then { j := j + i / 2 } else { declare k; k := i; j := j - k };
      ${more}
    }; _result_ := j`;
  for (const more of ['skip', 'j := -j', 'declare i; while (i < 2) do { i := i + 1 }']) {
    const fails = (times: number) => square(program(more, times)).run(word, 0, 0) === FAILED;
    let [most, least] = [0, 100_000];
    while (least - most > 1) {
      const middle = (most + least) >> 1;
      if (fails(middle)) least = middle;
      else most = middle;
    }
    const walked = (times: number) =>
      walk(parse(tokensOf(program(more, times))), { _pos_: 0, _acc_: 0 }, letters);
    t.hasOwnProps(walked(most), ['result'], `${most} times ${more}`);
    t.match(walked(least), { error: 'TooManySteps' }, `${least} times ${more}`);
    const { why } = square(program(more, least));
    const { at } = walked(least) as { at: number };
    t.match(why([0, 0], word), { error: 'TooManySteps', ...positionAt(program(more, least), at) });
  }
});

t.test('A program may have 32,768 characters', async (t) => {
  const text = (length: number) => '_result_ := 0'.padEnd(length);
  t.match(readProgram('square', text(32_768)), { ok: true });
  t.match(readProgram('square', text(32_769)), { problem: /up to 32768 characters; got 32769/ });
});

t.test('A program that nests as deep as one may says where it fails', async (t) => {
  const deep = [
    ['pointValue(', ')', 496],
    ['(1/', ')', 496],
    ['', '/_pos_', 496],
    ['charToInt(toUpper(intToChar(', ')))', 165],
  ] as const;
  for (const [open, close, times] of deep) {
    const text = `_result_ := ${open.repeat(times)}(1/0)${close.repeat(times)}`;
    const { run, why } = square(text);
    t.equal(run(word, 0, 0), FAILED);
    t.match(
      why([0, 0], word),
      { error: 'DivisionByZero', column: text.indexOf('/0') + 1 },
      text.slice(0, 40),
    );
  }
});

t.test('100,000 steps are allowed, and one more is not', async (t) => {
  // To begin with 5, and 8 for each turn: 99,997.
  const loop = 'declare i; while (i < 12499) do { i := i + 1 }';
  for (const skips of [2, 3, 4]) {
    const text = loop + ';skip'.repeat(skips);
    t.equal(square(text).run(word, 0, 0) === FAILED, skips === 4, `${99_997 + skips} steps`);
    t.equal('error' in walk(parse(tokensOf(text)), {}, []), skips === 4, 'the walker counts as many');
  }
});
