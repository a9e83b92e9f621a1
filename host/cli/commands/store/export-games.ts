import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { jsonObject } from '../../../core/text/json-object.ts';
import { visibleInQuotes } from '../../../core/text/visible.ts';
import { writeWhole } from '../../../files/write-whole.ts';
import { recordPath } from '../../../runs/play-game.ts';
import type { KeptFile, ReadableStore } from '../../../runs/store/contract.ts';
import { checkOutputFile, RECORD, RESULTS } from '../../hosting/places.ts';

export interface ExportPlaces {
  /** `-`: standard output. */
  readonly results: string | undefined;
  readonly records: string | undefined;
  /** Folder for what was played. */
  readonly files?: string;
}

/** Game by game: there may be more of them than fit into memory. */
export async function exportGames(
  store: ReadableStore,
  { results, records, files }: ExportPlaces,
): Promise<{ readonly games: number; readonly recorded: number }> {
  if (results !== undefined && results !== '-')
    checkOutputFile('--results', results, 'file of results', RESULTS);
  const file = await store.file();
  if (files !== undefined && file) writeWhole(join(files, nameOf(file)), file.text);
  using output = new ResultLines(results);
  let [games, recorded] = [0, 0];
  for await (const { number, id, result } of store.games()) {
    games++;
    output.write(`${visibleInQuotes(result)}\n`);
    const record = records === undefined ? undefined : await store.record(number);
    if (record === undefined) continue;
    const path = recordPath(records!, nameOfGame(number, id));
    checkOutputFile('--records', path, 'record', RECORD);
    writeWhole(path, record);
    recorded++;
  }
  return { games, recorded };
}

function nameOf({ canonical }: KeptFile): string {
  const { kind } = jsonObject(canonical) ?? {};
  return kind === 'compare' ? 'command.txt' : 'tournament.yml';
}

/** A store may come from somebody else: what is no id is no name of a file. */
function nameOfGame(number: number, id: string): string {
  return /^[\w-]{1,100}$/.test(id) ? id : `game-${number}`;
}

class ResultLines implements Disposable {
  readonly #path: string | undefined;
  readonly #file: number | 'stdout' | undefined;

  constructor(path: string | undefined) {
    this.#path = path;
    this.#file = path === undefined ? undefined : path === '-' ? 'stdout' : openSync(path, 'w', 0o644);
  }

  write(line: string): void {
    if (this.#file === 'stdout') process.stdout.write(line);
    else if (this.#file !== undefined) this.#toFile(this.#file, line);
  }

  /** A fault of a file that is open does not name it. */
  #toFile(file: number, line: string): void {
    try {
      writeSync(file, line);
    } catch (error) {
      throw Object.assign(error as Error, { path: this.#path });
    }
  }

  [Symbol.dispose](): void {
    if (typeof this.#file === 'number') closeSync(this.#file);
  }
}
