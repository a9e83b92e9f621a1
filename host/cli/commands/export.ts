import { UsageError } from '../../core/usage-error.ts';
import type { GameRecord } from '../../events/read-record.ts';
import { replayBeginning, replayPage } from '../../views/html/replay/replay-page.ts';
import { countSteps, stepsOf } from '../../views/steps.ts';
import { drawingBeginning, pictureSvg } from '../../views/svg/picture-svg.ts';
import { type Command, commandOf } from '../command.ts';
import { type GamesWords, loadGames } from '../game-words.ts';
import { checkOutputFile } from '../hosting/places.ts';
import { writeTo } from '../output.ts';
import { printNotes } from '../print.ts';
import { readRecordAt } from '../stores/read-record-at.ts';
import { judgedAgain } from './export/judged-again.ts';
import { listOptions } from './replay/list-options.ts';
import { noteIfTorn } from './replay/verify-files.ts';

const forms = {
  html: { what: 'page of a game', beginning: replayBeginning },
  svg: { what: 'drawing of a game', beginning: drawingBeginning },
} as const;

const options = {
  to: {
    kind: 'choice',
    choices: ['html', 'svg'] as const,
    default: 'html',
    help: 'form; `html`: a page to step through the game; `svg`: a drawing of one position',
    everyday: true,
  },
  output: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'file to write (default: standard output, if that is no terminal); `-` is standard output',
    everyday: true,
  },
  step: {
    kind: 'count',
    default: undefined as number | undefined,
    min: 1,
    max: 10_000_000,
    help: 'step to draw, or to show first on the page (default: the last); the page has their numbers',
    everyday: true,
  },
  ...listOptions('to judge it again'),
} as const;

type Form = keyof typeof forms;

/** A record in another form. */
export function exportOf(games: GamesWords): Command {
  return commandOf({
    summary: 'Writes a record in another form: a page to step through the game, or a drawing of a position.',
    operands: {
      form: '[options] RECORD|STORE#N',
      min: 1,
      max: 1,
      expected: 'one record: wordhost export games/ID.jsonl',
    },
    options,
    examples: [
      ['wordhost export games/ID.jsonl --output game.html', 'a page: open it in a browser'],
      ['wordhost export nightly.db#17 --output game.html', 'game 17 of a store'],
      ['wordhost export games/ID.jsonl --to svg --output game.svg', 'the last position'],
      ['wordhost export games/ID.jsonl --to svg --step 12 > game.svg', 'the position after step 12'],
    ],
    notes:
      'The page is one file that requests nothing. Keys: left, right, Home, End, space. ADDRESS#step=12 is its step 12.\n' +
      'Every decision of the record is made again; the page says what came of it.\n' +
      'Exit status: 0 written, 1 written, and the record differs from the rules, 2 no record.',
    async run(call) {
      const { to, output, dictionary } = call.options;
      const [path] = call.operands;
      const record = await readRecordAt(path!, await loadGames(games));
      if (!record.ok) throw new UsageError(record.problem);
      noteIfTorn(record, path!);
      const step = settleStep(record, call.options.step);
      checkPlace(to, output);
      const judged = judgedAgain(record, { dictionary, skipsNonWords: call.options['skip-non-words'] });
      if (judged.is !== 'right') printNotes([`${path}: ${judged.said[0]}`]);
      const text = to === 'html' ? replayPage({ record, judged, start: step }) : drawingAt(record, step);
      if (!writeTo(output ?? '-', text)) return 3;
      return judged.is === 'different' ? 1 : 0;
    },
  });
}

/** After the record is read: the file is made if it is not there. */
function checkPlace(form: Form, output: string | undefined): void {
  const { what, beginning } = forms[form];
  if (output !== undefined && output !== '-') checkOutputFile('--output', output, what, [beginning]);
  else if (output === undefined && process.stdout.isTTY)
    throw new UsageError(`--output: expected a file for the ${what}: --output game.${form}; got none`);
}

/** The step that is asked for, or the last. */
function settleStep(record: GameRecord, step: number | undefined): number {
  const count = countSteps(record);
  if (step !== undefined && step > count)
    throw new UsageError(`--step: expected a step from 1 to ${count}; got ${step}`);
  return step ?? count;
}

function drawingAt(record: GameRecord, wanted: number): string {
  const { header } = record;
  const names = header.players.map(({ name }) => name);
  const [step] = stepsOf(record, (number) => number === wanted);
  const { number, sentence, panels } = step!;
  const title = [`${header.game}, seed ${header.seed}`, `step ${number}: ${sentence}`];
  return pictureSvg({ panels, names, title });
}
