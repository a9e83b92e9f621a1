import { join } from 'node:path';
import { HostFailure } from '../../../core/host-failure.ts';
import { counted } from '../../../core/text/plural.ts';
import { UsageError } from '../../../core/usage-error.ts';
import { faultWithPath } from '../../../files/output/fault-in-words.ts';
import { commandOf } from '../../command.ts';
import { makeFolder } from '../../hosting/places.ts';
import { resultsAreIn } from '../../output.ts';
import { printLines, printNotes } from '../../print.ts';
import { storeToRead } from '../../stores/open-at.ts';
import { storesBeginning } from '../../stores/stores-beginning.ts';
import { type ExportPlaces, exportGames } from './export-games.ts';

const options = {
  results: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'file for the results alone, one JSON object a line; `-` is standard output',
  },
  records: {
    kind: 'text',
    default: undefined,
    value: 'DIR',
    help: 'folder for the records alone, a file each',
  },
} as const;

export const exportStore = commandOf({
  summary:
    'Writes what a store has kept as files: results for `wordhost stats`, records for `wordhost replay`.',
  operands: {
    form: '[options] STORE [FOLDER]',
    min: 1,
    max: 2,
    expected: 'a store, and a folder for what is in it: wordhost store export nightly.db nightly',
    choices: [storesBeginning],
  },
  options,
  examples: [
    [
      'wordhost store export nightly.db nightly',
      'nightly/results.jsonl, nightly/records and the tournament file',
    ],
    ['wordhost store export --results - nightly.db', 'the results, for another program'],
    ['wordhost store export --records games nightly.db', 'the records'],
  ],
  notes: 'A file that is there is written over only if it is of the same kind.',
  async run({ operands: [path = '', folder], options: { results, records } }) {
    const isAlone = results !== undefined || records !== undefined;
    if ((folder === undefined) !== isAlone)
      throw new UsageError(
        `store export: expected either a folder or --results and --records; got ${isAlone ? 'both' : 'none'}`,
      );
    const places: ExportPlaces = folder === undefined ? { results, records } : inFolder(folder);
    await using store = await storeToRead(path);
    resultsAreIn(path);
    for (const each of [folder, places.records]) if (each !== undefined) makeFolder(each, 'store export:');
    try {
      const { games, recorded } = await exportGames(store, places);
      const said = [`${path}: ${counted(games, 'game')}, ${counted(recorded, 'record')}`];
      if (results === '-') await taken();
      if (results === '-') printNotes(said);
      else printLines(said);
      return 0;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      throw new HostFailure(faultWithPath(error as Error));
    }
  },
});

/** Until standard output has all, or a fault of it is told. */
async function taken(): Promise<void> {
  await new Promise((resolve) => process.stdout.write('', resolve));
  await new Promise(setImmediate);
}

function inFolder(folder: string): ExportPlaces {
  return { results: join(folder, 'results.jsonl'), records: join(folder, 'records'), files: folder };
}
