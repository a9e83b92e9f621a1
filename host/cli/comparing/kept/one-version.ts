import { visible } from '../../../core/text/visible.ts';
import { UsageError } from '../../../core/usage-error.ts';
import type { SeriesGame } from '../../../runs/play-series.ts';
import { NamedFiles } from '../../../seats/process/fingerprint/named-files.ts';
import type { Player } from '../../playing/players.ts';
import { type ChangedFile, PlayedVersions } from '../../stores/played-versions.ts';
import type { KeptResult } from './kept-comparison.ts';

type NamedPlayer = Pick<Player, 'name' | 'command' | 'own'>;

/** The games of a comparison, as long as each player is of one version: games of several together say nothing of any. */
export class OneVersion {
  readonly #versions = new PlayedVersions();
  #changed: (ChangedFile & { readonly game: number }) | undefined;

  /** Games that a store has. Refuses those of several versions, and those of others than now. */
  async goOnAfter(
    before: readonly KeptResult[],
    players: readonly NamedPlayer[],
    { store, folder }: { readonly store: string; readonly folder: string },
  ): Promise<void> {
    for (const { game, result } of before) {
      const mixed = this.#versions.changedIn(result.players);
      if (mixed)
        throw new UsageError(
          `--store ${store} has games of more than one version of ${visible(mixed.name)}: in game ${game} ${visible(mixed.file)} is another file than before. What they say together is of none of them: take another store`,
        );
    }
    const changed = before.length > 0 && this.#versions.changedIn(await filesNow(players, folder));
    if (changed)
      throw new UsageError(
        `--store ${store} has games of another version of ${changed.name}: ${changed.file} has changed since. For this version take another store`,
      );
  }

  /** Ends with the first game that another version has played, which does not count. */
  async *only(games: AsyncIterable<SeriesGame>): AsyncGenerator<SeriesGame> {
    for await (const played of games) {
      const changed =
        'failure' in played ? undefined : this.#versions.changedIn(played.report.result.players);
      if (changed) {
        this.#changed = { ...changed, game: played.game };
        return;
      }
      yield played;
    }
  }

  /** Why it has ended, in sentences; none: each player was of one version. */
  get problem(): string | undefined {
    if (this.#changed === undefined) return undefined;
    const { name, file, game } = this.#changed;
    return `${visible(name)}: ${visible(file)} has changed since the first game. The comparison ends: game ${game} is of another version, and does not count`;
  }
}

async function filesNow(players: readonly NamedPlayer[], folder: string) {
  return await Promise.all(
    players.map(async ({ name, command, own }, index) => {
      const files = new NamedFiles(command, own.cwd ?? folder);
      files.look();
      return { entry: index + 1, name, files: await files.hashes() };
    }),
  );
}
