import type { Nanos, Seat } from '../core/units.ts';
import { stderrExcerpt } from '../events/exchanges.ts';
import type { LeavingCause, Offence } from '../games/kit/verdict.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';

/** What a seat is opened with. */
export interface SeatRequest {
  /** The id of the match. */
  readonly match: string;
  /** The name of the game. */
  readonly game: string;
  readonly seat: Seat;
  readonly name: string;
  /** What the player is: for processes, a command for the shell. */
  readonly command: string;
  /** The only processor that it runs on; none: any. */
  readonly processor?: number | undefined;
  /** How many play. */
  readonly players: number;
  /** The words that count; none: all do. */
  readonly lexicon: Lexicon | undefined;
  /** The player is told of them as a KWG file, too. */
  readonly kwg?: boolean | undefined;
  /** A number for the player's own chance. */
  readonly seed: number;
  /** What reads and departures are stamped with. */
  readonly clock: () => Nanos;
}

/**
 * Opens the seats of a match, in this order, and answers with them in this order. Listeners are told nothing before it
 * has answered. A player that cannot be started is a seat that is gone, with the reason. Where the host cannot start anybody, it
 * rejects: no player is at fault.
 */
export type OpenSeats = (
  requests: readonly SeatRequest[],
  listenerOf: (seat: Seat) => SeatListener,
) => Promise<OpenedSeats>;

/** When it is disposed of, every player is dismissed and has ended. */
export interface OpenedSeats extends AsyncDisposable {
  readonly seats: readonly SeatHandle[];
}

/** One player, as the loop sees it, whether it is a process, a script or far away. No call throws, at any time. */
export interface SeatHandle {
  /** Delivers as much as there is room for; the rest waits in the host. To one that is gone or dismissed nothing is sent. */
  send(text: string, when?: When): void;
  /** Nothing is read until `resume`: what the player says waits on its own side. */
  pause(): void;
  resume(): void;
  /** After one more read at most it is read in small pieces: one that writes without end waits for each to be read. */
  readInSmallPieces(): void;
  /** Its input ends here, as when a host is gone. All else goes on. */
  hangUp(): void;
  /**
   * Its part is over: nothing more is read or told but signals and what it wrote for itself, and it is ended: at once, or when it has had time to read
   * what it was sent. Called twice, it does nothing more.
   */
  dismiss(when?: 'at-once' | 'after-reading'): void;
  /** It was dismissed, and all of it has ended. Never rejects. */
  readonly ended: Promise<Ending>;
  /** None: the player has no processes here. */
  readonly processes?: ProcessFacts | undefined;
}

/**
 * When what is sent must be on its way: at once, which is what counts if nothing is said; with the next that is sent, which
 * comes at once; or soon, within `SOON_MS`: with the next that is sent if that comes before.
 */
export type When = 'now' | 'with-next' | 'soon';
export const SOON_MS = 10;

/** What the loop is told of a seat. */
export interface SeatListener {
  /** The bytes of one read, at most 64 KiB; they are the listener's to keep. */
  read(bytes: Uint8Array, at: Nanos): void;
  /**
   * It closed its output, or has ended and all that it wrote has been read. Told once; nothing more is read after it. `at`
   * is that moment: it may be told up to 50 ms later, when it is known which of the two it was.
   */
  gone(departure: SeatDeparture, at: Nanos): void;
  /** It did what no message can show, such as not reading. It may go on until it is dismissed. */
  caught(offence: Offence, at: Nanos): void;
  /** The host cannot reach it any more, by a failure of its own: no player is at fault. Told once, and instead of `gone`. */
  lost?(problem: string, at: Nanos): void;
  /**
   * What it wrote beside its messages, as far as it is kept. Told once, after the last signal and before it has ended; without this
   * function nothing of it is kept.
   */
  wrote?(written: WrittenLines): void;
  /** A signal was sent to its processes. */
  signalled?(signal: 'SIGTERM' | 'SIGKILL', at: Nanos): void;
}

/** What a player wrote for itself, on standard error: the newest of it. */
export interface WrittenLines {
  /** Lines that were read at the same moment, in their order. */
  readonly parts: readonly { readonly at: Nanos; readonly lines: readonly string[] }[];
  /** Bytes before these lines. */
  readonly leftOut: number;
}

export interface SeatDeparture {
  readonly cause: LeavingCause;
  /** The exit status; null: it has not ended, or the status is not known. */
  readonly code: number | null;
  readonly signal: string | null;
  /** Why it could not be started at all, if the host itself saw that. */
  readonly problem?: string | undefined;
}

export interface Ending {
  /** None: the player had no processes here. */
  readonly processes?: ProcessEnding | undefined;
  /** What was played, as far as the command names it. */
  readonly files?: readonly PlayedFile[] | undefined;
}

/** Too much waits for a player that does not read. */
export function unreadOffence(bytesWaiting: number): Offence {
  const detail = `did not read its input: ${bytesWaiting} unread bytes (--max-unread)`;
  return { kind: 'flood', rule: 'unread', detail };
}

/** The optional part of a seat: what is known where its player is processes on this machine. */
export interface ProcessFacts {
  readonly sandbox: SandboxLevel;
  /** How its memory is limited; none: it is not. */
  readonly memory?: MemoryLimit | undefined;
  /** None: the player could not be started. */
  readonly usage?: UsageSoFar | undefined;
  /** One of its threads runs, or could run and waits for a processor or a disk: it may have more to do with what it was sent. */
  isBusy?(): boolean;
  /** Takes some tens of microseconds for each of its threads: what was seen is in the ending. */
  lookAtScheduling?(): void;
}

export const levels = ['strict', 'bubblewrap', 'unshare', 'process', 'off'] as const;
export type SandboxLevel = (typeof levels)[number];

/** The kernel keeps it with a control group; or the host looks, ten times a second. */
export type MemoryLimit = 'group' | 'polled';

export interface UsageSoFar {
  /** The processor time of all that it started. */
  used(): Promise<Nanos>;
  share(): Share;
}

/** Of all its processes that live, in milliseconds; null: it cannot be read. */
export interface Share {
  readonly cpuMs: number | null;
  readonly waitMs: number | null;
}

/** A file that the command of a player names. */
export interface PlayedFile {
  /** As it is written in the command. */
  readonly file: string;
  /** Of what was in it when the player was started; null: it is not known, or the program is known by its version. */
  readonly sha256: string | null;
  /** The version of wordhost, for its own players. */
  readonly version?: string | undefined;
  /** Why it is not, in words. */
  readonly problem?: string | undefined;
}

/** What became of its processes. */
export interface ProcessEnding {
  /** The exit status of its command. */
  readonly code: number | null;
  readonly signal: string | null;
  /** SIGKILL was needed after the grace. */
  readonly killed: boolean;
  /** Processor time of all that it started, as far as it could be read; null: it could not. */
  readonly cpuMs: number | null;
  /** How long its threads, as many as lived when its part ended, waited for a processor; null as above. */
  readonly waitMs: number | null;
  /** The largest resident set that was seen of all its processes together. */
  readonly maxRssKb: number | null;
  /** How the system had it share the processors: `batch`, or what was seen instead. None: nothing was seen. */
  readonly scheduling?: string | undefined;
  /** The end of what it wrote on standard error: as much as the host was asked to keep. */
  readonly stderr: string;
  /** The beginning of it, where that is not in `stderr`. */
  readonly stderrStart?: string | undefined;
  /** Processes of it that were still there after everything: 0, or the host has failed. */
  readonly survivors: number;
  /** Which, if there are any. */
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

/** What the record says of the end of a seat. `early`: its part has ended before the game. */
export function exitFacts(processes: ProcessEnding | undefined, early: boolean) {
  if (!processes) return NO_PROCESSES;
  const { stderr, stderrStart, survivors, survivorPids, ...facts } = processes;
  const shown = early ? stderrExcerpt(stderr, stderrStart) : [];
  return { ...facts, ...(survivors > 0 && { survivors }), ...(shown.length > 0 && { stderr: shown }) };
}
