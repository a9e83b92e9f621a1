import type { Arbitrary } from 'fast-check';
import fc from '../support/laws.ts';

/** Grids of every kind, as rows of characters: made to be tried on two judges. */
export function gridsOf(words: readonly string[]) {
  const letters = [...new Set(words.join(''))];
  const crosswords = fc
    .record({ steps: stepsUpTo(12), strict: fc.boolean() })
    .map((plan) => laid(words, plan));
  const large = fc
    .record({ steps: stepsUpTo(60), strict: fc.constant(true) })
    .map((plan) => laid(words, plan));
  const grids = fc.oneof(
    {
      weight: 12,
      arbitrary: fc.tuple(crosswords, changes).map(([rows, change]) => withChange(rows, change)),
    },
    { weight: 3, arbitrary: fc.tuple(crosswords, margins).map(([rows, margin]) => inMargins(rows, margin)) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(crosswords, crosswords, fc.nat(2))
        .map(([one, other, gap]) => beside(one, other, gap)),
    },
    { weight: 6, arbitrary: soups(letters) },
    { weight: 3, arbitrary: strips(letters) },
    { weight: 1, arbitrary: fc.tuple(large, changes).map(([rows, change]) => withChange(rows, change)) },
    { weight: 1, arbitrary: blocks(words) },
  );
  return { grids, crosswords };
}

/** A drawing laid into another, from this row and column on. */
export function laidInto(
  width: number,
  height: number,
  rows: readonly string[],
  row: number,
  column: number,
): string[] {
  const empty = '.'.repeat(width);
  return Array.from({ length: height }, (_, line) => {
    const part = rows[line - row];
    return part === undefined ? empty : `${'.'.repeat(column)}${part}`.padEnd(width, '.').slice(0, width);
  });
}

interface Step {
  readonly anchor: number;
  readonly word: number;
  readonly letter: number;
  readonly across: boolean;
}

function stepsUpTo(maxLength: number): Arbitrary<Step[]> {
  const step = fc.record({ anchor: fc.nat(999), word: fc.nat(999), letter: fc.nat(9), across: fc.boolean() });
  return fc.array(step, { minLength: 1, maxLength, size: 'max' });
}

type Cells = Map<string, string>;

/** Word upon word, each through a letter that lies there. Where it is not strict, words touch by accident. */
function laid(words: readonly string[], plan: { steps: readonly Step[]; strict: boolean }): string[] {
  const cells: Cells = new Map();
  for (const step of plan.steps) layWord(cells, words[step.word % words.length]!, step, plan.strict);
  return rowsOf(cells);
}

function layWord(cells: Cells, word: string, step: Step, strict: boolean): void {
  const places = [...cells];
  const [place, letter] = places[step.anchor % Math.max(1, places.length)] ?? ['0 0', word[0]!];
  const index = Math.max(word.indexOf(letter, step.letter % word.length), word.indexOf(letter));
  if (index < 0) return;
  const [row, column] = place.split(' ').map(Number) as [number, number];
  const [down, right] = step.across ? [0, 1] : [1, 0];
  const at = (along: number, beside: number) =>
    `${row + (along - index) * down + beside * right} ${column + (along - index) * right + beside * down}`;
  const spelled = [...word];
  if (spelled.some((own, along) => (cells.get(at(along, 0)) ?? own) !== own)) return;
  const touches = (along: number) =>
    !cells.has(at(along, 0)) && (cells.has(at(along, 1)) || cells.has(at(along, -1)));
  const apart =
    !cells.has(at(-1, 0)) && !cells.has(at(word.length, 0)) && !spelled.some((_, along) => touches(along));
  if (strict && !apart) return;
  for (const [along, own] of spelled.entries()) cells.set(at(along, 0), own);
}

function rowsOf(cells: Cells): string[] {
  const places = [...cells].map(([place, letter]) => [...place.split(' ').map(Number), letter] as const);
  const rows = places.map(([row]) => row as number);
  const columns = places.map(([, column]) => column as number);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  const [height, width] = [Math.max(...rows) - top + 1, Math.max(...columns) - left + 1];
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => cells.get(`${row + top} ${column + left}`) ?? '.').join(''),
  );
}

const changes = fc.record({
  kind: fc.constantFrom('none', 'none', 'letter', 'hole', 'more', 'swap'),
  at: fc.nat(9999),
  letter: fc.constantFrom(...'AEHNRST'),
});

/** At most one thing about it is changed. */
function withChange(rows: readonly string[], change: { kind: string; at: number; letter: string }): string[] {
  const width = rows[0]!.length;
  const cells = [...rows.join('')];
  const wanted = change.kind === 'more' ? (cell: string) => cell === '.' : (cell: string) => cell !== '.';
  const places = [...cells.keys()].filter((place) => wanted(cells[place]!));
  const place = places[change.at % Math.max(1, places.length)];
  if (place === undefined || change.kind === 'none') return [...rows];
  const next = cells[place + 1];
  if (change.kind === 'swap' && next !== undefined) [cells[place], cells[place + 1]] = [next, cells[place]!];
  else cells[place] = change.kind === 'hole' ? '.' : change.letter;
  return rows.map((_, row) => cells.slice(row * width, (row + 1) * width).join(''));
}

const margins = fc.record({ top: fc.nat(3), bottom: fc.nat(3), left: fc.nat(20), right: fc.nat(3) });

function inMargins(
  rows: readonly string[],
  margin: { top: number; bottom: number; left: number; right: number },
): string[] {
  const width = margin.left + rows[0]!.length + margin.right;
  return laidInto(width, margin.top + rows.length + margin.bottom, rows, margin.top, margin.left);
}

function beside(one: readonly string[], other: readonly string[], gap: number): string[] {
  const height = Math.max(one.length, other.length);
  const left = laidInto(one[0]!.length + gap, height, one, 0, 0);
  const right = laidInto(other[0]!.length, height, other, 0, 0);
  return left.map((line, row) => line + right[row]!);
}

function soups(letters: readonly string[]): Arbitrary<string[]> {
  const cell = fc.oneof(
    { weight: 3, arbitrary: fc.constant('.') },
    { weight: 2, arbitrary: fc.constantFrom(...letters) },
  );
  return fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 })).chain(([width, height]) => {
    const line = fc.array(cell, { minLength: width, maxLength: width }).map((cells) => cells.join(''));
    return fc.array(line, { minLength: height, maxLength: height });
  });
}

/** One row or column, or a few, up to the greatest length. */
function strips(letters: readonly string[]): Arbitrary<string[]> {
  const some = fc.array(fc.tuple(fc.nat(5000), fc.constantFrom(...letters)), { maxLength: 12 });
  return fc
    .tuple(fc.constantFrom(1, 2, 3, 70, 999), fc.integer({ min: 1, max: 4 }), fc.boolean(), some)
    .map(([length, count, across, places]) => {
      const [width, height] = across ? [length, count] : [count, length];
      const cells = new Array<string>(width * height).fill('.');
      for (const [place, letter] of places) cells[place % cells.length] = letter;
      return Array.from({ length: height }, (_, row) => cells.slice(row * width, (row + 1) * width).join(''));
    });
}

/** All tiles there are, side by side: 12 by 12, and one cell more or less. */
function blocks(words: readonly string[]): Arbitrary<string[]> {
  const text = fc
    .array(fc.constantFrom(...words), { minLength: 80, maxLength: 80 })
    .map((some) => some.join(''));
  return fc.tuple(text, fc.constantFrom(143, 144, 145)).map(([letters, count]) => {
    const cells = letters.slice(0, count).padEnd(13 * 12, '.');
    return Array.from({ length: 13 }, (_, row) => cells.slice(row * 12, (row + 1) * 12));
  });
}
