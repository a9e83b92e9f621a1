import { setTimeout as wait } from 'node:timers/promises';
import { cut } from '../../core/columns.ts';
import { UsageError } from '../../core/usage-error.ts';
import { visible } from '../../core/visible.ts';
import { type GameRecord, readRecord } from '../../events/read-record.ts';
import { paintFor } from '../../views/terminal/paint.ts';
import { retelling } from '../../views/terminal/retelling.ts';
import { type Command, commandOf } from '../command.ts';
import { type GamesWords, loadGames } from '../game-words.ts';
import { printJson, printLines, printNotes, terminalWidth } from '../print.ts';
import { outcomeOf } from './replay/verify-file.ts';

const options = {
  verify: {
    kind: 'flag',
    default: false,
    help: 'verification: every decision is made again, and each line compared',
  },
  dictionary: {
    kind: 'text',
    default: undefined,
    value: 'NAME|FILE',
    help: 'with --verify: word list of that game, if none with its hash has been compiled here',
  },
  grids: { kind: 'flag', default: false, help: 'drawing of the grid or board after each move' },
  delay: { kind: 'duration', default: 0, min: 0, max: 60e9, help: 'pause after each event' },
  json: { kind: 'flag', default: false, help: 'with --verify: outcome as one JSON object' },
} as const;

/** A record, shown or verified. */
export function replayOf(games: GamesWords): Command {
  return commandOf({
    summary: 'Shows a record move by move, or verifies every decision in it.',
    operands: {
      form: '[options] FILE',
      min: 1,
      max: 1,
      expected: 'one record: wordhost replay games/ID.jsonl',
    },
    options,
    examples: [
      ['wordhost replay games/ID.jsonl', 'what happened, and the last grids'],
      ['wordhost replay --grids --delay 200ms games/ID.jsonl', 'peel by peel'],
      ['wordhost replay --verify games/ID.jsonl', 'whether every decision was right'],
    ],
    notes: 'Exit status of --verify: 0 all is right, 1 something is not.',
    async run(call) {
      const { verify: isVerified, dictionary, json, grids, delay } = call.options;
      const path = call.operands[0]!;
      const record = readRecord(path, await loadGames(games));
      if (!record.ok) throw new UsageError(record.problem);
      if (record.torn)
        printNotes([
          `${path}: the last line is incomplete (the host was killed while it wrote); it is ignored`,
        ]);
      if (isVerified) return verify(record, path, dictionary, json);
      return await tell(record, grids, delay / 1e6, call.coloured);
    },
  });
}

async function tell(record: GameRecord, grids: boolean, delay: number, coloured: boolean): Promise<number> {
  const width = terminalWidth(process.stdout);
  let isFirst = true;
  for (const lines of retelling(record, { grids, width, paint: paintFor(coloured) })) {
    if (delay > 0 && !isFirst) await wait(delay);
    isFirst = false;
    printLines(lines);
  }
  return 0;
}

function verify(record: GameRecord, path: string, dictionary: string | undefined, json: boolean): number {
  const outcome = outcomeOf(record, dictionary);
  if (json) printJson(outcome);
  else if (outcome.ok) printLines([`${path}: right. ${outcome.said}`]);
  else printLines([`${path}: not right. ${outcome.problem}`, ...(outcome.lines ?? []).map(shownLine)]);
  return outcome.ok ? 0 : 1;
}

const LONGEST_LINE = 4000;

/** For a record from outside. */
function shownLine(line: string): string {
  return cut(visible(line), LONGEST_LINE);
}
