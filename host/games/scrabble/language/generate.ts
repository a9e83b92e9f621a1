import { FAILED, type ProgramError } from '../board/board.ts';
import type { CheckedProgram, Named } from './check.ts';
import type { Assignment, Binary, Block, Call, Declaration, Expression, Statement } from './tree.ts';

/** Counts evaluated nodes of all runs. */
export type Meter = Float64Array;

interface Purpose {
  readonly takesWord: boolean;
  readonly meter?: Meter | undefined;
  /** The code throws a `Fault` if the program fails, and is several times slower. */
  readonly explains?: true;
}

/** The position and reason of a failure. */
export class Fault extends Error {
  readonly at: number;
  readonly error: ProgramError;

  constructor(at: number, error: ProgramError, detail: string) {
    super(detail);
    this.at = at;
    this.error = error;
  }
}

/**
 * Generates JavaScript from a checked tree. It contains no text of the program, only fixed code, numbers and
 * slots. A fault sets `bad` and continues with 0, and a block counts its nodes at its beginning. Loops and
 * the end test both. Failures are exact. Conditional parts (the right of `/\` and `\/`) count when they are
 * evaluated. Explaining code counts each node.
 */
export function generate(program: CheckedProgram, purpose: Purpose): unknown {
  const generator = new Generator(program, purpose);
  const code = generator.program();
  const { fail } = generator;
  const names = { ...characters, none, meter: purpose.meter, tooMany, fail };
  return new Function(...Object.keys(names), `"use strict";${code}`)(...Object.values(names));
}

const none = new Int32Array();

function tooMany(at: number): never {
  throw new Fault(at, 'TooManySteps', `more than ${MOST_STEPS} steps`);
}

type FaultOf = (...values: readonly number[]) => Fault;

class Generator {
  readonly #program: CheckedProgram;
  readonly #purpose: Purpose;
  readonly #counts: boolean;
  /** Explaining code refers to faults by number. */
  readonly #faults: FaultOf[] = [];
  #usesWord = false;
  #canFail = false;
  #counters = 0;
  #most = 0;

  constructor(program: CheckedProgram, purpose: Purpose) {
    this.#program = program;
    this.#purpose = purpose;
    this.#counts = !purpose.explains && (program.loops || purpose.meter !== undefined);
  }

  readonly fail = (fault: number, ...values: readonly number[]): never => {
    throw this.#faults[fault]!(...values);
  };

  program(): string {
    const { inputs, slotCount, body } = this.#program;
    const { takesWord, meter } = this.#purpose;
    const slots = Array.from({ length: slotCount }, (_, slot) => `v${slot}`);
    const code = this.#block(body);
    const own = [...slots.slice(inputs), ...this.#temporaries(), 'bad', 'n'].map((name) => `${name}=0`);
    const word = takesWord
      ? 'const len=word.length,points=word.points,chars=word.chars;'
      : 'const len=0,points=none,chars=none;';
    const parameters = [...(takesWord ? ['word'] : []), ...slots.slice(0, inputs)];
    return [
      `return function(${parameters}){`,
      this.#usesWord ? word : '',
      `let ${own};${code}`,
      meter ? 'meter[0]+=n;' : '',
      this.#gaveUp(),
      `return v${inputs};}`,
    ].join('');
  }

  #temporaries(): string[] {
    return Array.from({ length: this.#most }, (_, index) => `t${index}`);
  }

  #gaveUp(): string {
    const reasons = [...(this.#canFail ? ['bad!==0'] : []), ...(this.#counts ? [`n>${MOST_STEPS}`] : [])];
    return reasons.length === 0 ? '' : `if(${reasons.join('||')})return ${FAILED};`;
  }

  /** `also` is counted at the beginning. */
  #block(block: Block, also = 0): string {
    const code = block.map((statement) => this.#statement(statement)).join('');
    if (!this.#counts) return code;
    return `n+=${block.reduce((sum, statement) => sum + costOf(statement), also)};${code}`;
  }

  #statement(statement: Statement): string {
    switch (statement.is) {
      case 'skip':
        return `${this.#after(statement, '0')};`;
      case 'declare':
        return `${this.#after(statement, this.#set(statement, '0'))};`;
      case 'assign':
        return `${this.#after(statement, this.#set(statement, this.#whole(statement.value)))};`;
      case 'if': {
        const test = this.#after(statement, this.#whole(statement.test));
        const yes = `if(${test}){${this.#block(statement.yes)}}`;
        return statement.no.length === 0 ? yes : `${yes}else{${this.#block(statement.no)}}`;
      }
      case 'while': {
        const test = this.#after(statement, this.#whole(statement.test));
        const body = this.#block(statement.body, costOf(statement));
        // Only the complete code tells whether it can fail.
        this.#canFail = true;
        return `while(${test}){if(bad!==0||n>${MOST_STEPS})return ${FAILED};${body}}`;
      }
      default:
        return statement satisfies never;
    }
  }

  #set(node: Assignment | Declaration, value: string): string {
    const slot = this.#slotOf(node);
    return slot === undefined ? `(${value},${this.#unknown(node)})` : `${slot}=${value}`;
  }

  #slotOf(node: Named): string | undefined {
    const slot = this.#program.slots.get(node);
    return slot === undefined ? undefined : `v${slot}`;
  }

  /** A name without a meaning. */
  #unknown(node: Named): string {
    const { at, error, detail } = this.#program.faults.get(node)!;
    return this.#failed(() => new Fault(at, error, detail));
  }

  /** `values` are expressions for the message. */
  #failed(fault: FaultOf, ...values: readonly string[]): string {
    this.#canFail = true;
    if (!this.#purpose.explains) return '(bad=1,0)';
    return `fail(${[this.#faults.push(fault) - 1, ...values]})`;
  }

  /**
   * Counts a step before the node, if each is counted. It adds no brackets, which could exhaust V8's stack.
   */
  #after({ at }: Statement | Expression, code: string): string {
    if (!this.#purpose.explains) return code;
    const inside = code.startsWith('(') ? code.slice(1, -1) : code;
    return `(++n>${MOST_STEPS}&&tooMany(${at}),${inside})`;
  }

  /** A complete expression, whose temporaries can be reused afterwards. */
  #whole(expression: Expression): string {
    this.#counters = 0;
    return this.#expression(expression);
  }

  #temporary(): string {
    const name = `t${this.#counters++}`;
    this.#most = Math.max(this.#most, this.#counters);
    return name;
  }

  #expression(expression: Expression): string {
    return this.#after(expression, this.#value(expression));
  }

  /** A number, a code point or a boolean, in brackets unless it is one word. */
  #value(expression: Expression): string {
    switch (expression.is) {
      case 'number':
      case 'character':
      case 'truth':
        return String(expression.value);
      case 'wordLength':
        this.#usesWord = true;
        return 'len';
      case 'variable':
        return this.#slotOf(expression) ?? this.#unknown(expression);
      case 'negative':
        return `(-${this.#expression(expression.of)}|0)`;
      case 'not':
        return `(!${this.#expression(expression.of)})`;
      case 'binary':
        return this.#binary(expression);
      case 'call':
        return this.#call(expression);
      default:
        return expression satisfies never;
    }
  }

  #binary(node: Binary): string {
    const { sign, left, right } = node;
    const one = this.#expression(left);
    const other = this.#expression(right);
    switch (sign) {
      case '+':
      case '-':
        return `(${one}${sign}${other}|0)`;
      case '*':
        return `Math.imul(${one},${other})`;
      case '/':
      case '%':
        return this.#division(sign, node, one, other);
      case '=':
        return `(${one}===${other})`;
      case '<>':
        return `(${one}!==${other})`;
      case '<':
      case '<=':
      case '>':
      case '>=':
        return `(${one}${sign}${other})`;
      case '/\\':
      case '\\/': {
        const counted = this.#counts ? `(n+=${costOf(right)},${other})` : other;
        return `(${one}${sign === '/\\' ? '&&' : '||'}${counted})`;
      }
      default:
        return sign satisfies never;
    }
  }

  #division(sign: '/' | '%', { at, right }: Binary, one: string, other: string): string {
    if (right.is === 'number' && right.value !== 0) return `(${one}${sign}${other}|0)`;
    const [of, by] = [this.#temporary(), this.#temporary()];
    const failed = this.#failed((of) => new Fault(at, 'DivisionByZero', `${of} ${sign} 0`), of);
    return `((${of}=${one},${by}=${other})===0?${failed}:${of}${sign}${by}|0)`;
  }

  #call({ name, of, at }: Call): string {
    const argument = this.#expression(of);
    switch (name) {
      case 'pointValue':
        return this.#ofWord('points', name, at, argument);
      case 'charValue':
        return this.#ofWord('chars', name, at, argument);
      case 'charToInt':
        return argument;
      case 'intToChar': {
        const code = this.#temporary();
        const failed = this.#failed(
          (code) => new Fault(at, 'IndexOutOfBounds', `there is no character with the number ${code}`),
          code,
        );
        return `(isCharacter(${code}=${argument})?${code}:${failed})`;
      }
      case 'toUpper':
      case 'toLower':
      case 'isDigit':
      case 'isLetter':
      case 'isVowel':
      case 'isConsonant':
        return `${name}(${argument})`;
      default:
        return name satisfies never;
    }
  }

  #ofWord(values: 'points' | 'chars', name: string, at: number, argument: string): string {
    this.#usesWord = true;
    const index = this.#temporary();
    const failed = this.#failed(
      (index, length) => {
        const letters = length === 0 ? 'there is no word' : `the word has ${length} letters, from 0`;
        return new Fault(at, 'IndexOutOfBounds', `${name}(${index}): ${letters}`);
      },
      ...[index, 'len'],
    );
    return `((${index}=${argument})>=0&&${index}<len?${values}[${index}]:${failed})`;
  }
}

/** The number of nodes that are certainly evaluated. Blocks count for themselves. */
function costOf(node: Statement | Expression): number {
  switch (node.is) {
    case 'assign':
      return 1 + costOf(node.value);
    case 'if':
    case 'while':
      return 1 + costOf(node.test);
    case 'negative':
    case 'not':
    case 'call':
      return 1 + costOf(node.of);
    case 'binary':
      return 1 + costOf(node.left) + (node.sign === '/\\' || node.sign === '\\/' ? 0 : costOf(node.right));
    default:
      return 1;
  }
}

/** The step limit of a program: statements and all parts of expressions, without brackets. */
export const MOST_STEPS = 100_000;

/** A program of this length needs `while` to take too many steps. */
export const LONGEST_PROGRAM = 32_768;

const isDigit = (code: number): boolean =>
  code < 0x80 ? code >= 0x30 && code <= 0x39 : /\p{Nd}/u.test(String.fromCodePoint(code));

const isLetter = (code: number): boolean =>
  code < 0x80 ? isLatin(code | 0x20) : /\p{L}/u.test(String.fromCodePoint(code));

const isVowel = (code: number): boolean => vowels.has(code);

const isConsonant = (code: number): boolean => isLetter(code) && !isVowel(code);

const toUpper = (code: number): number => {
  if (code < 0x80) return isLatin(code) ? code - 0x20 : code;
  return alone(String.fromCodePoint(code).toUpperCase(), code);
};

const toLower = (code: number): number => {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
  return alone(String.fromCodePoint(code).toLowerCase(), code);
};

/** Surrogates are halves of a character. */
const isCharacter = (code: number): boolean =>
  code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);

const vowels = new Set(Array.from('AEIOUaeiou', (vowel) => vowel.charCodeAt(0)));

function isLatin(lower: number): boolean {
  return lower >= 0x61 && lower <= 0x7a;
}

/** A character whose conversion has two, such as ß, stays unchanged. */
function alone(text: string, before: number): number {
  const code = text.codePointAt(0)!;
  return String.fromCodePoint(code) === text ? code : before;
}

/** Functions of characters, by code point. */
export const characters = {
  isDigit,
  isLetter,
  isVowel,
  isConsonant,
  toUpper,
  toLower,
  isCharacter,
} as const;
