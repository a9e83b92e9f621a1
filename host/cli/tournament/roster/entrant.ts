import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isExecutable } from '../../../seats/process/processes/find-program.ts';
import { readPlaced } from '../../../settings/config/placed-file.ts';
import { readSettingFile } from '../../../settings/setting-file.ts';
import { FileFault } from '../../../tournament/file/fault.ts';
import { readPlayer } from '../../../tournament/file/tournament-file.ts';
import { mainIn } from '../../commands/check/bots-in-folder.ts';

/** A folder that should be a player. */
export interface Entrant {
  readonly folder: string;
  /** None: it could not be told, and `problem` says why. */
  readonly command?: string;
  readonly problem?: string;
  /** Further settings of the player. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Run by its `run` script, by what its `player.yml` says, or by the one program in it. */
export async function entrantIn(folder: string): Promise<Entrant> {
  const run = join(folder, 'run');
  if (statSync(run, { throwIfNoEntry: false })?.isFile())
    return isExecutable(run)
      ? { folder, command: './run' }
      : { folder, problem: 'its file run cannot be executed: chmod +x makes it so' };
  const file = ['player.yml', 'player.yaml', 'player.json'].find((name) => existsSync(join(folder, name)));
  if (file !== undefined) return await fromFile(folder, file);
  const main = mainIn(folder);
  return typeof main === 'string' ? { folder, problem: main } : { folder, command: main.command };
}

async function fromFile(folder: string, file: string): Promise<Entrant> {
  const reading = await readPlaced(readSettingFile('--roster', join(folder, file)));
  if (!reading.ok) return { folder, problem: `${file}:${reading.place}: ${reading.problem}` };
  try {
    const { name, command, cwd, env, options } = readPlayer(reading.file.value, []);
    const more = {
      ...(name !== command && { name }),
      ...(cwd !== undefined && { cwd: join(folder, cwd) }),
      ...(env && { env }),
      ...(Object.keys(options).length > 0 && { options }),
    };
    return { folder, command, more };
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    return { folder, problem: `${file}:${reading.file.placeOf(error.path)}: ${error.message}` };
  }
}
