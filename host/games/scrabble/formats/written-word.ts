import type { Direction } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';
import type { Placement } from '../wire/messages.ts';

/** A play as people write it: where its word begins, and the word, with `.` for what lay there before. */
export interface WrittenWord {
  readonly x: number;
  readonly y: number;
  readonly direction: Direction;
  readonly word: string;
}

/** A tile that is laid alone may make a word each way: `main` is the one that it was scored for, where that is known. */
export function writtenWord(
  position: Position,
  laid: readonly Placement[],
  main: string | undefined,
  isBlank: (id: number) => boolean,
): WrittenWord {
  const across = run(position, laid, 'across', isBlank);
  const down = run(position, laid, 'down', isBlank);
  if (laid.length > 1) return laid.every(({ y }) => y === laid[0]!.y) ? across : down;
  const letters = ({ word, x, y, direction }: WrittenWord) =>
    [...word]
      .map((sign, index) => (sign === '.' ? lyingAt(position, x, y, direction, index) : sign))
      .join('');
  const isMain = (written: WrittenWord) => letters(written).toUpperCase() === main;
  if (main !== undefined && isMain(across) !== isMain(down)) return isMain(across) ? across : down;
  return across.word.length >= down.word.length ? across : down;
}

function lyingAt(position: Position, x: number, y: number, direction: Direction, index: number): string {
  const [right, below] = direction === 'across' ? [index, 0] : [0, index];
  return position.tileAt(x + right, y + below)?.letter ?? '';
}

/** All tiles in one line with the first of these, without a gap. */
function run(
  position: Position,
  laid: readonly Placement[],
  direction: Direction,
  isBlank: (id: number) => boolean,
): WrittenWord {
  const [right, below] = direction === 'across' ? [1, 0] : [0, 1];
  const isNew = (x: number, y: number) => laid.find((tile) => tile.x === x && tile.y === y);
  const signAt = (x: number, y: number): string | undefined => {
    const tile = isNew(x, y);
    if (tile) return isBlank(tile.id) ? tile.letter.toLowerCase() : tile.letter;
    return position.tileAt(x, y) && '.';
  };
  let { x, y } = laid[0]!;
  while (signAt(x - right, y - below) !== undefined) {
    x -= right;
    y -= below;
  }
  let word = '';
  for (let index = 0; ; index++) {
    const sign = signAt(x + index * right, y + index * below);
    if (sign === undefined) return { x, y, direction, word };
    word += sign;
  }
}
