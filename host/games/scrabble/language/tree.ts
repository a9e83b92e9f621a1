export type Type = 'number' | 'character' | 'truth value';

/** Precedence, operand and result types of binary signs. */
export const signs = {
  '\\/': { binds: 1, takes: 'truth value', gives: 'truth value' },
  '/\\': { binds: 2, takes: 'truth value', gives: 'truth value' },
  '=': { binds: 3, takes: 'number', gives: 'truth value' },
  '<>': { binds: 3, takes: 'number', gives: 'truth value' },
  '<': { binds: 3, takes: 'number', gives: 'truth value' },
  '<=': { binds: 3, takes: 'number', gives: 'truth value' },
  '>': { binds: 3, takes: 'number', gives: 'truth value' },
  '>=': { binds: 3, takes: 'number', gives: 'truth value' },
  '+': { binds: 4, takes: 'number', gives: 'number' },
  '-': { binds: 4, takes: 'number', gives: 'number' },
  '*': { binds: 5, takes: 'number', gives: 'number' },
  '/': { binds: 5, takes: 'number', gives: 'number' },
  '%': { binds: 5, takes: 'number', gives: 'number' },
} as const satisfies Record<string, { binds: number; takes: Type; gives: Type }>;
export type BinarySign = keyof typeof signs;

/** Functions of one argument in brackets. */
export const functions = {
  pointValue: { takes: 'number', gives: 'number' },
  charToInt: { takes: 'character', gives: 'number' },
  charValue: { takes: 'number', gives: 'character' },
  intToChar: { takes: 'number', gives: 'character' },
  toUpper: { takes: 'character', gives: 'character' },
  toLower: { takes: 'character', gives: 'character' },
  isDigit: { takes: 'character', gives: 'truth value' },
  isLetter: { takes: 'character', gives: 'truth value' },
  isVowel: { takes: 'character', gives: 'truth value' },
  isConsonant: { takes: 'character', gives: 'truth value' },
} as const satisfies Record<string, { takes: Type; gives: Type }>;
export type FunctionName = keyof typeof functions;

/** `at` is the offset of the sign or name. `height` counts nodes to the deepest leaf. */
interface Node {
  readonly at: number;
  readonly height: number;
}

export interface Variable extends Node {
  readonly is: 'variable';
  readonly name: string;
}
export interface Binary extends Node {
  readonly is: 'binary';
  readonly sign: BinarySign;
  readonly left: Expression;
  readonly right: Expression;
}
export interface Call extends Node {
  readonly is: 'call';
  readonly name: FunctionName;
  readonly of: Expression;
}
export type Expression =
  | (Node & { readonly is: 'number' | 'character'; readonly value: number })
  | (Node & { readonly is: 'truth'; readonly value: boolean })
  | (Node & { readonly is: 'wordLength' })
  | (Node & { readonly is: 'negative' | 'not'; readonly of: Expression })
  | Variable
  | Binary
  | Call;

export interface Assignment extends Node {
  readonly is: 'assign';
  readonly name: string;
  readonly value: Expression;
}
export interface Declaration extends Node {
  readonly is: 'declare';
  readonly name: string;
}
export type Statement =
  | Assignment
  | Declaration
  | (Node & { readonly is: 'skip' })
  | (Node & { readonly is: 'if'; readonly test: Expression; readonly yes: Block; readonly no: Block })
  | (Node & { readonly is: 'while'; readonly test: Expression; readonly body: Block });

/** A missing `else` is an empty block. */
export type Block = readonly Statement[];
