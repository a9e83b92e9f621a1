import type { Nanos, Seat } from '../core/units.ts';
import type { LeavingCause, Offence } from '../games/kit/verdict.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import type { PlayedFile, ProcessEnding, ProcessFacts } from './process-facts.ts';

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
   * Its part is over: nothing more is read or told but signals, and it is ended: at once, or when it has had time to read
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
  gone(departure: Gone, at: Nanos): void;
  /** It did what no message can show, such as not reading. It may go on until it is dismissed. */
  caught(offence: Offence, at: Nanos): void;
  /** The host cannot reach it any more, by a failure of its own: no player is at fault. Told once, and instead of `gone`. */
  lost?(problem: string, at: Nanos): void;
  /** A signal was sent to its processes. */
  signalled?(signal: 'SIGTERM' | 'SIGKILL', at: Nanos): void;
}

export interface Gone {
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
  const detail = `did not read: ${bytesWaiting} bytes wait to be written to it (--max-unread)`;
  return { kind: 'flood', rule: 'unread', detail };
}
