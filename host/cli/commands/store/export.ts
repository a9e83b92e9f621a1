import { join } from 'node:path';
import { HostFailure, UsageError } from '../../../core/errors.ts';
import { jsonObject } from '../../../core/json.ts';
import { withoutPassword } from '../../../core/postgres-address.ts';
import { counted, visibleInQuotes } from '../../../core/text.ts';
import { faultWithPath } from '../../../files/file-fault.ts';
import { writeWhole } from '../../../files/write-file.ts';
import { recordPath } from '../../../runs/play-game.ts';
import type { ReadableStore, StoredFile } from '../../../runs/store/contract.ts';
import { commandOf } from '../../command.ts';
import { GrowingFile, printLines, printNotes, resultsAreIn } from '../../output.ts';
import { checkOutputFile, makeFolder, RECORD, RESULTS } from '../../process/paths.ts';
import { storesWithPrefix, storeToRead } from '../../stores.ts';

const options = {
  results: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'file for the results only, one JSON object per line; `-` for standard output',
  },
  records: {
    kind: 'text',
    default: undefined,
    value: 'DIR',
    help: 'folder for the records only, one file for each game',
  },
} as const;

export const exportStore = commandOf({
  summary:
    'Writes the contents of a store to files: results for `wordhost stats`, records for `wordhost replay`.',
  operands: {
    form: '[options] STORE [FOLDER]',
    min: 1,
    max: 2,
    expected: 'a store and a folder for its contents: wordhost store export nightly.db nightly',
    choices: [storesWithPrefix],
  },
  options,
  examples: [
    [
      'wordhost store export nightly.db nightly',
      'write nightly/results.jsonl, nightly/records and the tournament file',
    ],
    ['wordhost store export --results - nightly.db', 'write the results, for another program'],
    ['wordhost store export --records games nightly.db', 'write the records'],
  ],
  notes: 'An existing file is overwritten only if it is of the same kind.',
  async run({ operands: [where = '', folder], options: { results, records } }) {
    const isAlone = results !== undefined || records !== undefined;
    if ((folder === undefined) !== isAlone)
      throw new UsageError(
        `store export: expected either a folder or --results and --records; got ${isAlone ? 'both' : 'none'}`,
      );
    const places: ExportPlaces = folder === undefined ? { results, records } : inFolder(folder);
    await using store = await storeToRead(where);
    const path = withoutPassword(where);
    resultsAreIn(path);
    for (const each of [folder, places.records]) if (each !== undefined) makeFolder(each, 'store export:');
    try {
      const { games, recorded } = await exportGames(store, places);
      const said = [`${path}: ${counted(games, 'game')}, ${counted(recorded, 'record')}`];
      if (results === '-') await flushOutput();
      if (results === '-') printNotes(said);
      else printLines(said);
      return 0;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      throw new HostFailure(faultWithPath(error as Error));
    }
  },
});

/** Waits until standard output has taken everything, or a fault of it was reported. */
async function flushOutput(): Promise<void> {
  await new Promise((resolve) => process.stdout.write('', resolve));
  await new Promise(setImmediate);
}

function inFolder(folder: string): ExportPlaces {
  return { results: join(folder, 'results.jsonl'), records: join(folder, 'records'), files: folder };
}

interface ExportPlaces {
  /** `-` is standard output. */
  readonly results: string | undefined;
  readonly records: string | undefined;
  /** The folder for results, records and the definition. */
  readonly files?: string;
}

/** Reads one game at a time, because all of them may not fit into memory. */
async function exportGames(
  store: ReadableStore,
  { results, records, files }: ExportPlaces,
): Promise<{ readonly games: number; readonly recorded: number }> {
  if (results !== undefined && results !== '-')
    checkOutputFile('--results', results, 'file of results', RESULTS);
  const file = await store.file();
  if (files !== undefined && file) {
    const path = join(files, fileNameOf(file));
    checkOutputFile('store export:', path, 'copy of the text that the store has', [file.text]);
    writeWhole(path, file.text);
  }
  using output = results === undefined ? undefined : new GrowingFile(results);
  output?.open();
  let [games, recorded] = [0, 0];
  for await (const { number, id, result } of store.games()) {
    games++;
    output?.write(`${visibleInQuotes(result)}\n`);
    const record = records === undefined ? undefined : await store.record(number);
    if (record === undefined) continue;
    const path = recordPath(records!, nameOfGame(number, id));
    checkOutputFile('--records', path, 'record', RECORD);
    writeWhole(path, record);
    recorded++;
  }
  return { games, recorded };
}

function fileNameOf({ canonical }: StoredFile): string {
  const { kind } = jsonObject(canonical) ?? {};
  return kind === 'compare' || kind === 'tune' ? 'command.txt' : 'tournament.yml';
}

/** A store may come from a stranger: a text that is no id must not become the name of a file. */
function nameOfGame(number: number, id: string): string {
  return /^[\w-]{1,100}$/.test(id) ? id : `game-${number}`;
}
