import { UsageError } from '../../core/errors.ts';
import { keyOf } from '../../core/seed.ts';
import { either } from '../../core/text.ts';
import { eventLine, type Noted } from '../../events/noted.ts';
import { type Result, ResultFold } from '../../events/result.ts';
import { faultInWords } from '../../files/file-fault.ts';
import { readStart } from '../../files/read-file.ts';
import type { AnyGame } from '../../games/game.ts';
import { limitOptions, type OptionTable, type OptionValues } from '../../games/kit/option.ts';
import type { FormReader, GameRead } from '../../games/presentation.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { planMatch } from '../../match/plan.ts';
import { playScript } from '../../seats/scripted/scripted-seats.ts';
import { dictionaryOptions, fieldsOf } from '../../settings/options.ts';
import { settleOptions } from '../../settings/settle-options.ts';
import { paintFor } from '../../views/terminal/paint.ts';
import { gameSummary } from '../../views/terminal/story.ts';
import { type Command, commandOf } from '../command.ts';
import { type GamesWords, gamesWith } from '../game-words.ts';
import { checkStdoutTakers, printJson, printLines, printNotes, terminalWidth, writeTo } from '../output.ts';
import { checkOutputFile, RECORD } from '../process/paths.ts';
import { wordsFor } from '../read-lexicon.ts';

/** More than any reader takes: it says itself what is too large. */
const MOST_BYTES = 16 * 2 ** 20;

const options = {
  output: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'output file for the record; `-` for standard output (default: standard output, unless it is a terminal)',
    everyday: true,
  },
  ...dictionaryOptions,
  strict: {
    kind: 'flag',
    default: false,
    help: 'refuse any contradiction, even if it changes no move and no score',
  },
  json: {
    kind: 'flag',
    default: false,
    help: 'print the result as one JSON object; a record is written only with --output',
  },
} as const;

/** A game that was played elsewhere becomes a record. */
export async function importOf(games: GamesWords): Promise<Command> {
  const forms = await formsToRead(games);
  const names = forms.map(({ name }) => name);
  return commandOf<OptionTable & typeof options>({
    summary: `Converts a game of another program to a record, from a file in ${either(names)}, and checks each move.`,
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
      ['wordhost import club.gcg --output club.jsonl', 'write a record for replay and export'],
      ['wordhost import club.gcg --json', 'check the file, and print its result'],
      [
        'wordhost import club.gcg --dictionary words.txt --output club.jsonl',
        'use the word list of the game',
      ],
      ['wordhost import - --dictionary none < club.gcg > club.jsonl', 'accept all words'],
    ],
    notes:
      'An error names the line of the file; then no record is written.\n' +
      'Exit status: 0 imported, 2 the file has an error.',
    async run(call) {
      const { output, json } = call.options;
      const [path] = call.operands;
      checkStdoutTakers([...(output === '-' ? ['--output -'] : []), ...(json ? ['--json'] : [])]);
      if (output === undefined && !json && process.stdout.isTTY)
        throw new UsageError(
          '--output: expected a file for the record, such as --output club.jsonl; got none',
        );
      const form = forms.find(({ name }) => name === call.options.from)!;
      const game = await form.game();
      const words = fieldsOf(dictionaryOptions, call.options);
      const given = { options: ownOptions(form, game.options, call.options), lexicon: wordsFor(game, words) };
      const unplayable = game.unplayable(given.options, form.reader.players);
      if (unplayable !== undefined) throw new UsageError(unplayable);
      const reading = form.reader.read(await bytesOf(path!), {
        ...given,
        keyOf,
        strict: call.options.strict,
      });
      if (!reading.ok) throw new UsageError(problemIn(path!, reading));
      const { lines, result } = await playReadGame(game, reading.game, given);
      const list = call.textsOf('dictionary') === undefined ? words.dictionary : undefined;
      printNotes([...notesOn(reading.game, list)].map((note) => `${sourceName(path!)}: ${note}`));
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
export function ownOptions(
  { reader }: FormToRead,
  table: OptionTable,
  said: OptionValues<OptionTable>,
): OptionValues<OptionTable> {
  const given = Object.keys(reader.options).map((name) => [name, said[name]]);
  return { ...settleOptions(table, []), ...Object.fromEntries(given) };
}

const sourceName = (path: string) => (path === '-' ? 'standard input' : path);

export async function bytesOf(path: string): Promise<Uint8Array> {
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

export function problemIn(
  path: string,
  {
    line,
    column,
    problem,
  }: { readonly line: number; readonly column?: number | undefined; readonly problem: string },
): string {
  return `${sourceName(path)}: line ${line}${column === undefined ? '' : `, column ${column}`}: ${problem}`;
}

export function* notesOn({ list, notes }: GameRead, judgedWith: string | undefined): Iterable<string> {
  if (list !== undefined && judgedWith !== undefined && list !== judgedWith)
    yield `it names the word list ${list}; its words were checked with ${judgedWith}. Use --dictionary FILE for another list`;
  yield* notes;
}

/** A form that records can be made from, and the game that has it. */
export interface FormToRead {
  readonly name: string;
  readonly reader: FormReader;
  game(): Promise<AnyGame>;
}

export async function formsToRead(games: GamesWords): Promise<readonly FormToRead[]> {
  const named = gamesWith(games, 'readers').flatMap(([game, readers]) =>
    Object.entries(readers).map(async ([name, load]): Promise<FormToRead> => {
      return { name, reader: await load(), game: games[game]!.game };
    }),
  );
  return await Promise.all(named);
}

/** The options that the readers of these forms have. */
export function optionsOfForms(forms: readonly FormToRead[]): OptionTable {
  return Object.assign({}, ...forms.map(({ reader }) => reader.options));
}

interface ImportedGame {
  /** The lines of the record, without line ends. */
  readonly lines: readonly string[];
  readonly result: Result;
}

/** Plays a game that was read from its first message to its last, before the referee of every game. */
export async function playReadGame(
  game: AnyGame,
  read: GameRead,
  given: { readonly options: OptionValues<OptionTable>; readonly lexicon: Lexicon | undefined },
): Promise<ImportedGame> {
  const plan = planMatch({
    game,
    options: { ...given.options, ...read.options },
    lexicon: given.lexicon,
    seed: read.seed,
    limits: { readyTimeout: limitOptions['ready-timeout'].default, gameTimeout: 0 },
    players: read.players.map((player, index) => ({ ...player, seat: index + 1, entry: index + 1 })),
  });
  const events: Noted[] = [];
  const fold = new ResultFold(game, plan.players.length);
  const sinks = [fold, { take: (event: Noted) => void events.push(event) }];
  const { played, log, now } = await playScript(plan, read, sinks);
  const result = fold.finish(played.verdict, played.endedAt);
  log.note({ type: 'end', result }, now);
  return { lines: events.map(eventLine), result };
}
