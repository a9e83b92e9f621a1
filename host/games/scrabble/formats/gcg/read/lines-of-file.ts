import { shown } from '../../../tiles/letter.ts';
import { Misread } from './misread.ts';

/** More than a hundred times as much as a game with notes to each move. */
const MOST_BYTES = 2 ** 20;

const LINE_ENDS = /\r\n|\n|\r/;
const UTF_8_MARK = [0xef, 0xbb, 0xbf];

/** The text of a file: in ISO 8859-1, unless it says or shows that it is in UTF-8. */
export function linesOfFile(bytes: Uint8Array): readonly string[] | Misread {
  if (bytes.length > MOST_BYTES)
    return new Misread({ line: 1 }, `expected a file of at most ${MOST_BYTES} bytes; got ${bytes.length}`);
  const nul = bytes.indexOf(0);
  if (nul !== -1) return new Misread({ line: lineAt(bytes, nul) }, 'expected text; got a byte 0');
  const lines = new TextDecoder('iso-8859-1').decode(bytes).split(LINE_ENDS);
  const isMarked = UTF_8_MARK.every((byte, index) => bytes[index] === byte);
  const named = namedIn(lines);
  switch (named?.encoding.toLowerCase() ?? (isMarked ? 'utf-8' : 'iso-8859-1')) {
    case 'utf-8':
    case 'utf8':
      return inUtf8(bytes);
    case 'iso-8859-1':
    case 'latin1':
    case 'ascii':
    case 'us-ascii':
      return lines;
    default:
      return new Misread(
        { line: named!.line },
        `#character-encoding: expected UTF-8 or ISO-8859-1; got ${shown(named!.encoding)}`,
      );
  }
}

/** It is to be the first that a file says. */
function namedIn(lines: readonly string[]): { readonly line: number; readonly encoding: string } | undefined {
  const first = lines.findIndex((line) => line.trim() !== '');
  const [, encoding] = /^\W*#character-encoding\s+(\S+)/i.exec(lines[first] ?? '') ?? [];
  return encoding === undefined ? undefined : { line: first + 1, encoding };
}

function inUtf8(bytes: Uint8Array): readonly string[] | Misread {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return decoder.decode(bytes).split(LINE_ENDS);
  } catch {
    return new Misread(
      { line: firstBroken(bytes) },
      'expected UTF-8, as #character-encoding says; got other bytes. If they are ISO 8859-1, leave that line out',
    );
  }
}

function firstBroken(bytes: Uint8Array): number {
  const text = new TextDecoder('utf-8').decode(bytes).split(LINE_ENDS);
  return text.findIndex((line) => line.includes('\ufffd')) + 1;
}

function lineAt(bytes: Uint8Array, place: number): number {
  return new TextDecoder('iso-8859-1').decode(bytes.subarray(0, place)).split(LINE_ENDS).length;
}
