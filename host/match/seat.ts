import type { Nanos, Seat } from '../core/units.ts';
import { stderrExcerpt } from '../events/exchanges.ts';
import type { LeavingCause, Offence } from '../games/kit/verdict.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';

export interface SeatRequest {
  readonly match: string;
  readonly game: string;
  readonly seat: Seat;
  readonly name: string;
  readonly command: string;
  readonly processor?: number | undefined;
  readonly players: number;
  readonly lexicon: Lexicon | undefined;
  /** The player is also told of the words as a KWG file. */
  readonly kwg?: boolean | undefined;
  /** A number for the player's own chance. */
  readonly seed: number;
  readonly clock: () => Nanos;
}

/**
 * Opens seats and returns them in the order of the requests. Listeners are told nothing before that. A player
 * that cannot be started is a seat that is gone, with the reason. The promise rejects if the host cannot
 * start anybody, which is no player's fault.
 */
export type OpenSeats = (
  requests: readonly SeatRequest[],
  listenerOf: (seat: Seat) => SeatListener,
) => Promise<OpenedSeats>;

/** Disposal dismisses every player and waits for its end. */
export interface OpenedSeats extends AsyncDisposable {
  readonly seats: readonly SeatHandle[];
}

/** A player as the loop sees it: a process, a script, or a remote program. No call ever throws. */
export interface SeatHandle {
  /** The host buffers what does not fit. Seats that are gone or dismissed get nothing. */
  send(text: string, when?: When): void;
  /** The player's output waits on its own side until `resume`. */
  pause(): void;
  resume(): void;
  /** Reads small pieces after one more read at most. A player that writes without end must wait for each. */
  readInSmallPieces(): void;
  /** Ends the player's input, as if the host were gone. */
  hangUp(): void;
  /**
   * Ends the player, at once or after time to read its last messages. Only signals and standard error are
   * reported from then on. Further calls have no effect.
   */
  dismiss(when?: 'at-once' | 'after-reading'): void;
  /** Resolves when the dismissed player has ended. Never rejects. */
  readonly ended: Promise<Ending>;
  readonly processes?: ProcessFacts | undefined;
}

/** `with-next` waits for the next text, which follows at once; `soon` at most `SOON_MS`. */
export type When = 'now' | 'with-next' | 'soon';
export const SOON_MS = 10;

export interface SeatListener {
  /** A read has at most 64 KiB. The listener owns the bytes. */
  read(bytes: Uint8Array, at: Nanos): void;
  /**
   * The player closed its output or ended, and all output has been read. Called once. `at` is that moment,
   * and the call may come up to 50 ms later, when it is clear which of the two it was.
   */
  gone(departure: SeatDeparture, at: Nanos): void;
  /** The player did what no message can show, such as not reading. It may go on until it is dismissed. */
  caught(offence: Offence, at: Nanos): void;
  /** The host lost the player by a failure of its own. Called once, instead of `gone`. */
  lost?(problem: string, at: Nanos): void;
  /** Gets standard error once, before the end. Without this function nothing is stored. */
  wrote?(written: WrittenLines): void;
  signalled?(signal: 'SIGTERM' | 'SIGKILL', at: Nanos): void;
}

/** The newest lines that a player wrote to standard error. */
export interface WrittenLines {
  /** The lines of a read, in their order. */
  readonly parts: readonly { readonly at: Nanos; readonly lines: readonly string[] }[];
  /** The number of bytes before these lines. */
  readonly leftOut: number;
}

export interface SeatDeparture {
  readonly cause: LeavingCause;
  /** Null: the player has not ended, or its exit status is unknown. */
  readonly code: number | null;
  readonly signal: string | null;
  /** The reason why the host could not start it. */
  readonly problem?: string | undefined;
}

export interface Ending {
  readonly processes?: ProcessEnding | undefined;
  /** The files of the player, as far as its command names them. */
  readonly files?: readonly PlayedFile[] | undefined;
}

export function unreadOffence(bytesWaiting: number): Offence {
  const detail = `did not read its input: ${bytesWaiting} unread bytes (--max-unread)`;
  return { kind: 'flood', rule: 'unread', detail };
}

/** Facts about players that are processes on this machine. */
export interface ProcessFacts {
  readonly sandbox: SandboxLevel;
  readonly memory?: MemoryLimit | undefined;
  readonly usage?: UsageSoFar | undefined;
  /** A thread runs or waits for a processor or a disk, so the player may still react to its last message. */
  isBusy?(): boolean;
  /** Takes some tens of microseconds per thread. The result is in the ending. */
  lookAtScheduling?(): void;
}

export const levels = ['strict', 'bubblewrap', 'unshare', 'process', 'off'] as const;
export type SandboxLevel = (typeof levels)[number];

/** `group`: the kernel enforces the limit. `polled`: the host looks ten times a second. */
export type MemoryLimit = 'group' | 'polled';

export interface UsageSoFar {
  used(): Promise<Nanos>;
  share(): Share;
}

export interface Share {
  readonly cpuMs: number | null;
  readonly waitMs: number | null;
}

export interface PlayedFile {
  readonly file: string;
  /** The hash of the file when the player was started. Null if it could not be read, or if `version` names the program. */
  readonly sha256: string | null;
  /** The version of wordhost, for its own players. */
  readonly version?: string | undefined;
  readonly problem?: string | undefined;
}

export interface ProcessEnding {
  readonly code: number | null;
  readonly signal: string | null;
  /** The player needed SIGKILL after the grace. */
  readonly killed: boolean;
  /** Processor time of all its processes. Null if it could not be read. */
  readonly cpuMs: number | null;
  /** The time that its threads waited for a processor, of those that lived at the end. Null as above. */
  readonly waitMs: number | null;
  /** The largest observed memory of all its processes together. */
  readonly maxRssKb: number | null;
  /** The scheduling class: `batch`, or what the host observed instead. */
  readonly scheduling?: string | undefined;
  /** The end of standard error, up to the limit of the request. */
  readonly stderr: string;
  /** The beginning of standard error, if `stderr` does not contain it. */
  readonly stderrStart?: string | undefined;
  /** Processes that survived everything. A number above 0 is a failure of the host. */
  readonly survivors: number;
  readonly survivorPids?: readonly number[] | undefined;
}

const NO_PROCESSES = {
  code: 0,
  signal: null,
  killed: false,
  cpuMs: null,
  waitMs: null,
  maxRssKb: null,
} as const;

/** `early`: the player's part ended before the game did. */
export function exitFacts(processes: ProcessEnding | undefined, early: boolean) {
  if (!processes) return NO_PROCESSES;
  const { stderr, stderrStart, survivors, survivorPids, ...facts } = processes;
  const shown = early ? stderrExcerpt(stderr, stderrStart) : [];
  return { ...facts, ...(survivors > 0 && { survivors }), ...(shown.length > 0 && { stderr: shown }) };
}
