import type { FormReader, FormReading, GameRead, ReadingTerms } from '../../../written-form.ts';
import { type Options, scrabbleOptions } from '../../options.ts';
import { deal } from '../../rules/open.ts';
import { type ScrabbleSetup, termsOf } from '../../rules/terms.ts';
import { moveText } from '../../wire/text.ts';
import { compareEnd, leftoverOf } from './judged/compare-end.ts';
import { timesOf } from './judged/file-times.ts';
import { judgeTurns } from './judged/judge-turns.ts';
import { reconstruct } from './judged/reconstruct.ts';
import { wrongVariant } from './judged/variant.ts';
import { linesOfFile } from './read/lines-of-file.ts';
import { Misread } from './read/misread.ts';
import { type GcgFile, readFile } from './read/read-file.ts';
import { type FileTurns, turnsOf } from './read/turns.ts';

const { rules, board, tiles, handsize } = scrabbleOptions;

/** Nothing is left to chance: the file says who begins and what is drawn. */
const SEED = 'gcg';

export const gcgReader: FormReader = {
  players: 2,
  options: { rules, board, tiles, handsize },
  read(bytes, given): FormReading {
    const read = readBytes(bytes, given);
    if (!(read instanceof Misread)) return { ok: true, game: read };
    const { line, column, problem } = read;
    return { ok: false, line, column, problem };
  },
};

function readBytes(bytes: Uint8Array, given: ReadingTerms): GameRead | Misread {
  const lines = linesOfFile(bytes);
  if (lines instanceof Misread) return lines;
  const file = readFile(lines);
  if (file instanceof Misread) return file;
  const turns = turnsOf(file);
  return turns instanceof Misread ? turns : play(file, turns, given);
}

function play(file: GcgFile, turns: FileTurns, given: ReadingTerms): GameRead | Misread {
  const times = timesOf(turns);
  const asked = given.options as Options;
  const first = turns.turns[0]?.line.seat ?? 1;
  const setup: ScrabbleSetup = {
    names: file.players.map(({ name }) => name),
    options: { ...asked, ...times.options },
    lexicon: given.lexicon,
    key: given.keyOf(SEED),
    keyOf: given.keyOf,
  };
  const terms = { ...termsOf(setup), players: file.players, pragmas: file.pragmas };
  const variant = wrongVariant(file, terms, asked);
  if (variant) return variant;
  const rebuilt = reconstruct(turns, terms);
  const options = { ...times.options, first, draws: rebuilt.draws, leftover: leftoverOf(turns, terms.tiles) };
  const dealt = deal({ ...setup, options: { ...setup.options, ...options } });
  const course = judgeTurns(dealt, rebuilt.moves, times.took);
  if (course instanceof Misread) return course;
  if (rebuilt.problem) return rebuilt.problem;
  const end = compareEnd(file, turns, course);
  if (end instanceof Misread) return end;
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
    notes: [...turns.notes, ...course.notes, ...end],
  };
}
