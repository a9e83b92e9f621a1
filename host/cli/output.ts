import { closeSync, readFileSync, readlinkSync, writeSync } from 'node:fs';
import { HostFailure, UsageError } from '../core/errors.ts';
import { visible, visibleJson, visibleLines, wrapped } from '../core/text.ts';
import { faultInWords, faultWithPath } from '../files/file-fault.ts';
import { openOutput, writeOutput } from '../files/write-file.ts';
import { paintFor } from '../views/terminal/paint.ts';
import type { RunOutput } from '../views/terminal/run-output.ts';
import type { ProgressStream } from './reports/run-progress.ts';

/** Results go to standard output, everything else to standard error. An empty list prints nothing. */
export function printLines(lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(visibleLines(inWidth(process.stdout, `${lines.join('\n')}\n`)));
}

/** Prints one line of JSON for programs. */
export function printJson(value: unknown): void {
  process.stdout.write(`${visibleJson(value)}\n`);
}

export function printNotes(lines: readonly string[]): void {
  if (lines.length > 0) process.stderr.write(visibleLines(inWidth(process.stderr, `${lines.join('\n')}\n`)));
}

/** A note with text from outside: whatever is in it, it stays one line. */
export function printNote(line: string): void {
  printNotes([visible(line)]);
}

export function printError(text: string): void {
  process.stderr.write(visibleLines(inWidth(process.stderr, `wordhost: ${text}`)));
}

/** A terminal would break a word in the middle. Indented lines stay whole, because they are drawings, or commands to copy. */
function inWidth(stream: NodeJS.WriteStream, text: string): string {
  if (!stream.isTTY) return text;
  const width = terminalWidth(stream);
  return text
    .split('\n')
    .flatMap((line) => (/^[\s#]/.test(line) ? [line] : wrapped(line, width)))
    .join('\n');
}

/** Tells whether printed lines can be redrawn in place. */
export function canRedraw(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && process.env.TERM !== 'dumb';
}

/** A line at its bottom stays one line: neither a trace nor players write there meanwhile. */
export function canRedrawAlone(
  stream: NodeJS.WriteStream,
  { trace, stderr }: { readonly trace: boolean; readonly stderr: string },
): boolean {
  return canRedraw(stream) && !trace && stderr !== 'inherit';
}

/** A narrower terminal breaks lines itself, so nothing useful fits into fewer columns. */
const NARROWEST = 20;

export function terminalWidth(stream: NodeJS.WriteStream): number {
  return stream.isTTY ? Math.max(NARROWEST, stream.columns || 80) : 200;
}

/** Prints results and notes of a run. With `resultsTo`, results are notes, because standard output has another use. */
export function runOutput(coloured: boolean, resultsTo: 'stdout' | 'stderr' = 'stdout'): RunOutput {
  const clears: (() => void)[] = [];
  const printing =
    <Text>(print: (text: Text) => void) =>
    (text: Text) => {
      if (Array.isArray(text) && text.length === 0) return;
      for (const clear of clears) clear();
      print(text);
    };
  const paints = { results: paintFor(coloured), notes: paintFor(coloured && process.stderr.isTTY) };
  return {
    results: printing(resultsTo === 'stdout' ? printLines : printNotes),
    json: printing((line) => process.stdout.write(`${line}\n`)),
    notes: printing(printNotes),
    error: printing((sentence) => printError(`${visible(sentence)}\n`)),
    beforeWriting: (clear) => void clears.push(clear),
    look: (of) => ({
      paint: paints[of],
      width: terminalWidth(of === 'results' ? process.stdout : process.stderr),
    }),
  };
}

/** The stream on which the progress of a run is drawn. */
export function progressStream(
  output: Parameters<typeof canRedrawAlone>[1] & { readonly quiet: boolean },
): ProgressStream {
  const stream = output.quiet ? undefined : process.stderr;
  return { stream, redraws: canRedrawAlone(process.stderr, output) };
}

const LOST = 3;
/** The exit status of a program that wrote to a pipe without a reader. */
const UNREAD = 141;

/** Exit statuses above it stand for signals. */
const INTERRUPTED = 128;

let storeOfResults: string | undefined;

/** The output can be read from this store again. */
export function resultsAreIn(store: string): void {
  storeOfResults = store;
}

/** Notices when results cannot be written. */
export class ResultOutput {
  #status: number | undefined;

  constructor() {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => this.#unwritten(error));
    // A game continues even if nobody reads its notes.
    process.stderr.on('error', () => {});
  }

  /** The exit status of the process: lost results come before an interruption, and an interruption before the status of the command. */
  exitStatus(status: number): number {
    return this.#status === LOST || status <= INTERRUPTED ? (this.#status ?? status) : status;
  }

  /** Results must not be lost, and if they are, the exit status must show it. */
  async flush(): Promise<void> {
    for (const stream of [process.stdout, process.stderr])
      if (stream.writableLength > 0) await new Promise((resolve) => stream.write('', resolve));
    // Node reports a failed write of the last line in the next turn of the loop.
    await new Promise(setImmediate);
  }

  /**
   * Handles `wordhost … | head`, or a full disk. A command that has players has its own listener, which ends
   * them first and writes its reports.
   */
  #unwritten(error: NodeJS.ErrnoException): void {
    const status = error.code === 'EPIPE' ? UNREAD : LOST;
    if (status === LOST && this.#status === undefined) printError(`${lostInWords(faultInWords(error))}\n`);
    this.#status ??= status;
    if (process.stdout.listenerCount('error') === 1) process.exit(status);
  }
}

function lostInWords(why: string): string {
  return storeOfResults === undefined
    ? `cannot write to standard output; results are lost: ${why}`
    : `cannot write to standard output: ${why}. No result is lost: the games are saved in ${storeOfResults}`;
}

/** Only one of these options can have standard output, and it must be open. Answers whether one has. */
export function checkStdoutTakers(options: readonly string[]): boolean {
  const [first, second] = options;
  if (second !== undefined)
    throw new UsageError(`${first} and ${second} both write to standard output: leave one out`);
  if (first !== undefined) checkResultsAreTaken(first);
  return first !== undefined;
}

const READ_AND_WRITE = 0o2;

/**
 * If standard output is closed, Node opens /dev/null in its place, to read and to write: results would be
 * lost there, with exit status 0. A user's `>/dev/null` is opened for writing only.
 */
export function checkResultsAreTaken(option: string): void {
  if (!isNowhere()) return;
  throw new UsageError(
    `${option}: standard output is closed, so results cannot be printed. Redirect it to a file or a program; for no output, leave ${option} out, or use >/dev/null`,
  );
}

function isNowhere(): boolean {
  try {
    const flags = /^flags:\s*0*([0-7]+)$/m.exec(readFileSync('/proc/self/fdinfo/1', 'utf8'))?.[1];
    const isNull = readlinkSync('/proc/self/fd/1') === '/dev/null';
    return isNull && flags !== undefined && (Number.parseInt(flags, 8) & 0o3) === READ_AND_WRITE;
  } catch {
    return false; // Without /proc this cannot be found out.
  }
}

/** A text goes where an option says: to a file, or with `-` to standard output. Answers whether it is there. */
export function writeTo(path: string, text: string, option = '--output'): boolean {
  if (path === '-') {
    process.stdout.write(text);
    return true;
  }
  try {
    writeOutput(path, text);
    return true;
  } catch (error) {
    printError(`${option}: cannot write ${path}: ${faultInWords(error as Error)}\n`);
    return false;
  }
}

/** A file that grows piece by piece, or standard output for `-`. What was written stays. */
export class GrowingFile implements Disposable {
  readonly #path: string;
  #file: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Makes the file before its first piece comes. */
  open(): void {
    if (this.#path !== '-') this.#file ??= openOutput(this.#path);
  }

  write(text: string): void {
    if (this.#path === '-') {
      process.stdout.write(text);
      return;
    }
    try {
      this.open();
      writeSync(this.#file!, text);
    } catch (error) {
      const fault = error as NodeJS.ErrnoException;
      // A fault of a file that is open does not name it.
      fault.path ??= this.#path;
      throw new HostFailure(faultWithPath(fault));
    }
  }

  [Symbol.dispose](): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }
}
