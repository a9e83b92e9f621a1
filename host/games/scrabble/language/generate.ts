import { FAILED, type ProgramError } from '../board/board.ts';
import type { CheckedProgram, Named } from './check.ts';
import type { Assignment, Binary, Block, Call, Declaration, Expression, Statement } from './tree.ts';

/** How many nodes were evaluated, in all runs so far. */
export type Meter = Float64Array;

interface Purpose {
  readonly takesWord: boolean;
  /** Where steps are counted. */
  readonly meter?: Meter | undefined;
  /** The code throws a `Fault` where the program fails, and takes several times as long. */
  readonly explains?: true;
}

/** Where in its text a program failed, and why. */
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
 * JavaScript from a checked tree. It contains only what is written here, numbers and slots: nothing of the
 * program's text.
 *
 * A fault sets `bad` and goes on with 0, and what a block will evaluate is counted when it begins: both are
 * looked at in loops and at the end. Whether a program fails is exact. What may not be evaluated (the right of
 * `/\` and `\/`) is counted when it is. Code that explains counts each node when it is evaluated.
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
  /** Of code that explains, which knows them by their numbers. */
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

  /** With what is counted before it. */
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
        // Whether anything in it can fail is not known before all of it is written.
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

  /** A name that means nothing there. */
  #unknown(node: Named): string {
    const { at, error, detail } = this.#program.faults.get(node)!;
    return this.#failed(() => new Fault(at, error, detail));
  }

  /** `values`: code of what is told of in the fault. */
  #failed(fault: FaultOf, ...values: readonly string[]): string {
    this.#canFail = true;
    if (!this.#purpose.explains) return '(bad=1,0)';
    return `fail(${[this.#faults.push(fault) - 1, ...values]})`;
  }

  /** The code of a node, after its step where each is counted. Within its brackets: more of them could exhaust V8's stack. */
  #after({ at }: Statement | Expression, code: string): string {
    if (!this.#purpose.explains) return code;
    const inside = code.startsWith('(') ? code.slice(1, -1) : code;
    return `(++n>${MOST_STEPS}&&tooMany(${at}),${inside})`;
  }

  /** What is no part of another expression: its temporaries can be used again after it. */
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

  /** A number, or the code point of a character, from -2^31 to 2^31 - 1; or a boolean. In brackets, unless it is one word. */
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

/** The nodes that are evaluated for certain, once this is begun; the blocks of a statement count for themselves. */
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

/**
 * A program that evaluates more nodes than this has failed. Counted are statements (`while` each time that its
 * condition is tried) and all that an expression is made of; brackets are nothing.
 */
export const MOST_STEPS = 100_000;

/** A text cannot have more nodes than characters: without `while`, a program so long never takes too many steps. */
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

/** What becomes two characters, as ß does, stays as it is: here a character is one. */
function alone(text: string, before: number): number {
  const code = text.codePointAt(0)!;
  return String.fromCodePoint(code) === text ? code : before;
}

/** What the language knows of a character, by its code point. */
export const characters = {
  isDigit,
  isLetter,
  isVowel,
  isConsonant,
  toUpper,
  toLower,
  isCharacter,
} as const;
