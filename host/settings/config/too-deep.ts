import { MOST_DEPTH } from '../../core/parse-json.ts';

/** A document, and what is read at the moment. */
const BESIDE = 2;

/** Where a file goes deeper than any needs. It is looked for before the file is read as a whole: that takes seconds for each 100 KB. */
export function tooDeepAt(
  { Lexer, LineCounter, Parser }: typeof import('yaml'),
  text: string,
): { readonly line: number; readonly col: number } | undefined {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  for (const lexeme of new Lexer().lex(text)) {
    // It reads as its parts are asked for.
    Array.from(parser.next(lexeme));
    if (parser.stack.length > MOST_DEPTH + BESIDE) return lines.linePos(parser.offset);
  }
  return undefined;
}
