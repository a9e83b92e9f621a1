import { visible } from '../../core/text/visible.ts';
import { readResult } from '../../events/read-result.ts';
import type { KeptGame } from '../../runs/store/contract.ts';

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
export async function unfitVersion(games: AsyncIterable<KeptGame>): Promise<string | undefined> {
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
