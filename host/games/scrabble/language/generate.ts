import { FAILED } from '../board/board.ts';
import type { CheckedProgram } from './check.ts';
import type { Binary, Block, Call, Expression, Statement } from './tree.ts';

/** How many nodes were evaluated, in all runs so far. */
export type Meter = Float64Array;

/**
 * JavaScript from a checked tree. It contains only what is written here, numbers and slots: nothing of the
 * program's text.
 *
 * A fault sets `bad` and goes on with 0, and what a block will evaluate is counted when it begins: both are
 * looked at in loops and at the end. Whether a program fails is exact; why, the walker says. What may not be
 * evaluated (the right of `/\` and `\/`) is counted when it is.
 */
export function generate(program: CheckedProgram, takesWord: boolean, meter?: Meter): unknown {
  const generator = new Generator(program, program.loops || meter !== undefined);
  const code = generator.program(takesWord, meter !== undefined);
  const names = [...Object.keys(characters), 'none', 'meter'];
  return new Function(...names, `"use strict";${code}`)(...Object.values(characters), none, meter);
}

const none = new Int32Array();

class Generator {
  readonly #program: CheckedProgram;
  readonly #counts: boolean;
  #usesWord = false;
  #canFail = false;
  #counters = 0;
  #most = 0;

  constructor(program: CheckedProgram, counts: boolean) {
    this.#program = program;
    this.#counts = counts;
  }

  program(takesWord: boolean, meters: boolean): string {
    const { inputs, slotCount, body } = this.#program;
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
      meters ? 'meter[0]+=n;' : '',
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
    if (!this.#counts) return block.map((statement) => this.#statement(statement)).join('');
    const count = block.reduce((sum, statement) => sum + costOf(statement), also);
    return `n+=${count};${block.map((statement) => this.#statement(statement)).join('')}`;
  }

  #statement(statement: Statement): string {
    const slot = this.#slotOf(statement);
    switch (statement.is) {
      case 'skip':
        return '';
      case 'declare':
        return slot === undefined ? this.#fail() : `${slot}=0;`;
      case 'assign':
        return `${slot ?? this.#temporary()}=${this.#whole(statement.value)};${slot ? '' : this.#fail()}`;
      case 'if': {
        const yes = `if(${this.#whole(statement.test)}){${this.#block(statement.yes)}}`;
        return statement.no.length === 0 ? yes : `${yes}else{${this.#block(statement.no)}}`;
      }
      case 'while': {
        const test = this.#whole(statement.test);
        const body = this.#block(statement.body, costOf(statement));
        // Whether anything in it can fail is not known before all of it is written.
        this.#canFail = true;
        return `while(${test}){if(bad!==0||n>${MOST_STEPS})return ${FAILED};${body}}`;
      }
      default:
        return statement satisfies never;
    }
  }

  #slotOf(node: Statement | Expression): string | undefined {
    const named = node.is === 'variable' || node.is === 'assign' || node.is === 'declare';
    const slot = named ? this.#program.slots.get(node) : undefined;
    return slot === undefined ? undefined : `v${slot}`;
  }

  #fail(): string {
    this.#canFail = true;
    return 'bad=1;';
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

  /** A number, or the code point of a character, from -2^31 to 2^31 - 1; or a boolean. In brackets, unless it is one word. */
  #expression(expression: Expression): string {
    switch (expression.is) {
      case 'number':
      case 'character':
      case 'truth':
        return String(expression.value);
      case 'wordLength':
        this.#usesWord = true;
        return 'len';
      case 'variable':
        return this.#slotOf(expression) ?? this.#failed();
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

  #failed(): string {
    this.#canFail = true;
    return '(bad=1,0)';
  }

  #binary({ sign, left, right }: Binary): string {
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
        return this.#division(sign, one, other, right);
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

  #division(sign: '/' | '%', one: string, other: string, divisor: Expression): string {
    if (divisor.is === 'number' && divisor.value !== 0) return `(${one}${sign}${other}|0)`;
    const by = this.#temporary();
    return `((${by}=${other})===0?${this.#failed()}:${one}${sign}${by}|0)`;
  }

  #call({ name, of }: Call): string {
    const argument = this.#expression(of);
    switch (name) {
      case 'pointValue':
        return this.#ofWord('points', argument);
      case 'charValue':
        return this.#ofWord('chars', argument);
      case 'charToInt':
        return argument;
      case 'intToChar': {
        const code = this.#temporary();
        return `(isCharacter(${code}=${argument})?${code}:${this.#failed()})`;
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

  #ofWord(values: 'points' | 'chars', place: string): string {
    this.#usesWord = true;
    const index = this.#temporary();
    return `((${index}=${place})>=0&&${index}<len?${values}[${index}]:${this.#failed()})`;
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
