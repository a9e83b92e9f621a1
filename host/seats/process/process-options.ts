import { millis, type Nanos, type Seat } from '../../core/units.ts';
import type { SandboxLevel } from '../../match/seat.ts';
import type { Caps } from './limits/excess-watch.ts';
import type { StderrTarget } from './pipes/stderr-sink.ts';
import type { LastingFiles, PlayerBundle, PlayerFiles } from './player-files.ts';
import { leastRequest, type StrictRequest } from './sandbox/sandbox.ts';
import { ownFolders } from './sandbox/strict.ts';

/** The key of the server of language models. The host gives it to players that are to have it, and to nobody else. */
export const MODEL_KEY = 'WORDHOST_MODEL_KEY';

/** The seats and their commands. */
export interface SeatPlan {
  readonly seat: Seat;
  readonly name: string;
  /** Passed to the shell unchanged. */
  readonly command: string;
  readonly own?: OwnProcessOptions | undefined;
  readonly files?: PlayerFiles | undefined;
  /** The reason why it cannot be started, and the output of its preparation. */
  readonly unprepared?: { readonly problem: string; readonly output: string } | undefined;
}

/** Options of one player, which replace those of all. */
export type OwnProcessOptions = Partial<
  Pick<ProcessOptions, 'cwd' | 'strict' | 'variables' | 'memoryCap' | 'cpuCap' | 'processCap' | 'unreadCap'>
> & {
  /** The player's own files, which replace the working directory. */
  readonly bundle?: PlayerBundle | undefined;
};

/** Options of all players of a game. */
export interface ProcessOptions {
  /** The game's id. With the seat it marks every process of a player in its environment. */
  readonly game: string;
  readonly sandbox: 'auto' | SandboxLevel;
  readonly shell: string;
  readonly cwd: string | undefined;
  /** The longest time before SIGTERM in which a fair player reads the end of its game (default: 250 ms). */
  readonly farewellNs?: Nanos | undefined;
  /** The time between SIGTERM and SIGKILL. */
  readonly graceNs: Nanos;
  /** The limit of unread bytes. */
  readonly unreadCap: number;
  /** Stored bytes of the end of standard error (default: 64 KiB). */
  readonly stderrCap?: number | undefined;
  /** Bytes of standard error in the record, with the times of its lines. */
  readonly keptStderr?: number | undefined;
  /** The memory of a player and everything that it started. */
  readonly memoryCap?: number | undefined;
  /** Polls memory ten times a second, even under `strict`: preparation needs no control group. */
  readonly pollsMemory?: boolean | undefined;
  readonly processCap?: number | undefined;
  /** Total processor time of a player and everything that it started. */
  readonly cpuCap?: Nanos | undefined;
  readonly stderr: StderrTarget;
  /** False runs players in the normal scheduling class, to show the difference. */
  readonly batch?: boolean | undefined;
  /** A player that leaves the batch class has offended. */
  readonly requireBatch?: boolean | undefined;
  readonly strict?: StrictRequest | undefined;
  /** The host's own environment, if it was already read: each look at a variable is a system call. */
  readonly inherited?: NodeJS.ProcessEnv | undefined;
  /** Variables of every player, which replace those of the host. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** Variables of a player besides the host's own, `WORDHOST_GAME` and `WORDHOST_SEAT`. */
  readonly environment: (seat: Seat) => Readonly<Record<string, string>>;
  readonly clock: () => Nanos;
  /** Files of the host that players are told of. */
  readonly lasting?: LastingFiles | undefined;
}

export const defaultFarewell = millis(250);
export const defaultUnreadCap = 1_048_576;
/** No honest program has reached it yet. */
export const defaultProcessCap = 512;

export function capsOf(hosting: ProcessOptions, level: SandboxLevel, canBeBatch: boolean): Caps {
  const { memoryCap: memory, processCap = defaultProcessCap, cpuCap = Number.POSITIVE_INFINITY } = hosting;
  const folders = level === 'strict' ? ownFolders(hosting.strict ?? leastRequest) : [];
  const isBatch = canBeBatch && hosting.batch !== false;
  const batch = isBatch ? (hosting.requireBatch ? 'required' : 'seen') : undefined;
  return { memory, processes: processCap, cpu: cpuCap, folders, batch };
}
