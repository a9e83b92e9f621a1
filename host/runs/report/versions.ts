import { UsageError } from '../../core/errors.ts';
import { visible } from '../../core/text.ts';
import { type PlayerResult, type Result, readResult } from '../../events/result.ts';
import type { PlayedFile } from '../../match/seat.ts';
import { NamedFiles, packedFiles } from '../../seats/process/player-files.ts';
import type { OwnProcessOptions } from '../../seats/process/process-options.ts';
import type { RunGame } from '../experiment.ts';
import type { EarlierGame } from '../run.ts';
import type { StoredGame } from '../store/contract.ts';

/** A player of a result, with the files that its command names. */
interface PlayedWith {
  readonly entry: number;
  readonly name?: string | undefined;
  readonly files?: readonly PlayedFile[] | undefined;
}

/** A file has the same version if all of this is the same. */
const contentOf = ({ sha256, version }: Pick<PlayedFile, 'sha256' | 'version'>) => sha256 ?? version ?? null;

/** A file that a player's command names, and that was another one before. */
interface ChangedFile {
  readonly entry: number;
  readonly name: string;
  readonly file: string;
}

/**
 * Checks that each player of games that are counted together has one version, by the hashes of its files. A
 * player without a hash, such as one that changed while it played, has any version.
 */
export class PlayedVersions {
  /** The content in the first game, by player and file. */
  readonly #first = new Map<string, string>();

  /** Finds a file of another version than in the games before. */
  changedIn(players: readonly PlayedWith[]): ChangedFile | undefined {
    for (const { entry, name = `player ${entry}`, files = [] } of players)
      for (const { file, ...rest } of files) {
        const content = contentOf(rest);
        const key = keyOf(entry, file);
        const first = this.#first.get(key);
        if (content === null || first === content) continue;
        if (first !== undefined) return { entry, name, file };
        this.#first.set(key, content);
      }
    return undefined;
  }
}

/** A player with all that may tell it apart from another. */
interface ComparedPlayer extends NamedPlayer {
  readonly options?: object | undefined;
  readonly own: OwnProcessOptions;
}

/** A player of a comparison. */
export interface NamedPlayer {
  readonly name: string;
  readonly command: string;
  /** The player's own settings of the machine. */
  readonly own: Pick<OwnProcessOptions, 'cwd' | 'bundle'>;
}

/** The games of a comparison, as long as each player is of one version: games of several together say nothing of any. */
export class OneVersion {
  readonly #versions = new PlayedVersions();
  #changed: (ChangedFile & { readonly game: number }) | undefined;

  /** Games that a store has. Refuses those of several versions, and those of others than now. */
  async resume(
    earlier: readonly EarlierGame[],
    players: readonly NamedPlayer[],
    { store, folder }: { readonly store: string; readonly folder: string },
  ): Promise<void> {
    for (const { game, result } of earlier) {
      const mixed = this.#versions.changedIn(result.players);
      if (mixed)
        throw new UsageError(
          `--store ${store} has games of more than one version of ${visible(mixed.name)}: in game ${game} ${visible(mixed.file)} is a different file. Results of different versions cannot be combined: use another store`,
        );
    }
    const changed = earlier.length > 0 && this.#versions.changedIn(await filesNow(players, folder));
    if (changed)
      throw new UsageError(
        `--store ${store} has games of another version of ${changed.name}: ${changed.file} has changed. Use another store for this version`,
      );
  }

  /** A game of another version does not count and ends the comparison. */
  isAnother(played: RunGame): boolean {
    const changed = 'failure' in played ? undefined : this.#versions.changedIn(played.report.result.players);
    if (changed) this.#changed = { ...changed, game: played.game };
    return changed !== undefined;
  }

  /** Says which player changed its version, if one did. */
  get problem(): string | undefined {
    if (this.#changed === undefined) return undefined;
    const { name, file, game } = this.#changed;
    return `${visible(name)}: ${visible(file)} has changed since the first game. The comparison ends: game ${game} was played by another version and does not count`;
  }
}

/**
 * Returns a sentence that says why two players are the same program, or undefined. Their commands may name
 * files by different paths, but the content must be the same.
 */
export async function whySame(
  players: readonly [ComparedPlayer, ComparedPlayer],
  folder: string,
): Promise<string | undefined> {
  const files = (await filesNow(players, folder)).map((each) => each.files);
  const alike = players.map(({ command, options = null, own: { cwd, bundle, ...own } }, index) => {
    const names = files[index]!.map(({ file }) => file);
    const words = names.reduce((text, name) => text.replaceAll(name, ' '), command);
    // Without a named file, the program that the command starts may depend on its folder.
    const where = names.length === 0 ? cwd : undefined;
    return JSON.stringify([words, options, own, where, files[index]!.map(contentOf)]);
  });
  if (alike[0] !== alike[1] || files.flat().some((file) => contentOf(file) === null)) return undefined;
  const pairs = files[0]!.map((one, index) => [one, files[1]![index]!] as const);
  const named = pairs
    .filter(([{ version }]) => version === undefined)
    .map(([one, other]) => [visible(one.file), visible(other.file)]);
  const what = named.map(([one, other]) => (one === other ? one : `${one} and ${other}`)).join(', ');
  return named.length === 0
    ? 'NEW and OLD are the same command'
    : `NEW and OLD are the same program: the content of ${what} is equal (files that it reads were not compared)`;
}

async function filesNow(players: readonly NamedPlayer[], folder: string) {
  return await Promise.all(
    players.map(async ({ name, command, own }, index) => {
      const files = own.bundle ? packedFiles(own.bundle) : new NamedFiles(command, own.cwd ?? folder);
      files.look();
      return { entry: index + 1, name, files: await files.hashes() };
    }),
  );
}

/** The first of these games that another version of a player has played than those before, in words. */
export async function unfitVersion(games: AsyncIterable<StoredGame>): Promise<string | undefined> {
  const versions = new PlayedVersions();
  let first: string | undefined;
  for await (const { number, result } of games) {
    const changed = versions.changedIn(playersIn(result));
    if (changed)
      first ??= `${visible(changed.name)} has another version in game ${number} than before: ${visible(changed.file)} is a different file`;
  }
  return first;
}

/** Returns no players for a damaged result. */
function playersIn(result: string): readonly PlayedWith[] {
  const read = readResult(result);
  return typeof read === 'string' ? [] : read.players;
}

/** Notices when the players of a run change from game to game, by the files that their commands name. */
export class ChangedFiles {
  /** The content in the first game, by player and file. */
  readonly #first = new Map<string, string | null>();
  readonly #noted = new Set<string>();

  /** Takes a game that was played before. A file that is another one now has changed since. */
  before({ players }: Pick<Result, 'players'>): void {
    for (const { entry, files = [] } of players)
      for (const { file, ...rest } of files) {
        const key = keyOf(entry, file);
        if (!this.#first.has(key)) this.#first.set(key, contentOf(rest));
      }
  }

  /** Each file that is another one than before, once. */
  in({
    players,
  }: Pick<Result, 'players'>): readonly { readonly player: PlayerResult; readonly file: string }[] {
    return players.flatMap((player) =>
      (player.files ?? []).flatMap(({ file, ...rest }) =>
        this.#isNewlyChanged(keyOf(player.entry, file), contentOf(rest)) ? [{ player, file }] : [],
      ),
    );
  }

  #isNewlyChanged(key: string, content: string | null): boolean {
    if (!this.#first.has(key)) this.#first.set(key, content);
    if (this.#first.get(key) === content || this.#noted.has(key)) return false;
    this.#noted.add(key);
    return true;
  }
}

const keyOf = (entry: number, file: string) => `${entry} ${file}`;
