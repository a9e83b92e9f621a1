import { readBoardText } from './board/board-text.ts';

const rows = /^[A-Z][A-Za-z]*(?:\/[A-Z][A-Za-z]*)*$/;

/** A board that is written out, as in `RSPL/EIBT/ULZA/ESTI`; anything else is a file. */
export function namedBoard(text: string): ReturnType<typeof readBoardText> | undefined {
  return rows.test(text) ? readBoardText(text) : undefined;
}
