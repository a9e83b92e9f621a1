const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** All of three letters are words here, so that every path of three cells is a word of one point. */
export const everyWord: readonly string[] = letters.flatMap((first) =>
  letters.flatMap((second) => letters.map((third) => first + second + third)),
);

/** The words of three cells of a board as the API prints it, none twice. */
export function wordsOn(board: string): string[] {
  const rows = board
    .split('|')
    .map((row) => row.trim().split(/ +/))
    .filter(([cell]) => cell);
  const cells = rows
    .flatMap((row, y) => row.map((letter, x) => ({ letter, x, y })))
    .filter(({ letter }) => letter.length === 1);
  type Cell = (typeof cells)[number];
  const areNear = (a: Cell, b: Cell) => a !== b && Math.abs(a.x - b.x) <= 1 && Math.abs(a.y - b.y) <= 1;
  const words = cells.flatMap((a) =>
    cells
      .filter((b) => areNear(a, b))
      .flatMap((b) =>
        cells.filter((c) => c !== a && areNear(b, c)).map((c) => a.letter + b.letter + c.letter),
      ),
  );
  return [...new Set(words)];
}
