import { Misfit, readShape } from '../../core/read-shape.ts';
import { listOf, number, object, oneOf, optional, orNull, text, whole } from '../../core/shape.ts';
import { counted } from '../../core/text/plural.ts';
import { UsageError } from '../../core/usage-error.ts';
import { faultInWords } from '../../files/output/fault-in-words.ts';
import { readStart } from '../../files/read-start.ts';
import { playerOutcomes } from '../../games/kit/verdict.ts';
import { Counting, type Counts } from '../../tournament/counts.ts';
import { type ComparedResult, gameBetweenTwo } from '../../tournament/game-between-two.ts';
import { printNotes } from '../print.ts';

const player = object({
  seat: whole(1),
  entry: whole(1),
  outcome: oneOf(...playerOutcomes),
  score: optional(number()),
  timeouts: optional(whole(0)),
});

const result = object({
  wordhost: oneOf(1),
  game: text(),
  seed: text(),
  reason: text(),
  winner: orNull(whole(1)),
  players: listOf(player, 1),
});

type ReadResult = ComparedResult & { readonly game: string };

/** The results in these files, as the player at this place of the command line sees them. */
export function countsOfFiles(paths: readonly string[], entry: number): { counts: Counts; game: string } {
  const counting = new Counting();
  let first: string | undefined;
  for (const path of paths)
    for (const [index, line] of linesOf(path).entries()) {
      if (line === '') continue;
      const where = `${path}: line ${index + 1}`;
      const read = resultIn(line, where, entry);
      first ??= read.game;
      if (read.game !== first)
        throw new UsageError(`${where}: expected results of one game, ${first}; got one of ${read.game}`);
      const game = gameBetweenTwo(read, entry);
      if (game) counting.add(game);
    }
  if (first === undefined)
    throw new UsageError(`${paths.join(', ')}: expected results, as --json prints them; there are none`);
  const { counts, waiting } = counting;
  if (counts.pentanomial && waiting > 0)
    printNotes([`note: ${counted(waiting, 'game')} with a seed of its own; the figures are of the pairs`]);
  return { counts, game: first };
}

const MOST_BYTES = 512_000_000;

function linesOf(path: string): readonly string[] {
  try {
    const bytes = readStart(path === '-' ? '/dev/stdin' : path, MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES)
      throw new UsageError(`${path}: expected at most ${MOST_BYTES / 1e6} MB; there is more`);
    return bytes.toString('utf8').split('\n');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path}: ${faultInWords(error as Error)}`);
  }
}

function resultIn(line: string, where: string, entry: number): ReadResult {
  const read = readShape(result, parsed(line), Number.POSITIVE_INFINITY);
  if (read instanceof Misfit) {
    const field = read.path === '' ? 'a result' : read.path;
    throw new UsageError(`${where}: ${field}: expected ${read.expected}; got ${read.came}`);
  }
  const { players } = read as ReadResult;
  if (players.length !== 2)
    throw new UsageError(`${where}: expected a game between 2 players; it had ${players.length}`);
  if (!players.some((each) => each.entry === entry))
    throw new UsageError(
      `--entry ${entry}: ${where} has players ${players.map((each) => each.entry).join(' and ')}`,
    );
  return read as ReadResult;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
