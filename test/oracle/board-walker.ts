import type { ProgramError } from '../../host/games/scrabble/board/board.ts';
import type { Block, Expression, Statement } from '../../host/games/scrabble/language/tree.ts';

export interface LetterOfWord {
  readonly letter: string;
  readonly points: number;
}
export type Outcome =
  | { readonly result: number }
  /** `at` is the offset of the node that failed. */
  | { readonly error: ProgramError; readonly at: number };

const reserved = ['_pos_', '_acc_', '_result_', '_x_', '_y_', '_input_'];
const MOST = 100_000;

class Failed extends Error {
  readonly outcome: Outcome;

  constructor(error: ProgramError, at: number) {
    super(error);
    this.outcome = { error, at };
  }
}

/** The square language read straight from its page: names are looked for when they are met, numbers are large. */
export function walk(
  body: Block,
  inputs: Readonly<Record<string, number>>,
  word: readonly LetterOfWord[],
): Outcome {
  const scopes = [new Map(Object.entries({ ...inputs, _result_: 0 }))];
  let evaluated = 0;

  function count(at: number): void {
    evaluated++;
    if (evaluated > MOST) throw new Failed('TooManySteps', at);
  }

  function scopeOf(name: string, at: number): Map<string, number> {
    for (let depth = scopes.length - 1; depth >= 0; depth--)
      if (scopes[depth]!.has(name)) return scopes[depth]!;
    throw new Failed('VarNotFound', at);
  }

  function inScope(statements: Block): void {
    scopes.push(new Map());
    statements.forEach(run);
    scopes.pop();
  }

  function run(statement: Statement): void {
    count(statement.at);
    if (statement.is === 'declare') {
      if (reserved.includes(statement.name)) throw new Failed('ReservedName', statement.at);
      if (scopes.at(-1)!.has(statement.name)) throw new Failed('VarExists', statement.at);
      scopes.at(-1)!.set(statement.name, 0);
    } else if (statement.is === 'assign') {
      const value = number(statement.value);
      scopeOf(statement.name, statement.at).set(statement.name, value);
    } else if (statement.is === 'if') inScope(truth(statement.test) ? statement.yes : statement.no);
    else if (statement.is === 'while')
      while (truth(statement.test)) {
        inScope(statement.body);
        count(statement.at);
      }
  }

  function letter(index: number, at: number): LetterOfWord {
    const found = word[index];
    if (found === undefined) throw new Failed('IndexOutOfBounds', at);
    return found;
  }

  function number(node: Expression): number {
    count(node.at);
    if (node.is === 'number') return node.value;
    if (node.is === 'wordLength') return word.length;
    if (node.is === 'variable') return scopeOf(node.name, node.at).get(node.name)!;
    if (node.is === 'negative') return wrapped(-BigInt(number(node.of)));
    if (node.is === 'call' && node.name === 'pointValue') return letter(number(node.of), node.at).points;
    if (node.is === 'call') return character(node.of).codePointAt(0)!;
    if (node.is !== 'binary') throw new Error(`${node.is} is no number`);
    const [left, right] = [BigInt(number(node.left)), BigInt(number(node.right))];
    if (node.sign === '+') return wrapped(left + right);
    if (node.sign === '-') return wrapped(left - right);
    if (node.sign === '*') return wrapped(left * right);
    if (right === 0n) throw new Failed('DivisionByZero', node.at);
    return wrapped(node.sign === '/' ? left / right : left % right);
  }

  function character(node: Expression): string {
    count(node.at);
    if (node.is === 'character') return String.fromCodePoint(node.value);
    if (node.is !== 'call') throw new Error(`${node.is} is no character`);
    if (node.name === 'charValue') return letter(number(node.of), node.at).letter;
    if (node.name === 'intToChar') {
      const code = number(node.of);
      const isSurrogate = code >= 0xd800 && code <= 0xdfff;
      if (code < 0 || code > 0x10ffff || isSurrogate) throw new Failed('IndexOutOfBounds', node.at);
      return String.fromCodePoint(code);
    }
    const before = character(node.of);
    const after = node.name === 'toUpper' ? before.toUpperCase() : before.toLowerCase();
    return [...after].length === 1 ? after : before;
  }

  function truth(node: Expression): boolean {
    count(node.at);
    if (node.is === 'truth') return node.value;
    if (node.is === 'not') return !truth(node.of);
    if (node.is === 'call') {
      const text = character(node.of);
      if (node.name === 'isDigit') return /\p{Nd}/u.test(text);
      const isVowel = 'AEIOUaeiou'.includes(text);
      if (node.name === 'isVowel') return isVowel;
      return /\p{L}/u.test(text) && !(node.name === 'isConsonant' && isVowel);
    }
    if (node.is !== 'binary') throw new Error(`${node.is} is neither true nor false`);
    if (node.sign === '/\\') return truth(node.left) && truth(node.right);
    if (node.sign === '\\/') return truth(node.left) || truth(node.right);
    const order = Math.sign(number(node.left) - number(node.right));
    const right = { '=': [0], '<>': [-1, 1], '<': [-1], '<=': [-1, 0], '>': [1], '>=': [0, 1] };
    return right[node.sign as keyof typeof right].includes(order);
  }

  try {
    body.forEach(run);
  } catch (error) {
    if (error instanceof Failed) return error.outcome;
    throw error;
  }
  return { result: scopes[0]!.get('_result_')! };
}

function wrapped(value: bigint): number {
  return Number(BigInt.asIntN(32, value));
}
