/** One process, as `/proc/PID/stat` tells it. */
export interface ProcessFacts {
  readonly pid: number;
  /** Of what lost its own it is the one that the kernel gave it to. */
  readonly parent: number;
  readonly session: number;
  readonly threads: number;
  /** When it started, in ticks since boot: with the pid it tells a process from a later one of the same number. */
  readonly start: number;
  /** Not a zombie: it has a thread that can still do something. */
  readonly living: boolean;
  /** On its way out: it does nothing more of its own. */
  readonly exiting: boolean;
  /** Its own and that of the children it waited for. */
  readonly cpuMs: number;
  /** Of the children it waited for alone. */
  readonly endedCpuMs: number;
}

const PF_EXITING = 4;
const MS_PER_TICK = 10;
const [SPACE, CLOSING, ZERO, NINE, Z, X] = [0x20, 0x29, 0x30, 0x39, 0x5a, 0x58];

/** Of those after the name, the first of which is the state. None of those that are asked for is below 0. */
const numbers = new Float64Array(20);

/** From the first `length` bytes, which are that file. Some are read in each game: to make a text of one and cut that takes longer. */
export function factsIn(stat: Uint8Array, length: number, pid: number): ProcessFacts {
  const state = readFields(stat, length);
  const threads = numbers[17]!;
  // A first thread that ended while others run looks like a zombie.
  const ended = (state === Z || state === X) && threads <= 1;
  const endedCpuMs = (numbers[13]! + numbers[14]!) * MS_PER_TICK;
  return {
    pid,
    parent: numbers[1]!,
    session: numbers[3]!,
    threads,
    start: numbers[19]!,
    living: !ended,
    exiting: ended || (numbers[6]! & PF_EXITING) !== 0,
    cpuMs: (numbers[11]! + numbers[12]!) * MS_PER_TICK + endedCpuMs,
    endedCpuMs,
  };
}

/** The answer is the state. */
function readFields(stat: Uint8Array, length: number): number {
  // The name before it may hold anything, parentheses and spaces too.
  let place = length;
  while (place > 0 && stat[place - 1] !== CLOSING) place--;
  const state = stat[++place]!;
  place += 2;
  for (let field = 1; field < numbers.length; field++) {
    let number = 0;
    for (; place < length && stat[place] !== SPACE; place++) {
      const byte = stat[place]!;
      if (byte >= ZERO && byte <= NINE) number = number * 10 + byte - ZERO;
    }
    numbers[field] = number;
    place++;
  }
  return state;
}
