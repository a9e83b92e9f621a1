import type { SandboxLevel } from '../../../match/process-facts.ts';
import type { GroupMount } from '../cgroups/mounts.ts';
import type { Launcher } from '../launcher/launcher.ts';
import type { PlayerUser } from './player-users.ts';

/** One way to keep a player apart from the rest of the machine. */
export interface Sandbox {
  readonly level: SandboxLevel;
  /** The player gets a pid namespace, whose first process is ours: when that ends, the kernel ends all in it. */
  readonly namespace: boolean;
  /** What it leaves running when the host dies must be found by somebody else. */
  readonly needsReaper: boolean;
  /** A user of its own for each player, where it is not the host's: the pipes must be that user's. */
  readonly takeUser?: ((request: StrictRequest) => PlayerUser) | undefined;
  /** Programs besides the one that its command line begins with. */
  readonly needs?: readonly string[];
  /** Why it cannot be on this machine, whatever programs it has. */
  readonly obstacle?: string | undefined;
  /** Looks up what `wrap` needs to know, before the sandbox is tried. */
  prepare?(launcher: Launcher): Promise<void>;
  /** Looks up what its programs lack here, where it was tried and has failed: `wrap` does without that then. */
  learn?(launcher: Launcher): Promise<void>;
  /** A file that the wrapper reads on descriptor 9, opened again for each. */
  reads?(surroundings: Surroundings): string;
  /** The command line that runs this one in it. */
  wrap(argv: readonly string[], surroundings: Surroundings): readonly string[];
}

/** What a player is to have of the machine. Only the level `strict` keeps everything else from it. */
export interface Surroundings {
  readonly cwd: string;
  /** The word list that the player is told of. */
  readonly dictionary: string | undefined;
  /** The same as a KWG file. */
  readonly kwg?: string | undefined;
  readonly strict: StrictRequest;
  /** Where control groups are to be seen and not changed, because one limits this player. */
  readonly groups?: readonly GroupMount[] | undefined;
  /** The user of this player, if the sandbox gives each its own. */
  readonly user?: number | undefined;
}

export interface StrictRequest {
  readonly network: boolean;
  /** Files and folders besides the working directory. */
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** The host's own files, such as records, and ways to other programs: nobody sees them, wherever they lie. They exist. */
  readonly hidden: readonly string[];
}

export const leastRequest: StrictRequest = { network: false, readable: [], writable: [], hidden: [] };
