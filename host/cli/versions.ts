import { visible } from '../core/text.ts';
import { type PlayerResult, type Result, readResult } from '../events/result.ts';
import type { StoredGame } from '../runs/store/contract.ts';
import { playerLabel } from '../views/words.ts';

/** Of a result: who played, and what was in the files that its command names. */
interface PlayedWith {
  readonly entry: number;
  readonly name?: string | undefined;
  readonly files?: readonly { readonly file: string; readonly sha256: string | null }[] | undefined;
}

/** A file that a player's command names, and that was another one before. */
export interface ChangedFile {
  readonly entry: number;
  readonly name: string;
  readonly file: string;
}

/**
 * Whether each player of games that are to be counted together is of one version, by the hashes of its files. One without a hash,
 * such as one that was changed while it played, is of any version.
 */
export class PlayedVersions {
  /** By player and file: of the game that came first. */
  readonly #first = new Map<string, string>();

  /** What another version played this game with; none: it is of the same as those before. */
  changedIn(players: readonly PlayedWith[]): ChangedFile | undefined {
    for (const { entry, name = `player ${entry}`, files = [] } of players)
      for (const { file, sha256 } of files) {
        const key = `${entry} ${file}`;
        const first = this.#first.get(key);
        if (sha256 === null || first === sha256) continue;
        if (first !== undefined) return { entry, name, file };
        this.#first.set(key, sha256);
      }
    return undefined;
  }
}

/** The first of these games that another version of a player has played than those before, in words. */
export async function unfitVersion(games: AsyncIterable<StoredGame>): Promise<string | undefined> {
  const versions = new PlayedVersions();
  let first: string | undefined;
  for await (const { number, result } of games) {
    const changed = versions.changedIn(playersIn(result));
    if (changed)
      first ??= `${visible(changed.name)} is of another version in game ${number} than before: ${visible(changed.file)} is another file`;
  }
  return first;
}

/** None where they are damaged: what is kept stays as it is. */
function playersIn(result: string): readonly PlayedWith[] {
  const read = readResult(result);
  return typeof read === 'string' ? [] : read.players;
}

/** Whether the players of a run are the same from game to game, by the files that their commands name. */
export class ChangedFiles {
  /** By player and file: of the game that came first. */
  readonly #first = new Map<string, string | null>();
  readonly #told = new Set<string>();

  /** A game that was played before: whatever is another one now has changed since. */
  before({ players }: Pick<Result, 'players'>): void {
    for (const { entry, files = [] } of players)
      for (const { file, sha256 } of files) {
        const key = keyOf(entry, file);
        if (!this.#first.has(key)) this.#first.set(key, sha256);
      }
  }

  /** A sentence for each file that is another one than before, once. */
  in({ players }: Pick<Result, 'players'>): readonly string[] {
    return players.flatMap((player) =>
      (player.files ?? []).flatMap(({ file, sha256 }) =>
        this.#isNewlyChanged(keyOf(player.entry, file), sha256) ? noteOn(player, file) : [],
      ),
    );
  }

  #isNewlyChanged(key: string, sha256: string | null): boolean {
    if (!this.#first.has(key)) this.#first.set(key, sha256);
    if (this.#first.get(key) === sha256 || this.#told.has(key)) return false;
    this.#told.add(key);
    return true;
  }
}

const keyOf = (entry: number, file: string) => `${entry} ${file}`;

function noteOn(player: PlayerResult, file: string): string {
  const what = `${visible(file)} has changed since the first game`;
  return `note: ${playerLabel(player)}: ${what}: the results are of more than one version`;
}
