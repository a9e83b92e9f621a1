import type { Result } from '../../events/result.ts';
import type { AnyGame, Games } from '../../games/game.ts';
import type { ReadableStore } from '../../runs/store/contract.ts';
import type { Question } from '../../tournament/comparison.ts';
import { tournamentOf } from '../../tournament/file/kept-tournament.ts';
import type { GameBetweenTwo } from '../../tournament/game-between-two.ts';
import { TournamentFold } from '../../tournament/report/tournament-fold.ts';
import { CompareFold, seenByNew } from '../comparing/compare-fold.ts';
import { comparisonIn, questionIn } from '../comparing/kept/read-comparison.ts';
import { gameOfStore } from '../stores/game-of-store.ts';
import { fileIn, resultIn, takeKept, versionsIn } from '../tournament/kept-games.ts';
import { RatioPath } from './ratio-path.ts';
import { shownComparison, shownTournament } from './shown-runs.ts';
import type { Shown } from './watching.ts';

interface StoredGame {
  readonly number: number;
  readonly result: Result;
}

/** What the games of a store come to. */
interface Counted {
  readonly shown: Shown;
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
  /** Of its file. */
  #version: number;
  readonly #known = new Set<number>();

  static async open(store: ReadableStore, path: string, games: Games): Promise<FollowedStore> {
    const { version } = await fileIn(store, path);
    return new FollowedStore(store, path, games, await countedIn(store, path, games), version);
  }

  private constructor(store: ReadableStore, path: string, games: Games, counted: Counted, version: number) {
    this.#store = store;
    this.#path = path;
    this.#games = games;
    this.#counted = counted;
    this.#version = version;
  }

  get shown(): Shown {
    return this.#counted.shown;
  }

  /** Counts what has come since it was last called, and answers with it. */
  async read(): Promise<readonly StoredGame[]> {
    const { version } = await fileIn(this.#store, this.#path);
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

  async #allBut(known: ReadonlySet<number>): Promise<StoredGame[]> {
    const games: StoredGame[] = [];
    for await (const { number, result } of this.#store.games())
      if (!known.has(number)) games.push({ number, result: resultIn(this.#store, result, number) });
    return games;
  }
}

async function countedIn(store: ReadableStore, path: string, games: Games): Promise<Counted> {
  const compared = comparisonIn(store, await fileIn(store, path));
  if (!compared) return await countedTournament(store, path, games);
  const { game, seed, players } = compared;
  const names = players.map(({ name }) => name);
  return new CountedComparison({ game: gameOfStore(games, game, path), seed, names }, questionIn(compared));
}

async function countedTournament(store: ReadableStore, path: string, games: Games): Promise<Counted> {
  const tournament = tournamentOf(await versionsIn(store, path));
  const fold = new TournamentFold(tournament);
  return {
    shown: shownTournament(gameOfStore(games, tournament.game, path), tournament.name, () => fold),
    take(come) {
      for (const { number, result } of come) takeKept(fold, number, result);
    },
    get isOutdated() {
      return fold.isOutdated;
    },
  };
}

interface ComparedPlayers {
  readonly game: AnyGame;
  readonly seed: string;
  readonly names: readonly string[];
}

/** As the command counts them: in their order, up to the one that decides. */
class CountedComparison implements Counted {
  readonly shown: Shown;
  readonly isOutdated = false;
  readonly #question: Question;
  readonly #seen = new Map<number, GameBetweenTwo>();
  #last = 0;
  #fold: CompareFold;
  #path = new RatioPath();

  constructor(players: ComparedPlayers, question: Question) {
    this.#question = question;
    this.#fold = new CompareFold(question);
    const [comparison, path] = [() => this.#fold.comparison, () => this.#path];
    this.shown = shownComparison({ ...players, comparison, path });
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
      this.#path = new RatioPath();
      this.#count([...this.#seen].sort(([one], [other]) => one - other));
    }
  }

  #count(games: readonly (readonly [number: number, seen: GameBetweenTwo])[]): void {
    for (const [number, seen] of games) {
      this.#last = number;
      if (this.#fold.isDecided) continue;
      this.#fold.takeSeen(seen);
      this.#path.take(this.#fold.comparison);
    }
  }
}
