import { readJsonFile } from '../../../core/json.ts';
import { type Reading, refused } from '../../../core/reading.ts';
import {
  byName,
  label,
  Misfit,
  misfit,
  oneOf,
  optional,
  refine,
  strictObject,
  text,
  transform,
  tuple,
  type ValueOf,
  whole,
} from '../../../core/shape.ts';
import { FARTHEST } from './board.ts';

const MOST_KINDS = 250;
/** Limits the time of scoring a word. */
const MOST_FUNCTIONS = 8;
const MOST_PLACES = 250_000;
const LARGEST = 2_147_483_647;

const USED = 'one of the numbers under squares';

/** A number as a JSON key, in its only spelling. */
function numberKey(words: string, pattern: RegExp, least: number) {
  return refine(words, text(pattern), (key) => Number(key) >= least && Number(key) <= LARGEST);
}

const ids = numberKey(`numbers from 0 to ${LARGEST}`, /^(0|[1-9]\d{0,9})$/, 0);
const priorities = numberKey('whole numbers of 32 bits as priorities', /^(0|-?[1-9]\d{0,9})$/, -LARGEST - 1);
const program = label('a program, as a string', text());
const programs = label(
  `an object of up to ${MOST_FUNCTIONS} priorities, each with a program`,
  byName(program, { names: priorities, most: MOST_FUNCTIONS }),
);
const coordinate = whole(-FARTHEST, FARTHEST);
const coordinates = `whole numbers from -${FARTHEST} to ${FARTHEST}`;
const bounds = refine(
  `[x, y, width, height] with ${coordinates}, and up to ${MOST_PLACES} squares in total`,
  tuple<[x: number, y: number, width: number, height: number]>(coordinate, coordinate, whole(1), whole(1)),
  ([x, y, width, height]) =>
    width * height <= MOST_PLACES && x + width - 1 <= FARTHEST && y + height - 1 <= FARTHEST,
);

const keys = {
  prog: program,
  squares: label(
    `up to ${MOST_KINDS} numbers from 0 to ${LARGEST}, each with an object of priorities and programs`,
    byName(programs, { names: ids, most: MOST_KINDS }),
  ),
  usedSquare: label(USED, whole()),
  center: label(`[x, y], ${coordinates}`, tuple<[x: number, y: number]>(coordinate, coordinate)),
  isInfinite: oneOf(true, false),
  bounds: optional(bounds),
  ppSquare: optional(program),
  $schema: optional(text()),
};

/** A board file in JSON (docs/reference/board.schema.json). */
export type BoardFile = ValueOf<typeof boardFile>;

const boardFile = transform(
  label(`an object with the keys ${Object.keys(keys).slice(0, -1).join(', ')}`, strictObject(keys)),
  (file) => {
    if (!Object.hasOwn(file.squares, file.usedSquare))
      return misfit(USED, file.usedSquare).inside('usedSquare');
    const isOdd = file.isInfinite && file.bounds !== undefined;
    return isOdd ? new Misfit(() => 'expected no bounds, because isInfinite is true').inside('bounds') : file;
  },
);

const LONGEST_FILE = 131_072;

/** Checks the shape. Programs are read later. */
export function readBoardFile(text: string): Reading<{ value: BoardFile }> {
  if (text.length > LONGEST_FILE)
    return refused(`expected a board file of at most ${LONGEST_FILE} characters; this one is longer`);
  const value = readJsonFile(text, boardFile, 'it is missing');
  return typeof value === 'string' ? refused(value) : { ok: true, value };
}
