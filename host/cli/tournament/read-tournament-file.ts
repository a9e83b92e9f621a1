import { visibleJson } from '../../core/text/visible.ts';
import { UsageError } from '../../core/usage-error.ts';
import { shellWord } from '../../files/shell-words.ts';
import { readPlaced } from '../../settings/config/placed-file.ts';
import { readSettingFile } from '../../settings/setting-file.ts';
import { FileFault, type Path } from '../../tournament/file/fault.ts';
import { readTournament, type TournamentFile } from '../../tournament/file/tournament-file.ts';
import { isStore } from '../stores/is-store.ts';

/** A tournament file that was read, and what to say of its parts. */
export interface ReadFile {
  readonly path: string;
  readonly text: string;
  readonly file: TournamentFile;
  /** For messages: `league.yml:3:12`. */
  placeOf(path: Path): string;
}

export async function readTournamentFile(path: string): Promise<ReadFile> {
  if (isStore(path))
    throw new UsageError(
      `${path}: expected a tournament file; got a store. wordhost report ${shellWord(path)} says how its games stand; a tournament goes on with the file that it was begun with`,
    );
  const text = readSettingFile('tournament', path);
  const reading = await readPlaced(text);
  if (!reading.ok) throw new UsageError(`${path}:${reading.place}: ${reading.problem}`);
  const placeOf = (at: Path) => `${path}:${reading.file.placeOf(at)}`;
  try {
    return { path, text, file: readTournament(reading.file.value), placeOf };
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    throw new UsageError(`${placeOf(error.path)}: ${error.message}`);
  }
}

/** A part of the file that cannot be as it is. */
export function refuseAt({ placeOf }: Pick<ReadFile, 'placeOf'>, path: Path, problem: string): never {
  throw new UsageError(`${placeOf(path)}: ${new FileFault(path, problem).message}`);
}

export function shownValue(value: unknown): string {
  return visibleJson(value);
}
