import { UsageError } from '../../core/errors.ts';
import { visibleInQuotes, visibleJson } from '../../core/text.ts';
import type { GameRecord } from '../../events/read-record.ts';
import { type JudgeReport, replayBeginning, replayPage } from '../../views/html/replay-page.ts';
import { countSteps, stepsOf, stepTexts } from '../../views/steps.ts';
import { drawingBeginning, pictureSvg } from '../../views/svg.ts';
import { type Command, commandOf } from '../command.ts';
import { type GamesWords, loadGames } from '../game-words.ts';
import { printNotes, writeTo } from '../output.ts';
import { checkOutputFile } from '../process/paths.ts';
import { readRecordAt } from '../stores.ts';
import { judgeReport, listOptions, noteIfTorn } from '../verify.ts';

const forms = ['html', 'svg', 'gcg', 'cgp', 'json'] as const;

const options = {
  as: {
    kind: 'choice',
    choices: forms,
    default: 'html',
    help: 'output form; `html`: a page to step through the game; `svg`: a drawing of one position; `gcg`: the moves, for other programs; `cgp`: the position before each turn, one per line; `json`: everything, with the steps in words',
    everyday: true,
  },
  output: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'output file; `-` for standard output (default: standard output, unless it is a terminal)',
    everyday: true,
  },
  step: {
    kind: 'count',
    default: undefined as number | undefined,
    min: 1,
    max: 10_000_000,
    relations: [{ requires: 'as', is: ['html', 'svg'] }],
    help: 'step to draw, or to show first on the page (default: the last)',
    everyday: true,
  },
  exact: {
    kind: 'flag',
    default: false,
    help: 'with --as gcg: write points and word list exactly as in the record',
  },
  ...listOptions('to judge it again'),
} as const;

/** A record in another form. */
export function exportOf(games: GamesWords): Command {
  return commandOf({
    summary:
      'Converts a record to a page to step through, a drawing of a position, a list of moves, or JSON.',
    operands: {
      form: '[options] RECORD|STORE#N',
      min: 1,
      max: 1,
      expected: 'one record: wordhost export games/ID.jsonl',
    },
    options,
    examples: [
      ['wordhost export games/ID.jsonl --output game.html', 'write a page to open in a browser'],
      ['wordhost export nightly.db#17 --output game.html', 'write a page of game 17 of a store'],
      ['wordhost export games/ID.jsonl --as svg --output game.svg', 'draw the last position'],
      ['wordhost export games/ID.jsonl --as svg --step 12 > game.svg', 'draw the position after step 12'],
      ['wordhost export games/ID.jsonl --as json > game.json', 'write JSON for a program'],
      ['wordhost export club.db#17 --as gcg --output game.gcg', 'write the moves for another program'],
      [
        'wordhost export club.db#17 --as cgp > positions.cgp',
        'write positions that new games can start from',
      ],
    ],
    notes:
      'The page is one file without external resources. Keys: left, right, Home, End, space. ADDRESS#step=12 opens step 12.\n' +
      'Every decision of the record is checked; the page shows the outcome.\n' +
      'Exit status: 0 written, 1 written, but the record breaks the rules, 2 not a record.',
    async run(call) {
      const { output, dictionary } = call.options;
      const [path] = call.operands;
      const record = await readRecordAt(path!, await loadGames(games));
      if (!record.ok) throw new UsageError(record.problem);
      noteIfTorn(record, path!);
      const form = formOf(call.options.as, record, call.options);
      checkPlace(form, output);
      const judged = judgeReport(record, { dictionary, skipsNonWords: call.options['skip-non-words'] });
      if (judged.is !== 'right') printNotes([`${path}: ${judged.said[0]}`]);
      if (!writeTo(output ?? '-', form.text(judged))) return 3;
      return judged.is === 'different' ? 1 : 0;
    },
  });
}

/** The output file is created only after the record was read. */
function checkPlace({ name, what, beginning, isForReading }: Form, output: string | undefined): void {
  if (output !== undefined && output !== '-') checkOutputFile('--output', output, what, [beginning]);
  else if (output === undefined && process.stdout.isTTY && !isForReading)
    throw new UsageError(
      `--output: expected a file for the ${what}, such as --output game.${name}; got none`,
    );
}

/** A record as it is to be written. */
interface Form {
  /** The value of `--as`. */
  readonly name: string;
  readonly what: string;
  readonly beginning: string;
  /** People can read it, so it may go to a terminal. */
  readonly isForReading: boolean;
  text(judged: JudgeReport): string;
}

interface Style {
  /** The requested form. */
  readonly step: number | undefined;
  readonly exact: boolean;
}

/** Finds the form among the shared ones and those of the game. */
function formOf(name: string, record: GameRecord, { step, exact }: Style): Form {
  if (exact && !record.game.forms?.[name])
    throw new UsageError(`--exact requires a form of other programs, such as --as gcg; got --as ${name}`);
  if (name === 'html') {
    const start = settleStep(record, step);
    const text = (judged: JudgeReport) => replayPage({ record, judged, start });
    return { name, what: 'page of a game', beginning: replayBeginning, isForReading: false, text };
  }
  if (name === 'svg') {
    const drawn = settleStep(record, step);
    const text = () => drawingAt(record, drawn);
    return { name, what: 'drawing of a game', beginning: drawingBeginning, isForReading: false, text };
  }
  if (name === 'json') {
    const text = (judged: JudgeReport) => gameJson(record, judged);
    return { name, what: 'game as JSON', beginning: gameJsonBeginning, isForReading: true, text };
  }
  return ownForm(name, record, exact);
}

function ownForm(name: string, { game, header, events }: GameRecord, exact: boolean): Form {
  const form = game.forms?.[name];
  if (!form)
    throw new UsageError(`--as ${name}: not available for ${header.game}: expected html, svg or json`);
  const writing = form.write(events, { exact });
  if (!writing.ok) throw new UsageError(`--as ${name}: ${writing.problem}`);
  const { what, beginning } = form;
  return { name, what, beginning, isForReading: true, text: () => writing.text };
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

/** Identifies a file of this form. */
const gameJsonBeginning = '{"wordhost":1,"judged":{';

/** A whole game as one value of JSON: what came of judging it again, its steps in words, and its events as they are in the record. */
function gameJson(record: GameRecord, judged: JudgeReport): string {
  const { lines, result = null } = record;
  const steps = [...stepTexts(record)].map(({ number, n, seat, sentence }) =>
    visibleJson({ step: number, n, ...(seat && { seat }), sentence }),
  );
  return `{"wordhost":1,"judged":${visibleJson(judged)},
"steps":[
${steps.join(',\n')}
],
"events":[
${lines.map(visibleInQuotes).join(',\n')}
],
"result":${visibleJson(result)}}
`;
}
