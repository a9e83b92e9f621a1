import type { Nanos } from '../core/units.ts';
import type { LeavingCause } from '../games/kit/verdict.ts';

/** One player, as the loop sees it: a live process on pipes, or a script. */
export interface SeatHandle {
  /** How its processes are held. */
  readonly sandbox: SandboxLevel | 'scripted';
  /** How its memory is limited, where it is. */
  readonly memory?: MemoryLimit | undefined;
  /**
   * Writes at once as much as the pipe takes; the rest waits in the host. With `more` it may wait for the next that is
   * sent, which comes at once. Never throws.
   */
  send(text: string, more?: boolean): void;
  /** No reading until `resume`: what the player writes waits in its own pipe. */
  pause(): void;
  resume(): void;
  /** From now on it is read in small pieces: who writes without end waits in each for its own pipe. */
  sip(): void;
  /** Takes some tens of microseconds for each of its threads: what was seen stands in the ending. */
  lookAtScheduling?(): void;
  /** Its input ends here, as when a host is gone. All else goes on. */
  hangUp(): void;
  /**
   * Its part is over: nothing more is read or reported but signals, SIGTERM now to all that it started, SIGKILL
   * after the grace. Called twice, it does nothing more.
   */
  dismiss(): void;
  /** Nothing where it has no processes. */
  readonly usage?: UsageSoFar | undefined;
  /** All that it started is gone and every stream is closed. Never rejects. */
  readonly ended: Promise<Ending>;
}

export const levels = ['strict', 'bubblewrap', 'unshare', 'process', 'off'] as const;
export type SandboxLevel = (typeof levels)[number];

/** The kernel keeps it with a control group; or the host looks, ten times a second. */
export type MemoryLimit = 'group' | 'polled';

/** What the loop is told of a seat. After `gone` or `fault` no more reads come. */
export interface SeatListener {
  /** The bytes of one read, at most 64 KiB; they are the listener's to keep. */
  read(bytes: Uint8Array, at: Nanos): void;
  /**
   * It closed its output, or its command ended and all it wrote has been read. `at` is that moment; at the end of
   * its output it is told up to 50 ms later, when it is known whether the command ended too.
   */
  gone(departure: Gone, at: Nanos): void;
  /** Too much waits for a player that does not read. */
  unread(bytesWaiting: number, at: Nanos): void;
  /** All that it started takes more of the machine than it may, and is killed. Told once, and instead of `gone`. */
  exceeded(excess: Excess, at: Nanos): void;
  /** The host lost hold of it by a failure of its own: nobody is at fault. Told once, and instead of `gone`. */
  lost?(problem: string, at: Nanos): void;
  /** A signal was sent to its processes. */
  signalled(signal: 'SIGTERM' | 'SIGKILL', at: Nanos): void;
}

export interface UsageSoFar {
  /** The processor time of all that it started. */
  used(): Promise<Nanos>;
  share(): Share;
}

/** Of all its processes that live, in milliseconds; null where it cannot be read. */
export interface Share {
  readonly cpuMs: number | null;
  readonly waitMs: number | null;
}

/** What a player takes too much of. */
export type Excess =
  | { readonly of: 'memory'; readonly bytes: number; readonly byKernel: boolean }
  | { readonly of: 'processes' | 'files'; readonly most: number }
  /** Something of it is not in the control group that limits its memory. */
  | { readonly of: 'group' }
  /** It is no batch work any more, but this. */
  | { readonly of: 'scheduling'; readonly seen: string }
  | { readonly of: 'cpu'; readonly used: Nanos; readonly limit: Nanos };

export interface Gone {
  readonly cause: LeavingCause;
  /** The command's exit status where it has ended. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it could not be started at all, where the host itself saw that. */
  readonly problem?: string;
}

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** SIGKILL was needed after the grace. */
  readonly killed: boolean;
  /** Processor time of all that it started, as far as it could be read; null where it could not. */
  readonly cpuMs: number | null;
  /** How long its threads, as many as lived when its part ended, waited for a processor; null as above. */
  readonly waitMs: number | null;
  /** The largest resident set that was seen of all its processes together. */
  readonly maxRssKb: number | null;
  /** How the system had it share the processors: `batch`, or what was seen instead. Not there where nothing was. */
  readonly scheduling?: string;
  /** The end of what it wrote on standard error: as much as the hosting keeps. */
  readonly stderr: string;
  /** Processes of its that were still there after everything: 0, or the host has failed. */
  readonly survivors: number;
  /** Which, where there are any. */
  readonly survivorPids?: readonly number[];
}
