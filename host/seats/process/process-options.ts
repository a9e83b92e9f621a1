import { millis, type Nanos, type Seat } from '../../core/units.ts';
import type { SandboxLevel } from '../../match/seat.ts';
import type { Caps } from './limits/excess-watch.ts';
import type { StderrTarget } from './pipes/stderr-sink.ts';
import type { LastingFiles, PlayerBundle, PlayerFiles } from './player-files.ts';
import { leastRequest, type StrictRequest } from './sandbox/sandbox.ts';
import { ownFolders } from './sandbox/strict.ts';

/** The seats, and what is run in each. */
export interface SeatPlan {
  readonly seat: Seat;
  readonly name: string;
  /** Goes verbatim to the shell. */
  readonly command: string;
  readonly own?: OwnProcessOptions | undefined;
  /** Their hashes are told with its end. */
  readonly files?: PlayerFiles | undefined;
  /** Why it cannot be started, and what was printed of that. */
  readonly unprepared?: { readonly problem: string; readonly output: string } | undefined;
}

/** What holds for one player, instead of what holds for all. */
export type OwnProcessOptions = Partial<
  Pick<ProcessOptions, 'cwd' | 'strict' | 'variables' | 'memoryCap' | 'cpuCap' | 'processCap' | 'unreadCap'>
> & {
  /** Its own files, in which it plays instead of in a working directory of this machine. */
  readonly bundle?: PlayerBundle | undefined;
};

/** What holds for all players of one game. */
export interface ProcessOptions {
  /** The game's id. With the seat it marks every process of a player, in its environment. */
  readonly game: string;
  readonly sandbox: 'auto' | SandboxLevel;
  readonly shell: string;
  readonly cwd: string | undefined;
  /** The longest time before SIGTERM in which a player that did nothing wrong reads how its game ended; 250 ms where nothing is said. */
  readonly farewellNs?: Nanos | undefined;
  /** From SIGTERM to SIGKILL. */
  readonly graceNs: Nanos;
  /** Bytes that may wait for a player that does not read. */
  readonly unreadCap: number;
  /** Bytes that are kept of the end of its standard error; 64 KiB where nothing is said. */
  readonly stderrCap?: number | undefined;
  /** Bytes of the end of it that a record has, with the times of its lines. */
  readonly keptStderr?: number | undefined;
  /** Bytes of memory that a player may hold with all that it started. */
  readonly memoryCap?: number | undefined;
  /** Its memory is looked at ten times a second, also under `strict`: what is no promise to players needs no control group. */
  readonly pollsMemory?: boolean | undefined;
  /** Processes that a player may have at once. */
  readonly processCap?: number | undefined;
  /** Processor time that a player may use in all, with all that it started. */
  readonly cpuCap?: Nanos | undefined;
  readonly stderr: StderrTarget;
  /** Unless players are not to be batch work, to see what that is for. */
  readonly batch?: boolean | undefined;
  /** A player that is seen not to be batch work any more has offended. */
  readonly requireBatch?: boolean | undefined;
  /** What the level `strict` lets through. */
  readonly strict?: StrictRequest | undefined;
  /** The host's own environment, where it has been read already: each look at a variable is a call to the system's library. */
  readonly inherited?: NodeJS.ProcessEnv | undefined;
  /** More for the environment of every player, and stronger than the host's own. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** What this player finds in its environment besides the host's own, `WORDHOST_GAME` and `WORDHOST_SEAT`. */
  readonly environment: (seat: Seat) => Readonly<Record<string, string>>;
  readonly clock: () => Nanos;
  /** The files of the host that players are told of; none: it has none that could be deleted. */
  readonly lasting?: LastingFiles | undefined;
}

export const defaultFarewell = millis(250);
export const defaultUnreadCap = 1_048_576;
/** No honest program has met it yet. */
export const defaultProcessCap = 512;

/** What one player of this game may have of the machine. */
export function capsOf(hosting: ProcessOptions, level: SandboxLevel, canBeBatch: boolean): Caps {
  const { memoryCap: memory, processCap = defaultProcessCap, cpuCap = Number.POSITIVE_INFINITY } = hosting;
  const folders = level === 'strict' ? ownFolders(hosting.strict ?? leastRequest) : [];
  const isBatch = canBeBatch && hosting.batch !== false;
  const batch = isBatch ? (hosting.requireBatch ? 'required' : 'seen') : undefined;
  return { memory, processes: processCap, cpu: cpuCap, folders, batch };
}
