import type { Test } from 'tap';
import { seconds } from '../../host/core/units.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import { liveClock } from '../../host/match/clock.ts';
import type { OpenSeats } from '../../host/match/seat.ts';
import { LocalExecutor } from '../../host/runs/executor.ts';
import { run } from '../../host/runs/run.ts';
import type { NewGame, Opening, ReadableStore, StoredGame } from '../../host/runs/store/contract.ts';
import { SavedGames } from '../../host/runs/store/saved-games.ts';
import type { openStore } from '../../host/runs/store/store.ts';
import { tournamentExperiment, tournamentRunFold } from '../../host/runs/tournament.ts';
import { scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import type { FormatKind } from '../../host/tournament/formats/format.ts';
import { TournamentFold } from '../../host/tournament/report.ts';
import { lexiconWith } from '../games/table.ts';
import fc, { runs } from '../support/laws.ts';
import { waits, wins } from '../support/letter-a-scripts.ts';
import { entrantsOf, plain } from '../tournament/schedule/play-out.ts';

/** A kind of store under its contract. */
export interface StoreKind {
  readonly name: string;
  /** A place where no store is, for this test alone. */
  newPlace(t: Test): string;
  open: typeof openStore;
}

const isNew = { ok: true, isNew: true };
const wasKept = { ok: true, isNew: false };
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

function game(number: number, record?: string): NewGame {
  const result = JSON.stringify({ number, wordhost: 1, id: `id ${number}`, word: 'ÄRGER 🂡' });
  return { number, id: `id ${number}`, result, ...(record !== undefined && { record: bytesOf(record) }) };
}

/** Games of five players in each format, with two games a meeting and three rounds where a format has them. */
const gamesOfFormats: Readonly<Record<FormatKind, number>> = {
  'round-robin': 60,
  gauntlet: 24,
  swiss: 12,
  knockout: 8,
  ladder: 12,
};

/** The last name wins. */
const openSeats: OpenSeats = async (requests, listenerOf) => {
  const names = requests.map(({ name }) => name);
  const best = names.toSorted().at(-1);
  const scripts = names.map((name) => (name === best ? wins : waits));
  return await scriptedSeats(scripts, liveClock)(requests, listenerOf);
};

/** What holds for every kind of store. */
export function storeContract(t: Test, kind: StoreKind): void {
  const law = (name: string, act: (t: Test, place: string) => Promise<void>) =>
    t.test(`${kind.name}: ${name}`, async (t) => await act(t, kind.newPlace(t)));
  const toWrite = async (place: string) => opened(await kind.open(place, { mode: 'write' }));
  const toRead = async (place: string) => opened(await kind.open(place, { mode: 'read' }));

  law('one that was just made has no games and no file', async (t, place) => {
    await using store = await toWrite(place);
    t.same(await gamesOf(store), []);
    t.equal(await store.file(), undefined);
    t.equal(await store.game(1), undefined);
    t.equal(await store.record(1), undefined);
    t.match(await store.counts(), { games: 0, records: 0, recordBytes: 0 });
    t.same(await store.faults(), []);
  });

  law('games come back in the order of their numbers, however they ended', async (t, place) => {
    await using store = await toWrite(place);
    for (const number of [10, 2, 9, 1]) t.same(await store.save(game(number)), isNew);
    t.same(
      await gamesOf(store),
      [1, 2, 9, 10].map((number) => game(number)),
    );
    t.same(await store.game(9), game(9));
  });

  law('a result and a record come back as they were, byte for byte', async (t, place) => {
    await using store = await toWrite(place);
    let number = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.json(),
        fc.option(fc.uint8Array({ maxLength: 5000 }), { nil: undefined }),
        async (result, record) => {
          number++;
          await store.save({ number, id: String(number), result, record });
          t.equal((await store.game(number))?.result, result);
          const read = await store.record(number);
          t.same(read && [...read], record && [...record]);
        },
      ),
      runs(100),
    );
    t.match(await store.counts(), { games: number });
  });

  law('the same game twice is kept once: the first stays, with its record', async (t, place) => {
    await using store = await toWrite(place);
    await store.save(game(1, 'first'));
    t.same(await store.save({ ...game(1, 'second'), id: 'another' }), wasKept);
    t.same(await gamesOf(store), [game(1)]);
    t.same(await store.record(1), bytesOf('first'));
    await Promise.all([store.save(game(2, 'x')), store.save(game(2, 'y'))]);
    t.match(await store.counts(), { games: 2, records: 2, recordBytes: 6 });
  });

  law('an id is of one game', async (t, place) => {
    await using store = await toWrite(place);
    await store.save(game(1));
    const keeping = await store.save({ ...game(2, 'record'), id: 'id 1' });
    t.match(keeping, { ok: false, fault: { kind: 'conflict', id: 'id 1', number: 2, other: 1 } });
    t.match(keeping, { problem: `${place}: game 2 has the id of game 1` });
    t.match(await store.counts(), { games: 1, records: 0 });
  });

  law('each change of the file is a version, and what does not change it is none', async (t, place) => {
    await using store = await toWrite(place);
    const files = [
      { text: 'players: [a]', canonical: '{"players":["a"]}' },
      { text: 'players: [a, b] # new', canonical: '{"players":["a","b"]}' },
    ];
    for (const file of files) {
      t.same(await store.saveFile(file), isNew);
      t.same(await store.saveFile(file), wasKept);
    }
    t.match(await store.files(), [
      { version: 1, ...files[0] },
      { version: 2, ...files[1] },
    ]);
    t.match(await store.file(), { version: 2, ...files[1], keptAt: /^\d{4}-.*Z$/ });
  });

  law('all is there when it is opened again', async (t, place) => {
    const file = { text: 'a file', canonical: '{}' };
    {
      await using store = await toWrite(place);
      await store.saveFile(file);
      await store.save(game(1, 'record'));
    }
    await using store = await toWrite(place);
    await store.save(game(2));
    await using reader = await toRead(place);
    t.same(await gamesOf(reader), [game(1), game(2)]);
    t.same(await reader.record(1), bytesOf('record'));
    t.match(await reader.file(), file);
  });

  law('it has one writer at a time, and the second is told who that is', async (t, place) => {
    const first = await toWrite(place);
    const second = await kind.open(place, { mode: 'write' });
    t.match(second, { ok: false, fault: { kind: 'in-use', by: { pid: process.pid } } });
    t.match(second, { problem: `${place}: process ${process.pid} has been writing to it since 20` });
    await first.close();
    await using _third = await toWrite(place);
  });

  law('any number read while it is written, each what there was in one moment', async (t, place) => {
    await using store = await toWrite(place);
    await store.save(game(1));
    await store.save(game(2));
    const readers = await Promise.all([1, 2, 3].map(async () => await toRead(place)));
    for (const reader of readers) {
      const seen: StoredGame[] = [];
      const next = (await reader.counts()).games + 1;
      for await (const each of reader.games()) {
        if (seen.length === 0) t.same(await store.save(game(next)), isNew, 'readers hold no writer up');
        seen.push(each);
      }
      t.equal(seen.length, next - 1);
      t.equal((await gamesOf(reader)).length, next, 'the next time there is more');
    }
    for (const reader of readers) await reader.close();
  });

  law('a reader that stops in the middle holds nothing', async (t, place) => {
    await using store = await toWrite(place);
    for (const number of [1, 2, 3]) await store.save(game(number));
    await using reader = await toRead(place);
    for await (const { number } of reader.games()) if (number === 2) break;
    t.same(await store.save(game(4)), isNew);
    t.equal((await gamesOf(reader)).length, 4);
  });

  law('to read one that is not there is refused, and does not make it', async (t, place) => {
    for (const _ of [1, 2])
      t.match(await kind.open(place, { mode: 'read' }), { ok: false, fault: { kind: 'missing' } });
  });

  for (const [kind, games] of Object.entries(gamesOfFormats) as [FormatKind, number][])
    law(`a ${kind} tournament is played to its end, also while several games are saved`, async (t, place) => {
      const names = ['a', 'b', 'c', 'd', 'e'];
      const format = { ...plain, kind, rounds: 3, games: 2, mirrored: true };
      const fold = new TournamentFold({
        ...{ name: kind, game: 'bananagrams', seed: 'formats', players: names },
        ...{ entrants: entrantsOf(names.length, format), offender: 'lose' },
      });
      const request = {
        ...{ game: bananagrams, lexicon: lexiconWith(['AAA']), seed: 'formats', mirrored: true, seats: 2 },
        options: { ...settleOptions(bananagramsOptions, []), bunch: { A: 6 }, hand: 3 },
        limits: { readyTimeout: seconds(10), gameTimeout: 0 },
        ...{ entries: names.map((name) => ({ name, command: name })), overlap: true },
      };
      await using saved = await SavedGames.open(toWrite(place), {
        ...{ path: place, records: false, note: (line) => t.comment(line) },
      });
      const outcome = await run(tournamentExperiment(fold.schedule, request), {
        executor: new LocalExecutor({ openSeats, jobs: 4 }),
        fold: tournamentRunFold(fold, saved.store),
        store: { atOnce: 4, save: async (played) => await saved.save(played) },
      });
      t.same(outcome, { hostFailed: false });
      t.ok(fold.schedule.isOver);
      t.equal((await gamesOf(saved.store)).length, games);
    });

  law('a result that is longer than a result can be is refused when it is read', async (t, place) => {
    await using store = await toWrite(place);
    await store.save({ ...game(1), result: JSON.stringify('x'.repeat(2 ** 20)) });
    const what = /^table game, row 1: result: expected at most 1048576 characters; got 10485\d\d$/;
    const failure = await gamesOf(store).catch((error: Error) => error);
    t.match(failure, { fault: { kind: 'damaged', what } });
  });

  law('closing it twice is closing it once', async (_t, place) => {
    const store = await toWrite(place);
    await store.close();
    await store.close();
    const reader = await toRead(place);
    await reader.close();
    await reader.close();
  });
}

function opened<Opened extends ReadableStore>(opening: Opening<Opened>): Opened {
  if (opening.ok) return opening.store;
  throw new Error(opening.problem);
}

async function gamesOf(store: ReadableStore): Promise<StoredGame[]> {
  const games: StoredGame[] = [];
  for await (const each of store.games()) games.push(each);
  return games;
}
