import { UsageError } from '../../../core/errors.ts';
import { keyOf } from '../../../core/seed.ts';
import type { OptionValues } from '../../../games/kit/option.ts';
import { wantsSeed } from '../../../games/scrabble/board/board-choice.ts';
import { faultText } from '../../../games/scrabble/judge/judgement.ts';
import {
  judgePosition,
  type PositionTerms,
  type PositionVerdict,
  type WrittenPosition,
} from '../../../games/scrabble/judge-position.ts';
import { scrabbleOptions } from '../../../games/scrabble/options.ts';
import { termsOf } from '../../../games/scrabble/rules/open.ts';
import { scrabble } from '../../../games/scrabble/scrabble.ts';
import { MOST_TILES } from '../../../games/scrabble/tiles/tile-set.ts';
import { notInList } from '../../../lexicon/lexicon.ts';
import { dictionaryOptions, fieldsOf } from '../../../settings/options.ts';
import { settleOptions } from '../../../settings/settle-options.ts';
import { type Call, commandOf } from '../../command.ts';
import { jsonIn, judgeLines } from '../../commands/judge.ts';
import { printJson, printLines } from '../../output.ts';
import { wordsFor } from '../../read-lexicon.ts';

const { rules, board, tiles, handsize } = scrabbleOptions;

/** The rules, board and tiles for a position that nobody plays. */
export const positionOptions = { rules, board, tiles, handsize, ...dictionaryOptions } as const;

export function positionTerms(
  settled: OptionValues<typeof positionOptions>,
  textsOf: Call['textsOf'],
): PositionTerms {
  const wanted = settled.board && wantsSeed(settled.board.text);
  if (wanted !== undefined) throw new UsageError(`--board ${settled.board!.text}: ${wanted}`);
  const own = settleOptions(scrabbleOptions, []);
  const lexicon = wordsFor(scrabble, fieldsOf(dictionaryOptions, settled));
  const chance = { key: keyOf(''), keyOf };
  const { rules, board, tiles, handsize } = settled;
  const options = { ...own, rules, board, tiles, handsize };
  const asked = { board: textsOf('board') !== undefined, tiles: textsOf('tiles') !== undefined };
  return { ...termsOf({ options, lexicon, names: [], ...chance }), asked };
}

const options = {
  ...positionOptions,
  laid: {
    kind: 'list',
    default: [],
    value: 'MOVE',
    help: 'move that is already on the board; repeatable',
  },
  cgp: {
    kind: 'text',
    default: undefined,
    value: 'POSITION',
    help: 'position in the CGP notation of other programs: board, racks, scores, turns without points',
  },
  hand: {
    kind: 'text',
    default: undefined,
    value: 'TILES',
    help: 'hand of the player: letters with ? for a blank, or counts, such as 4x1 5x2 (default: the tiles that the move needs)',
  },
  bag: {
    kind: 'count',
    default: undefined,
    min: 0,
    max: MOST_TILES,
    help: 'number of tiles in the bag, for a change (default: all tiles not on the board or in hands)',
  },
  json: { kind: 'flag', default: false, help: 'print the verdict as one JSON object' },
} as const;

/** A move on a board, judged like a player's. */
export const judgeScrabble = commandOf({
  summary: 'Judges a Scrabble move: shows its words and points if it is legal, or all its errors.',
  operands: {
    form: '[options] MOVE | -',
    min: 1,
    max: Number.POSITIVE_INFINITY,
    expected: 'one move, such as "8H HELLO", or - for many',
  },
  options,
  examples: [
    ['wordhost judge scrabble "8H HELLO"', 'judge a first move across; H8 is down'],
    ['wordhost judge scrabble "0,0 across HELLO"', 'judge the same move by coordinates, for any board'],
    ['wordhost judge scrabble --laid "0,0 across CAT" "3,-1 down SeA"', 'use a blank: a lowercase letter'],
    [
      'wordhost judge scrabble --laid "0,0 across CAT" "0,0 across ...S"',
      'use a dot for a tile that is on the board',
    ],
    ['wordhost judge scrabble --hand AEINOSY --bag 20 "change AE"', 'judge a change; pass is a move too'],
    ['wordhost judge scrabble --hand "ACT?" "0 0 3C3 1 0 1A1 2 0 20T1"', 'use placements as in the protocol'],
    [
      'wordhost judge scrabble --cgp "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15 AENST?/ 0/10 0" "J8 SEA"',
      'use a position from another program',
    ],
    [
      'wordhost judge scrabble --board infinite - < moves.jsonl',
      'judge many moves: one JSON object per line, in and out',
    ],
  ],
  notes:
    'With -, each line is {"move": "…", "laid": ["…"], "cgp": "…", "hand": "…", "bag": 5}; all but move are optional.\n' +
    'Exit status: 0 legal (with -: all of them), 1 illegal.',
  async run({ operands, options: settled, textsOf }) {
    const move = moveOf(operands);
    const terms = positionTerms(settled, textsOf);
    const { laid, cgp, hand, bag } = settled;
    if (move === '-') return await judgeMany(terms, { laid, cgp, hand, bag });
    const verdict = judgePosition(terms, { laid, cgp, hand, bag, move });
    if (verdict.is === 'no-position') throw new UsageError(`judge scrabble: ${verdict.problem}`);
    if (settled.json) printJson(verdictReport(verdict));
    else printLines(linesOf(verdict, terms));
    return verdict.is === 'legal' ? 0 : 1;
  },
});

/** The words of one move may come without quotes around them. */
function moveOf(operands: readonly string[]): string {
  if (operands.length > 1 && operands.some((word) => word === '-' || word.includes(' ')))
    throw new UsageError(
      `judge scrabble: expected one move, such as "8H HELLO", or - for many; got ${operands.map((word) => JSON.stringify(word)).join(' ')}`,
    );
  return operands.join(' ');
}

function linesOf(
  verdict: Exclude<PositionVerdict, { is: 'no-position' }>,
  { lexicon }: PositionTerms,
): string[] {
  const why = (error: string) =>
    lexicon && error.startsWith('wordnotindictionary ') ? `: ${notInList(lexicon)}` : '';
  const faults = (verdict.faults ?? []).map((fault) => `  ${faultText(fault)}`);
  if (verdict.is === 'illegal')
    return ['not legal', ...verdict.errors.map((error) => `  ${error}${why(error)}`), ...faults];
  const words = verdict.words.map(
    ({ letters, x, y, direction, points }) => `  ${letters} ${direction} from (${x}, ${y}): ${points}`,
  );
  return [`legal: ${verdict.points} points`, ...words, ...faults];
}

function verdictReport(verdict: PositionVerdict): Readonly<Record<string, unknown>> {
  const { is, ...facts } = verdict;
  return is === 'no-position' ? facts : { legal: is === 'legal', ...facts };
}

const kinds = { legal: 'right', illegal: 'wrong', 'no-position': 'unreadable' } as const;

type Besides = Omit<WrittenPosition, 'move'>;

async function judgeMany(terms: PositionTerms, besides: Besides): Promise<number> {
  return await judgeLines((line) => {
    const read = readPosition(line, besides);
    const verdict: PositionVerdict =
      typeof read === 'string' ? { is: 'no-position', problem: read } : judgePosition(terms, read);
    return { is: kinds[verdict.is], shown: verdictReport(verdict) };
  });
}

const keys = ['move', 'laid', 'cgp', 'hand', 'bag'] as const satisfies (keyof WrittenPosition)[];

function readPosition(line: string, besides: Besides): WrittenPosition | string {
  const json = jsonIn(line, 'expected a JSON object, such as {"move": "8H HELLO"}', keys);
  if (typeof json === 'string') return json;
  const position = json.value as Partial<WrittenPosition> | null;
  if (typeof position?.move !== 'string') return 'expected "move", such as "8H HELLO"';
  const { move } = position;
  const laid = position.laid ?? (position.cgp === undefined ? besides.laid : []);
  const cgp = position.cgp ?? (position.laid === undefined ? besides.cgp : undefined);
  const hand = position.hand ?? besides.hand;
  const bag = position.bag ?? besides.bag;
  if (!Array.isArray(laid) || laid.some((each) => typeof each !== 'string'))
    return 'expected "laid" to be a list of moves, such as ["0,0 across CAT"]';
  if (cgp !== undefined && typeof cgp !== 'string')
    return 'expected "cgp" to be a position as a string, such as "15/15/… ABC/ 0/0 0"';
  if (hand !== undefined && typeof hand !== 'string') return 'expected "hand" to be a string, such as "ACT?"';
  if (bag !== undefined && !(Number.isSafeInteger(bag) && bag >= 0))
    return 'expected "bag" to be a number of tiles, such as 5';
  return { move, laid, cgp, hand, bag };
}
