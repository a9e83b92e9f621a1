import { existsSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import { UsageError } from '../../core/errors.ts';
import { isPostgresAddress, withoutPassword } from '../../core/postgres-address.ts';
import { counted, visibleJson } from '../../core/text.ts';
import type { WorkerFloor } from '../../runs/farm/worker-floor.ts';
import { sandboxOptions } from '../../settings/options.ts';
import { StoreFailure } from '../../sqlite/fault.ts';
import { type Call, type Command, commandOf } from '../command.ts';
import type { GamesWords } from '../game-words.ts';
import { printLines, printNote, printNotes } from '../output.ts';
import { farmDatabase } from '../stores.ts';

const options = {
  jobs: {
    kind: 'count',
    default: 'auto' as number | 'auto',
    min: 1,
    max: 1000,
    auto: true,
    value: 'N|auto',
    help: 'number of games in parallel; a race counts once for each player. `auto`: one less than the number of processors',
    everyday: true,
  },
  store: {
    kind: 'text',
    default: undefined,
    value: 'URL',
    help: 'URL of the database, instead of the operand; WORDHOST_OPT_STORE hides its password from other users',
  },
  name: {
    kind: 'text',
    default: undefined,
    value: 'NAME',
    help: 'name of the worker, unique in the database (default: the machine and random letters)',
  },
  sandbox: {
    kind: 'choice',
    choices: ['off', 'process', 'auto', 'strict'] as const,
    default: 'off',
    help: 'lowest sandbox level at which this machine plays',
    everyday: true,
  },
  network: {
    kind: 'flag',
    default: false,
    relations: sandboxOptions.network.relations,
    help: 'with --sandbox strict: also play runs whose players may use the network',
  },
  readable: {
    kind: 'list',
    default: [],
    relations: sandboxOptions.readable.relations,
    value: 'DIR',
    help: 'with --sandbox strict: folder that the players of runs may read and use as working directory; repeatable',
  },
  writable: {
    kind: 'list',
    default: [],
    relations: sandboxOptions.writable.relations,
    value: 'DIR',
    help: 'with --sandbox strict: folder that the players of runs may read and write; repeatable',
  },
  drain: {
    kind: 'flag',
    default: false,
    help: 'ask the workers of this machine, or --name, to end after their current games',
    everyday: true,
  },
} as const;

/** Plays games for runs anywhere. */
export function workerOf(games: GamesWords): Command {
  return commandOf({
    summary: 'Plays games for tournaments and comparisons that use PostgreSQL, as one worker of a farm.',
    operands: {
      form: '[options] [URL]',
      min: 0,
      max: 1,
      expected: 'the database of a farm: wordhost worker postgres://ann@db.example/farm',
    },
    options,
    examples: [
      ['wordhost worker postgres://ann@db.example/farm', 'play until it is stopped'],
      ['wordhost worker --jobs 4 postgres://ann@db.example/farm', 'play four games in parallel'],
      ['wordhost worker --drain postgres://ann@db.example/farm', 'end the workers of this machine'],
    ],
    notes:
      'SIGTERM or Ctrl-C: the worker finishes its current games and ends. Twice: it ends at once, and other workers play those games.\n' +
      'If the database is not available, the worker keeps its results and waits for up to 10 minutes.\n' +
      'Exit status: 0 ended on request, 2 usage error or no such database, 3 the database was not available for too long.',
    run: async (call) => await work(games, call),
  });
}

async function work(
  games: GamesWords,
  { operands, options: { jobs, name, drain, store = '', ...floor } }: Call<typeof options>,
): Promise<number> {
  const [where = store] = operands;
  if (!isPostgresAddress(where)) {
    const came = where === '' ? 'nothing' : visibleJson(withoutPassword(where));
    throw new UsageError(
      `worker: expected a database, as in \`wordhost worker postgres://ann@db.example/farm\`; got ${came}`,
    );
  }
  checkFolders(floor);
  await using database = await farmDatabase(where, { makes: true });
  if (drain) {
    const told = await database.drainWorkers(hostname(), name);
    printLines([`${counted(told, 'worker')} asked to end`]);
    return 0;
  }
  const slots = jobs === 'auto' ? Math.max(1, availableParallelism() - 1) : jobs;
  const { openWorker } = await import('../../runs/farm/machine.ts');
  const { workerPool } = await import('../jobs/worker-processes.ts');
  const { acceptedHosting } = await import('../../runs/farm/worker-floor.ts');
  const worker = await openWorker(database, {
    slots,
    name,
    gameNamed: async (wanted) => {
      const words = games[wanted];
      if (words) return await words.game();
      throw new UsageError(`this version of wordhost does not know the game ${visibleJson(wanted)}`);
    },
    hostingOf: (hosting) => acceptedHosting(hosting, floor),
    note: (line) => printNote(`note: ${line}`),
    openPool: workerPool,
  });
  using stops = new Stops();
  printNotes([
    `playing games of ${database.name}, up to ${slots} at once; Ctrl-C ends the worker after its current games`,
  ]);
  stops.end.addEventListener('abort', () => database.stopWaiting(), { once: true });
  await worker.run(stops).catch((error: Error) => {
    if (!(error instanceof StoreFailure && stops.end.aborted)) throw error;
    printNote(`note: ${error.message}. Other workers play the games that this one had`);
  });
  return 0;
}

function checkFolders({ readable, writable }: WorkerFloor): void {
  for (const [option, folders] of Object.entries({ readable, writable }))
    for (const folder of folders)
      if (!existsSync(folder)) throw new UsageError(`--${option} ${folder}: there is no such file or folder`);
}

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** The first signal lets games be finished, the second does not, and the third waits for nothing. */
class Stops implements Disposable {
  readonly #controllers = [new AbortController(), new AbortController()] as const;
  #told = 0;
  readonly #take = () => {
    const next = this.#controllers[this.#told++];
    if (!next) process.exit(143);
    next.abort();
  };

  constructor() {
    for (const signal of signals) process.on(signal, this.#take);
  }

  get drain(): AbortSignal {
    return this.#controllers[0].signal;
  }

  get end(): AbortSignal {
    return this.#controllers[1].signal;
  }

  [Symbol.dispose](): void {
    for (const signal of signals) process.off(signal, this.#take);
  }
}
