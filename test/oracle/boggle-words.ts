/**
 * What is on a board of Boggle, said a second time and as simply as can be: every walk over the cells is tried as
 * long as some word begins like it.
 */
export interface NaiveBoard {
  readonly width: number;
  /** Row by row. */
  readonly cells: readonly string[];
}

/** Every word on the board, in the order of a plain sort. */
export function wordsOnBoard(board: NaiveBoard, words: Iterable<string>): string[] {
  return naiveFinder(words)(board);
}

/** The same for many boards. */
export function naiveFinder(list: Iterable<string>): (board: NaiveBoard) => string[] {
  const words = new Set(list);
  const beginnings = new Set<string>();
  for (const word of words)
    for (let length = 1; length <= word.length; length++) beginnings.add(word.slice(0, length));
  return (board) => {
    const found = new Set<string>();
    const walk = (text: string, walked: readonly number[]) => {
      if (!beginnings.has(text)) return;
      if (words.has(text)) found.add(text);
      for (const [cell, letters] of board.cells.entries())
        if (touches(board, walked.at(-1)!, cell) && !walked.includes(cell))
          walk(text + letters, [...walked, cell]);
    };
    for (const [cell, letters] of board.cells.entries()) walk(letters, [cell]);
    return [...found].sort();
  };
}

/** Why this is no path of the word, if it is none. */
export function wrongWithPath(board: NaiveBoard, word: string, path: readonly number[]): string | undefined {
  const spelled = path.map((cell) => board.cells[cell]).join('');
  if (spelled !== word) return `${word}: ${path} spells ${spelled}`;
  if (new Set(path).size !== path.length) return `${word}: ${path} visits a cell twice`;
  const jump = path.find((cell, step) => step > 0 && !touches(board, path[step - 1]!, cell));
  return jump === undefined ? undefined : `${word}: ${path} jumps to ${jump}`;
}

/**
 * Whether a word is on a board of at most 16 cells of one letter. Walks over the same cells that end at the same one
 * are the same, so that there is an end to it on a board of nothing but As.
 */
export function isOnSmallBoard(board: NaiveBoard, word: string): boolean {
  let walks = new Set<number>();
  for (const [cell, letter] of board.cells.entries()) if (letter === word[0]) walks.add(walkTo(0, cell));
  for (const wanted of word.slice(1)) {
    const longer = new Set<number>();
    for (const walk of walks)
      for (const [cell, letter] of board.cells.entries())
        if (letter === wanted && ((walk >> cell) & 1) === 0 && touches(board, walk >> 16, cell))
          longer.add(walkTo(walk & 0xffff, cell));
    walks = longer;
  }
  return walks.size > 0;
}

const walkTo = (visited: number, cell: number) => visited | (1 << cell) | (cell << 16);

function touches({ width }: NaiveBoard, one: number, other: number): boolean {
  const across = Math.abs((one % width) - (other % width));
  const down = Math.abs(Math.floor(one / width) - Math.floor(other / width));
  return one !== other && across <= 1 && down <= 1;
}
