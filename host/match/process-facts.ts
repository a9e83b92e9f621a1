import type { Nanos } from '../core/units.ts';
import { stderrExcerpt } from '../events/stderr-excerpt.ts';

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
  /** Of what was in it when the player was started; null: it is not known. */
  readonly sha256: string | null;
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
  readonly scheduling?: string;
  /** The end of what it wrote on standard error: as much as the host was asked to keep. */
  readonly stderr: string;
  /** The beginning of it, where that is not in `stderr`. */
  readonly stderrStart?: string | undefined;
  /** Processes of it that were still there after everything: 0, or the host has failed. */
  readonly survivors: number;
  /** Which, if there are any. */
  readonly survivorPids?: readonly number[];
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
