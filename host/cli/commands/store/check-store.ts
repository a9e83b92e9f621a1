import { isDeepStrictEqual } from 'node:util';
import { jsonObject } from '../../../core/text/json-object.ts';
import { visibleJson } from '../../../core/text/visible.ts';
import type { Games } from '../../../games/game.ts';
import type { KeptGame, ReadableStore, StoreCounts } from '../../../runs/store/contract.ts';
import { StoreFailure } from '../../../sqlite/store-failure.ts';
import { KeptMisfit, versionsOf } from '../../../tournament/file/kept-tournament.ts';
import { parseKeptRecord } from '../../stores/kept-record.ts';
import { KeptPairings } from '../../tournament/kept-pairings.ts';
import { type NamedList, outcomeOf } from '../replay/verify-file.ts';

/** Something in a store is not as it was kept. */
export interface Problem {
  /** None: it is about the store. */
  readonly number?: number;
  readonly problem: string;
}

export interface Checked {
  /** None of a store that is damaged. */
  readonly counts?: StoreCounts;
  /** Which games are in it: the first and the last of those without a gap between them. */
  readonly numbers?: readonly (readonly [first: number, last: number])[];
  readonly problems: readonly Problem[];
}

/** Every decision of the records is made again, with these games and this word list. */
export interface Verification {
  readonly games: Games;
  readonly list: NamedList;
}

interface Asked {
  readonly verify: Verification | undefined;
  readonly progress: (done: number, of: number) => void;
}

/** Of a store that is damaged as a file, the games are not looked at. */
export async function checkStore(store: ReadableStore, { verify, progress }: Asked): Promise<Checked> {
  const faults = await store.faults();
  if (faults.length > 0) return { problems: faults.map((problem) => ({ problem })) };
  const counts = await store.counts();
  const problems: Problem[] = [];
  const numbers: [number, number][] = [];
  const versions = versionsOf(await store.files());
  if (versions instanceof KeptMisfit) throw store.misfit('file', versions.version, versions.what);
  const pairings = new KeptPairings(versions);
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

function problemOfResult({ number, id, result }: KeptGame): string | undefined {
  const read = jsonObject(result);
  if (read === undefined) return 'its result is no JSON object';
  const isOfGame = read.number === number && read.id === id;
  if (isOfGame) return undefined;
  const [its, own] = [read.number, read.id].map((value) => visibleJson(value ?? null));
  return `its result is of game ${its}, ${own}`;
}

async function problemOfRecord(
  store: ReadableStore,
  { number, result }: KeptGame,
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
  const record = parseKeptRecord(bytes, 'its record', games);
  if (!record.ok) return record.problem;
  const { number: _, ...kept } = jsonObject(result)!;
  if (!isDeepStrictEqual(kept, JSON.parse(JSON.stringify(record.result ?? null))))
    return 'its record ends with another result';
  const outcome = outcomeOf(record, list);
  return outcome.ok ? undefined : `its record is not right. ${outcome.problem}`;
}
