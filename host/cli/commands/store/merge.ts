import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostFailure, UsageError } from '../../../core/errors.ts';
import { isPostgresAddress, withoutPassword } from '../../../core/postgres-address.ts';
import { counted, visibleJson } from '../../../core/text.ts';
import { readResult } from '../../../events/result.ts';
import { unfitVersion } from '../../../runs/report/versions.ts';
import type { ReadableStore } from '../../../runs/store/contract.ts';
import type { Fitting, MergeReport, Merging } from '../../../runs/store/merge-stores.ts';
import { comparisonIn, unfitGame } from '../../../runs/store/stored-runs.ts';
import { commandOf } from '../../command.ts';
import { printJson, printLines } from '../../output.ts';
import { storesWithPrefix, storeToRead, storeToWrite } from '../../stores.ts';

export const mergeStores = commandOf({
  summary:
    'Copies the games of other stores of the same comparison or tournament into one store, each game once.',
  operands: {
    form: '[options] INTO FROM…',
    min: 2,
    max: Number.POSITIVE_INFINITY,
    expected: 'a target store, which may be new, and one or more source stores',
    moreChoices: storesWithPrefix,
  },
  options: {
    json: { kind: 'flag', default: false, help: 'print one JSON object for each source store' },
  },
  examples: [
    ['wordhost store merge nightly.db other.db', 'add games that were played on another machine'],
    ['wordhost store merge backup.db nightly.db', 'make a copy, even during a run'],
  ],
  notes:
    'Games in INTO stay: if a game number is in both stores, INTO keeps its own. Nothing is copied from a store of another run.\n' +
    'Exit status: 0 merged, 2 not a store, or of another comparison or tournament, 3 writing failed.',
  async run({ operands, options: { json } }) {
    const [intoWhere = '', ...fromWheres] = operands;
    const [into = '', ...others] = operands.map(withoutPassword);
    for (const from of others)
      if (isSameStore(into, from)) throw new UsageError(`store merge: ${from} is ${into} itself`);
    const { mergeStore } = await import('../../../runs/store/merge-stores.ts');
    await using opened = new AsyncDisposableStack();
    const froms: ReadableStore[] = [];
    for (const [index, each] of others.entries()) {
      const from = opened.use(await storeToRead(fromWheres[index]!));
      if ((await from.files()).length === 0)
        mergedOrRefused(into, each, { ok: false, nameless: 'from' }, 'tournament');
      froms.push(from);
    }
    // A stranger's store is copied before INTO is locked, so that nothing in it delays writers of INTO.
    const copies: ReadableStore[] = [];
    for (const [index, from] of froms.entries())
      copies.push(
        await copyOf(from, opened, (copying) => mergedOrRefused(into, others[index]!, copying, 'tournament')),
      );
    const store = opened.use(await storeToWrite(intoWhere));
    for (const [index, from] of copies.entries()) {
      const what = await whatIsIn(from);
      const fitting = (await store.files()).length > 0 && what === 'comparison' ? fitsVersion : fitsResults;
      const merged = mergedOrRefused(into, others[index]!, await mergeStore(store, from, fitting), what);
      const { kept, before } = merged;
      if (json) printJson({ into, from: others[index], kept, before });
      else printLines([lineOf(into, others[index]!, merged)]);
    }
    return 0;
  },
});

/** Copies into a folder that is removed with the command. */
async function copyOf(
  from: ReadableStore,
  opened: AsyncDisposableStack,
  check: (copying: Merging) => MergeReport,
): Promise<ReadableStore> {
  const { mergeStore } = await import('../../../runs/store/merge-stores.ts');
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-merge-'));
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const copy = opened.use(await storeToWrite(join(folder, 'copy.db')));
  check(await mergeStore(copy, from, fitsAny));
  return copy;
}

/** Merging says whether the stores fit together. */
const fitsAny: Fitting = async (_, games) => {
  let first: string | undefined;
  for await (const { number, result } of games) {
    const read = readResult(result);
    if (typeof read === 'string') first ??= `table game, row ${number}: result: ${read}`;
  }
  return first;
};

type What = 'comparison' | 'tournament';

async function whatIsIn(store: ReadableStore): Promise<What> {
  const file = await store.file();
  return file && comparisonIn(store, file) ? 'comparison' : 'tournament';
}

/** Each game of a comparison follows from its number, so only the versions of the players are compared. */
const fitsVersion: Fitting = async (_, games) => {
  const unfit = await unfitVersion(games);
  return unfit && `${unfit}. Nothing was written. Results of different versions cannot be combined`;
};

const fitsResults: Fitting = async (files, games) => {
  const unfit = await unfitGame(files, games);
  return unfit && `${unfit}. Nothing was written. ${OF_FORMATS}`;
};

const OF_FORMATS =
  'In this format the pairings depend on results, and the two stores have different games with different results';

function lineOf(into: string, from: string, { kept, before }: MergeReport): string {
  return `${into}: ${counted(kept, 'game')} from ${from}${before > 0 ? `; ${before} were already there` : ''}`;
}

function mergedOrRefused(into: string, from: string, merging: Merging, kind: What): MergeReport {
  if (merging.ok) return merging;
  if ('problem' in merging) throw new HostFailure(merging.problem);
  const different = `${from} cannot be merged into ${into}`;
  if ('nameless' in merging) {
    const nameless = merging.nameless === 'into' ? into : from;
    throw new UsageError(`${different}: ${nameless} does not record what was played`);
  }
  if ('differing' in merging)
    throw new UsageError(`${different}: they have different games ${merging.differing}`);
  if ('unfit' in merging) throw new UsageError(`${different}: ${merging.unfit}`);
  const { path, before, now } = merging.difference;
  if (kind === 'comparison' && path === 'pairs')
    throw new UsageError(
      `${different}: one of them was started as a single pair (--games 2), and the first pair of a longer comparison has a different seed. To play a part of a longer comparison, start with more than 2 games`,
    );
  const what = path === '' ? 'what is played' : path;
  throw new UsageError(
    `${different}: it is a different ${kind}. ${what}: expected ${inWords(before)}, as in ${into}; got ${inWords(now)}`,
  );
}

const inWords = (value: unknown) => (value === undefined ? 'none' : visibleJson(value));

function isSameStore(one: string, other: string): boolean {
  if (isPostgresAddress(one)) return one === other;
  return existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other);
}
