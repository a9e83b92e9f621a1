import type { Refusal, Square } from '../../host/games/bananagrams/judge.ts';

/**
 * What makes a grid legal, said a second time and as simply as can be: rows of characters, a set of words, every
 * row and every column read from end to end. The rules' own judge must say the same of every grid.
 */
export function judgeNaively(
  rows: readonly string[],
  hand: string,
  words: ReadonlySet<string>,
  tilesInGame: number,
): Refusal | undefined {
  return wrongTiles(rows, hand, tilesInGame) ?? firstLoner(rows) ?? firstNonWord(rows, words);
}

function wrongTiles(rows: readonly string[], hand: string, tilesInGame: number): Refusal | undefined {
  const letters = [...rows.join('')].filter((cell) => cell !== '.');
  const beyond = Math.max(0, letters.length - tilesInGame);
  const used = letters.slice(0, tilesInGame);
  const extra = without(used, [...hand]);
  const missing = without([...hand], used);
  return extra || missing || beyond ? { rule: 'tiles', extra, missing, beyond } : undefined;
}

/** One letter taken away for each of the others, in alphabetical order. */
function without(letters: readonly string[], others: readonly string[]): string {
  const away = new Map<string, number>();
  for (const other of others) away.set(other, (away.get(other) ?? 0) + 1);
  const isLeft = (letter: string) => {
    const count = away.get(letter) ?? 0;
    away.set(letter, count - 1);
    return count <= 0;
  };
  return [...letters].sort().filter(isLeft).join('');
}

/** Flood fill from the first letter; the first in reading order that stays dry. */
function firstLoner(rows: readonly string[]): Refusal | undefined {
  const cells = rows.map((line) => [...line]);
  const letters = placesOfLetters(rows);
  const flood = letters.slice(0, 1);
  for (let place = flood.pop(); place; place = flood.pop()) {
    const [row, column] = place;
    if ((cells[row]?.[column] ?? '.') === '.') continue;
    cells[row]![column] = '.';
    flood.push([row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]);
  }
  const loner = letters.find(([row, column]) => cells[row]![column] !== '.');
  if (!loner) return undefined;
  return { rule: 'connected', letter: rows[loner[0]]![loner[1]]!, at: square(...loner) };
}

function placesOfLetters(rows: readonly string[]): [row: number, column: number][] {
  return rows.flatMap((line, row) =>
    [...line.matchAll(/[A-Z]/g)].map(({ index }): [number, number] => [row, index]),
  );
}

function firstNonWord(rows: readonly string[], words: ReadonlySet<string>): Refusal | undefined {
  const across = runs(rows).map(({ word, line, from }) => ({ word, across: true, row: line, column: from }));
  const down = runs(turned(rows)).map(({ word, line, from }) => ({
    word,
    across: false,
    row: from,
    column: line,
  }));
  down.sort((one, other) => one.row - other.row || one.column - other.column);
  const wrong = [...across, ...down].find(({ word }) => !words.has(word));
  if (!wrong) return undefined;
  return { rule: 'word', word: wrong.word, across: wrong.across, at: square(wrong.row, wrong.column) };
}

function runs(lines: readonly string[]): { word: string; line: number; from: number }[] {
  return lines.flatMap((text, line) =>
    [...text.matchAll(/[A-Z]{2,}/g)].map(({ 0: word, index }) => ({ word, line, from: index })),
  );
}

function turned(rows: readonly string[]): string[] {
  return Array.from(rows[0]!, (_, column) => rows.map((line) => line[column]!).join(''));
}

function square(row: number, column: number): Square {
  return { column: column + 1, row: row + 1 };
}
