import { MINUTE, type Nanos, SECOND, type Seat } from '../../../core/units.ts';
import { type OptionSpec, readOption } from '../../kit/option.ts';
import type { FormReader, FormReading, GameRead, ReadingTerms } from '../../presentation.ts';
import type { Board } from '../board/board.ts';
import { wantsSeed } from '../board/board-choice.ts';
import { columnsHaveLetters } from '../board/squares.ts';
import { type Options, scrabbleOptions } from '../options.ts';
import { deal, type ScrabbleSetup, termsOf, unplayable } from '../rules/open.ts';
import { ambiguousLetter } from '../tiles/bag.ts';
import { shown, type TileSet } from '../tiles/tile-set.ts';
import { moveText } from '../wire/messages.ts';
import {
  type Contradiction,
  DESCRIBED,
  FileProblem,
  type GcgFile,
  linesOfFile,
  readFile,
} from './gcg-file.ts';
import { compareEnd, judgeTurns, leftoverOf, unlistedWords } from './judge-turns.ts';
import { reconstruct } from './reconstruct.ts';
import { type FileTurns, turnsOf } from './turns.ts';

const { rules, board, tiles, handsize } = scrabbleOptions;

/** The file decides everything: who begins and what is drawn. */
const SEED = 'gcg';

export const gcgReader: FormReader = {
  players: 2,
  options: { rules, board, tiles, handsize },
  read(bytes, given): FormReading {
    const read = readBytes(bytes, given);
    if (!(read instanceof FileProblem)) return { ok: true, game: read };
    const { line, column, problem } = read;
    return { ok: false, line, column, problem };
  },
  unlisted(bytes, given) {
    const prepared = prepareBytes(bytes, given);
    if (prepared instanceof FileProblem) return [];
    const { dealt, rebuilt, times } = prepared;
    return unlistedWords(dealt, rebuilt.moves, times.took);
  },
};

function readBytes(bytes: Uint8Array, given: ReadingTerms): GameRead | FileProblem {
  const prepared = prepareBytes(bytes, given);
  return prepared instanceof FileProblem ? prepared : play(prepared);
}

function prepareBytes(bytes: Uint8Array, given: ReadingTerms) {
  const lines = linesOfFile(bytes);
  if (lines instanceof FileProblem) return lines;
  const file = readFile(lines);
  if (file instanceof FileProblem) return file;
  const turns = turnsOf(file);
  return turns instanceof FileProblem ? turns : prepare(file, turns, given);
}

/** The deal with its moves, which are not judged yet. */
function prepare(file: GcgFile, turns: FileTurns, given: ReadingTerms) {
  const times = timesOf(turns);
  const own = optionsIn(file, given.options as Options);
  if (own instanceof FileProblem) return own;
  const asked = { ...(given.options as Options), ...own };
  const first = turns.turns[0]?.line.seat ?? 1;
  const setup: ScrabbleSetup = {
    names: file.players.map(({ name }) => name),
    options: { ...asked, ...times.options },
    lexicon: given.lexicon,
    key: given.keyOf(SEED),
    keyOf: given.keyOf,
  };
  const terms = { ...termsOf(setup), players: file.players, pragmas: file.pragmas };
  const variant = wrongVariant(terms, asked);
  if (variant) return variant;
  const rebuilt = reconstruct(turns, terms);
  const contradictions = [...turns.contradictions, ...rebuilt.wrongRacks].toSorted(
    ({ problem: one }, { problem: other }) => one.line - other.line,
  );
  if (given.strict && contradictions[0]) return contradictions[0].problem;
  const options = {
    ...own,
    ...times.options,
    first,
    draws: rebuilt.draws,
    leftover: leftoverOf(turns, terms.tiles),
  };
  const dealt = deal({ ...setup, options: { ...setup.options, ...options } });
  return { file, turns, times, rebuilt, contradictions, options, dealt };
}

type Prepared = Exclude<ReturnType<typeof prepare>, FileProblem>;

function play({
  file,
  turns,
  times,
  rebuilt,
  contradictions,
  options,
  dealt,
}: Prepared): GameRead | FileProblem {
  const course = judgeTurns(dealt, rebuilt.moves, times.took);
  if (course instanceof FileProblem) return course;
  if (rebuilt.problem) return rebuilt.problem;
  const end = compareEnd(file, turns, course, rebuilt.wrongRacks[0]?.problem);
  if (end instanceof FileProblem) return end;
  return {
    seed: SEED,
    players: file.players.map(({ name, nick }) => ({ name, command: nick })),
    options,
    hello: 'ready\n',
    moves: course.moves.map((move, index) => ({
      seat: rebuilt.moves[index]!.turn.line.seat,
      text: `${moveText(move)}\n`,
      took: times.took(index),
    })),
    list: file.pragmas.find(({ name }) => name === 'lexicon')?.text || undefined,
    notes: [...contradictions.map(inWords), ...course.notes, ...end],
  };
}

const inWords = ({ problem: { line, problem }, instead }: Contradiction) =>
  `line ${line}: ${problem}: ${instead}`;

type FileOption = 'rules' | 'board' | 'tiles' | 'handsize';

/** Options of programs in `#` lines, and their names for the usual board. */
const variants: Readonly<Record<string, { readonly option: FileOption; readonly usual: readonly string[] }>> =
  {
    'board-layout': { option: 'board', usual: ['crosswordgame', 'standard15'] },
    'game-board': { option: 'board', usual: ['crosswordgame', 'standard15'] },
    'tile-distribution': { option: 'tiles', usual: [] },
    'letter-distribution': { option: 'tiles', usual: [] },
  };

/** Options of the file that the user did not set. */
function optionsIn({ pragmas }: GcgFile, given: Options): Partial<Options> | FileProblem {
  let options: Partial<Options> = {};
  for (const { name, text, line } of pragmas) {
    const wrong = (expected: string) =>
      new FileProblem({ line }, `#${name}: expected ${expected}; got ${shown(text)}`);
    if (name === 'game-type' && text.toLowerCase() !== 'classic') return wrong('classic');
    const said = optionsSaid(name, text);
    for (const [option, value] of said) {
      const spec: OptionSpec = scrabbleOptions[option];
      if (given[option] !== spec.default) continue;
      const reading = spec.kind === 'file' ? spec.named!(value) : readOption(spec, value);
      if (!reading)
        return wrong(`${[...variants[name]!.usual, ...spec.names!].join(', ')} or --${option} FILE`);
      if (!reading.ok) return new FileProblem({ line }, `#${name}: --${option}: ${reading.problem}`);
      options = { ...options, [option]: reading.value };
    }
    const problem = said.length > 0 && unplayable({ ...given, ...options }, gcgReader.players);
    if (problem) return new FileProblem({ line }, problem);
  }
  return options;
}

function optionsSaid(name: string, text: string): readonly (readonly [FileOption, string])[] {
  const described = name === 'description' && text.startsWith(DESCRIBED);
  if (described)
    return [...text.matchAll(/--(rules|handsize) (\S+)/g)].map(([, option, value]) => [
      option as FileOption,
      value!,
    ]);
  if (!Object.hasOwn(variants, name)) return [];
  const { option, usual } = variants[name]!;
  return [[option, usual.includes(text.toLowerCase()) ? 'official' : text]];
}

/** Refuses options that the file contradicts. */
function wrongVariant(
  { board, tiles }: { readonly board: Board; readonly tiles: TileSet },
  asked: Options,
): FileProblem | undefined {
  const wanted = wantsSeed(asked.board?.text ?? '');
  if (wanted !== undefined) return new FileProblem({ line: 1 }, `the board ${board.name}: ${wanted}`);
  if (!board.layout || !columnsHaveLetters(board.layout))
    return new FileProblem(
      { line: 1 },
      `GCG supports boards of up to 26 columns; the board ${board.name} is wider or infinite`,
    );
  const twice = ambiguousLetter(tiles);
  if (twice === undefined) return undefined;
  return new FileProblem(
    { line: 1 },
    `GCG supports one kind of tile for each letter; the tile set ${tiles.name} has two kinds for ${twice}`,
  );
}

const BANK: Nanos = 25 * MINUTE;
const USUAL = 10;

interface FileTimes {
  readonly options: Partial<Options>;
  took(index: number): Nanos;
}

/** Each turn takes a second. Points off for time become overtime in the last turn. */
function timesOf({ turns, times }: FileTurns): FileTimes {
  const off = [1, 2].map((seat) =>
    times.reduce((sum, { seat: other, points }) => (other === seat ? sum - points.value : sum), 0),
  );
  const timeless = { timeout: Number.POSITIVE_INFINITY };
  if (off.every((points) => points === 0)) return { options: timeless, took: () => SECOND };
  const eachMinute = off.reduce(commonDivisor, USUAL);
  const seats = turns.map(({ line }) => line.seat);
  const options = {
    ...timeless,
    'time-bank': BANK,
    'overtime-points': eachMinute,
    'overtime-limit': Number.POSITIVE_INFINITY,
  };
  return { options, took: (index) => (isLast(index) ? lastOf(seats[index]!) : SECOND) };

  function isLast(index: number): boolean {
    return off[seats[index]! - 1]! > 0 && seats.lastIndexOf(seats[index]!) === index;
  }

  function lastOf(seat: Seat): Nanos {
    const used = (seats.filter((each) => each === seat).length - 1) * SECOND;
    return BANK - used + (off[seat - 1]! / eachMinute) * MINUTE - MINUTE / 2;
  }
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}
