import { setTimeout as wait } from 'node:timers/promises';
import { UsageError } from '../../core/errors.ts';
import type { GameRecord } from '../../events/read-record.ts';
import { paintFor } from '../../views/terminal/paint.ts';
import { retelling } from '../../views/terminal/story.ts';
import { type Command, commandOf } from '../command.ts';
import { type GamesWords, loadGames } from '../game-words.ts';
import { printLines, terminalWidth } from '../output.ts';
import { readRecordAt } from '../stores.ts';
import { listOptions, noteIfTorn, recordFiles, runSeedOption, seedsOf, verifyFiles } from '../verify.ts';

const options = {
  verify: {
    kind: 'flag',
    default: false,
    help: 'verify every decision and every line of the record',
  },
  ...listOptions('with --verify'),
  grids: { kind: 'flag', default: false, help: 'draw the grid or board after each move' },
  ...runSeedOption,
  delay: { kind: 'duration', default: 0, min: 0, max: 60e9, help: 'pause after each event' },
  json: {
    kind: 'flag',
    default: false,
    relations: [{ requires: 'verify', from: 'anywhere' }],
    help: 'with --verify: print one JSON object for each record',
  },
} as const;

/** Shows or verifies records. */
export function replayOf(games: GamesWords): Command {
  return commandOf({
    summary: 'Shows records move by move, or verifies every decision in them.',
    operands: {
      form: '[options] FILE|DIR|STORE#N…',
      min: 1,
      max: Number.POSITIVE_INFINITY,
      expected: 'records or folders of records: wordhost replay games',
    },
    options,
    examples: [
      ['wordhost replay games/ID.jsonl', 'show all events, and the last grids'],
      ['wordhost replay --grids --delay 200ms games/ID.jsonl', 'show the game peel by peel'],
      ['wordhost replay --verify games/ID.jsonl', 'verify every decision'],
      ['wordhost replay --verify games', 'verify all records in a folder'],
      ['wordhost replay nightly.db#17', 'show game 17 of a store'],
    ],
    notes:
      'DIR stands for all records in it (*.jsonl). STORE#N is game N of a store, unless a file has that name.\n' +
      'Exit status of --verify: 0 all records are correct, 1 at least one is not, 2 a file is not a record.',
    async run(call) {
      const { verify: isVerified, dictionary, json, grids, delay } = call.options;
      const skipsNonWords = call.options['skip-non-words'];
      const paths = recordFiles(call.operands);
      const loaded = await loadGames(games);
      if (isVerified) {
        const list = { dictionary, skipsNonWords, seeds: seedsOf(call.options['run-seed']) };
        return await verifyFiles(paths, loaded, list, json);
      }
      for (const [index, path] of paths.entries()) {
        const record = await readRecordAt(path, loaded);
        if (!record.ok) throw new UsageError(record.problem);
        noteIfTorn(record, path);
        if (paths.length > 1) printLines([...(index > 0 ? [''] : []), `${path}:`]);
        await tell(record, grids, delay / 1e6, call.coloured);
      }
      return 0;
    },
  });
}

async function tell(record: GameRecord, grids: boolean, delay: number, coloured: boolean): Promise<void> {
  const width = terminalWidth(process.stdout);
  let isFirst = true;
  for (const lines of retelling(record, { grids, width, paint: paintFor(coloured) })) {
    if (delay > 0 && !isFirst) await wait(delay);
    isFirst = false;
    printLines(lines);
  }
}
