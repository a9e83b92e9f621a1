import { keyOf } from '../../../core/seed.ts';
import { either } from '../../../core/text/either.ts';
import { UsageError } from '../../../core/usage-error.ts';
import { faultInWords } from '../../../files/output/fault-in-words.ts';
import { readStart } from '../../../files/read-start.ts';
import type { OptionTable, OptionValues } from '../../../games/kit/option.ts';
import type { GameRead } from '../../../games/written-form.ts';
import { dictionaryOptions } from '../../../settings/dictionary-options.ts';
import { fieldsOf } from '../../../settings/fields.ts';
import { settleOptions } from '../../../settings/settle-options.ts';
import { gameSummary } from '../../../views/terminal/game-summary.ts';
import { paintFor } from '../../../views/terminal/paint.ts';
import { type Command, commandOf } from '../../command.ts';
import type { GamesWords } from '../../game-words.ts';
import { checkOutputFile, RECORD } from '../../hosting/places.ts';
import { checkStdoutTakers, writeTo } from '../../output.ts';
import { printJson, printLines, printNotes, terminalWidth } from '../../print.ts';
import { wordsFor } from '../../read-lexicon.ts';
import { type FormToRead, formsToRead, optionsOfForms } from './forms-to-read.ts';
import { playReadGame } from './play-read-game.ts';

/** More than any reader takes: it says itself what is too large. */
const MOST_BYTES = 16 * 2 ** 20;

const options = {
  output: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'record to write (default: standard output, if that is no terminal); `-` is standard output',
    everyday: true,
  },
  ...dictionaryOptions,
  json: {
    kind: 'flag',
    default: false,
    help: 'result as one JSON object; without --output no record is written',
  },
} as const;

/** A game that was played elsewhere becomes a record. */
export async function importOf(games: GamesWords): Promise<Command> {
  const forms = await formsToRead(games);
  const names = forms.map(({ name }) => name);
  return commandOf<OptionTable & typeof options>({
    summary: `Makes a record of a game that was played elsewhere, from a file in ${either(names)}; each move of it is judged.`,
    operands: {
      form: '[options] FILE|-',
      min: 1,
      max: 1,
      expected: 'one file, or - for standard input: wordhost import club.gcg',
    },
    options: {
      from: { kind: 'choice', choices: names, default: names[0] ?? '', help: 'form of the file' },
      ...optionsOfForms(forms),
      ...options,
    },
    examples: [
      ['wordhost import club.gcg --output club.jsonl', 'a record, which replay and export take'],
      ['wordhost import club.gcg --json', 'whether the file is right, and its result'],
      [
        'wordhost import club.gcg --dictionary words.txt --output club.jsonl',
        'with the word list of that game',
      ],
      ['wordhost import - --dictionary none < club.gcg > club.jsonl', 'all words go'],
    ],
    notes:
      'A file that is wrong is named with its line; no record is written then.\n' +
      'Exit status: 0 imported, 2 the file is not right.',
    async run(call) {
      const { output, json } = call.options;
      const [path] = call.operands;
      checkStdoutTakers([...(output === '-' ? ['--output -'] : []), ...(json ? ['--json'] : [])]);
      if (output === undefined && !json && process.stdout.isTTY)
        throw new UsageError('--output: expected a file for the record: --output club.jsonl; got none');
      const form = forms.find(({ name }) => name === call.options.from)!;
      const game = await form.game();
      const words = fieldsOf(dictionaryOptions, call.options);
      const given = { options: ownOptions(form, game.options, call.options), lexicon: wordsFor(game, words) };
      const unplayable = game.unplayable(given.options, form.reader.players);
      if (unplayable !== undefined) throw new UsageError(unplayable);
      const reading = form.reader.read(await bytesOf(path!), { ...given, keyOf });
      if (!reading.ok) throw new UsageError(problemIn(path!, reading));
      const { lines, result } = await playReadGame(game, reading.game, given);
      const list = call.said('dictionary') === undefined ? words.dictionary : undefined;
      printNotes([...notesOn(reading.game, list)].map((note) => `${nameOf(path!)}: ${note}`));
      if (output !== undefined && output !== '-') checkOutputFile('--output', output, 'record', RECORD);
      const record = `${lines.join('\n')}\n`;
      if ((output !== undefined || !json) && !writeTo(output ?? '-', record)) return 3;
      if (json) printJson(result);
      else if (output !== undefined && output !== '-')
        printLines(
          gameSummary(result, game, [], {
            paint: paintFor(call.coloured),
            width: terminalWidth(process.stdout),
          }),
        );
      return 0;
    },
  });
}

/** All options of the game, with those that were given here. */
function ownOptions(
  { reader }: FormToRead,
  table: OptionTable,
  said: OptionValues<OptionTable>,
): OptionValues<OptionTable> {
  const given = Object.keys(reader.options).map((name) => [name, said[name]]);
  return { ...settleOptions(table, []), ...Object.fromEntries(given) };
}

const nameOf = (path: string) => (path === '-' ? 'standard input' : path);

async function bytesOf(path: string): Promise<Uint8Array> {
  if (path === '-') return await bytesOfStdin();
  try {
    return readStart(path, MOST_BYTES);
  } catch (error) {
    throw new UsageError(`${path}: expected a file to read: ${faultInWords(error as Error)}`);
  }
}

async function bytesOfStdin(): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of process.stdin) {
    pieces.push(piece);
    length += piece.length;
    if (length >= MOST_BYTES) break;
  }
  return Buffer.concat(pieces);
}

function problemIn(
  path: string,
  {
    line,
    column,
    problem,
  }: { readonly line: number; readonly column?: number | undefined; readonly problem: string },
): string {
  return `${nameOf(path)}: line ${line}${column === undefined ? '' : `, column ${column}`}: ${problem}`;
}

function* notesOn({ list, notes }: GameRead, judgedWith: string | undefined): Iterable<string> {
  if (list !== undefined && judgedWith !== undefined && list !== judgedWith)
    yield `it names the word list ${list}; its words were judged with ${judgedWith}: give --dictionary FILE for another`;
  yield* notes;
}
