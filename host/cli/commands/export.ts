import { UsageError } from '../../core/usage-error.ts';
import { type Command, commandOf } from '../command.ts';
import { type GamesWords, loadGames } from '../game-words.ts';
import { checkOutputFile } from '../hosting/places.ts';
import { writeTo } from '../output.ts';
import { printNotes } from '../print.ts';
import { readRecordAt } from '../stores/read-record-at.ts';
import { type Form, formOf } from './export/form-of.ts';
import { judgedAgain } from './export/judged-again.ts';
import { listOptions } from './replay/list-options.ts';
import { noteIfTorn } from './replay/verify-files.ts';

const options = {
  to: {
    kind: 'choice',
    choices: ['html', 'svg', 'gcg', 'json'] as const,
    default: 'html',
    help: 'form; `html`: a page to step through the game; `svg`: a drawing of one position; `gcg`: the moves, as other programs read them, of a game that has this form; `json`: all of it as one value, with its steps in words',
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
  exact: {
    kind: 'flag',
    default: false,
    help: 'with --to gcg: points and word list as this host has them, also where other programs have another way',
  },
  ...listOptions('to judge it again'),
} as const;

/** A record in another form. */
export function exportOf(games: GamesWords): Command {
  return commandOf({
    summary:
      'Writes a record in another form: a page to step through the game, a drawing of a position, its moves, or JSON.',
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
      ['wordhost export games/ID.jsonl --to json > game.json', 'for a program'],
      ['wordhost export club.db#17 --to gcg --output game.gcg', 'the moves, for another program'],
    ],
    notes:
      'The page is one file that requests nothing. Keys: left, right, Home, End, space. ADDRESS#step=12 is its step 12.\n' +
      'Every decision of the record is made again; the page says what came of it.\n' +
      'Exit status: 0 written, 1 written, and the record differs from the rules, 2 no record.',
    async run(call) {
      const { output, dictionary } = call.options;
      const [path] = call.operands;
      const record = await readRecordAt(path!, await loadGames(games));
      if (!record.ok) throw new UsageError(record.problem);
      noteIfTorn(record, path!);
      const form = formOf(call.options.to, record, call.options);
      checkPlace(form, output);
      const judged = judgedAgain(record, { dictionary, skipsNonWords: call.options['skip-non-words'] });
      if (judged.is !== 'right') printNotes([`${path}: ${judged.said[0]}`]);
      if (!writeTo(output ?? '-', form.text(judged))) return 3;
      return judged.is === 'different' ? 1 : 0;
    },
  });
}

/** After the record is read: the file is made if it is not there. */
function checkPlace({ name, what, beginning, isForReading }: Form, output: string | undefined): void {
  if (output !== undefined && output !== '-') checkOutputFile('--output', output, what, [beginning]);
  else if (output === undefined && process.stdout.isTTY && !isForReading)
    throw new UsageError(`--output: expected a file for the ${what}: --output game.${name}; got none`);
}
