import { visible } from '../../core/text/visible.ts';
import type { PlayerResult, Result } from '../../events/result.ts';
import { whoIs } from '../../views/terminal/words.ts';

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
  return `note: ${whoIs(player)}: ${what}: the results are of more than one version`;
}
