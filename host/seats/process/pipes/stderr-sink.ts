import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { visible } from '../../../core/visible.ts';
import { leaveOtherNames } from '../../../files/leave-other-names.ts';
import { makeFolders } from '../../../files/make-folders.ts';
import type { Hosting, SeatPlan } from '../hosting.ts';

/** Where a player's standard error goes on to. */
export interface StderrSink {
  write(bytes: Uint8Array): void;
  /** Done when all of it is where it belongs. */
  end(): Promise<void>;
}

const nowhere: StderrSink = { write() {}, end: async () => {} };

export function stderrSink(hosting: Hosting, plan: SeatPlan): StderrSink {
  if (hosting.stderr === 'discard') return nowhere;
  if (hosting.stderr === 'inherit')
    return prefixedLines(visible(plan.name), (text) => process.stderr.write(text));
  return file(hosting.stderr.folder, `${hosting.game}-${plan.seat}-${plan.name}`);
}

const LONGEST_LINE = 65_536;

/** Whole lines, so that what several players say does not run together. */
export function prefixedLines(name: string, print: (text: string) => void): StderrSink {
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
      if (lines.length > 0) print(lines.map((line) => `${name}: ${shown(line)}\n`).join(''));
    },
    async end() {
      if (unfinished) print(`${name}: ${shown(unfinished)}\n`);
    },
  };
}

/** Lines of Windows end in a carriage return. */
function shown(line: string): string {
  return line.replace(/\r$/, '').split('\t').map(visible).join('\t');
}

const LARGEST_FILE = 16 * 1_048_576;

function file(folder: string, name: string): StderrSink {
  const path = join(folder, `${safeName(name)}.txt`);
  const complain = (error: Error) =>
    process.stderr.write(`wordhost: standard error is not kept: ${error.message}\n`);
  try {
    makeFolders(folder);
    leaveOtherNames(path);
  } catch (error) {
    complain(error as Error);
    return nowhere;
  }
  const stream = createWriteStream(path).on('error', complain);
  let room = LARGEST_FILE;
  return {
    write(bytes) {
      if (bytes.length <= room && stream.writable) stream.write(Uint8Array.from(bytes));
      room -= bytes.length;
    },
    end: () => new Promise((resolve) => (stream.closed ? resolve() : stream.once('close', resolve).end())),
  };
}

/** Names are free text: a path must not come of them. */
function safeName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 100);
}
