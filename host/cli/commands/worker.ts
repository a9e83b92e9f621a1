import { existsSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import { UsageError } from '../../core/errors.ts';
import { isPostgresAddress, splitExperiment, withoutPassword } from '../../core/postgres-address.ts';
import { counted, visibleJson } from '../../core/text.ts';
import { StoreFailure } from '../../sqlite/fault.ts';
import { type Command, commandOf } from '../command.ts';
import type { GamesWords } from '../game-words.ts';
import type { WorkerFloor } from '../jobs/worker-floor.ts';
import { printLines, printNotes } from '../output.ts';

const options = {
  jobs: {
    kind: 'count',
    default: 'auto' as number | 'auto',
    min: 1,
    max: 1000,
    auto: true,
    value: 'N|auto',
    help: 'games at once; a game whose players think at the same moment counts as one for each. `auto`: one less than the processors',
    everyday: true,
  },
  store: {
    kind: 'text',
    default: undefined,
    value: 'URL',
    help: 'the database, where no URL is given: in WORDHOST_OPT_STORE no other user sees its password',
  },
  name: {
    kind: 'text',
    default: undefined,
    value: 'NAME',
    help: 'name of the worker in the database, where no other may have it (default: the machine and a few drawn letters)',
  },
  sandbox: {
    kind: 'choice',
    choices: ['off', 'process', 'auto', 'strict'] as const,
    default: 'off',
    help: 'least sandbox level of players here: runs with less are not played, whatever the database says',
    everyday: true,
  },
  network: {
    kind: 'flag',
    default: false,
    help: 'with --sandbox strict: plays runs whose players have the network, too',
  },
  readable: {
    kind: 'list',
    default: [],
    value: 'DIR',
    help: 'with --sandbox strict: folder that players of runs may play in and read; repeatable',
  },
  writable: {
    kind: 'list',
    default: [],
    value: 'DIR',
    help: 'with --sandbox strict: folder that players of runs may read and write; repeatable',
  },
  drain: {
    kind: 'flag',
    default: false,
    help: 'plays nothing: tells the workers of this machine, or the one of --name, to end after the games that they play',
    everyday: true,
  },
} as const;

/** Plays games for runs anywhere. */
export function workerOf(games: GamesWords): Command {
  return commandOf({
    summary: 'Plays games of tournaments and comparisons that keep them in PostgreSQL: one worker of a farm.',
    operands: {
      form: '[options] [URL]',
      min: 0,
      max: 1,
      expected: 'the database of a farm: wordhost worker postgres://ann@db.example/farm',
    },
    options,
    examples: [
      ['wordhost worker postgres://ann@db.example/farm', 'plays until it is stopped'],
      ['wordhost worker --jobs 4 postgres://ann@db.example/farm', 'four games at once'],
      ['wordhost worker --drain postgres://ann@db.example/farm', 'ends the workers of this machine'],
    ],
    notes:
      'SIGTERM or Ctrl-C: it takes no more games, and ends after those that it plays. Twice: what it plays goes to other workers.\n' +
      'Where the database is away, it keeps its results and waits up to 10 minutes.\n' +
      'Exit status: 0 it was told to end, 2 usage or no such database, 3 the database was away for too long.',
    async run({ operands, options: { jobs, name, drain, store = '', ...floor } }) {
      const [where = store] = operands;
      const shown = withoutPassword(where);
      if (!isPostgresAddress(where))
        throw new UsageError(
          `worker: expected a database, as in postgres://ann@db.example/farm; got ${visibleJson(shown)}`,
        );
      checkFloor(floor);
      const { server } = splitExperiment(where);
      const { GamesDatabase } = await import('../../runs/store/games-database.ts');
      const note = (line: string) => printNotes([line]);
      await using database = await GamesDatabase.open(server, { makes: true, note }).catch(
        (error: unknown) => {
          if (error instanceof StoreFailure) throw new UsageError(error.message);
          throw error;
        },
      );
      if (drain) {
        const told = await database.drainWorkers(hostname(), name);
        printLines([`${counted(told, 'worker')} told to end`]);
        return 0;
      }
      const slots = jobs === 'auto' ? Math.max(1, availableParallelism() - 1) : jobs;
      const { openWorker } = await import('../jobs/farm.ts');
      const { acceptedHosting } = await import('../jobs/worker-floor.ts');
      const worker = await openWorker(database, {
        ...{ slots, name },
        gameNamed: async (wanted) => {
          const words = games[wanted];
          if (!words) throw new UsageError(`this version of wordhost has no game ${visibleJson(wanted)}`);
          return await words.game();
        },
        hostingOf: (hosting) => acceptedHosting(hosting, floor),
        note: (line) => printNotes([`note: ${line}`]),
      });
      using stops = new Stops();
      printNotes([
        `plays games of ${database.name}, ${slots} at once; Ctrl-C ends it after those that it plays`,
      ]);
      await worker.run(stops);
      return 0;
    },
  });
}

function checkFloor({ sandbox, network, readable, writable }: WorkerFloor): void {
  const [odd] = Object.entries({ network, readable: readable.length > 0, writable: writable.length > 0 })
    .filter(([, isSet]) => isSet)
    .map(([name]) => name);
  if (odd !== undefined && sandbox !== 'strict')
    throw new UsageError(
      `--${odd}: it is for --sandbox strict; with ${sandbox}, players have the network and all files`,
    );
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
