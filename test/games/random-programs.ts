import type { Arbitrary } from 'fast-check';
import {
  type Block,
  type Expression,
  type FunctionName,
  functions,
  type Statement,
  signs,
  type Type,
} from '../../host/games/scrabble/language/tree.ts';
import fc from '../support/laws.ts';

const at = 0;
const height = 1;
const names = ['a', 'b', 'c', '_pos_', '_acc_', '_result_', 'thenx', '_x_'];
const characters = [...'AEbz09 \'"ß+Ä', '\n', '😀', 'ŉ', '٣'];
const largest = 2 ** 31 - 1;

const numberLeaf: Arbitrary<Expression> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, 1, 2, 3, 7, 65, 90, 97, 55_296, largest).map(number) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: largest }).map(number) },
  { weight: 5, arbitrary: fc.constantFrom(...names.slice(0, 6)).map(variable) },
  { weight: 1, arbitrary: fc.constantFrom(...names).map(variable) },
  { weight: 1, arbitrary: fc.constant<Expression>({ is: 'wordLength', at, height }) },
);

function number(value: number): Expression {
  return { is: 'number', value, at, height };
}

function variable(name: string): Expression {
  return { is: 'variable', name, at, height };
}

const characterLeaf: Arbitrary<Expression> = fc
  .constantFrom(...characters)
  .map((text) => ({ is: 'character', value: text.codePointAt(0)!, at, height }));
const truthLeaf: Arbitrary<Expression> = fc.boolean().map((value) => ({ is: 'truth', value, at, height }));

/** Everything that takes and gives these types, from the tables of the language. */
function composed(gives: Type, tie: (type: Type) => Arbitrary<Expression>): Arbitrary<Expression>[] {
  const calls = Object.entries(functions)
    .filter(([, each]) => each.gives === gives)
    .map(([name, { takes }]) =>
      tie(takes).map((of): Expression => ({ is: 'call', name: name as FunctionName, of, at, height })),
    );
  const binaries = Object.entries(signs)
    .filter(([, each]) => each.gives === gives)
    .map(([sign, { takes }]) =>
      fc.tuple(tie(takes), tie(takes)).map(
        ([left, right]): Expression => ({
          is: 'binary',
          sign: sign as keyof typeof signs,
          left,
          right,
          at,
          height,
        }),
      ),
    );
  const is = gives === 'number' ? 'negative' : 'not';
  const prefixed = tie(gives).map((of): Expression => ({ is, of, at, height }));
  return gives === 'character' ? calls : [...calls, ...binaries, prefixed];
}

const { numbers, truths } = fc.letrec<Record<'numbers' | 'truths' | 'letters', Expression>>((tie) => {
  const of = { number: tie('numbers'), character: tie('letters'), 'truth value': tie('truths') };
  const node = (type: Type, leaf: Arbitrary<Expression>) =>
    fc.oneof({ maxDepth: 4, withCrossShrink: true }, leaf, ...composed(type, (each) => of[each]));
  return {
    numbers: node('number', numberLeaf),
    letters: node('character', characterLeaf),
    truths: node('truth value', truthLeaf),
  };
});

const targets = fc.constantFrom(...names.slice(0, 7));

const { blocks } = fc.letrec<{ blocks: Block; statements: Statement; loops: Block }>((tie) => ({
  statements: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(targets, numbers).map(([name, value]): Statement => ({ is: 'assign', name, value, at, height })),
    targets.map((name): Statement => ({ is: 'declare', name, at, height })),
    fc.constant<Statement>({ is: 'skip', at, height }),
    fc
      .tuple(truths, tie('blocks'), fc.oneof(fc.constant([]), tie('blocks')))
      .map(([test, yes, no]): Statement => ({ is: 'if', test, yes, no, at, height })),
    fc
      .tuple(truths, tie('blocks'))
      .map(([test, body]): Statement => ({ is: 'while', test, body, at, height })),
  ),
  loops: fc.tuple(fc.constantFrom(0, 3, 40, 400), tie('blocks')).map(([times, body]) => counted(times, body)),
  blocks: fc
    .array(
      fc.oneof(
        { weight: 6, arbitrary: tie('statements').map((one) => [one]) },
        { weight: 1, arbitrary: tie('loops') },
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => parts.flat()),
}));

/** `a := times; while (0 < a) do { a := a - 1; … }`, which comes to its end unless the body sees to it. */
function counted(times: number, body: Block): Block {
  const less: Expression = { is: 'binary', sign: '-', left: variable('a'), right: number(1), at, height };
  const test: Expression = { is: 'binary', sign: '<', left: number(0), right: variable('a'), at, height };
  return [
    { is: 'assign', name: 'a', value: number(times), at, height },
    { is: 'while', test, body: [{ is: 'assign', name: 'a', value: less, at, height }, ...body], at, height },
  ];
}

/** Square programs of every kind, most of which declare what they use. */
export const programs: Arbitrary<Block> = fc
  .tuple(fc.subarray(['a', 'b', 'c', 'thenx'], { minLength: 2 }), blocks)
  .map(([declared, block]) => [
    ...declared.map((name): Statement => ({ is: 'declare', name, at, height })),
    ...block,
  ]);

/** How a program is written: what stands between two tokens, and where brackets stand that need not. */
export const styles: Arbitrary<Style> = fc.record({
  spaces: fc.array(fc.constantFrom('', '', ' ', '\n', '\r\n', '\t  '), { minLength: 1, maxLength: 7 }),
  brackets: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
});

export interface Style {
  readonly spaces: readonly string[];
  readonly brackets: readonly boolean[];
}

export interface Printed {
  readonly text: string;
  /** The same tree, with the places of its nodes in the text. */
  readonly body: Block;
}

export function print(body: Block, style: Style): Printed {
  const printer = new Printer(style);
  const placed = printer.block(body);
  return { text: printer.text, body: placed };
}

class Printer {
  text = '';
  readonly #style: Style;
  #tokens = 0;
  #choices = 0;

  constructor(style: Style) {
    this.#style = style;
  }

  block(block: Block): Block {
    const placed = block.map((statement, index) => {
      if (index > 0) this.#token(';');
      return this.#statement(statement);
    });
    if (this.#choose()) this.#token(';');
    return placed;
  }

  /** Gives the place of the token. */
  #token(token: string): number {
    const { spaces } = this.#style;
    const space = spaces[this.#tokens++ % spaces.length]!;
    const glued = /\w$/.test(this.text) && /^\w/.test(token);
    this.text += space === '' && glued ? ' ' : space;
    this.text += token;
    return this.text.length - token.length;
  }

  #choose(): boolean {
    const { brackets } = this.#style;
    return brackets[this.#choices++ % brackets.length]!;
  }

  #statement(statement: Statement): Statement {
    switch (statement.is) {
      case 'skip':
        return { ...statement, at: this.#token('skip') };
      case 'declare':
        this.#token('declare');
        return { ...statement, at: this.#token(statement.name) };
      case 'assign': {
        const place = this.#token(statement.name);
        this.#token(':=');
        return { ...statement, at: place, value: this.#expression(statement.value) };
      }
      case 'if': {
        const place = this.#token('if');
        const test = this.#inBrackets(statement.test);
        this.#token('then');
        const yes = this.#braced(statement.yes);
        if (statement.no.length === 0) return { ...statement, at: place, test, yes };
        this.#token('else');
        return { ...statement, at: place, test, yes, no: this.#braced(statement.no) };
      }
      case 'while': {
        const place = this.#token('while');
        const test = this.#inBrackets(statement.test);
        this.#token('do');
        return { ...statement, at: place, test, body: this.#braced(statement.body) };
      }
      default:
        return statement satisfies never;
    }
  }

  #braced(block: Block): Block {
    this.#token('{');
    const placed = this.block(block);
    this.#token('}');
    return placed;
  }

  #inBrackets(expression: Expression): Expression {
    this.#token('(');
    const placed = this.#expression(expression);
    this.#token(')');
    return placed;
  }

  /** In brackets where something around it would bind more tightly, and here and there otherwise. */
  #expression(expression: Expression, needs = 0): Expression {
    const binds = expression.is === 'binary' ? signs[expression.sign].binds : 9;
    if (binds < needs || this.#choose()) {
      this.#token('(');
      const placed = this.#bare(expression);
      this.#token(')');
      return placed;
    }
    return this.#bare(expression);
  }

  #bare(expression: Expression): Expression {
    switch (expression.is) {
      case 'number':
      case 'truth':
        return { ...expression, at: this.#token(String(expression.value)) };
      case 'character':
        return { ...expression, at: this.#token(`'${String.fromCodePoint(expression.value)}'`) };
      case 'wordLength':
        return { ...expression, at: this.#token('wordLength') };
      case 'variable':
        return { ...expression, at: this.#token(expression.name) };
      case 'negative':
      case 'not': {
        const place = this.#token(expression.is === 'not' ? '~' : '-');
        return { ...expression, at: place, of: this.#expression(expression.of, 6) };
      }
      case 'call': {
        const place = this.#token(expression.name);
        return { ...expression, at: place, of: this.#inBrackets(expression.of) };
      }
      case 'binary': {
        const { binds } = signs[expression.sign];
        const left = this.#expression(expression.left, binds);
        const place = this.#token(expression.sign);
        return { ...expression, at: place, left, right: this.#expression(expression.right, binds + 1) };
      }
      default:
        return expression satisfies never;
    }
  }
}
