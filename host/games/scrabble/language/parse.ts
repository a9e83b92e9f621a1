import { abbreviate } from '../../../core/text.ts';
import {
  type BinarySign,
  type Block,
  type Expression,
  type FunctionName,
  functions,
  type Statement,
  signs,
} from './tree.ts';

const STATEMENT = 'a statement (an assignment, declare, if, while or skip)';

/** Throws for an invalid program. `check` looks at types and names. */
export function parse(tokens: readonly Token[]): Block {
  const parser = new ExpressionParser(tokens);
  const block = blockOf(parser, () => parser.next.kind === 'end');
  if (parser.next.kind !== 'end') parser.refuse(afterStatement(parser, block, 'the end of the program'));
  return block;
}

/** Statements are separated by `;`, which may end the block. */
function blockOf(parser: ExpressionParser, isEnd: () => boolean): Block {
  const statements = [statementOf(parser)];
  while (parser.takes(';') && !isEnd()) statements.push(statementOf(parser));
  return statements;
}

function braced(parser: ExpressionParser): Block {
  parser.expect('{');
  const block = parser.within(() => blockOf(parser, () => parser.is('}')));
  parser.expect('}', afterStatement(parser, block, '`}`'));
  return block;
}

/** Names the possible continuations. */
function afterStatement(parser: ExpressionParser, block: Block, end: string): string {
  const last = block.at(-1)!;
  if (last.is === 'assign') return `an operator, \`;\` or ${end}`;
  const mayElse = last.is === 'if' && last.no.length === 0 && !isSign(parser.next.text);
  return mayElse ? `\`else\`, \`;\` or ${end}` : `\`;\` or ${end}`;
}

function statementOf(parser: ExpressionParser): Statement {
  const { kind, text, at } = parser.next;
  if (kind === 'name') return assignment(parser);
  switch (kind === 'keyword' ? text : '') {
    case 'skip':
      parser.take();
      return { is: 'skip', at, height: 1 };
    case 'declare':
      parser.take();
      return { is: 'declare', ...readName(parser, 'a name to declare'), height: 1 };
    case 'if':
      return condition(parser);
    case 'while':
      return loop(parser);
    default:
      return parser.refuse(STATEMENT);
  }
}

function readName(parser: ExpressionParser, what: string): { name: string; at: number } {
  if (parser.next.kind !== 'name') parser.refuse(what);
  const { text: name, at } = parser.take();
  return { name, at };
}

function assignment(parser: ExpressionParser): Statement {
  const target = readName(parser, STATEMENT);
  parser.expect(':=');
  const value = parser.expression();
  return { is: 'assign', ...target, value, height: heightOver(target.at, value) };
}

function condition(parser: ExpressionParser): Statement {
  const { at } = parser.take();
  const test = testOf(parser, 'then');
  const yes = braced(parser);
  const no = parser.takes('else') ? braced(parser) : [];
  return { is: 'if', at, test, yes, no, height: heightOver(at, test, ...yes, ...no) };
}

function loop(parser: ExpressionParser): Statement {
  const { at } = parser.take();
  const test = testOf(parser, 'do');
  const body = braced(parser);
  return { is: 'while', at, test, body, height: heightOver(at, test, ...body) };
}

function testOf(parser: ExpressionParser, word: 'then' | 'do'): Expression {
  const test = parser.bracketed();
  parser.expect(word);
  return test;
}

/** The limit of nesting in brackets, blocks and trees. */
const DEEPEST = 500;

const OPERAND = 'a number, a variable, a character, true, false, a function or `(`';

function isSign(text: string): text is BinarySign {
  return Object.hasOwn(signs, text);
}

function isFunction(text: string): text is FunctionName {
  return Object.hasOwn(functions, text);
}

/** Reads tokens. Each sign counts its height, so that a long chain is limited, too. */
class ExpressionParser {
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
    throw new InvalidProgram(this.next.at, `expected ${expected}; got ${named(this.next)}`);
  }

  /** Reads a nested part. */
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

function heightOver(at: number, ...nodes: readonly { readonly height: number }[]): number {
  let height = 1;
  for (const node of nodes) height = Math.max(height, node.height + 1);
  return height > DEEPEST ? tooDeep(at) : height;
}

function tooDeep(at: number): never {
  throw new InvalidProgram(
    at,
    `more than ${DEEPEST} nested levels; a chain of operators is nested too, so split it with parentheses`,
  );
}

/** Reserved words. */
const keywords = new Set([
  ...['true', 'false', 'if', 'then', 'else', 'while', 'do', 'skip', 'declare'],
  ...['pointValue', 'charToInt', 'wordLength', 'charValue', 'intToChar', 'toUpper', 'toLower'],
  ...['isDigit', 'isLetter', 'isVowel', 'isConsonant'],
]);

export interface Token {
  readonly kind: 'number' | 'name' | 'keyword' | 'symbol' | 'character' | 'end';
  readonly text: string;
  /** The offset in UTF-16 units. */
  readonly at: number;
  /** The value of a number, or the code point of a character. */
  readonly value: number;
}

const LARGEST = 2_147_483_647;

const pattern = new RegExp(
  [
    String.raw`(?<space>[ \t\r\n\f\v]+)`,
    '(?<number>[0-9]+)',
    '(?<word>[A-Za-z_][A-Za-z0-9_]*)',
    String.raw`'(?<character>[^\uD800-\uDFFF])'`,
    // Longer symbols come first.
    String.raw`(?<symbol>/\\|\\/|:=|<>|<=|>=|[-+*/%~=<>;(){}])`,
  ].join('|'),
  'uy',
);

/** All tokens and an end token. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) throw new InvalidProgram(at, `expected ${whatCouldStand(text, at)}; got ${shown(text, at)}`);
    if (found.groups!.space === undefined) tokens.push(tokenOf(found, at));
    at += found[0].length;
  }
  tokens.push({ kind: 'end', text: '', at: text.length, value: 0 });
  return tokens;
}

function tokenOf({ 0: text, groups }: RegExpExecArray, at: number): Token {
  const { number, word, character } = groups!;
  if (number !== undefined) return { kind: 'number', text, at, value: numberOf(number, at) };
  if (word !== undefined) return { kind: keywords.has(word) ? 'keyword' : 'name', text, at, value: 0 };
  if (character !== undefined) return { kind: 'character', text, at, value: character.codePointAt(0)! };
  return { kind: 'symbol', text, at, value: 0 };
}

function numberOf(digits: string, at: number): number {
  const value = Number(digits);
  if (value > LARGEST) throw new InvalidProgram(at, `expected a number up to ${LARGEST}; got ${cut(digits)}`);
  return value;
}

function whatCouldStand(text: string, at: number): string {
  return text[at] === "'" ? 'one character between quotes' : 'a number, a name or an operator';
}

/** Shows a character distinctly. */
function shown(text: string, at: number): string {
  const character = String.fromCodePoint(text.codePointAt(at)!);
  if (character === "'") return JSON.stringify(cut(text.slice(at).split(/[\r\n]/)[0]!));
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `${character} (U+${code})` : `U+${code}`;
}

const cut = (text: string) => abbreviate(text, 20);

function named({ kind, text }: Token): string {
  return kind === 'end' ? 'the end of the program' : `\`${cut(text).replace(/\p{C}/gu, '?')}\``;
}

/** Lines and columns from 1; columns count code points. */
interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

export function positionAt(text: string, offset: number): SourcePosition {
  const lines = text.slice(0, offset).split(/\r\n?|\n/);
  return { line: lines.length, column: Array.from(lines.at(-1)!).length + 1 };
}

/** Thrown for an invalid text and caught by `readProgram`. */
export class InvalidProgram extends Error {
  readonly offset: number;

  constructor(offset: number, problem: string) {
    super(problem);
    this.offset = offset;
  }
}
