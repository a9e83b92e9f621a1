import type { Binary, Expression, Variable } from '../language/tree.ts';

/** So many times each of what a square's program reads, and a number. All are of 32 bits and wrap, as the program's own. */
export interface Sum {
  readonly pos: number;
  readonly acc: number;
  /** Of this letter. */
  readonly points: number;
  readonly number: number;
}

export const zero: Sum = { pos: 0, acc: 0, points: 0, number: 0 };

type ValueOf = (variable: Variable) => Sum;

/** What an expression comes to, if that is such a sum whatever the word is, and cannot fail. */
export function linearSum(expression: Expression, known: ValueOf): Sum | undefined {
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

/** The place of this letter, so that its points are asked for, and are there. */
function isPlace({ pos, acc, points, number }: Sum): boolean {
  return pos === 1 && acc === 0 && points === 0 && number === 0;
}
