import { UsageError } from '../../../core/errors.ts';
import { keyOf } from '../../../core/seed.ts';
import { counted } from '../../../core/text.ts';
import { type Board, boardRows, rowsOf } from '../../../games/boggle/board.ts';
import {
  type GuessJudgement,
  type GuessTerms,
  judgeGuess,
  type MissReason,
  pointsOf,
} from '../../../games/boggle/judge.ts';
import { boggleOptions } from '../../../games/boggle/options.ts';
import { pathFinder } from '../../../games/boggle/path-finder.ts';
import { boardOf } from '../../../games/boggle/rules/open.ts';
import { wordFinder } from '../../../games/boggle/word-finder.ts';
import { readOption } from '../../../games/kit/option.ts';
import { type Lexicon, notInList } from '../../../lexicon/lexicon.ts';
import { dictionaryOptions, fieldsOf } from '../../../settings/options.ts';
import { gridLines, inColumns } from '../../../views/terminal/pictures.ts';
import { type Call, commandOf } from '../../command.ts';
import { jsonIn, judgeLines } from '../../commands/judge.ts';
import { printJson, printLines, terminalWidth } from '../../output.ts';
import { lexiconOf } from '../../read-lexicon.ts';

const { board, width, height } = boggleOptions;

const options = {
  board,
  seed: {
    kind: 'text',
    default: undefined,
    help: 'seed of the board, as in a match; instead of --board',
  },
  width,
  height,
  ...dictionaryOptions,
  found: {
    kind: 'list',
    default: [],
    value: 'WORD',
    help: 'word that was already found; repeatable',
  },
  words: {
    kind: 'flag',
    default: false,
    help: 'list all words on the board with their points, best first',
  },
  json: { kind: 'flag', default: false, help: 'print one JSON object' },
} as const;

type JudgeCall = Call<typeof options>;

interface BoardTerms extends GuessTerms {
  readonly lexicon: Lexicon;
  readonly board: Board;
  readonly found: readonly string[];
}

/** A guess, judged like a player's; or all words of a board. */
export const judgeBoggle = commandOf({
  summary: 'Judges a Boggle word and shows its path on the board, or lists all words of a board.',
  operands: {
    form: '--board CELLS|FILE WORD | -',
    min: 0,
    max: 1,
    expected: 'one word, such as SIZABLE, or - for many, or --words',
  },
  options,
  examples: [
    ['wordhost judge boggle --board RSPL/EIBT/ULZA/ESTI SIZABLE', 'show the points and the path of a word'],
    ['wordhost judge boggle --board RSPL/EIBT/ULZA/ESTI --words', 'list all words, and the total points'],
    [
      'wordhost judge boggle --seed 42 --width 5 --height 5 --words',
      'list the words on the board of seed 42',
    ],
    [
      'wordhost judge boggle --board board.txt - < words.txt',
      'judge many words: one per line in, one JSON object per line out',
    ],
  ],
  notes:
    'With -, each line is a word, or {"word": "…", "board": "…", "found": ["…"]}; board and found are optional.\n' +
    'Exit status: 0 right (with -: all of them), 1 wrong.',
  async run(call) {
    const { options: settled } = call;
    const [word] = call.operands;
    if (settled.words) return listWords(call);
    if (word === undefined)
      throw new UsageError('judge boggle: expected one word, such as SIZABLE, or - for many, or --words');
    if (word === '-') return await judgeMany(call);
    const terms = termsFor(call);
    const judgement = judge(terms, terms.found, word);
    if (settled.json) printJson(guessReport(word, judgement));
    else printLines(linesOf(terms, word, judgement));
    return judgement.right ? 0 : 1;
  },
});

function judge(terms: GuessTerms, found: readonly string[], word: string): GuessJudgement {
  return judgeGuess(terms, word.toUpperCase(), (known) => found.includes(known));
}

function termsFor(call: JudgeCall): BoardTerms {
  const { options: settled } = call;
  const board = boardFrom(call);
  if (!board)
    throw new UsageError(
      'judge boggle: expected a board, such as --board RSPL/EIBT/ULZA/ESTI, or the --seed of a match',
    );
  const lexicon = lexiconOf(fieldsOf(dictionaryOptions, settled));
  return { board, paths: pathFinder(board), lexicon, found: capitals(settled.found) };
}

/** Returns the board of `--board`, or the one that a match with these options would roll. */
function boardFrom({ options: { board, seed, width, height }, placeHere }: JudgeCall): Board | undefined {
  const [ofBoard, ofRoll] = [
    placeHere('board'),
    placeHere('seed') ?? placeHere('width') ?? placeHere('height'),
  ];
  if (ofBoard !== undefined && ofRoll !== undefined)
    throw new UsageError(`${ofBoard} and ${ofRoll}: use one or the other`);
  // Options of this call override those of all calls.
  if (board !== undefined && ofRoll === undefined) return board;
  if (seed === undefined) return undefined;
  return boardOf({ board: undefined, width, height }, keyOf(seed));
}

function listWords(call: JudgeCall): number {
  const { options: settled } = call;
  if (call.operands.length > 0)
    throw new UsageError(`judge boggle --words: expected no word; got ${call.operands.join(' ')}`);
  const { board, lexicon } = termsFor(call);
  const words = wordFinder(lexicon)
    .wordsOn(board)
    .map((word) => ({ word, points: pointsOf(word) }))
    .sort((one, other) => other.word.length - one.word.length || (one.word < other.word ? -1 : 1));
  const total = words.reduce((sum, { points }) => sum + points, 0);
  if (settled.json) printJson({ board: rowsOf(board), words, total });
  else {
    const lines = words.map(({ word, points }) => `${word} ${points}`);
    const listed = process.stdout.isTTY
      ? inColumns(lines, terminalWidth(process.stdout), Number.POSITIVE_INFINITY)
      : lines;
    printLines([
      ...drawPath(board, []),
      '',
      ...listed,
      '',
      `${counted(words.length, 'word')}, ${counted(total, 'point')}`,
    ]);
  }
  return 0;
}

function drawPath(board: Board, path: readonly number[]): string[] {
  return gridLines(boardRows(rowsOf(board)), path, true);
}

const meanings: Readonly<Record<Exclude<MissReason, 'notindictionary'>, string>> = {
  alreadyfound: 'found already',
  notonboard: 'no path of adjacent cells spells it without using a cell twice',
};

function linesOf({ board, lexicon }: BoardTerms, word: string, judgement: GuessJudgement): string[] {
  if (!judgement.right) {
    const { reason } = judgement;
    return [`wrong: ${reason} (${reason === 'notindictionary' ? notInList(lexicon) : meanings[reason]})`];
  }
  return [
    `right: ${word.toUpperCase()}, ${counted(judgement.points, 'point')}`,
    '',
    ...drawPath(board, judgement.path),
  ];
}

function guessReport(word: string, judgement: GuessJudgement): Readonly<Record<string, unknown>> {
  return { word: word.toUpperCase(), ...judgement };
}

async function judgeMany(call: JudgeCall): Promise<number> {
  const { options: settled } = call;
  const board = boardFrom(call);
  const given = board && pathFinder(board);
  const lexicon = lexiconOf(fieldsOf(dictionaryOptions, settled));
  return await judgeLines((line) => {
    const guess = readGuess(line, board, settled.found);
    if (typeof guess === 'string') return { is: 'unreadable', shown: { problem: guess } };
    const paths = given && guess.board === board ? given : pathFinder(guess.board);
    const judgement = judge({ paths, lexicon }, guess.found, guess.word);
    return { is: judgement.right ? 'right' : 'wrong', shown: guessReport(guess.word, judgement) };
  });
}

interface Guess {
  readonly word: string;
  readonly board: Board;
  readonly found: readonly string[];
}

/** A guess, or an error. */
function readGuess(line: string, given: Board | undefined, found: readonly string[]): Guess | string {
  const read = line.trimStart().startsWith('{') ? guessFields(line) : { word: line.trim() };
  if (typeof read === 'string') return read;
  const own = read.board === undefined ? given : boardIn(read.board);
  if (own === undefined) return 'expected "board", such as "RSPL/EIBT/ULZA/ESTI", or the option --board';
  if (typeof own === 'string') return own;
  return { word: read.word, board: own, found: capitals(read.found ?? found) };
}

interface Fields {
  readonly word: string;
  readonly board?: string;
  readonly found?: readonly string[];
}

const keys = ['word', 'board', 'found'] as const satisfies (keyof Fields)[];

function guessFields(line: string): Fields | string {
  const json = jsonIn(line, 'expected a word, or a JSON object such as {"word": "SIZABLE"}', keys);
  if (typeof json === 'string') return json;
  const fields = json.value as Partial<Fields>;
  const { word, board, found = [] } = fields;
  if (typeof word !== 'string') return 'expected "word", such as "SIZABLE"';
  if (board !== undefined && typeof board !== 'string')
    return 'expected "board" to be a string, such as "RSPL/EIBT/ULZA/ESTI"';
  if (!Array.isArray(found) || found.some((each) => typeof each !== 'string'))
    return 'expected "found" to be a list of words';
  return fields as Fields;
}

function boardIn(text: string): Board | string {
  const reading = readOption(boggleOptions.board, text);
  return reading.ok ? (reading.value as Board) : `board: ${reading.problem}`;
}

function capitals(words: readonly string[]): string[] {
  return words.map((word) => word.toUpperCase());
}
