import { type Reading, refused } from '../../../core/reading.ts';
import type { Premium, ProgramFailure, ScoredWord } from '../board/board.ts';
import { type CheckedProgram, check } from './check.ts';
import { Fault, generate, LONGEST_PROGRAM, type Meter } from './generate.ts';
import { InvalidProgram, parse, positionAt, type Token, tokensOf } from './parse.ts';
import type { Binary, Expression, Variable } from './tree.ts';

/** Inputs of each kind of program. The result is in `_result_`, which is 0 at first. */
const inputsOf = {
  board: ['_x_', '_y_'],
  square: ['_pos_', '_acc_'],
  drawing: ['_input_'],
} as const;

interface RunOf {
  readonly board: (x: number, y: number) => number;
  readonly square: (word: ScoredWord, pos: number, acc: number) => number;
  readonly drawing: (input: number) => number;
}
type ProgramKind = keyof typeof inputsOf;

export interface Program<Kind extends ProgramKind> {
  /** One line. */
  readonly folded: string;
  /** Returns `_result_` or FAILED. */
  readonly run: RunOf[Kind];
  why(inputs: readonly number[], word?: ScoredWord): ProgramFailure | undefined;
  readonly premium: Premium | undefined;
  /** Names without a meaning, which fail when they are reached. */
  readonly warnings: readonly ProgramFailure[];
}

type ReadProgram<Kind extends ProgramKind> = Reading<{ program: Program<Kind> }>;

const noWord: ScoredWord = { length: 0, points: new Int32Array(), chars: new Int32Array() };

/** Compiles a program. With a meter the code counts its steps there. */
export function readProgram<Kind extends ProgramKind>(
  kind: Kind,
  text: string,
  meter?: Meter,
): ReadProgram<Kind> {
  if (text.length > LONGEST_PROGRAM)
    return refused(`expected a program of up to ${LONGEST_PROGRAM} characters; got ${text.length}`);
  try {
    const tokens = tokensOf(text);
    const checked = check(text, parse(tokens), inputsOf[kind]);
    return { ok: true, program: compiled(checked, fold(tokens), kind, meter) };
  } catch (error) {
    if (!(error instanceof InvalidProgram)) throw error;
    const { line, column } = positionAt(text, error.offset);
    return refused(`line ${line}, column ${column}: ${error.message}`);
  }
}

function compiled<Kind extends ProgramKind>(
  checked: CheckedProgram,
  folded: string,
  kind: Kind,
  meter?: Meter,
): Program<Kind> {
  const { text, faults } = checked;
  const takesWord = kind === 'square';
  return {
    folded,
    run: generate(checked, { takesWord, meter }) as RunOf[Kind],
    premium: takesWord ? premiumOf(checked) : undefined,
    why: whyOf(checked, takesWord),
    warnings: [...faults.values()].map(({ at, error, detail }) => ({
      error,
      ...positionAt(text, at),
      detail,
    })),
  };
}

/** Explaining code is made after a failure. */
function whyOf(checked: CheckedProgram, takesWord: boolean): Program<ProgramKind>['why'] {
  let explain: ((...values: readonly unknown[]) => number) | undefined;
  return (inputs, word = noWord) => {
    explain ??= generate(checked, { takesWord, explains: true }) as NonNullable<typeof explain>;
    try {
      explain(...(takesWord ? [word] : []), ...inputs);
      return undefined;
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      return { error: fault.error, ...positionAt(checked.text, fault.at), detail: fault.message };
    }
  };
}

/** Folds a program into one ASCII line. Special characters become numbers. */
function fold(tokens: readonly Token[]): string {
  let folded = '';
  let end = 0;
  for (const token of tokens) {
    if (token.at > end && folded !== '' && token.kind !== 'end') folded += ' ';
    const asNumber = token.kind === 'character' && !/^'[ -~]'$/.test(token.text);
    folded += asNumber ? `intToChar(${token.value})` : token.text;
    end = token.at + token.text.length;
  }
  return folded;
}

/** A linear combination of a square program's inputs and a number, in wrapping 32 bits. */
interface Sum {
  readonly pos: number;
  readonly acc: number;
  /** The points of this letter. */
  readonly points: number;
  readonly number: number;
}

const zero: Sum = { pos: 0, acc: 0, points: 0, number: 0 };

type ValueOf = (variable: Variable) => Sum;

/** The linear sum of an expression, if it has one for every word and cannot fail. */
function linearSum(expression: Expression, known: ValueOf): Sum | undefined {
  switch (expression.is) {
    case 'number':
      return { ...zero, number: expression.value };
    case 'variable':
      return known(expression);
    case 'negative': {
      const of = linearSum(expression.of, known);
      return of && times(of, -1);
    }
    case 'call': {
      const of = expression.name === 'pointValue' ? linearSum(expression.of, known) : undefined;
      return of && isPlace(of) ? { ...zero, points: 1 } : undefined;
    }
    case 'binary':
      return binary(expression, known);
    case 'character':
    case 'truth':
    case 'wordLength':
    case 'not':
      return undefined;
    default:
      return expression satisfies never;
  }
}

function binary({ sign, left, right }: Binary, known: ValueOf): Sum | undefined {
  if (sign !== '+' && sign !== '-' && sign !== '*') return undefined;
  const one = linearSum(left, known);
  const other = one && linearSum(right, known);
  if (!other) return undefined;
  if (sign !== '*') return plus(one, sign === '+' ? other : times(other, -1));
  if (isNumber(one)) return times(other, one.number);
  return isNumber(other) ? times(one, other.number) : undefined;
}

function plus(one: Sum, other: Sum): Sum {
  return {
    pos: (one.pos + other.pos) | 0,
    acc: (one.acc + other.acc) | 0,
    points: (one.points + other.points) | 0,
    number: (one.number + other.number) | 0,
  };
}

function times({ pos, acc, points, number }: Sum, by: number): Sum {
  return {
    pos: Math.imul(pos, by),
    acc: Math.imul(acc, by),
    points: Math.imul(points, by),
    number: Math.imul(number, by),
  };
}

function isNumber({ pos, acc, points }: Sum): boolean {
  return pos === 0 && acc === 0 && points === 0;
}

/** The position of this letter, so that its points exist. */
function isPlace({ pos, acc, points, number }: Sum): boolean {
  return pos === 1 && acc === 0 && points === 0 && number === 0;
}

/** Slots of a square's program: `_pos_`, `_acc_` and `_result_`. */
const slots: readonly Sum[] = [{ ...zero, pos: 1 }, { ...zero, acc: 1 }, zero];
const RESULT = 2;

/**
 * The multiplier of a square's program, if it has no other effect: no conditions, loops or failures, and a
 * result of the points so far and a multiple of the letter's, or of a multiple of the points so far.
 */
function premiumOf(program: CheckedProgram): Premium | undefined {
  const values = program.faults.size === 0 ? valuesAfter(program) : undefined;
  if (!values) return undefined;
  const { pos, acc, points, number } = values[RESULT]!;
  if (pos !== 0 || number !== 0) return undefined;
  if (points === 0) return { multiplies: 'word', times: acc };
  return acc === 1 ? { multiplies: 'letter', times: points } : undefined;
}

/** The final values of variables. Undefined if they are not linear. */
function valuesAfter(program: CheckedProgram): readonly Sum[] | undefined {
  const values = [...slots];
  for (const statement of program.body) {
    if (statement.is === 'skip') continue;
    if (statement.is === 'if' || statement.is === 'while') return undefined;
    const value =
      statement.is === 'declare'
        ? zero
        : linearSum(statement.value, (variable) => values[program.slots.get(variable)!]!);
    if (!value) return undefined;
    values[program.slots.get(statement)!] = value;
  }
  return values;
}
