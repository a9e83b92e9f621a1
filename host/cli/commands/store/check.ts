import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../../../core/errors.ts';
import { jsonObject } from '../../../core/json.ts';
import { withoutPassword } from '../../../core/postgres-address.ts';
import { counted, grouped, visibleJson } from '../../../core/text.ts';
import type { Games } from '../../../games/game.ts';
import type { ReadableStore, StoreCounts, StoredGame } from '../../../runs/store/contract.ts';
import { parseStoredRecord, StoredPairings } from '../../../runs/store/stored-runs.ts';
import { type Fault, StoreFailure } from '../../../sqlite/fault.ts';
import { VersionMisfit, versionsOf } from '../../../tournament/stored-tournament.ts';
import { Progress } from '../../../views/terminal/progress.ts';
import { type Command, commandOf } from '../../command.ts';
import { type GamesWords, loadGames } from '../../game-words.ts';
import { canRedraw, printJson, printLines } from '../../output.ts';
import { storesWithPrefix } from '../../stores.ts';
import { listOptions, type NamedList, outcomeOf, runSeedOption, seedsOf } from '../../verify.ts';

const options = {
  verify: {
    kind: 'flag',
    default: false,
    help: 'verify every decision in the records',
    everyday: true,
  },
  ...listOptions('with --verify'),
  ...runSeedOption,
  json: { kind: 'flag', default: false, help: 'print one JSON object for each store' },
} as const;

export function checkStores(games: GamesWords): Command {
  return commandOf({
    summary: 'Checks stores for damage: the file itself, each result, and each record.',
    operands: {
      form: '[options] STORE…',
      min: 1,
      max: Number.POSITIVE_INFINITY,
      expected: 'a store: wordhost store check nightly.db',
      moreChoices: storesWithPrefix,
    },
    options,
    examples: [
      ['wordhost store check nightly.db', 'check a store, even while games are played'],
      ['wordhost store check --verify nightly.db', 'verify every decision of every game'],
    ],
    notes: 'Exit status: 0 no damage, 1 damage found, 2 not a store.',
    async run({ operands, options: { verify, dictionary, json, ...more } }) {
      const list = { dictionary, skipsNonWords: more['skip-non-words'], seeds: seedsOf(more['run-seed']) };
      const asked = verify ? { games: await loadGames(games), list } : undefined;
      let status = 0;
      for (const where of operands) {
        const checked = await check(where, asked);
        const path = withoutPassword(where);
        if (checked.problems.length > 0) status = 1;
        if (json) printJson(lineOf(path, checked, verify));
        else printLines(wordsOf(path, checked, verify));
      }
      return status;
    },
  });
}

/** A store that is damaged is no mistake of the user. */
async function check(path: string, verify: Verification | undefined): Promise<StoreCheck> {
  const { openStore } = await import('../../../runs/store/store.ts');
  const opening = await openStore(path, { mode: 'read' });
  if (!opening.ok && isDamage(opening.fault)) return { problems: [{ problem: opening.problem }] };
  if (!opening.ok) throw new UsageError(opening.problem);
  await using store = opening.store;
  const stream = canRedraw(process.stderr) ? process.stderr : undefined;
  let line: Progress | undefined;
  const progress = (done: number, of: number) => {
    line ??= new Progress({ stream, redraws: true }, { of, what: 'games' });
    line.show(done);
  };
  try {
    return await checkStore(store, { verify, progress });
  } catch (error) {
    if (error instanceof StoreFailure && isDamage(error.fault))
      return { problems: [{ problem: error.message }] };
    throw error;
  } finally {
    line?.clear();
  }
}

const isDamage = ({ kind }: Fault) => kind === 'truncated' || kind === 'damaged';

function lineOf(path: string, { counts, numbers, problems }: StoreCheck, verified: boolean): object {
  return {
    store: path,
    ok: problems.length === 0,
    ...counts,
    ...(numbers && { numbers }),
    verified,
    problems,
  };
}

function wordsOf(
  path: string,
  { counts, numbers = [], problems }: StoreCheck,
  isVerified: boolean,
): string[] {
  const which = numbersLines(numbers);
  if (problems.length === 0 && counts) return [`${path}: ok. ${figures(counts, isVerified)}`, ...which];
  const shown = problems.slice(0, MOST_SHOWN).map(problemLine);
  const more = problems.length - shown.length;
  return [
    `${path}: damaged. ${counts ? figures(counts, isVerified) : ''}`.trim(),
    ...which,
    ...shown,
    ...(more > 0 ? [`  and ${more} more; --json shows all`] : []),
  ];
}

const MOST_SHOWN = 20;

/** Lists the games, unless they are all from 1 on. */
function numbersLines(numbers: NonNullable<StoreCheck['numbers']>): string[] {
  const isPlain = numbers.length === 0 || (numbers.length === 1 && numbers[0]![0] === 1);
  if (isPlain) return [];
  const shown = numbers
    .slice(0, MOST_SHOWN)
    .map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`));
  const more = numbers.length > MOST_SHOWN ? ', and more; --json shows all' : '';
  return [`  its games are ${shown.join(', ')}${more}`];
}

const problemLine = ({ number, problem }: Problem) =>
  number === undefined ? `  ${problem}` : `  game ${number}: ${problem}`;

function figures({ games, records, recordBytes, bytes }: StoreCounts, isVerified: boolean): string {
  const unpacked = `${counted(records, 'record')} of ${kib(recordBytes)}${isVerified ? ', verified' : ''}`;
  return `${counted(games, 'game')}, ${unpacked}, in ${kib(bytes)}`;
}

const kib = (bytes: number) => `${grouped(Math.round(bytes / 1024))} KiB`;

/** A part of a store that is not as it was saved. */
interface Problem {
  /** The number of the game. Undefined if the problem is in the store itself. */
  readonly number?: number;
  readonly problem: string;
}

interface StoreCheck {
  /** A damaged store has no counts. */
  readonly counts?: StoreCounts;
  /** Ranges of game numbers without a gap: the first and the last of each. */
  readonly numbers?: readonly (readonly [first: number, last: number])[];
  readonly problems: readonly Problem[];
}

/** Every decision of the records is made again, with these games and this word list. */
interface Verification {
  readonly games: Games;
  readonly list: NamedList;
}

interface CheckRequest {
  readonly verify: Verification | undefined;
  readonly progress: (done: number, of: number) => void;
}

/** The games of a damaged file are not checked. */
export async function checkStore(
  store: ReadableStore,
  { verify, progress }: CheckRequest,
): Promise<StoreCheck> {
  const faults = await store.faults();
  if (faults.length > 0) return { problems: faults.map((problem) => ({ problem })) };
  const counts = await store.counts();
  const problems: Problem[] = [];
  const numbers: [number, number][] = [];
  const versions = versionsOf(await store.files());
  if (versions instanceof VersionMisfit) throw store.misfit('file', versions.version, versions.what);
  const pairings = new StoredPairings(versions);
  let done = 0;
  for await (const game of store.games()) {
    const { number } = game;
    const misplaced = pairings.problemOf(game);
    const problem =
      problemOfResult(game) ??
      (misplaced === undefined ? undefined : `it ${misplaced}`) ??
      (await problemOfRecord(store, game, verify));
    if (problem !== undefined) problems.push({ number, problem });
    const last = numbers.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else numbers.push([number, number]);
    progress(++done, counts.games);
  }
  return { counts, numbers, problems };
}

function problemOfResult({ number, id, result }: StoredGame): string | undefined {
  const read = jsonObject(result);
  if (read === undefined) return 'its result is not a JSON object';
  const isOfGame = read.number === number && read.id === id;
  if (isOfGame) return undefined;
  const [its, own] = [read.number, read.id].map((value) => visibleJson(value ?? null));
  return `its result is of game ${its}, ${own}`;
}

async function problemOfRecord(
  store: ReadableStore,
  { number, result }: StoredGame,
  verify: Verification | undefined,
): Promise<string | undefined> {
  try {
    const bytes = await store.record(number);
    return bytes && verify && problemOfDecisions(bytes, result, verify);
  } catch (error) {
    if (error instanceof StoreFailure && error.fault.kind === 'damaged') return error.fault.what;
    throw error;
  }
}

function problemOfDecisions(
  bytes: Uint8Array,
  result: string,
  { games, list }: Verification,
): string | undefined {
  const record = parseStoredRecord(bytes, 'its record', games);
  if (!record.ok) return record.problem;
  const { number: _, worker: __, ...kept } = jsonObject(result)!;
  if (!isDeepStrictEqual(kept, JSON.parse(JSON.stringify(record.result ?? null))))
    return 'its record ends with another result';
  const outcome = outcomeOf(record, list);
  return outcome.ok ? undefined : `its record is incorrect. ${outcome.problem}`;
}
