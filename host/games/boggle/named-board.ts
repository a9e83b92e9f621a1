import { readBoardText } from './board/board-text.ts';

const rows = /^[A-Z][A-Za-z]*(?:\/[A-Z][A-Za-z]*)*$/;
/** As web services write it: `R S P L | E I B T | `, with QU in capitals. */
const spaced =
  /^ *(?:QU|[A-Z][a-z]{0,3})(?: +(?:QU|[A-Z][a-z]{0,3}))* *(?:[/|] *(?:(?:QU|[A-Z][a-z]{0,3})(?: +|(?=[/|]|$)))*)+$/;

/** A board that is written out, as in `RSPL/EIBT/ULZA/ESTI`; anything else is a file. */
export function namedBoard(text: string): ReturnType<typeof readBoardText> | undefined {
  return rows.test(text) || spaced.test(text) ? readBoardText(text) : undefined;
}
