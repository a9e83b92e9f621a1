import type { ProgramError } from '../board/board.ts';
import { InvalidProgram, type Token, tokensOf } from './parse.ts';
import {
  type Assignment,
  type Block,
  type Declaration,
  type Expression,
  functions,
  type Statement,
  signs,
  type Type,
  type Variable,
} from './tree.ts';

/** Names that no program may declare, even unused ones. */
const reserved = new Set(['_pos_', '_acc_', '_result_', '_x_', '_y_', '_input_']);

export type Named = Variable | Assignment | Declaration;

/** The fault of a name where it is reached. */
interface NameFault {
  readonly at: number;
  readonly error: ProgramError;
  readonly detail: string;
}

/** A typed program with slots: inputs, `_result_`, then declared variables. */
export interface CheckedProgram {
  readonly text: string;
  readonly body: Block;
  readonly inputs: number;
  readonly slots: ReadonlyMap<Named, number>;
  readonly slotCount: number;
  readonly faults: ReadonlyMap<Named, NameFault>;
  readonly loops: boolean;
}

/** Resolves names. A name without a meaning is a fault only when it is reached. */
export function check(text: string, body: Block, inputs: readonly string[]): CheckedProgram {
  const checker = new Checker([...inputs, '_result_']);
  checker.block(body);
  const { slots, faults, loops, slotCount } = checker;
  return { text, body, inputs: inputs.length, slots, slotCount, faults, loops };
}

class Checker {
  readonly slots = new Map<Named, number>();
  readonly faults = new Map<Named, NameFault>();
  loops = false;
  slotCount = 0;
  /** The innermost scope is the last. */
  readonly #scopes: Map<string, number>[] = [new Map()];

  constructor(names: readonly string[]) {
    for (const name of names) this.#scopes[0]!.set(name, this.slotCount++);
  }

  block(block: Block): void {
    for (const statement of block) this.#statement(statement);
  }

  #statement(statement: Statement): void {
    switch (statement.is) {
      case 'skip':
        return;
      case 'declare':
        this.#declare(statement);
        return;
      case 'assign':
        this.#want('number', statement.value);
        this.#look(statement);
        return;
      case 'if':
        this.#want('truth value', statement.test);
        this.#scope(statement.yes);
        this.#scope(statement.no);
        return;
      case 'while':
        this.loops = true;
        this.#want('truth value', statement.test);
        this.#scope(statement.body);
        return;
      default:
        statement satisfies never;
    }
  }

  #scope(block: Block): void {
    this.#scopes.push(new Map());
    this.block(block);
    this.#scopes.pop();
  }

  #declare(node: Declaration): void {
    const { name } = node;
    const scope = this.#scopes.at(-1)!;
    if (reserved.has(name)) this.#fault(node, 'ReservedName', `${name} cannot be declared`);
    else if (scope.has(name)) this.#fault(node, 'VarExists', `${name} is already declared in this block`);
    else {
      scope.set(name, this.slotCount);
      this.slots.set(node, this.slotCount++);
    }
  }

  #look(node: Variable | Assignment): void {
    const slot = this.#scopes.findLast((scope) => scope.has(node.name))?.get(node.name);
    if (slot === undefined) this.#fault(node, 'VarNotFound', `unknown variable ${node.name}`);
    else this.slots.set(node, slot);
  }

  #fault(node: Named, error: ProgramError, detail: string): void {
    this.faults.set(node, { at: node.at, error, detail });
  }

  #want(type: Type, expression: Expression): void {
    const came = this.#typeOf(expression);
    if (came === type) return;
    const hint = type === 'number' && came === 'character' ? ' (use charToInt to convert it)' : '';
    throw new InvalidProgram(beginningOf(expression), `expected a ${type}; got a ${came}${hint}`);
  }

  #typeOf(expression: Expression): Type {
    switch (expression.is) {
      case 'number':
      case 'wordLength':
        return 'number';
      case 'character':
        return 'character';
      case 'truth':
        return 'truth value';
      case 'variable':
        this.#look(expression);
        return 'number';
      case 'negative':
        this.#want('number', expression.of);
        return 'number';
      case 'not':
        this.#want('truth value', expression.of);
        return 'truth value';
      case 'binary':
        this.#want(signs[expression.sign].takes, expression.left);
        this.#want(signs[expression.sign].takes, expression.right);
        return signs[expression.sign].gives;
      case 'call':
        this.#want(functions[expression.name].takes, expression.of);
        return functions[expression.name].gives;
      default:
        return expression satisfies never;
    }
  }
}

/** A binary node has the position of its sign. The whole begins further left. */
function beginningOf(expression: Expression): number {
  let leftmost = expression;
  while (leftmost.is === 'binary') leftmost = leftmost.left;
  return leftmost.at;
}

type Sign = keyof typeof signs;

/** Signs that mean something else with right associativity: `- 3 - 2`. The program is correct. */
export function associativityPitfalls(program: string): readonly string[] {
  const found: string[] = [];
  const tokens = tokensOf(program);
  /** For each open bracket, the last sign of each precedence in the current operand. */
  let open: Map<number, Token>[] = [new Map()];
  for (const [index, token] of tokens.entries()) {
    const { text } = token;
    if (text === '(') open.push(new Map());
    else if (text === ')') open.pop();
    else if (endsExpression.has(text)) open = [new Map()];
    else if (isBinary(tokens, index)) {
      const chain = open.at(-1)!;
      const { binds } = signs[text as Sign];
      for (const tighter of [...chain.keys()]) if (tighter > binds) chain.delete(tighter);
      const before = chain.get(binds);
      if (before && differs(before.text as Sign, text as Sign))
        found.push(program.slice(before.at, tokens[index + 2]?.at).trim());
      chain.set(binds, token);
    }
  }
  return found;
}

const endsExpression = new Set([';', '{', '}', 'then', 'do', ':=']);

/** A `-` without a value before it is unary. */
function isBinary(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]!;
  const hasValue = before?.text === ')' || /^(number|name|character)$/.test(before?.kind) || isWord(before);
  return Object.hasOwn(signs, tokens[index]!.text) && hasValue;
}

const isWord = (token: Token) => /^(wordLength|true|false)$/.test(token?.text);

/** Wrapping sums and products, and logical operations, are associative. */
function differs(before: Sign, sign: Sign): boolean {
  if (signs[sign].gives !== 'number') return false;
  if (before === '-') return true;
  return before === '/' || before === '%' || (before === '*' && sign !== '*');
}
