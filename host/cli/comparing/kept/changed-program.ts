import type { PlayerResult } from '../../../events/result.ts';
import { NamedFiles } from '../../../seats/process/fingerprint/named-files.ts';
import type { Player } from '../../playing/players.ts';

interface ChangedProgram {
  readonly name: string;
  readonly file: string;
}

/** A file that a player's command names, and that is another one than when this result was played; none: all are the same. */
export async function changedProgram(
  result: string,
  players: readonly Pick<Player, 'name' | 'command' | 'own'>[],
  folder: string,
): Promise<ChangedProgram | undefined> {
  const { players: before } = JSON.parse(result) as { readonly players: readonly Partial<PlayerResult>[] };
  for (const [index, { name, command, own }] of players.entries()) {
    const files = new NamedFiles(command, own.cwd ?? folder);
    files.look();
    const was = before.find(({ entry }) => entry === index + 1)?.files ?? [];
    const changed = (await files.hashes()).find(({ file, sha256 }) =>
      was.some((each) => each.file === file && each.sha256 !== null && each.sha256 !== sha256),
    );
    if (changed) return { name, file: changed.file };
  }
  return undefined;
}
