import type { Sign } from '../../shown.ts';
import type { Board } from '../board/board.ts';
import { builtInBoard } from '../board/built-in-boards.ts';
import { signOf } from '../board/square-signs.ts';
import { type RecordedGame, recordedGame } from './recorded-game.ts';

/** What a record's options say of how its board and tiles are drawn. */
export interface DrawnGame extends Pick<RecordedGame, 'isBlank'> {
  /** By the character that stands for a kind of square in the record. */
  readonly signs: ReadonlyMap<string, Sign>;
}

/** What cannot be read has no signs and no blanks. A board that is drawn by chance has the squares of the others. */
export function drawnGame(options: RecordedGame['options']): DrawnGame {
  const { board, isDrawnBoard, isBlank } = recordedGame(options);
  return { signs: signsOn(isDrawnBoard ? builtInBoard('official') : board), isBlank };
}

export function signsOn(board: Board | undefined): ReadonlyMap<string, Sign> {
  const signs = new Map<string, Sign>();
  for (const kind of board?.squares ?? []) {
    const drawn = board!.drawnAs(kind.id);
    const sign = signOf(kind, drawn);
    if (sign) signs.set(drawn, sign);
  }
  return signs;
}
