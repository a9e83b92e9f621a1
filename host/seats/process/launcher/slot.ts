import { closeSync, constants, fchownSync, fstatSync, openSync, rmdirSync, rmSync } from 'node:fs';

/** The host's ends of one player's pipes, as descriptors. */
export interface SlotPipes {
  readonly lifeline: number;
  readonly input: number;
  /** By which that pipe is known, whoever has it. */
  readonly inputPipe: number;
  readonly output: number;
  readonly errors: number;
  readonly reports: number;
  /** From now on an end of file is the player's own, and nobody can open its pipes by a name. */
  release(): void;
  /** The player is somebody else, who must be able to open its own pipes again. */
  giveTo(user: number): void;
  /** Before anything was made of them. */
  close(): void;
}

/** A process that waits to be told what it is to become. */
export interface Slot extends SlotPipes {
  readonly pid: number;
  /** What comes before the number of a descriptor in the path by which the slot itself opens it again. */
  readonly prefix: string;
  /** It must be told how long its orders are. */
  readonly counted: boolean;
}

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

/** Opened in an order in which neither side waits for the other. */
export function openEnds(prefix: string): SlotPipes {
  const opened: number[] = [];
  const open = (number: number, flags: number) => {
    const descriptor = openSync(`${prefix}${number}`, flags);
    opened.push(descriptor);
    return descriptor;
  };
  if (!isPrefix(prefix)) throw new Error(`the launcher made no pipes: ${JSON.stringify(prefix)}`);
  try {
    const lifeline = open(3, O_WRONLY | O_NONBLOCK);
    const input = open(4, O_WRONLY | O_NONBLOCK);
    const output = open(5, O_RDONLY | O_NONBLOCK);
    const errors = open(6, O_RDONLY | O_NONBLOCK);
    const reports = open(7, O_RDONLY | O_NONBLOCK);
    const pipe = fstatSync(input);
    // All are made in the same way.
    if (!pipe.isFIFO()) throw new Error('these are no pipes');
    const placeholders = [open(5, O_WRONLY), open(6, O_WRONLY)];
    const release = once(() => {
      placeholders.forEach(closeSync);
      removeNames(prefix);
    });
    const giveTo = (user: number) => {
      for (const end of [input, output, errors]) fchownSync(end, user, user);
    };
    const close = () => {
      [lifeline, input, output, errors, reports].forEach(closeSync);
      release();
    };
    const inputPipe = pipe.ino;
    return { lifeline, input, inputPipe, output, errors, reports, release, giveTo, close };
  } catch (error) {
    opened.forEach(closeSync);
    removeNames(prefix);
    throw error;
  }
}

/** What a launcher says is checked before anything is opened or removed there. */
const isPrefix = (prefix: string) => /^\/proc\/\d+\/fd\/$/.test(prefix) || FOLDER.test(prefix);
const FOLDER = /^\/(?:[^/]+\/)*wordhost-[A-Za-z0-9]{6,}\/$/;

/** The five pipes and the folder that was made for them, and nothing else: it must be empty then. */
function removeNames(prefix: string): void {
  if (!FOLDER.test(prefix)) return;
  for (const number of [3, 4, 5, 6, 7]) rmSync(`${prefix}${number}`, { force: true });
  try {
    rmdirSync(prefix);
  } catch {} // somebody has removed it, or put something else in it
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}

/** Shell text as a slot takes it. */
export function orders(lines: readonly string[], { counted }: Slot): string {
  const text = `${lines.join('\n')}\n`;
  return counted ? `${Buffer.byteLength(text)}\n${text}` : text;
}
