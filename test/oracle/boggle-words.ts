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
  const words = [...new Set(list)].sort();
  return (board) => {
    const found = new Set<string>();
    const all = [...board.cells.keys()];
    const besides = all.map((cell) => all.filter((other) => touches(board, cell, other)));
    // The words from `from` to before `to` begin like the text without its last cell.
    const walk = (text: string, walked: readonly number[], from: number, to: number) => {
      const first = firstFrom(words, text, from, to);
      const end = firstFrom(words, `${text}\uffff`, first, to);
      if (first === end) return;
      if (words[first] === text) found.add(text);
      for (const cell of besides[walked.at(-1)!]!)
        if (!walked.includes(cell)) walk(text + board.cells[cell], [...walked, cell], first, end);
    };
    for (const cell of all) walk(board.cells[cell]!, [cell], 0, words.length);
    return [...found].sort();
  };
}

/** Where the first of the sorted words is that is not before the text. */
function firstFrom(words: readonly string[], text: string, from: number, to: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
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
