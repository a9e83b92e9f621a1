import { UsageError } from '../../core/errors.ts';
import type { Nanos } from '../../core/units.ts';
import { packFiles } from '../../files/file-bundle.ts';
import { cacheBundle } from '../../seats/process/bundles/bundle-cache.ts';
import type { PlayerBundle } from '../../seats/process/player-files.ts';

/** The files of a player, as a file of settings names them. */
interface BundleSettings {
  readonly files?: readonly string[] | undefined;
  readonly prepare?: string | undefined;
  readonly time?: Nanos | undefined;
  readonly cwd?: string | undefined;
}

/** The files of a player, packed and kept in the cache. `where`: of a setting, for messages. */
export function bundleOf(
  { files, prepare, time, cwd }: BundleSettings,
  where: (setting: string) => string,
): PlayerBundle | undefined {
  if (files === undefined) {
    const alone = prepare !== undefined ? 'prepare' : time !== undefined ? 'prepare-timeout' : undefined;
    if (alone === undefined) return undefined;
    throw new UsageError(
      `${where(alone)}: requires \`files\`, which says what is prepared, as in \`files: bots/ann\``,
    );
  }
  if (files.length === 0)
    throw new UsageError(`${where('files')}: expected a folder, or a list of files; got none`);
  if (cwd !== undefined)
    throw new UsageError(
      `${where('cwd')}: expected no working directory with \`files\`: the player plays in a copy of its files`,
    );
  if (prepare?.trim() === '') throw new UsageError(`${where('prepare')}: expected a command for the shell`);
  const packing = packFiles(files);
  if (!packing.ok) throw new UsageError(`${where('files')}: ${packing.problem}`);
  return {
    sha256: cacheBundle(packing.bundle),
    files: files.join(', '),
    ...(prepare !== undefined && { prepare }),
    ...(time !== undefined && { time }),
  };
}
