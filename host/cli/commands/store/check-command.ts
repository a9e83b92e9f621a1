import { counted, grouped } from '../../../core/text/plural.ts';
import { UsageError } from '../../../core/usage-error.ts';
import type { StoreCounts } from '../../../runs/store/contract.ts';
import type { Fault } from '../../../sqlite/fault.ts';
import { StoreFailure } from '../../../sqlite/store-failure.ts';
import { Progress } from '../../../views/terminal/live/progress.ts';
import { type Command, commandOf } from '../../command.ts';
import { type GamesWords, loadGames } from '../../game-words.ts';
import { canRedraw, printJson, printLines } from '../../print.ts';
import { storesBeginning } from '../../stores/stores-beginning.ts';
import { listOptions } from '../replay/list-options.ts';
import { type Checked, checkStore, type Problem, type Verification } from './check-store.ts';

const options = {
  verify: {
    kind: 'flag',
    default: false,
    help: 'verification: every decision in the records is made again',
    everyday: true,
  },
  ...listOptions('with --verify'),
  json: { kind: 'flag', default: false, help: 'what was found in each store as one JSON object' },
} as const;

export function checkStores(games: GamesWords): Command {
  return commandOf({
    summary:
      'Checks stores: the file itself, that each result can be read, that each record is as it was kept.',
    operands: {
      form: '[options] STORE…',
      min: 1,
      max: Number.POSITIVE_INFINITY,
      expected: 'a store: wordhost store check nightly.db',
      moreChoices: storesBeginning,
    },
    options,
    examples: [
      ['wordhost store check nightly.db', 'also while games are played'],
      ['wordhost store check --verify nightly.db', 'every decision of every game'],
    ],
    notes: 'Exit status: 0 all is right, 1 something is not, 2 no store.',
    async run({ operands, options: { verify, dictionary, json, ...more } }) {
      const list = { dictionary, skipsNonWords: more['skip-non-words'] };
      const asked = verify ? { games: await loadGames(games), list } : undefined;
      let status = 0;
      for (const path of operands) {
        const checked = await check(path, asked);
        if (checked.problems.length > 0) status = 1;
        if (json) printJson(lineOf(path, checked, verify));
        else printLines(wordsOf(path, checked, verify));
      }
      return status;
    },
  });
}

/** A store that is damaged is no mistake of the user. */
async function check(path: string, verify: Verification | undefined): Promise<Checked> {
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

function lineOf(path: string, { counts, numbers, problems }: Checked, verified: boolean): object {
  return {
    store: path,
    ok: problems.length === 0,
    ...counts,
    ...(numbers && { numbers }),
    verified,
    problems,
  };
}

function wordsOf(path: string, { counts, numbers = [], problems }: Checked, isVerified: boolean): string[] {
  const which = numbersLines(numbers);
  if (problems.length === 0 && counts) return [`${path}: right. ${figures(counts, isVerified)}`, ...which];
  const shown = problems.slice(0, MOST_SHOWN).map(problemLine);
  const more = problems.length - shown.length;
  return [
    `${path}: not right. ${counts ? figures(counts, isVerified) : ''}`.trim(),
    ...which,
    ...shown,
    ...(more > 0 ? [`  and ${more} more; --json shows all`] : []),
  ];
}

const MOST_SHOWN = 20;

/** Which games there are, where that is not plain: they are not all from 1 on. */
function numbersLines(numbers: NonNullable<Checked['numbers']>): string[] {
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
