import { draw, type Stream, shuffle } from '../../../core/chance.ts';
import { type Board, boardOf } from './board.ts';

/** A die a row. */
const dice: readonly (readonly string[])[] = [
  'A E A N E G',
  'W N G E E H',
  'A H S P C O',
  'L N H N R Z',
  'A S P F F K',
  'T S T I Y D',
  'O B J O A B',
  'O W T O A T',
  'I O T M U C',
  'E R T T Y L',
  'R Y V D E L',
  'T O E S S I',
  'L R E I X D',
  'T E R W H V',
  'E I U N E S',
  'N U I H M QU',
].map((faces) => faces.split(' '));

/** Each die is used once where there is a place for each; elsewhere every cell is drawn from the faces of all. */
export function rollBoard(stream: Stream, width: number, height: number): Board {
  let rest = stream;
  let rolled: readonly (readonly string[])[];
  if (width === 4 && height === 4) [rolled, rest] = shuffle(rest, dice);
  else rolled = new Array<readonly string[]>(width * height).fill(dice.flat());
  const cells = rolled.map((faces) => {
    let face: number;
    [face, rest] = draw(rest, faces.length);
    return faces[face]!;
  });
  return boardOf(width, height, cells);
}
