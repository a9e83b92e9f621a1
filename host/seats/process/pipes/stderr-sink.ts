import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { grouped, visible, visibleLines } from '../../../core/text.ts';
import type { Seat } from '../../../core/units.ts';
import { faultWithPath } from '../../../files/file-fault.ts';
import { leaveOtherNames, makeFolders } from '../../../files/write-file.ts';
import { discardSink, LastBytes, type Sink } from './pipe-reader.ts';

/** The destination of players' standard error, besides the end that is stored for the report. */
export type StderrTarget =
  | 'inherit'
  | 'discard'
  | { readonly folder: string }
  /** Gets the lines of each player as they are written. */
  | ((writer: Writer) => (line: string) => void);

interface Writer {
  readonly game: string;
  readonly seat: Seat;
  readonly name: string;
}

export function stderrSink(place: StderrTarget, { game, seat, name }: Writer): Sink {
  if (place === 'discard') return discardSink;
  if (place === 'inherit')
    return prefixedLines(visible(name), (text) => process.stderr.write(visibleLines(text)));
  if (typeof place === 'function') {
    const take = place({ game, seat, name });
    return linesSink((lines) => lines.forEach(take));
  }
  return file(place.folder, `${game}-${seat}-${name}`);
}

const LONGEST_LINE = 65_536;

/** Writes whole lines, so that texts of several players do not mix. */
export function prefixedLines(name: string, print: (text: string) => void): Sink {
  return linesSink((lines) => print(lines.map((line) => `${name}: ${shown(line)}\n`).join('')));
}

function linesSink(take: (lines: readonly string[]) => void): Sink {
  const decoder = new StringDecoder('utf8');
  let unfinished = '';
  return {
    write(bytes) {
      const lines = (unfinished + decoder.write(Buffer.from(bytes.buffer))).split('\n');
      unfinished = lines.pop()!;
      if (unfinished.length > LONGEST_LINE) {
        lines.push(unfinished);
        unfinished = '';
      }
      if (lines.length > 0) take(lines);
    },
    async end() {
      if (unfinished) take([unfinished]);
    },
  };
}

/** Lines of Windows end in a carriage return. */
function shown(line: string): string {
  return line.replace(/\r$/, '').split('\t').map(visible).join('\t');
}

const MEBIBYTE = 1_048_576;
/** A file has this much from the beginning, and the end. */
const FROM_START = 15 * MEBIBYTE;
const FROM_END = MEBIBYTE;

function file(folder: string, name: string): Sink {
  // A name is free text and must not become a path.
  const path = join(folder, `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 100)}.txt`);
  const complain = (error: Error) =>
    process.stderr.write(`wordhost: cannot save standard error: ${visible(faultWithPath(error))}\n`);
  try {
    makeFolders(folder);
    leaveOtherNames(path);
  } catch (error) {
    complain(error as Error);
    return discardSink;
  }
  const stream = createWriteStream(path).on('error', complain);
  const last = new LastBytes(FROM_END);
  let total = 0;
  const write = (bytes: Uint8Array) => stream.writable && stream.write(bytes);
  return {
    write(bytes) {
      const fits = bytes.subarray(0, Math.max(0, FROM_START - total));
      total += bytes.length;
      if (fits.length > 0) write(Uint8Array.from(fits));
      if (fits.length < bytes.length) last.push(bytes.subarray(fits.length));
    },
    async end() {
      const leftOut = total - FROM_START - FROM_END;
      if (leftOut > 0) {
        write(Buffer.from(`\n[wordhost: ${grouped(leftOut)} bytes omitted here]\n`));
        process.stderr.write(
          `wordhost: ${visible(path)} has only the first 15 MiB and the last MiB of ${grouped(total)} bytes of standard error\n`,
        );
      }
      write(last.bytes());
      await new Promise<void>((resolve) => (stream.closed ? resolve() : stream.once('close', resolve).end()));
    },
  };
}
