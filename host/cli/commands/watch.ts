import { setTimeout as wait } from 'node:timers/promises';
import { HostFailure } from '../../core/errors.ts';
import { withoutPassword } from '../../core/postgres-address.ts';
import type { Result } from '../../events/result.ts';
import type { AnyGame, Games } from '../../games/game.ts';
import { CompareFold, seenByNew } from '../../runs/comparison.ts';
import type { ReadableStore } from '../../runs/store/contract.ts';
import {
  allGamesIn,
  comparisonIn,
  definitionIn,
  takeStored,
  versionsIn,
} from '../../runs/store/stored-runs.ts';
import { LivePage } from '../../serve/watch/live-page.ts';
import { type RunView, recordIn, serveLive } from '../../serve/watch/live-run.ts';
import { comparisonView, TestPath, tournamentView } from '../../serve/watch/run-views.ts';
import { inodeOf } from '../../sqlite/inode.ts';
import type { GameBetweenTwo, Question } from '../../tournament/comparison.ts';
import { TournamentFold } from '../../tournament/report.ts';
import { questionIn } from '../../tournament/stored-comparison.ts';
import { tournamentOf } from '../../tournament/stored-tournament.ts';
import { type Command, commandOf } from '../command.ts';
import { type GamesWords, loadGames } from '../game-words.ts';
import { printLines, printNotes, runOutput } from '../output.ts';
import { Interruption } from '../signals.ts';
import { gameOfStore, storesWithPrefix, storeToRead } from '../stores.ts';
import { reportOf, stateOf } from '../tournament/report-page.ts';

const options = {
  port: {
    kind: 'count',
    default: 0,
    min: 0,
    max: 65_535,
    help: 'port of the page on 127.0.0.1; 0: any free port',
    everyday: true,
  },
} as const;

/** The pause between looks at the store. It grows with the time that a look takes. */
const EVERY_MS = 1000;
const MOST_OF_TIME = 20;

/** Shows a store as a live page, while games come into it or afterwards. */
export function watchWith(games: GamesWords): Command {
  return commandOf({
    summary: 'Shows a tournament or a comparison as a live page, in a browser on this machine.',
    operands: {
      form: '[options] STORE',
      min: 1,
      max: 1,
      expected: 'one store, made by `wordhost tournament`: wordhost watch league.db',
      choices: [storesWithPrefix],
    },
    options,
    examples: [
      ['wordhost watch league.db', 'print the address of the page'],
      ['wordhost watch --port 8080 league.db', 'use a fixed port'],
    ],
    notes:
      'The page shows finished games; for running games, use --watch of the command that plays them.\n' +
      'It runs until Ctrl-C. The address of the page has a secret that nobody can guess.\n' +
      'Exit status: 130 or 143 interrupted, 2 no such store, or the port is in use, 3 the store was removed or\n' +
      'replaced.',
    async run(call) {
      using interruption = new Interruption();
      const [path] = call.operands as [string];
      return await watch(path, await loadGames(games), call.options.port, interruption);
    },
  });
}

async function watch(where: string, games: Games, port: number, interruption: Interruption): Promise<number> {
  const path = withoutPassword(where);
  const { signal } = interruption;
  const file = inodeOf(path);
  const isGone = () => inodeOf(path) !== file;
  await using store = await storeToRead(where);
  const followed = await FollowedStore.open(store, path, games);
  const { title, game } = followed.shown;
  const output = runOutput(false);
  const report = reportOf(store, path, games);
  const page = new LivePage({
    title,
    game,
    isElsewhere: true,
    progress: () => followed.shown.progress(),
    isOver: () => followed.shown.isOver?.() ?? false,
    gamesOfSeed: followed.shown.gamesOfSeed ?? 1,
    figures: () => followed.shown.figures(),
    record: async (number) => recordIn(await store.record(number), number, game, output),
    report: async () => {
      if (isGone()) throw new HostFailure(`${path} has been removed, renamed or replaced`);
      return await report();
    },
  });
  const look = async () => {
    const { records } = await store.counts();
    const come = await followed.read();
    page.over(come.map((each) => ({ ...each, hasRecord: records > 0 })));
    page.changed();
  };
  await look();
  await using server = await serveLive(page, port, { option: (value) => `--port ${value}`, output });
  printLines([server.line]);
  printNotes([`showing ${path}; Ctrl-C ends it`]);
  let next = EVERY_MS;
  let seen = await stateOf(store);
  while (!signal.aborted) {
    await wait(next, undefined, { signal }).catch(() => {});
    if (isGone()) return gone(page, path);
    const now = await stateOf(store);
    if (now === seen) continue;
    seen = now;
    const start = performance.now();
    await look();
    next = Math.max(EVERY_MS, MOST_OF_TIME * (performance.now() - start));
  }
  page.end('The command has ended. This page no longer changes.');
  return interruption.status ?? 0;
}

/** The path leads to another file than the open one. A page of both would show neither. */
function gone(page: LivePage, path: string): never {
  page.end('The store has been removed, renamed or replaced. This page no longer changes.');
  throw new HostFailure(
    `${path} has been removed, renamed or replaced, and the page has ended. To show the new file, run the command again`,
  );
}

interface StoredGame {
  readonly number: number;
  readonly result: Result;
}

/** The fold of the games of a store. */
interface Counted {
  readonly shown: RunView;
  /** More games, in the order of their numbers. */
  take(games: readonly StoredGame[]): void;
  /** Some of them do not count any more: all have to be counted again. */
  readonly isOutdated: boolean;
}

/** A tournament or a comparison in a store, while another command keeps games there or afterwards. */
export class FollowedStore {
  readonly #store: ReadableStore;
  readonly #path: string;
  readonly #games: Games;
  #counted: Counted;
  /** The version of the definition that the games were counted by. */
  #version: number;
  readonly #known = new Set<number>();

  static async open(store: ReadableStore, path: string, games: Games): Promise<FollowedStore> {
    const { version } = await definitionIn(store, path);
    return new FollowedStore(store, path, games, await countedIn(store, path, games), version);
  }

  private constructor(store: ReadableStore, path: string, games: Games, counted: Counted, version: number) {
    this.#store = store;
    this.#path = path;
    this.#games = games;
    this.#counted = counted;
    this.#version = version;
  }

  get shown(): RunView {
    return this.#counted.shown;
  }

  /** Counts what has come since it was last called, and answers with it. */
  async read(): Promise<readonly StoredGame[]> {
    const { version } = await definitionIn(this.#store, this.#path);
    const isSame = version === this.#version;
    // Players and rounds were added, or offences are counted from now on: what was counted may mean something else.
    if (!isSame) this.#counted = await countedIn(this.#store, this.#path, this.#games);
    this.#version = version;
    const games = await this.#allBut(isSame ? this.#known : new Set());
    this.#counted.take(games);
    if (this.#counted.isOutdated) await this.#countAgain();
    const come = games.filter(({ number }) => !this.#known.has(number));
    for (const { number } of come) this.#known.add(number);
    return come;
  }

  async #countAgain(): Promise<void> {
    const counted = await countedIn(this.#store, this.#path, this.#games);
    counted.take(await this.#allBut(new Set()));
    this.#counted = counted;
  }

  async #allBut(known: ReadonlySet<number>): Promise<readonly StoredGame[]> {
    const games = await allGamesIn(this.#store, known);
    return games.map(({ game: number, result }) => ({ number, result }));
  }
}

async function countedIn(store: ReadableStore, path: string, games: Games): Promise<Counted> {
  const compared = comparisonIn(store, await definitionIn(store, path));
  if (!compared) return await countedTournament(store, path, games);
  const { game, players } = compared;
  const names = players.map(({ name }) => name);
  return new CountedComparison({ game: gameOfStore(games, game, path), names }, questionIn(compared));
}

async function countedTournament(store: ReadableStore, path: string, games: Games): Promise<Counted> {
  const tournament = tournamentOf(await versionsIn(store, path));
  const fold = new TournamentFold(tournament);
  return {
    shown: tournamentView(gameOfStore(games, tournament.game, path), tournament.name, () => fold),
    take(come) {
      for (const { number, result } of come) takeStored(fold, number, result);
    },
    get isOutdated() {
      return fold.isOutdated;
    },
  };
}

interface ComparedPlayers {
  readonly game: AnyGame;
  readonly names: readonly string[];
}

/** Takes games as the command counts them: in their order, up to the one that decides. */
class CountedComparison implements Counted {
  readonly shown: RunView;
  readonly isOutdated = false;
  readonly #question: Question;
  readonly #seen = new Map<number, GameBetweenTwo>();
  #last = 0;
  #fold: CompareFold;
  #path = new TestPath();

  constructor(players: ComparedPlayers, question: Question) {
    this.#question = question;
    this.#fold = new CompareFold(question);
    const [comparison, path] = [() => this.#fold.comparison, () => this.#path];
    this.shown = comparisonView({ ...players, comparison, path });
  }

  take(games: readonly StoredGame[]): void {
    const come = games.flatMap(({ number, result }) => {
      const seen = seenByNew(result);
      return seen ? [[number, seen] as const] : [];
    });
    const isInOrder = come.every(([number]) => number > this.#last);
    for (const [number, seen] of come) this.#seen.set(number, seen);
    if (isInOrder) this.#count(come);
    else {
      this.#fold = new CompareFold(this.#question);
      this.#path = new TestPath();
      this.#count([...this.#seen].sort(([one], [other]) => one - other));
    }
  }

  #count(games: readonly (readonly [number: number, seen: GameBetweenTwo])[]): void {
    for (const [number, seen] of games) {
      this.#last = number;
      if (this.#fold.isDone) continue;
      this.#fold.takeSeen(seen);
      this.#path.take(this.#fold.comparison);
    }
  }
}
