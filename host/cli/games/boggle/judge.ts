import { keyOf } from '../../../core/seed.ts';
import { counted } from '../../../core/text/plural.ts';
import { UsageError } from '../../../core/usage-error.ts';
import { type Board, rowsOf } from '../../../games/boggle/board/board.ts';
import {
  type GuessJudgement,
  type GuessTerms,
  judgeGuess,
  type MissReason,
} from '../../../games/boggle/judge-guess.ts';
import { boggleOptions } from '../../../games/boggle/options.ts';
import { printedRows } from '../../../games/boggle/printed-rows.ts';
import { boardOf } from '../../../games/boggle/rules/terms.ts';
import { pathFinder } from '../../../games/boggle/words/path-finder.ts';
import { pointsOf } from '../../../games/boggle/words/points.ts';
import { wordFinder } from '../../../games/boggle/words/word-finder.ts';
import { type Lexicon, notInList } from '../../../lexicon/lexicon.ts';
import { dictionaryOptions } from '../../../settings/dictionary-options.ts';
import { fieldsOf } from '../../../settings/fields.ts';
import { gridLines } from '../../../views/terminal/grids/grid-lines.ts';
import { inColumns } from '../../../views/terminal/grids/in-columns.ts';
import { type Call, commandOf } from '../../command.ts';
import { printJson, printLines, terminalWidth } from '../../print.ts';
import { lexiconOf } from '../../read-lexicon.ts';
import { judgeLines } from '../judge-lines.ts';
import { capitals, readGuess } from './read-guess.ts';

const { board, width, height } = boggleOptions;

const options = {
  board,
  seed: {
    kind: 'text',
    default: undefined,
    help: 'instead of --board: the board of a match with this seed',
  },
  width,
  height,
  ...dictionaryOptions,
  found: {
    kind: 'list',
    default: [],
    value: 'WORD',
    help: 'word that was found already; repeatable',
  },
  words: {
    kind: 'flag',
    default: false,
    help: 'all words on the board with their points, the best first',
  },
  json: { kind: 'flag', default: false, help: 'one JSON object' },
} as const;

type JudgeCall = Call<typeof options>;

interface BoardTerms extends GuessTerms {
  readonly lexicon: Lexicon;
  readonly board: Board;
  readonly found: readonly string[];
}

/** A guess, judged like a player's; or all words of a board. */
export const judgeBoggle = commandOf({
  summary:
    'Judges a word of Boggle: whether it is right, and where it is on the board. Or lists all words of a board.',
  operands: {
    form: '--board CELLS|FILE WORD | -',
    min: 0,
    max: 1,
    expected: 'one word, such as SIZABLE, or - for many, or --words',
  },
  options,
  examples: [
    ['wordhost judge boggle --board RSPL/EIBT/ULZA/ESTI SIZABLE', 'its points and its path'],
    ['wordhost judge boggle --board RSPL/EIBT/ULZA/ESTI --words', 'all words, and the total'],
    ['wordhost judge boggle --seed 42 --width 5 --height 5 --words', 'the board of a match with this seed'],
    [
      'wordhost judge boggle --board board.txt - < words.txt',
      'many words: one a line in, one JSON object a line out',
    ],
  ],
  notes:
    'With -, each line is a word, or {"word": "…", "board": "…", "found": ["…"]}; board and found are optional.\n' +
    'Exit status: 0 right (all of many), 1 not.',
  async run(call) {
    const { options: settled } = call;
    const [word] = call.operands;
    if (settled.words) return listWords(call);
    if (word === undefined)
      throw new UsageError('judge boggle: expected one word, such as SIZABLE, or - for many, or --words');
    if (word === '-') return await judgeMany(call);
    const terms = termsFor(call);
    const judgement = judge(terms, terms.found, word);
    if (settled.json) printJson(shown(word, judgement));
    else printLines(linesOf(terms, word, judgement));
    return judgement.right ? 0 : 1;
  },
});

function judge(terms: GuessTerms, found: readonly string[], word: string): GuessJudgement {
  return judgeGuess(terms, word.toUpperCase(), (known) => found.includes(known));
}

function termsFor(call: JudgeCall): BoardTerms {
  const { options: settled } = call;
  const board = givenBoard(call);
  if (!board)
    throw new UsageError(
      'judge boggle: expected a board, --board RSPL/EIBT/ULZA/ESTI, or the --seed of a match',
    );
  const lexicon = lexiconOf(fieldsOf(dictionaryOptions, settled));
  return { board, paths: pathFinder(board), lexicon, found: capitals(settled.found) };
}

/** `--board`, or what a match with these options would roll. */
function givenBoard({ options: { board, seed, width, height }, saidHere }: JudgeCall): Board | undefined {
  const [ofBoard, ofRoll] = [saidHere('board'), saidHere('seed') ?? saidHere('width') ?? saidHere('height')];
  if (ofBoard !== undefined && ofRoll !== undefined)
    throw new UsageError(`${ofBoard} and ${ofRoll}: expected one of them`);
  // What is said for this call goes before what is said for all.
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
      ...drawn(board, []),
      '',
      ...listed,
      '',
      `${counted(words.length, 'word')}, ${counted(total, 'point')}`,
    ]);
  }
  return 0;
}

function drawn(board: Board, path: readonly number[]): string[] {
  return gridLines(printedRows(rowsOf(board)), path, true);
}

const meanings: Readonly<Record<Exclude<MissReason, 'notindictionary'>, string>> = {
  alreadyfound: 'found already',
  notonboard: 'no path of neighbouring cells spells it with each cell used once',
};

function linesOf({ board, lexicon }: BoardTerms, word: string, judgement: GuessJudgement): string[] {
  if (!judgement.right) {
    const { reason } = judgement;
    return [`wrong: ${reason} (${reason === 'notindictionary' ? notInList(lexicon) : meanings[reason]})`];
  }
  return [
    `right: ${word.toUpperCase()}, ${counted(judgement.points, 'point')}`,
    '',
    ...drawn(board, judgement.path),
  ];
}

function shown(word: string, judgement: GuessJudgement): Readonly<Record<string, unknown>> {
  return { word: word.toUpperCase(), ...judgement };
}

async function judgeMany(call: JudgeCall): Promise<number> {
  const { options: settled } = call;
  const board = givenBoard(call);
  const given = board && pathFinder(board);
  const lexicon = lexiconOf(fieldsOf(dictionaryOptions, settled));
  return await judgeLines((line) => {
    const guess = readGuess(line, board, settled.found);
    if (typeof guess === 'string') return { is: 'unreadable', shown: { problem: guess } };
    const paths = given && guess.board === board ? given : pathFinder(guess.board);
    const judgement = judge({ paths, lexicon }, guess.found, guess.word);
    return { is: judgement.right ? 'right' : 'wrong', shown: shown(guess.word, judgement) };
  });
}
