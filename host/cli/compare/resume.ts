import { UsageError } from '../../core/errors.ts';
import { counted, visible } from '../../core/text.ts';
import type { Result } from '../../events/result.ts';
import { shellWord } from '../../files/shell.ts';
import type { AnyGame } from '../../games/game.ts';
import { limitOptions, type OptionTable, type OptionValues, optionText } from '../../games/kit/option.ts';
import { listNamed } from '../../lexicon/lexicon.ts';
import { statusOf } from '../../runs/play-game.ts';
import type { RunGame } from '../../runs/run.ts';
import { planGame, type SeriesRequest } from '../../runs/series.ts';
import type { DefinitionFile } from '../../runs/store/contract.ts';
import { NamedFiles } from '../../seats/process/player-files.ts';
import { hostingOptions } from '../../settings/options.ts';
import { GAMES_OF_A_PAIR, type Question } from '../../tournament/comparison.ts';
import { offencesIn } from '../../views/terminal/player-reports.ts';
import type { Call } from '../command.ts';
import { printNotes } from '../output.ts';
import type { EarlierGame } from '../reports/game-notes.ts';
import type { SeriesPlan } from '../series/command.ts';
import type { Player } from '../series/players.ts';
import { parseStoredRecord } from '../stores.ts';
import { type ChangedFile, PlayedVersions } from '../versions.ts';
import type { compareOptions } from './options.ts';
import { StoredComparison, type StoredResult } from './store.ts';

type CompareCall = Call<typeof compareOptions>;

/** Opens the store of a comparison; none is asked for: nothing. */
export async function openComparison({
  options,
  saidHere,
}: CompareCall): Promise<StoredComparison | undefined> {
  const { store, records } = options;
  if (store === undefined) {
    if (saidHere('records') !== undefined)
      throw new UsageError('--no-records: expected --store FILE with it; got none');
    return undefined;
  }
  if (records && options['record-bad'])
    throw new UsageError(
      '--store and --record-bad: expected one of them. The store keeps the records of all games; --no-records keeps none in it',
    );
  return await StoredComparison.open(store, records);
}

/** What a store says of the options: seeds that were drawn, and where records are written. */
export async function storedOptions(kept: StoredComparison, { options, said }: CompareCall): Promise<object> {
  const { seed, playerSeed } = await kept.seeds();
  return {
    ...(said('seed') === undefined && seed !== undefined && { seed }),
    ...(said('player-seed') === undefined && playerSeed !== undefined && { 'player-seed': playerSeed }),
    ...(options.record === undefined && { record: kept.running }),
  };
}

/** The series without the games that are kept, and these. Refuses another comparison. */
export async function resumeComparison(
  kept: StoredComparison,
  ready: SeriesPlan,
  question: Question,
  { options }: CompareCall,
  version: OneVersion,
): Promise<{ readonly request: SeriesRequest; readonly before: readonly StoredResult[] }> {
  const { settings } = ready;
  const { firstHasSeed = ready.request.games <= GAMES_OF_A_PAIR } = await kept.seeds();
  const request = { ...ready.request, firstHasSeed };
  const defaults = {
    options: defaultTexts({ ...ready.request.game.options, ...limitOptions }),
    hosting: defaultTexts(hostingOptions),
  };
  await kept.goOnWith(comparisonFile({ ...ready, request }, question, options), defaults);
  const all = await kept.results();
  const [folder = '.'] = settings.hosting.folders;
  await version.goOnAfter(all, ready.players, { store: options.store!, folder });
  const before = all.filter(({ game }) => game <= request.games);
  if (before.length > 0 && !settings.output.quiet)
    printNotes([`${options.store} has ${counted(before.length, 'game')} of it; they count, and it goes on`]);
  return {
    request: { ...request, played: new Set(before.map(({ game }) => game)) },
    before: ready.files.areWanted ? await withReports(kept, before, request.game) : before,
  };
}

/** What a comparison is: with anything else in here it would be another one. How many games there are may change. */
function comparisonFile(
  { request, players }: Pick<SeriesPlan, 'request' | 'players'>,
  { test, notWorse, countsOffences }: Question,
  options: OptionValues<OptionTable>,
): DefinitionFile {
  const { game, edition, options: texts, dictionary, players: planned } = planGame(request, 1).request;
  const { seed, playerSeed, firstHasSeed } = request;
  const canonical = {
    ...{ kind: 'compare', game, edition, seed, playerSeed },
    // When it began: the seed of a single pair is the seed itself.
    pairs: firstHasSeed ? 'one' : 'several',
    ...{ test, notWorse, dictionary, options: texts },
    // It may change, and says how the games are counted.
    ...(countsOffences && { offences: 'count' }),
    players: players.map(({ name, command, own }, index) => {
      const { options } = planned[index]!;
      return { name, command, ...own, ...(options && { options }) };
    }),
    hosting: textsOf(hostingOptions, options),
  };
  const words = ['wordhost', ...process.argv.slice(2)];
  return { text: `${words.map(shellWord).join(' ')}\n`, canonical: JSON.stringify(canonical) };
}

function textsOf(table: OptionTable, values: OptionValues<OptionTable>): object {
  return Object.fromEntries(
    Object.entries(table).map(([name, spec]) => [name, optionText(spec, values[name])]),
  );
}

function defaultTexts(table: OptionTable): object {
  return Object.fromEntries(
    Object.entries(table).map(([name, spec]) => [name, optionText(spec, spec.default)]),
  );
}

type NamedPlayer = Pick<Player, 'name' | 'command' | 'own'>;

/** The games of a comparison, as long as each player is of one version: games of several together say nothing of any. */
export class OneVersion {
  readonly #versions = new PlayedVersions();
  #changed: (ChangedFile & { readonly game: number }) | undefined;

  /** Games that a store has. Refuses those of several versions, and those of others than now. */
  async goOnAfter(
    before: readonly StoredResult[],
    players: readonly NamedPlayer[],
    { store, folder }: { readonly store: string; readonly folder: string },
  ): Promise<void> {
    for (const { game, result } of before) {
      const mixed = this.#versions.changedIn(result.players);
      if (mixed)
        throw new UsageError(
          `--store ${store} has games of more than one version of ${visible(mixed.name)}: in game ${game} ${visible(mixed.file)} is another file than before. What they say together is of none of them: take another store`,
        );
    }
    const changed = before.length > 0 && this.#versions.changedIn(await filesNow(players, folder));
    if (changed)
      throw new UsageError(
        `--store ${store} has games of another version of ${changed.name}: ${changed.file} has changed since. For this version take another store`,
      );
  }

  /** Another version has played it: the comparison ends, and it does not count. */
  isAnother(played: RunGame): boolean {
    const changed = 'failure' in played ? undefined : this.#versions.changedIn(played.report.result.players);
    if (changed) this.#changed = { ...changed, game: played.game };
    return changed !== undefined;
  }

  /** Why it has ended, in sentences; none: each player was of one version. */
  get problem(): string | undefined {
    if (this.#changed === undefined) return undefined;
    const { name, file, game } = this.#changed;
    return `${visible(name)}: ${visible(file)} has changed since the first game. The comparison ends: game ${game} is of another version, and does not count`;
  }
}

async function filesNow(players: readonly NamedPlayer[], folder: string) {
  return await Promise.all(
    players.map(async ({ name, command, own }, index) => {
      const files = new NamedFiles(command, own.cwd ?? folder);
      files.look();
      return { entry: index + 1, name, files: await files.hashes() };
    }),
  );
}

/** Of more games that went wrong, the newest are told from their records, which take a while to read. */
const MOST_READ = 200;
/** Of reports that no terminal shows. */
const WIDTH = 120;

/** Games of earlier runs, and of those that went wrong what a terminal showed then. */
async function withReports(
  kept: StoredComparison,
  before: readonly StoredResult[],
  game: AnyGame,
): Promise<readonly StoredResult[]> {
  const bad = before.filter(({ line }) => statusOf(JSON.parse(line) as Result) !== 0);
  const read = new Set(bad.slice(-MOST_READ));
  return await Promise.all(
    before.map(async (each) =>
      read.has(each) ? { ...each, told: await toldOf(kept, each.game, game) } : each,
    ),
  );
}

async function toldOf(kept: StoredComparison, number: number, game: AnyGame): Promise<EarlierGame['told']> {
  const bytes = await kept.record(number);
  if (!bytes) return undefined;
  const record = kept.placeOf(number);
  const reading = parseStoredRecord(bytes, record, { [game.name]: game });
  if (!reading.ok) return { record, report: [] };
  return { record, report: offencesIn(reading, { width: WIDTH, wordList: listNamed }).flat() };
}
