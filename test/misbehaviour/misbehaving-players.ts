import type { Result } from '../../host/events/result.ts';
import type { MemoryLimit, SandboxLevel } from '../../host/match/seat.ts';
import { SHORT_BUNCH } from './misbehaving-game.ts';

type Became = Readonly<Record<string, unknown>>;

/** One misbehaviour, and what becomes of whom: the misbehaving has seat 1, an honest player seat 2. */
export interface Misbehaviour {
  /** A program of this folder; also the misbehaviour's name. */
  readonly program: string;
  readonly game: Partial<Result>;
  readonly became: Became;
  readonly options?: readonly string[];
  /** What its limits and its work may take, in milliseconds, beside an ordinary short game. */
  readonly lasts?: number;
  /** Tiles in the bunch: how long the honest player has to play. */
  readonly tiles?: number;
  readonly says?: RegExp;
  /** How its memory is to be limited: other ways are not tried. */
  readonly memory?: MemoryLimit;
  /** Where a level cannot promise the same, or does more. */
  readonly on?: Partial<Record<SandboxLevel, Different>>;
}

export interface Different extends Partial<Omit<Misbehaviour, 'on'>> {
  /** The honest player's end, where the misbehaving can bring it about. */
  readonly honest?: Became;
  readonly survivors?: number;
  readonly skip?: string;
}

/** The game is to end by the verdict: on a busy machine it may be long until a player is out. */
const LONG_BUNCH = 960;

/** The honest player is the only one left. */
const alone = { outcome: 'won', winner: 2, reason: 'last-player' } as const;
/** The misbehaving has no verdict of its own: the honest player plays on to the end, and wins. */
const playedOut = { outcome: 'won', winner: 2, reason: 'bunch-empty' } as const;
const lost = { outcome: 'lost', offence: undefined };
const killed = { ...lost, exit: { killed: true } };
const offender = (kind: string, rule: string) => ({ outcome: 'offender', offence: { kind, rule } });
const left = (cause: string) => ({ outcome: 'left', cause, offence: undefined });
const failed = (rule: string) => ({ outcome: 'failed', offence: { kind: 'startup', rule } });

/** It has no verdict, and must be gone when the game is. */
const lingers = (name: string, more: Partial<Misbehaviour> = {}): Misbehaviour => ({
  program: `lingering/${name}`,
  game: playedOut,
  became: lost,
  ...more,
});
const falls = (program: string, became: Became, more: Partial<Misbehaviour> = {}): Misbehaviour => ({
  program,
  game: alone,
  became,
  tiles: LONG_BUNCH,
  ...more,
});

/** Holds more memory than it may, which the kernel sees, or the host at its looks. */
const holds = (name: string, memory: MemoryLimit, more: Partial<Misbehaviour> = {}) =>
  falls(`holding/${name}`, offender('memory', 'resident'), {
    options: ['--memory', '64M'],
    lasts: 1500,
    memory,
    ...more,
    on: { ...(memory === 'polled' && { strict: { skip: 'refused: test/cli/memory' } }), ...more.on },
  });
const unseen: Partial<Misbehaviour> = { game: playedOut, became: lost, tiles: SHORT_BUNCH };
const outside = { on: { process: { became: offender('memory', 'group') } } };

const unbounded = (skip: string) => ({ bubblewrap: { skip }, unshare: { skip }, process: { skip } });

/*
 * Elsewhere:
 * - an answer in the pipe at the timeout, and the host's loop blocked: test/alone/blocked-loop
 * - the host SIGKILLed at a start and mid-game: test/seats/host-death, test/seats/strict; SIGTERM and SIGINT to the
 *   host: test/cli/interrupt
 * - a command not found or not executable: test/cli/outcomes; a NUL in the command, which no command line can hold:
 *   test/seats/starting; a shell that is missing: misbehaviours.test, test/seats/starting
 * - two players that are removed in one millisecond: both-removed.test
 * - no namespaces on the machine: misbehaviours.test, test/seats/host-death
 * - reads the host's environment and home, the network, and all else that two hostile players try: hostile.test
 */
export const misbehaviours: readonly Misbehaviour[] = [
  falls('leaving/answers-and-exits.sh', left('exited')),
  // Before the deal or after it, whichever is first.
  falls('leaving/exits-before-its-first-read.sh', { outcome: /^(failed|left)$/ }),
  falls('leaving/dies-of-a-signal.sh', { ...left('crashed'), exit: { code: null, signal: 'SIGSEGV' } }),
  falls('leaving/closes-its-output-and-lives.sh', left('closed')),
  { program: 'leaving/closes-its-input.sh', game: playedOut, became: lost },
  { program: 'leaving/starts-slowly.sh', game: playedOut, became: lost, lasts: 500 },
  falls('leaving/is-never-ready.sh', failed('silent'), { options: ['--ready-timeout', '3s'], lasts: 3000 }),
  { program: 'leaving/opens-dev-stdin-and-stdout.sh', game: playedOut, became: lost },

  lingers('background-child.sh'),
  lingers('double-fork-with-a-session.sh'),
  falls('lingering/daemon-that-holds-the-pipe.sh', left('exited')),
  lingers('ignores-sigterm.sh', { became: killed }),
  lingers('stops-itself.sh', { became: killed }),
  lingers('late-answer.sh', { became: { ...lost, peels: 0, late: 0, exit: { code: 3, killed: false } } }),
  lingers('forks-without-end.c', { became: killed, options: ['--max-processes', '100000'] }),
  falls('lingering/forks-without-end.c', offender('flood', 'processes'), {
    options: ['--max-processes', '100'],
    lasts: 2000,
    on: { process: { skip: 'it forks away from each look, and the game is over first' } },
  }),
  lingers('fork-bomb.c', {
    became: killed,
    // Two hundred are looked for, and each is ended.
    lasts: 1000,
    says: /^made 200$/m,
    // Of the 128 some are the host's.
    on: { strict: { says: /^made 12\d$/m } },
  }),
  lingers('empty-environment.sh', {
    became: killed,
    on: { process: { became: { ...lost, exit: { killed: false } }, survivors: 1 } },
  }),

  // The bunch is soon empty by its dumps, and the honest player's next peel the last.
  { program: 'flooding/dumps-without-end.sh', game: playedOut, became: lost },
  falls('flooding/dumps-without-end.sh', offender('flood', 'output'), { options: ['--max-output', '1K'] }),
  falls('flooding/late-peels-without-end.sh', offender('flood', 'late'), {
    options: ['--max-late', '32K'],
    lasts: 2000,
  }),
  falls('flooding/never-reads.c', offender('flood', 'unread'), {
    options: ['--max-unread', '4K'],
    lasts: 2000,
  }),
  { program: 'flooding/huge-grid-cut-off.sh', game: playedOut, became: lost },
  falls('flooding/huge-grid-cut-off.sh', offender('flood', 'message'), { options: ['--max-message', '64K'] }),
  falls('flooding/gigabyte-of-dots.sh', offender('protocol', 'byte')),
  falls('flooding/huge-late-grids.sh', offender('flood', 'late'), { lasts: 2000 }),
  { program: 'flooding/floods-standard-error.sh', game: playedOut, became: lost },
  falls('flooding/floods-before-it-is-ready.sh', offender('protocol', 'order')),
  holds('memory.sh', 'group'),
  holds('memory.sh', 'polled'),
  holds('nameless-files.c', 'group'),
  holds('nameless-files.c', 'polled'),
  holds('shared-segments.c', 'group'),
  holds('shared-segments.c', 'polled'),
  holds('pipes.c', 'group'),
  holds('pipes.c', 'polled', unseen),
  holds('sockets.c', 'group'),
  holds('sockets.c', 'polled', unseen),
  holds('netlink-sockets.c', 'group', {
    ...unseen,
    tiles: 480,
    says: /^holds 7\d MiB$/m,
    on: { strict: { says: /^holds 0 MiB$/m } },
  }),
  holds('files-in-flight.c', 'group'),
  holds('files-in-flight.c', 'polled', unseen),
  holds('brief-children.c', 'group'),
  holds('outside-its-group.sh', 'group', outside),
  holds('a-thread-outside.c', 'group', outside),
  holds('a-higher-limit.sh', 'group'),
  falls('holding/more-files-than-bytes.c', offender('flood', 'files'), {
    lasts: 1500,
    on: unbounded('it would take what its user may have'),
  }),

  {
    program: 'flooding/fills-the-disk.sh',
    game: playedOut,
    became: lost,
    lasts: 1000,
    tiles: 250,
    on: {
      ...unbounded('it would fill the disk'),
      // 64 MiB each, and three files of 20 MB fit in whole.
      strict: { says: /^\/tmp: 6\d{7}\n\/dev\/shm: 6\d{7}\n$/ },
    },
  },
  {
    program: 'flooding/opens-files-without-end.c',
    game: playedOut,
    became: lost,
    says: /^opened \d+$/m,
    // Of the 256 it has some from the start.
    on: { strict: { says: /^opened 25\d$/m } },
  },

  falls('bytes/binary.sh', offender('protocol', 'byte')),
  falls('bytes/nul.sh', offender('protocol', 'byte')),
  falls('bytes/bad-utf8.sh', offender('protocol', 'byte')),
  falls('bytes/carriage-return.sh', offender('protocol', 'byte')),
  falls('bytes/crlf.sh', offender('protocol', 'byte')),
  falls('bytes/line-separator.sh', offender('protocol', 'byte')),
  { program: 'bytes/crlf.sh', game: playedOut, became: { ...lost, dumps: 1 }, options: ['--lenient'] },

  { program: 'talking/one-byte-at-a-time.sh', game: playedOut, became: { ...lost, dumps: 1 }, tiles: 120 },
  falls('talking/many-messages-at-once.sh', { ...offender('illegal', 'tiles'), dumps: 5 }),
  falls('talking/unterminated-last-message.sh', left('exited')),
  falls('talking/talks-before-the-deal.sh', { outcome: 'offender', offence: { kind: 'protocol' } }),
  falls('talking/ready-twice.sh', offender('protocol', 'order')),
  falls('talking/two-faults-at-once.sh', offender('protocol', 'byte')),

  {
    program: 'attacking/kill-everything.sh',
    game: playedOut,
    became: lost,
    on: { process: { skip: 'it would end everything of its user, the host first' } },
  },
  {
    program: 'attacking/kills-all-others-of-its-namespace.sh',
    game: playedOut,
    became: lost,
    on: { process: { skip: 'it would end everything of its user, the host first' } },
  },
  {
    program: 'attacking/writes-into-the-other-players-pipe.sh',
    game: playedOut,
    became: lost,
    // It looks at every process of the machine, one after the other.
    tiles: 480,
    // What comes out of a player's pipe is that player's: without a namespace it can be slandered.
    on: {
      process: {
        game: { outcome: 'won', winner: 1, reason: 'last-player' },
        became: { outcome: 'won' },
        honest: offender('protocol', 'byte'),
      },
    },
  },
  {
    program: 'attacking/floods-the-line-of-its-supervisor.c',
    // Ended with its namespace, or kept by the system from doing it.
    game: { outcome: 'won', winner: 2 },
    became: { outcome: /^(left|lost)$/ },
    on: { process: { skip: 'there is no such line' } },
  },
];
