import type { ProgramFailure, ScoredWord } from '../board/board.ts';
import type { CheckedProgram } from './check.ts';
import { characters, MOST_STEPS } from './generate.ts';
import { positionAt } from './parse.ts';
import type { Binary, Block, Call, Expression, Statement } from './tree.ts';

/** Walks through a program again to say why it failed. The compiled code says only that it did. */
export function whyFailed(
  program: CheckedProgram,
  inputs: readonly number[],
  word: ScoredWord,
): ProgramFailure | undefined {
  const walker = new Walker(program, inputs, word);
  walker.block(program.body);
  if (!walker.failure) return undefined;
  const { at, error, detail } = walker.failure;
  return { error, ...positionAt(program.text, at), detail };
}

type Failure = { readonly at: number; readonly error: ProgramFailure['error']; readonly detail: string };

/** After the first failure an expression goes on with 0, and nothing comes of it. Truth is 1 and 0. */
class Walker {
  failure: Failure | undefined;
  readonly #program: CheckedProgram;
  readonly #word: ScoredWord;
  readonly #values: Int32Array;
  #steps = 0;

  constructor(program: CheckedProgram, inputs: readonly number[], word: ScoredWord) {
    this.#program = program;
    this.#word = word;
    this.#values = new Int32Array(program.slotCount);
    this.#values.set(inputs);
  }

  block(block: Block): void {
    for (const statement of block) {
      if (this.failure) return;
      this.#statement(statement);
    }
  }

  #statement(statement: Statement): void {
    this.#step(statement);
    switch (statement.is) {
      case 'skip':
        return;
      case 'declare':
        this.#set(statement, 0);
        return;
      case 'assign':
        this.#set(statement, this.#value(statement.value));
        return;
      case 'if':
        this.block(this.#value(statement.test) === 1 ? statement.yes : statement.no);
        return;
      case 'while':
        while (this.#value(statement.test) === 1 && !this.failure) {
          this.block(statement.body);
          this.#step(statement);
        }
        return;
      default:
        statement satisfies never;
    }
  }

  #set(node: Statement & { is: 'assign' | 'declare' }, value: number): void {
    const fault = this.#program.faults.get(node);
    if (fault) this.#fail(fault.at, fault.error, fault.detail);
    else this.#values[this.#program.slots.get(node)!] = value;
  }

  #step({ at }: Statement | Expression): void {
    if (++this.#steps > MOST_STEPS) this.#fail(at, 'TooManySteps', `more than ${MOST_STEPS} steps`);
  }

  #fail(at: number, error: Failure['error'], detail: string): number {
    this.failure ??= { at, error, detail };
    return 0;
  }

  #value(expression: Expression): number {
    this.#step(expression);
    if (this.failure) return 0;
    switch (expression.is) {
      case 'number':
      case 'character':
        return expression.value;
      case 'truth':
        return Number(expression.value);
      case 'wordLength':
        return this.#word.length;
      case 'variable': {
        const fault = this.#program.faults.get(expression);
        if (fault) return this.#fail(fault.at, fault.error, fault.detail);
        return this.#values[this.#program.slots.get(expression)!]!;
      }
      case 'negative':
        return -this.#value(expression.of) | 0;
      case 'not':
        return 1 - this.#value(expression.of);
      case 'binary':
        return this.#binary(expression);
      case 'call':
        return this.#call(expression, this.#value(expression.of));
      default:
        return expression satisfies never;
    }
  }

  #binary({ sign, left, right, at }: Binary): number {
    const one = this.#value(left);
    if (sign === '/\\' && one === 0) return 0;
    if (sign === '\\/' && one === 1) return 1;
    const other = this.#value(right);
    switch (sign) {
      case '+':
        return (one + other) | 0;
      case '-':
        return (one - other) | 0;
      case '*':
        return Math.imul(one, other);
      case '/':
      case '%':
        if (other === 0) return this.#fail(at, 'DivisionByZero', `${one} ${sign} 0`);
        return (sign === '/' ? one / other : one % other) | 0;
      case '=':
        return Number(one === other);
      case '<>':
        return Number(one !== other);
      case '<':
        return Number(one < other);
      case '<=':
        return Number(one <= other);
      case '>':
        return Number(one > other);
      case '>=':
        return Number(one >= other);
      case '/\\':
      case '\\/':
        return other;
      default:
        return sign satisfies never;
    }
  }

  #call({ name, at }: Call, argument: number): number {
    if (this.failure) return 0;
    switch (name) {
      case 'pointValue':
      case 'charValue':
        return this.#ofWord(name, argument, at);
      case 'charToInt':
        return argument;
      case 'intToChar':
        if (characters.isCharacter(argument)) return argument;
        return this.#fail(at, 'IndexOutOfBounds', `no character has the number ${argument}`);
      case 'toUpper':
      case 'toLower':
      case 'isDigit':
      case 'isLetter':
      case 'isVowel':
      case 'isConsonant':
        return Number(characters[name](argument));
      default:
        return name satisfies never;
    }
  }

  #ofWord(name: 'pointValue' | 'charValue', place: number, at: number): number {
    const { length, points, chars } = this.#word;
    if (place >= 0 && place < length) return (name === 'pointValue' ? points : chars)[place]!;
    const letters = length === 0 ? 'there is no word' : `the word has ${length} letters, from 0`;
    return this.#fail(at, 'IndexOutOfBounds', `${name}(${place}): ${letters}`);
  }
}
