import { keptKwg } from '../../lexicon/kept/kept-gaddag.ts';
import type { OpenSeats, SeatRequest } from '../../match/seat.ts';
import { NamedFiles } from './fingerprint/named-files.ts';
import type { Hosting, OwnHosting, SeatPlan } from './hosting.ts';
import { lastingFiles } from './lasting-files.ts';
import { openSeats } from './open-seats.ts';
import { findProgram } from './processes/find-program.ts';
import { onProcessor } from './processes/pinning.ts';

/** What the user wants of the hosting; the rest follows from the match. */
export type HostingRequest = Omit<Hosting, 'game' | 'environment' | 'clock' | 'inherited' | 'lasting'> & {
  /** A folder with nothing in it but this host's own command. */
  readonly commandFolder: string | undefined;
  /** By the names of players. */
  readonly own?: ReadonlyMap<string, OwnHosting> | undefined;
};

/** Players as processes on pipes. */
export function processSeats(request: HostingRequest): OpenSeats {
  const { commandFolder, own, ...hosting } = request;
  const inherited = { ...process.env };
  const kwgFileOf = kwgFiles();
  return async (requests, listenerOf) => {
    await using stack = new AsyncDisposableStack();
    const { match, lexicon, clock } = requests[0]!;
    const files = stack.use(lastingFiles(lexicon, commandFolder !== undefined));
    const kwgFile = kwgFileOf(requests[0]!);
    const told = new Map(
      requests.map((each) => [each.seat, environmentOf(each, kwgFile, commandFolder, inherited)]),
    );
    const { seats } = stack.use(
      await openSeats(
        requests.map((each) => planOf(each, hosting, own?.get(each.name))),
        { ...hosting, inherited, game: match, environment: (seat) => told.get(seat)!, clock, lasting: files },
        listenerOf,
      ),
    );
    const opened = stack.move();
    return { seats, [Symbol.asyncDispose]: () => opened.disposeAsync() };
  };
}

function planOf(
  each: SeatRequest,
  { shell, cwd = '.' }: Pick<Hosting, 'shell' | 'cwd'>,
  own: OwnHosting | undefined,
): SeatPlan {
  const files = new NamedFiles(each.command, own?.cwd ?? cwd);
  return { ...onItsProcessor(each, shell), own, files };
}

function onItsProcessor({ seat, name, processor, command }: SeatRequest, shell: string): SeatPlan {
  if (processor === undefined) return { seat, name, command };
  const program = findProgram('taskset') ?? 'taskset';
  return { seat, name, command: onProcessor(program, processor, shell, command) };
}

/** Where none can be made of a list, that is not tried again in each game. */
function kwgFiles(): (request: SeatRequest) => string | undefined {
  const without = new Set<string>();
  return ({ kwg = false, lexicon }) => {
    if (!kwg || !lexicon || without.has(lexicon.sha256)) return undefined;
    const file = keptKwg(lexicon);
    if (file === undefined) without.add(lexicon.sha256);
    return file;
  };
}

/** Where a shell looks for programs that has no PATH. */
const SHELL_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** What a player is told of its game, in its environment. */
function environmentOf(
  { game, players, lexicon, seed }: SeatRequest,
  kwgFile: string | undefined,
  commandFolder: string | undefined,
  { PATH }: NodeJS.ProcessEnv,
): Record<string, string> {
  return {
    WORDHOST_GAME_NAME: game,
    WORDHOST_PLAYERS: String(players),
    ...(lexicon && { WORDHOST_DICTIONARY: lexicon.path }),
    ...(kwgFile && { WORDHOST_KWG: kwgFile }),
    WORDHOST_PLAYER_SEED: String(seed),
    ...(commandFolder && {
      PATH: [commandFolder, PATH ?? SHELL_PATH].filter((each) => each !== '').join(':'),
    }),
  };
}
