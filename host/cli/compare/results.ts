import { UsageError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import {
  listOf,
  Misfit,
  number,
  object,
  oneOf,
  optional,
  orNull,
  readShape,
  text,
  type ValueOf,
  whole,
} from '../../core/shape.ts';
import { counted, cut, visible, visibleJson } from '../../core/text.ts';
import { faultInWords } from '../../files/file-fault.ts';
import { readStart } from '../../files/read-file.ts';
import { shellWord } from '../../files/shell.ts';
import { ModelSums, type ModelTotals } from '../../games/kit/model-requests.ts';
import { playerResultFields, resultFields } from '../../games/kit/result-fields.ts';
import { playerOutcomes } from '../../games/kit/verdict.ts';
import { PlayedVersions } from '../../runs/report/versions.ts';
import { type ComparedResult, Counting, type Counts, gameBetweenTwo } from '../../tournament/comparison.ts';
import { printNotes } from '../output.ts';
import { isStore } from '../stores.ts';

const player = object({
  seat: whole(1),
  entry: whole(1),
  name: optional(text()),
  files: optional(listOf(object({ file: text(), sha256: orNull(text()) }), 0)),
  outcome: oneOf(...playerOutcomes),
  offence: playerResultFields.offence,
  score: optional(number()),
  timeouts: optional(whole(0)),
  unfinished: playerResultFields.unfinished,
  messages: playerResultFields.messages,
  refused: playerResultFields.refused,
  model: playerResultFields.model,
  silent: playerResultFields.silent,
  errors: optional(whole(0)),
});

const result = object({
  wordhost: oneOf(1),
  id: optional(text()),
  game: text(),
  seed: text(),
  reason: text(),
  winner: orNull(whole(1)),
  ms: optional(number()),
  began: resultFields.began,
  overloaded: resultFields.overloaded,
  rejudged: resultFields.rejudged,
  worker: resultFields.worker,
  retry: optional(whole(1)),
  players: listOf(player, 1),
});

type ReadResult = ComparedResult & ValueOf<typeof result>;

interface FilesCounted {
  readonly counts: Counts;
  readonly game: string;
  /** Some player of some game has points. */
  readonly hasPoints: boolean;
  readonly models: readonly ModelTotals[];
}

/** The results in these files, as the player with this number on the command line sees them. */
export function countsOfFiles(
  paths: readonly string[],
  entry: number,
  without: readonly string[],
): FilesCounted {
  const leftOut = new Map(without.map((worker) => [worker, 0]));
  const counting = new Counting();
  const seen = new Map<string, string>();
  let first: string | undefined;
  let retry: number | undefined;
  let hasPoints = false;
  const models = new ModelSums();
  const versions = new PlayedVersions();
  let changed: string | undefined;
  for (const path of paths)
    for (const [index, line] of linesOf(path).entries()) {
      if (line === '') continue;
      const where = `${path}: line ${index + 1}`;
      const read = resultIn(line, where, entry);
      checkSeenOnce(read, where, seen);
      if (first === undefined) retry = read.retry;
      first ??= read.game;
      hasPoints ||= read.players.some(({ score }) => score !== undefined);
      if (read.game !== first)
        throw new UsageError(`${where}: expected results of one game, ${first}; got one of ${read.game}`);
      if (read.retry !== retry)
        throw new UsageError(
          `${where}: expected games ${retryText(retry)}, as before; got one ${retryText(read.retry)}. Such games cannot be combined`,
        );
      const { worker } = read;
      if (worker !== undefined && leftOut.has(worker)) {
        leftOut.set(worker, leftOut.get(worker)! + 1);
        continue;
      }
      const other = versions.changedIn(read.players);
      if (other)
        changed ??= `${visible(other.name)}: from ${where} on ${visible(other.file)} is a different file`;
      for (const { name, model, entry } of read.players) models.add(name ?? `player ${entry}`, model);
      const game = gameBetweenTwo(read, entry);
      if (game) counting.add(game);
    }
  if (first === undefined)
    throw new UsageError(`${paths.join(', ')}: expected results, as printed by --json; found none`);
  if (changed !== undefined) printNotes([`note: ${changed}: the results come from more than one version`]);
  for (const [worker, games] of leftOut) {
    if (games === 0)
      throw new UsageError(`--without-worker: no games of ${visibleJson(worker)} in ${paths.join(', ')}`);
    printNotes([`note: ${counted(games, 'game')} of worker ${visible(worker)} left out`]);
  }
  const { counts, waiting } = counting;
  if (counts.pentanomial && waiting > 0)
    printNotes([
      `note: ${counted(waiting, 'game')} without the second game of the pair; only complete pairs are counted`,
    ]);
  return { counts, game: first, hasPoints, models: models.totals };
}

const retryText = (retry: number | undefined): string =>
  retry === undefined ? 'without --illegal retry' : `with --illegal retry=${retry}`;

/** A file that is named twice would count its games twice. */
function checkSeenOnce({ id }: ReadResult, where: string, seen: Map<string, string>): void {
  if (id === undefined) return;
  const before = seen.get(id);
  if (before !== undefined)
    throw new UsageError(`${where}: expected each game once; game ${id} is also in ${before}`);
  seen.set(id, where);
}

const MOST_BYTES = 512_000_000;
const BYTE_ORDER_MARK = /^\ufeff/;

function linesOf(path: string): readonly string[] {
  try {
    if (isStore(path))
      throw new UsageError(
        `${path}: expected results; got a store. To use its results: wordhost store export --results - ${shellWord(path)} | wordhost stats -`,
      );
    const bytes = readStart(path === '-' ? '/dev/stdin' : path, MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES)
      throw new UsageError(`${path}: expected at most ${MOST_BYTES / 1e6} MB; it has more`);
    const whole = bytes.toString('utf8').replace(BYTE_ORDER_MARK, '');
    return whole.split('\n').map((line) => line.trim());
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path}: ${faultInWords(error as Error)}`);
  }
}

/** One result, as `--json` prints it. */
function resultIn(line: string, where: string, entry: number): ReadResult {
  const value = parseLine(line, where);
  const read = readShape(result, value, Number.POSITIVE_INFINITY) as ReadResult | Misfit;
  if (read instanceof Misfit && typeof value === 'object' && value !== null && 'type' in value)
    throw new UsageError(`${where}: expected a result, as printed by --json; got an event of a record`);
  if (read instanceof Misfit) throw new UsageError(`${where}: ${read.inWords('a result')}`);
  const { players } = read;
  if (players.length !== 2)
    throw new UsageError(`${where}: expected a game between 2 players; it had ${players.length}`);
  if (!players.some((each) => each.entry === entry))
    throw new UsageError(
      `--entry ${entry}: ${where} has players ${players.map((each) => each.entry).join(' and ')}`,
    );
  return read;
}

function parseLine(line: string, where: string): unknown {
  try {
    return parseJson(line);
  } catch {
    const came = line.startsWith('{') ? 'an incomplete line' : visibleJson(cut(line, LONGEST_SHOWN));
    throw new UsageError(`${where}: expected a result, as printed by --json; got ${came}`);
  }
}

const LONGEST_SHOWN = 40;
