import type { Board } from '../../host/games/scrabble/board/board.ts';

const drawings = {
  standard: `
d . . a . . . d . . . a . . d
. c . . . b . . . b . . . c .
. . c . . . a . a . . . c . .
a . . c . . . a . . . c . . a
. . . . c . . . . . c . . . .
. b . . . b . . . b . . . b .
. . a . . . a . a . . . a . .
d . . a . . . . . . . a . . d
. . a . . . a . a . . . a . .
. b . . . b . . . b . . . b .
. . . . c . . . . . c . . . .
a . . c . . . a . . . c . . a
. . c . . . a . a . . . c . .
. c . . . b . . . b . . . c .
d . . a . . . d . . . a . . d`,
  /** x and y from -9 to 9. */
  'infinite-hole': `
# # . . . # # # . . . # # # . . . # #
# # . . b # # # . . . # # # b . . # #
. . a . a . . . a . a . . . a . a . .
. . . d . a . . . d . . . a . d . . .
. b a . c . . b a . a b . . c . a b .
# # . a . # # # . a . # # # . a . # #
# # . . . # # # . . . # # # . . . # #
# # . . b # # # . . . # # # b . . # #
. . a . a . . . a . a . . . a . a . .
. . . d . a . . . . . . . a . d . . .
. . a . a . . . a . a . . . a . a . .
# # . . b # # # . . . # # # b . . # #
# # . . . # # # . . . # # # . . . # #
# # . a . # # # . a . # # # . a . # #
. b a . c . . b a . a b . . c . a b .
. . . d . a . . . d . . . a . d . . .
. . a . a . . . a . a . . . a . a . .
# # . . b # # # . . . # # # b . . # #
# # . . . # # # . . . # # # . . . # #`,
  /** x and y from -9 to 9. */
  infinite: `
b . . b . . . b . . . b . . . b . . b
. a . . a . . . a . a . . . a . . a .
. . d . . a . . . d . . . a . . d . .
b . . c . . . b . . . b . . . c . . b
. a . . c . . . a . a . . . c . . a .
. . a . . c . . . a . . . c . . a . .
. . . . . . c . . . . . c . . . . . .
b . . b . . . b . . . b . . . b . . b
. a . . a . . . a . a . . . a . . a .
. . d . . a . . . . . . . a . . d . .
. a . . a . . . a . a . . . a . . a .
b . . b . . . b . . . b . . . b . . b
. . . . . . c . . . . . c . . . . . .
. . a . . c . . . a . . . c . . a . .
. a . . c . . . a . a . . . c . . a .
b . . c . . . b . . . b . . . c . . b
. . d . . a . . . d . . . a . . d . .
. a . . a . . . a . a . . . a . . a .
b . . b . . . b . . . b . . . b . . b`,
} as const;

export function drawing(name: keyof typeof drawings): string {
  return drawings[name].slice(1);
}

export function drawingOf(
  board: Board,
  view: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): string {
  const rows = Array.from({ length: view.height }, (_, row) =>
    Array.from({ length: view.width }, (_, column) =>
      board.drawnAs(board.squareAt(view.x + column, view.y + row)),
    ).join(' '),
  );
  return rows.join('\n');
}
