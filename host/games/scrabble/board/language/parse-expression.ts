import { NoProgram } from './place.ts';
import { named, type Token } from './tokens.ts';
import { type BinarySign, type Expression, type FunctionName, functions, signs } from './tree.ts';

/** How deep a program may nest: brackets, blocks, and the trees that they make. */
const DEEPEST = 500;

const OPERAND = 'a number, a variable, a character, true, false, a function or `(`';

export function isSign(text: string): text is BinarySign {
  return Object.hasOwn(signs, text);
}

function isFunction(text: string): text is FunctionName {
  return Object.hasOwn(functions, text);
}

/** Reads tokens one by one. Every sign leaves its height, so that a long chain is no deeper than a tree may be. */
export class ExpressionParser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get next(): Token {
    return this.#tokens[this.#next]!;
  }

  take(): Token {
    return this.#tokens[this.#next++]!;
  }

  takes(text: string): boolean {
    const there = this.is(text);
    if (there) this.take();
    return there;
  }

  is(text: string): boolean {
    const { kind } = this.next;
    return (kind === 'symbol' || kind === 'keyword') && this.next.text === text;
  }

  expect(text: string, what = `\`${text}\``): Token {
    return this.is(text) ? this.take() : this.refuse(what);
  }

  refuse(expected: string): never {
    throw new NoProgram(this.next.at, `expected ${expected}; got ${named(this.next)}`);
  }

  /** What lies in brackets of its own, one deeper. */
  within<Thing>(read: () => Thing): Thing {
    if (++this.#depth > DEEPEST) tooDeep(this.next.at);
    const thing = read();
    this.#depth--;
    return thing;
  }

  expression(least = 1): Expression {
    let left = this.#operand();
    for (;;) {
      const { text, kind, at } = this.next;
      if (kind !== 'symbol' || !isSign(text) || signs[text].binds < least) return left;
      this.take();
      const right = this.expression(signs[text].binds + 1);
      left = { is: 'binary', at, sign: text, left, right, height: heightOver(at, left, right) };
    }
  }

  bracketed(closing = 'an operator or `)`'): Expression {
    this.expect('(');
    const inside = this.within(() => this.expression());
    this.expect(')', closing);
    return inside;
  }

  #operand(): Expression {
    const token = this.next;
    const { kind, text, at, value } = token;
    if (kind === 'number' || kind === 'character') return this.#leaf({ is: kind, at, value, height: 1 });
    if (kind === 'name') return this.#leaf({ is: 'variable', at, name: text, height: 1 });
    switch (text) {
      case '(':
        return this.bracketed();
      case '-':
        return this.#sign('negative');
      case '~':
        return this.#sign('not');
      case 'true':
      case 'false':
        return this.#leaf({ is: 'truth', at, value: text === 'true', height: 1 });
      case 'wordLength':
        return this.#leaf({ is: 'wordLength', at, height: 1 });
      default:
        return isFunction(text) ? this.#call(text) : this.refuse(OPERAND);
    }
  }

  #leaf(leaf: Expression): Expression {
    this.take();
    return leaf;
  }

  #sign(is: 'negative' | 'not'): Expression {
    const { at } = this.take();
    const of = this.within(() => this.#operand());
    return { is, at, of, height: heightOver(at, of) };
  }

  #call(name: FunctionName): Expression {
    const { at } = this.take();
    const of = this.bracketed();
    return { is: 'call', at, name, of, height: heightOver(at, of) };
  }
}

/** Of a node over these. */
export function heightOver(at: number, ...nodes: readonly { readonly height: number }[]): number {
  let height = 1;
  for (const node of nodes) height = Math.max(height, node.height + 1);
  return height > DEEPEST ? tooDeep(at) : height;
}

function tooDeep(at: number): never {
  throw new NoProgram(
    at,
    `nested more than ${DEEPEST} deep; a chain of operators nests too, unless brackets halve it`,
  );
}
