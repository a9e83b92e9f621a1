import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { commandsOf } from '../../host/cli/reports/repeat.ts';
import { HostFailure, VoidMatch } from '../../host/core/errors.ts';
import { seconds } from '../../host/core/units.ts';
import type { Noted } from '../../host/events/noted.ts';
import { type Result, ResultFold } from '../../host/events/result.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import type { AnyGame } from '../../host/games/game.ts';
import { namedChoice } from '../../host/games/scrabble/board/board-choice.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { liveClock } from '../../host/match/clock.ts';
import type { MatchPlan, MatchRequest } from '../../host/match/plan.ts';
import type { OpenSeats } from '../../host/match/seat.ts';
import { type ComparisonPlan, definitionOf } from '../../host/runs/comparison.ts';
import { type Executor, LocalExecutor, type LocalTools, type PlayOptions } from '../../host/runs/executor.ts';
import type { Experiment, PlayedGame, RunGame } from '../../host/runs/experiment.ts';
import { GameQueue, InOrder, MOST_ENDING } from '../../host/runs/game-queue.ts';
import type { GameReport, Recording } from '../../host/runs/play-game.ts';
import { GamePictures, type SeenGame, statusOf } from '../../host/runs/play-game.ts';
import { GameNotes, type RunOutput } from '../../host/runs/report/game-notes.ts';
import { RequirementCheck, readRequirement } from '../../host/runs/report/requirement.ts';
import { SeriesFigures, Standings } from '../../host/runs/report/series-fold.ts';
import { GameCases } from '../../host/runs/report/summary-report.ts';
import { type Fold, type RunOptions, run } from '../../host/runs/run.ts';
import { type SeriesRequest, seriesExperiment } from '../../host/runs/series.ts';
import { Pool, type WorkerHandle } from '../../host/runs/worker-pool.ts';
import { Planner } from '../../host/runs/worker-service.ts';
import { type Script, scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { paintFor } from '../../host/views/terminal/paint.ts';
import { seriesFigures } from '../../host/views/terminal/table.ts';
import { planOf as planOf2 } from '../contracts/plan-of.ts';
import { lexiconWith } from '../games/table.ts';
import { planOf } from '../match/hand-played.ts';
import { allOf } from '../support/all-of.ts';
import { playGames } from '../support/play-games.ts';
import { until } from '../support/until.ts';

function countTo(last: number): () => number | undefined {
  let number = 0;
  return () => (number < last ? ++number : undefined);
}

t.test('beginning', async (t) => {
  interface Running {
    readonly decide: () => void;
    readonly end: PromiseWithResolvers<void>;
  }

  interface Terms {
    readonly games: number;
    readonly jobs: number;
    readonly overlap?: boolean;
    readonly stop?: AbortSignal;
  }

  /** Games that are decided and end when the test says so, and are counted as they end. */
  function byHand(terms: Terms) {
    const { experiment, options, ...hands } = withHands(terms);
    const given: number[] = [];
    const over = run(experiment, { ...options, fold: { take: ({ game }) => void given.push(game) } });
    return { ...hands, given, over };
  }

  function withHands({ games, jobs, overlap = true, stop }: Terms) {
    const running = new Map<number, Running>();
    const begun: number[] = [];
    const experiment: Experiment = {
      ...{ next: countTo(games), overlap },
      plan: (number) => ({ request: { id: String(number) } }) as MatchPlan,
    };
    const executor: Executor = {
      ...{ jobs, overlap: true },
      async play({ request: { id } }, { decided: decide = () => {} }) {
        const end = Promise.withResolvers<void>();
        running.set(Number(id), { decide, end });
        begun.push(Number(id));
        await end.promise;
        return { result: {} } as GameReport;
      },
      async [Symbol.asyncDispose]() {},
    };
    const end = async (game: number) => {
      running.get(game)!.end.resolve();
      await turns();
    };
    const decide = (game: number) => running.get(game)!.decide();
    const fail = async (game: number) => {
      running.get(game)!.end.reject(new Error(`game ${game} failed`));
      await turns();
    };
    const options = { executor, interruption: stop && { stop, signal: new AbortController().signal } };
    return { experiment, options, begun, end, decide, fail };
  }

  const turns = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  };

  t.test('so many at once, and each is given out when it ends', async (t) => {
    const { begun, given, over, end } = byHand({ games: 4, jobs: 2 });
    await turns();
    t.same(begun, [1, 2]);
    await end(2);
    t.same([begun, given], [[1, 2, 3], [2]]);
    await end(3);
    await end(1);
    await end(4);
    await over;
    t.same(
      [begun, given],
      [
        [1, 2, 3, 4],
        [2, 3, 1, 4],
      ],
    );
  });

  for (const [kind, ending, most] of [
    ['that ends', {}, 64],
    ['without end', { onWake: () => {} }, 300],
  ] as const)
    t.test(`a run ${kind} begins ${most} games beside a long one`, async (t) => {
      const { experiment, options, begun, end } = withHands({ games: 300, jobs: 2 });
      void run({ ...experiment, ...ending }, options);
      await turns();
      for (let game = 2; begun.includes(game) && game < 300; game++) await end(game);
      t.equal(begun.length, most);
    });

  t.test('one that is decided makes place for the next, as long as only so many are ended', async (t) => {
    const { begun, decide } = byHand({ games: 19, jobs: 2 });
    await turns();
    for (let game = 1; begun.includes(game); game++) decide(game);
    t.same(begun.length, 2 * (1 + MOST_ENDING), 'none begins before one of them is over');
  });

  t.test(
    'one at a time, they are given out in order, though the next may be over before the last one',
    async (t) => {
      const { given, over, decide, end } = byHand({ games: 3, jobs: 1 });
      await turns();
      decide(1);
      await turns();
      await end(2);
      t.same(given, [], 'the players of the first are still ended');
      await end(1);
      t.same(given, [1, 2]);
      await end(3);
      await over;
      t.same(given, [1, 2, 3]);
    },
  );

  t.test('without overlap a game begins when one is over', async (t) => {
    const { begun, decide, end } = byHand({ games: 9, jobs: 2, overlap: false });
    await turns();
    decide(1);
    await turns();
    t.same(begun, [1, 2]);
    await end(1);
    t.same(begun, [1, 2, 3]);
  });

  t.test('told to stop, it finishes what runs', async (t) => {
    const stop = new AbortController();
    const { begun, given, over, end } = byHand({ games: 9, jobs: 2, stop: stop.signal });
    await turns();
    stop.abort();
    await end(1);
    await end(2);
    await over;
    t.same(
      [begun, given],
      [
        [1, 2],
        [1, 2],
      ],
    );
  });

  t.test('after a failure no game begins; the others are given out before it is thrown', async (t) => {
    const { begun, given, over, end, fail } = byHand({ games: 9, jobs: 2 });
    const thrown = t.rejects(over, /game 2 failed/);
    await turns();
    await fail(2);
    await end(1);
    await thrown;
    t.same([begun, given], [[1, 2], [1]]);
  });

  t.test('while the first game goes on, only so many others are played', async (t) => {
    const { begun, given, end } = byHand({ games: 1000, jobs: 2 });
    await turns();
    for (let game = 2; begun.includes(game); game++) await end(game);
    t.equal(begun.at(-1), 64, 'what waits for it is bounded');
    await end(1);
    t.ok(begun.includes(66), 'and goes on after it');
    t.equal(given.length, 64);
  });

  t.test('games that nobody takes are not played on and on', async (t) => {
    const { experiment, options, begun, decide, end } = withHands({ games: 100, jobs: 1 });
    const queue = new GameQueue(experiment, options);
    queue.begin();
    for (let game = 1; begun.includes(game); game++) {
      decide(game);
      await end(game);
    }
    t.ok(begun.length <= 2 + MOST_ENDING, `${begun}`);
    for (let taken = 1; taken <= begun.length; taken++) {
      t.equal(queue.takeOver()?.game, taken);
      queue.begin();
      for (const game of begun.slice(taken)) await end(game);
    }
    t.equal(begun.length, 100);
  });

  t.test('nor are they while those that run are decided one after the other', async (t) => {
    const { experiment, options, begun, decide, end } = withHands({ games: 100, jobs: 2 });
    const queue = new GameQueue(experiment, options);
    queue.begin();
    for (const game of [1, 2]) decide(game);
    await end(1);
    t.equal(queue.takeOver()?.game, 1, 'nobody takes another one');
    decide(3);
    for (const game of [2, 3]) await end(game);
    decide(4);
    t.same(begun, [1, 2, 3, 4, 5], 'as many wait as are played at once');
  });
});

t.test('a comparison is defined by its players, each with the options of its own', async (t) => {
  const request: SeriesRequest = {
    ...{ game: scrabble, options: settleOptions(scrabble.options, []), lexicon: undefined, seed: 'two' },
    ...{ limits: { readyTimeout: seconds(10), gameTimeout: 0 }, games: 2, rotate: true, rejudges: 0 },
    entries: [
      { name: 'new', command: './new', options: { timeout: seconds(1) } },
      { name: 'old', command: './old' },
    ],
  };
  const players = request.entries.map(({ name, command }) => ({ name, command, own: {} }));
  const question = {} as ComparisonPlan['question'];
  const { players: defined } = definitionOf({ request, players, question, hosting: {}, text: '' }) as {
    readonly players: object;
  };
  t.same(defined, [
    { name: 'new', command: './new', options: { timeout: '1s' } },
    { name: 'old', command: './old' },
  ]);
});

t.test('game cases', async (t) => {
  const request: SeriesRequest = {
    game: bananagrams,
    options: { ...settleOptions(bananagramsOptions, []), bunch: { A: 6 }, hand: 3 },
    lexicon: lexiconWith(['AAA']),
    seed: 'cases',
    limits: { readyTimeout: seconds(10), gameTimeout: 0 },
    games: 1,
    rotate: false,
    rejudges: 0,
    entries: ['one', 'two'].map((name) => ({ name, command: name })),
  };

  const says =
    (peel: string): Script =>
    ({ say }) => {
      say('r');
      return { hear: (text) => void (text.endsWith('.') && say(peel)) };
    };
  const wins = says('p003001AAA');
  const cheats = says('p003001BBB');
  const waits = says('');

  async function play(scripts: readonly [Script, Script], recording: Recording): Promise<PlayedGame> {
    const openSeats = scriptedSeats(scripts, liveClock);
    const executor = new LocalExecutor({ openSeats, ...recording });
    for await (const played of playGames(seriesExperiment(request), { executor }))
      if ('report' in played) return played;
    throw new Error('no game was played');
  }

  const none: Recording = { record: undefined };
  const good = await play([wins, waits], none);
  const bad = await play([cheats, waits], none);

  const unset = () => undefined;
  const call = { textsOf: unset, textsBesideFile: unset, placeHere: unset };
  const players = [1, 2].map((number) => ({ number, own: {} }));
  const newCases = (requireBatch = false) =>
    new GameCases(request, { commands: commandsOf(request, { call, players }), requireBatch });

  const changed = (changes: Partial<GameReport['result']>, more: Partial<GameReport> = {}): PlayedGame => {
    const { report } = good;
    return { ...good, report: { ...report, ...more, result: { ...report.result, ...changes } } };
  };

  t.test('a good game leaves a name, a time and nothing else', async (t) => {
    const cases = newCases();
    cases.take(good);
    t.same(cases.cases, [
      { name: 'game 1: one, two (seed cases)', ms: good.report.result.ms, outcome: 'passed' },
    ]);
  });

  t.test('cases are in the order of the games, whichever ended first', async (t) => {
    const cases = newCases();
    for (const game of [3, 1, 2]) cases.take({ ...good, game });
    t.same(
      cases.cases.map(({ name }) => name.slice(0, 6)),
      ['game 1', 'game 2', 'game 3'],
    );
  });

  t.test('of more than 500 bad games the later ones leave what went wrong, and no report', async (t) => {
    const cases = newCases();
    for (let game = 1; game <= 501; game++) cases.take({ ...bad, game });
    const last = cases.cases.slice(-2);
    t.match(last[0], {
      outcome: 'failed',
      why: /illegal/,
      command: /^wordhost bananagrams [\s\S]*--seed cases/,
    });
    t.match(last[0]!.report?.join('\n'), /> p003001BBB\n {4}\^ byte 1/);
    t.match(last[1], { outcome: 'failed', why: /illegal/, command: /--seed cases/ });
    t.equal(last[1]!.report, undefined);
  });

  t.test('what else can become of a game', async (t) => {
    const batch = { players: good.report.result.players.map((one) => ({ ...one, scheduling: 'other' })) };
    const kinds: readonly (readonly [game: Parameters<GameCases['take']>[0], expected: object])[] = [
      [
        changed({ outcome: 'stalled', reason: 'stalled', winner: null }),
        { outcome: 'failed', kind: 'stalled', why: /^no winner: / },
      ],
      [
        changed({ outcome: 'aborted', reason: 'interrupted' }),
        { outcome: 'skipped', why: 'it was interrupted' },
      ],
      [
        changed({}, { recordFailure: 'games/x.jsonl: its disk is full' }),
        { outcome: 'error', kind: 'record', why: /^the record is incomplete: games\/x\.jsonl/ },
      ],
      [
        { game: 1, failure: new VoidMatch('no memory'), record: 'games/a b.jsonl' },
        { outcome: 'error', kind: 'void', why: /no memory$/, command: "wordhost replay 'games/a b.jsonl'" },
      ],
      [changed(batch), { outcome: 'passed' }],
    ];
    for (const [game, expected] of kinds) {
      const cases = newCases();
      cases.take(game);
      t.match(cases.cases, [expected]);
    }
    const strict = newCases(true);
    strict.take(changed(batch));
    t.match(strict.cases, [
      { outcome: 'failed', kind: 'scheduling', why: /left the batch scheduling class/ },
    ]);
    const again = newCases();
    again.take({ ...good, again: true });
    t.same(again.cases, [], 'it is played again');
  });

  t.test(
    'while a tournament is played, the first bad game of each player is told, and each void one',
    async (t) => {
      const written: string[] = [];
      const output: RunOutput = {
        ...{ results() {}, json() {}, beforeWriting() {} },
        notes: (lines) => void written.push(...lines),
        error: (sentence) => void written.push(`wordhost: ${sentence}`),
        look: () => ({ paint: paintFor(false), width: 80 }),
      };
      const { replay } = commandsOf(request, { call, players });
      const notes = new GameNotes(request, {
        ...{ output, quiet: false, commands: { replay }, games: Number.POSITIVE_INFINITY, onlyFirst: true },
      });
      const tell = (played: RunGame) => {
        written.length = 0;
        notes.take(played);
        return written.join('\n');
      };
      const interrupted = { ...bad.report, result: { ...bad.report.result, reason: 'interrupted' } };
      t.equal(tell({ ...bad, game: 4, report: interrupted } as PlayedGame), '', 'it is played again');
      t.match(tell({ ...bad, game: 5 }), /^\ngame 5:\n.*one/);
      t.equal(tell({ ...bad, game: 6 }), '');
      t.equal(tell(good), '');
      t.equal(
        tell({ game: 7, failure: new VoidMatch('no memory'), record: 'games/x.jsonl' }),
        `wordhost: game 7 is void because the host failed; no player is at fault: no memory
  to replay the game up to that point: wordhost replay games/x.jsonl`,
      );
      t.match(
        tell({ ...good, report: { ...good.report, recordFailure: 'x: full' } }),
        /record is incomplete: x: full$/,
      );
    },
  );

  t.test('an offender reads nothing more; another reads how its game ended', async (t) => {
    const dismissed: string[] = [];
    const openSeats: OpenSeats = async (requests, listenerOf) => {
      const table = await scriptedSeats([cheats, waits], liveClock)(requests, listenerOf);
      for (const [index, seat] of table.seats.entries()) {
        const dismiss = seat.dismiss.bind(seat);
        seat.dismiss = (when) => {
          dismissed.push(`${requests[index]!.seat} ${when}`);
          dismiss(when);
        };
      }
      return table;
    };
    const executor = new LocalExecutor({ openSeats, ...none });
    for await (const played of playGames(seriesExperiment(request), { executor })) {
      const players = 'report' in played ? played.report.result.players : [];
      const offender = players.find(({ outcome }) => outcome === 'offender')!.seat;
      const how = (seat: number) => dismissed.find((each) => each.startsWith(`${seat} `));
      t.equal(how(offender), `${offender} at-once`);
      t.equal(how(3 - offender), `${3 - offender} after-reading`);
    }
  });

  t.test('of good games no record is kept, if only those of bad ones are wanted', async (t) => {
    const folder = join(t.testdir({}), 'records');
    mkdirSync(folder);
    const onlyBad = { record: folder, onlyBad: { requireBatch: false } };
    t.same((await play([wins, waits], onlyBad)).report.records, []);
    t.same(readdirSync(folder), []);
    const { report } = await play([cheats, waits], onlyBad);
    t.same(report.records, [join(folder, `${report.result.id}.jsonl`)]);
    t.same(readdirSync(folder), [`${report.result.id}.jsonl`]);
    await play([wins, waits], { record: folder });
    t.equal(readdirSync(folder).length, 2, 'of all games, if that is wanted');
    const clears: Script = ({ say }) => {
      say('r');
      return { hear: () => rmSync(folder, { recursive: true, force: true }) };
    };
    t.same((await play([wins, clears], onlyBad)).report.records, [], 'nor if somebody has removed it');
  });
});

t.test('game pictures', async (t) => {
  const peel = (number: number) => {
    const move = { type: 'peel', seat: 1, number, grid: '002001AB', bytes: [0, 1], drew: { 1: 'A', 2: 'B' } };
    return { ...move, n: number, t: number };
  };

  const EVERY_MS = 60;

  t.test(
    'a picture of a game is made while somebody looks, not more often than people can see, and of running games',
    async (t) => {
      const seen: SeenGame[] = [];
      const pictures = new GamePictures((game) => seen.push(game), EVERY_MS);
      const plan = planOf({ players: 2 });
      const quiet = planOf({ players: 2 });
      const sink = pictures.of(plan);
      const over = pictures.of(quiet);
      sink.take({ type: 'deal', n: 1, t: 0, seat: 1, tiles: 'ABA' });
      sink.take(peel(2));
      t.same(seen, [], 'nobody looks');
      pictures.look(true);
      await until(
        () => seen.length === 2,
        () => `${seen.length} pictures`,
      );
      t.match(seen, [
        { id: plan.request.id, last: { seat: 1, words: /^peels/ } },
        { id: quiet.request.id, last: undefined },
      ]);
      t.ok(seen[0]!.panels.length > 0);
      over[Symbol.dispose]();
      const start = performance.now();
      let number = 2;
      await until(
        () => {
          for (let events = 0; events < 10; events++) sink.take(peel(++number));
          return seen.length >= 4;
        },
        () => `${seen.length} pictures`,
      );
      const took = performance.now() - start;
      t.ok(took >= 1.6 * EVERY_MS, `two pictures of ${number} events in ${took} ms`);
      pictures.look(false);
      sink.take(peel(++number));
      pictures.look(true);
      await until(
        () => seen.length >= 5,
        () => `${seen.length} pictures`,
      );
      t.ok(
        allOf(seen.slice(2), ({ id }) => id === plan.request.id),
        'the other one is over',
      );
      pictures.look(false);
    },
  );
});

t.test('in order', async (t) => {
  t.test('what ends first waits for the games before it', async (t) => {
    const order = new InOrder<string>();
    t.same(order.take(2, 'two'), []);
    t.same(order.take(3, 'three'), []);
    t.same(order.take(1, 'one'), ['one', 'two', 'three']);
    t.same(order.take(4, 'four'), ['four']);
    t.same(order.rest(), []);
  });

  t.test('a game that is played again holds up the next until its last one', async (t) => {
    const order = new InOrder<string>();
    t.same(order.take(2, 'two'), []);
    t.same(order.take(1, 'first try', false), []);
    t.same(order.take(1, 'second try'), ['first try', 'second try', 'two']);
  });

  t.test('what waits for a game that never comes is given out in order at the end', async (t) => {
    const order = new InOrder<string>();
    for (const game of [5, 3, 4]) t.same(order.take(game, String(game)), []);
    t.same(order.rest(), ['3', '4', '5']);
    t.same(order.rest(), []);
  });
});

t.test('mirrored', async (t) => {
  const leaves: Script = ({ say, leave }) => {
    say('r');
    return { hear: () => leave('exited') };
  };

  interface Seen {
    readonly seed: string;
    readonly seats: readonly number[];
    readonly dealt: readonly string[];
    readonly mirrored: boolean | undefined;
  }

  /** What is dealt in each game of a series of three players that leave at once. */
  async function dealtIn(changes: Partial<SeriesRequest>): Promise<Seen[]> {
    const request: SeriesRequest = {
      game: bananagrams,
      options: { ...settleOptions(bananagramsOptions, []), hand: 5 },
      lexicon: lexiconWith(['AAA']),
      seed: 'mirrored',
      limits: { readyTimeout: seconds(10), gameTimeout: 0 },
      games: 6,
      rotate: true,
      rejudges: 0,
      entries: ['one', 'two', 'three'].map((name) => ({ name, command: name })),
      ...changes,
    };
    const seen: Seen[] = [];
    let dealt: string[] = [];
    const watch = (event: Noted & { readonly tiles?: unknown }) => {
      if (event.type === ('deal' as string)) dealt.push(String(event.tiles));
    };
    const openSeats = scriptedSeats([leaves, leaves, leaves], liveClock);
    const executor = new LocalExecutor({ openSeats, watch });
    for await (const played of playGames(seriesExperiment(request), { executor })) {
      if ('failure' in played) throw played.failure;
      const { seed, players, mirrored } = played.report.result;
      seen.push({ seed, seats: players.map(({ entry }) => entry), dealt, mirrored });
      dealt = [];
    }
    return seen;
  }

  t.test(
    'in a mirrored group all games have the seed and the deal, and each player has each seat once',
    async (t) => {
      const games = await dealtIn({ mirrored: true });
      for (const group of [games.slice(0, 3), games.slice(3)]) {
        t.same(new Set(group.map(({ seed }) => seed)).size, 1);
        t.same(new Set(group.map(({ dealt }) => dealt.join(' '))).size, 1);
        t.same(
          group.map(({ seats }) => seats),
          [
            [1, 2, 3],
            [2, 3, 1],
            [3, 1, 2],
          ],
        );
      }
      t.not(games[0]!.seed, games[3]!.seed);
      t.not(games[0]!.dealt.join(' '), games[3]!.dealt.join(' '));
      t.same([...new Set(games.map(({ mirrored }) => mirrored))], [true]);
    },
  );

  t.test('a single group has the seed itself; without mirrors each game has another', async (t) => {
    const [group] = await dealtIn({ mirrored: true, games: 3 });
    t.equal(group!.seed, 'mirrored');
    const games = await dealtIn({ games: 3 });
    t.equal(new Set(games.map(({ seed }) => seed)).size, 3);
    t.same([...new Set(games.map(({ mirrored }) => mirrored))], [undefined]);
  });

  t.test('the deal of one mirrored game is that of its seed', async (t) => {
    const games = await dealtIn({ mirrored: true });
    const [again] = await dealtIn({ mirrored: true, games: 1, seed: games[3]!.seed });
    t.same(again!.dealt, games[3]!.dealt);
  });
});

t.test('overlap', async (t) => {
  const request: SeriesRequest = {
    game: bananagrams,
    options: { ...settleOptions(bananagramsOptions, []), bunch: { A: 6 }, hand: 3 },
    lexicon: lexiconWith(['AAA']),
    seed: 'overlap',
    limits: { readyTimeout: seconds(10), gameTimeout: 0 },
    games: 3,
    rotate: false,
    rejudges: 0,
    overlap: true,
    entries: ['one', 'two'].map((name) => ({ name, command: name })),
  };

  const wins: Script = ({ say }) => {
    say('r');
    return { hear: (text) => void (text.endsWith('.') && say('p003001AAA')) };
  };
  const waits: Script = ({ say }) => {
    say('r');
    return { hear() {} };
  };

  /** Tables that note when they are opened and when all of their players have ended, which takes some time. */
  function noted(failing?: number): { readonly openSeats: OpenSeats; readonly notes: string[] } {
    const notes: string[] = [];
    let games = 0;
    const openSeats: OpenSeats = async (requests, listenerOf) => {
      const game = ++games;
      if (game === failing) throw new HostFailure('no player can be started');
      notes.push(`begin ${game}`);
      const table = await scriptedSeats([wins, waits], liveClock)(requests, listenerOf);
      const seats = table.seats.map((seat) => {
        const ended = seat.ended.then(async (ending) => {
          for (let poll = 0; poll < 50; poll++) await new Promise(setImmediate);
          return ending;
        });
        return new Proxy(seat, {
          get(target, name) {
            if (name === 'ended') return ended;
            const found = Reflect.get(target, name, target);
            return typeof found === 'function' ? found.bind(target) : found;
          },
        });
      });
      void Promise.all(seats.map(({ ended }) => ended)).then(() => notes.push(`end ${game}`));
      return { seats, [Symbol.asyncDispose]: () => table[Symbol.asyncDispose]() };
    };
    return { openSeats, notes };
  }

  const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

  async function played(changes: Partial<SeriesRequest>, tools: LocalTools): Promise<number[]> {
    const games: number[] = [];
    const executor = new LocalExecutor(tools);
    for await (const { game } of playGames(seriesExperiment({ ...request, ...changes }), { executor }))
      games.push(game);
    return games;
  }

  t.test('the next game begins while this one ends, and results come in order', async (t) => {
    const { openSeats, notes } = noted();
    const games = 2 + MOST_ENDING;
    t.same(await played({ games }, { openSeats }), numbersTo(games));
    t.same(notes.slice(0, games), [...numbersTo(games - 1).map((game) => `begin ${game}`), 'end 1']);
  });

  t.test(
    'one after another where a game may be repeated, is watched, traced or has processors of its own',
    async (t) => {
      const inOrder = ['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3'];
      const ways: readonly (readonly [Partial<SeriesRequest>, Partial<LocalTools>])[] = [
        [{ overlap: false }, {}],
        [{ rejudges: 1 }, {}],
        [{ processors: [0, 1] }, {}],
        [{}, { watch() {} }],
      ];
      for (const [changes, tools] of ways) {
        const { openSeats, notes } = noted();
        t.same(await played(changes, { ...tools, openSeats }), [1, 2, 3]);
        t.same(notes, inOrder, JSON.stringify(changes));
      }
    },
  );

  t.test('a failure of the host ends the series after the results before it', async (t) => {
    const { openSeats, notes } = noted(2);
    const games: number[] = [];
    await t.rejects(async () => {
      const executor = new LocalExecutor({ openSeats });
      for await (const { game } of playGames(seriesExperiment(request), { executor })) games.push(game);
    }, /no player can be started/);
    t.same(games, [1]);
    t.same(notes, ['begin 1', 'end 1'], 'no game begins after it');
  });

  t.test('if no more games are asked for, the one that has begun is ended', async (t) => {
    const { openSeats, notes } = noted();
    const executor = new LocalExecutor({ openSeats });
    for await (const _ of playGames(seriesExperiment({ ...request, games: 100 }), { executor })) break;
    const begun = notes.filter((note) => note.startsWith('begin')).length;
    t.ok(begun <= 2 + MOST_ENDING, `${begun} have begun`);
    t.equal(notes.filter((note) => note.startsWith('end')).length, begun);
  });

  t.test('games are saved several at once, and counted in the order in which they were over', async (t) => {
    const { openSeats } = noted();
    const counted: number[] = [];
    const saves: PromiseWithResolvers<void>[] = [];
    const running = run(seriesExperiment({ ...request, games: 5 }), {
      executor: new LocalExecutor({ openSeats }),
      store: {
        atOnce: 3,
        async save(played) {
          saves.push(Promise.withResolvers());
          await saves.at(-1)!.promise;
          return played;
        },
      },
      fold: { take: ({ game }) => void counted.push(game) },
    });
    const saving = (count: number) =>
      until(
        () => saves.length === count,
        () => `${count} games that are being saved; there are ${saves.length}`,
      );
    await saving(3);
    saves[1]!.resolve();
    saves[2]!.resolve();
    for (let poll = 0; poll < 50; poll++) await new Promise(setImmediate);
    t.same([saves.length, counted], [3, []], 'the first one is awaited');
    saves[0]!.resolve();
    await saving(5);
    t.same(counted, [1, 2, 3]);
    for (const { resolve } of saves) resolve();
    await running;
    t.same(counted, [1, 2, 3, 4, 5]);
  });

  t.test('where a game can be the last one that is needed, none after it is saved', async (t) => {
    const { openSeats } = noted();
    const saved: number[] = [];
    let isDone = false;
    await run(seriesExperiment({ ...request, games: 5 }), {
      executor: new LocalExecutor({ openSeats }),
      store: {
        atOnce: 3,
        async save(played) {
          saved.push(played.game);
          return played;
        },
      },
      fold: {
        get isDone() {
          return isDone;
        },
        take: ({ game }) => {
          isDone = game === 2;
        },
      },
    });
    t.same(saved, [1, 2]);
  });

  t.test('a game that cannot be saved ends the run, and those that play', async (t) => {
    const { openSeats, notes } = noted();
    await t.rejects(
      run(seriesExperiment({ ...request, games: 50 }), {
        executor: new LocalExecutor({ openSeats }),
        store: {
          atOnce: 3,
          async save({ game }) {
            throw new HostFailure(`game ${game}: the disk is full`);
          },
        },
      }),
      { message: 'game 1: the disk is full' },
    );
    const begun = notes.filter((note) => note.startsWith('begin')).length;
    t.ok(begun < 20, `${begun} have begun`);
    t.equal(notes.filter((note) => note.startsWith('end')).length, begun);
  });

  t.test(
    'an experiment without end is asked again when it wakes the run, until that is stopped',
    async (t) => {
      const { openSeats } = noted();
      const stop = new AbortController();
      let wake = () => {};
      let due = 0;
      let begun = 0;
      const experiment: Experiment = {
        ...seriesExperiment(request),
        next: () => (begun < due ? ++begun : undefined),
        onWake: (call) => {
          wake = call;
        },
      };
      const games: number[] = [];
      const over = run(experiment, {
        executor: new LocalExecutor({ openSeats }),
        interruption: { signal: new AbortController().signal, stop: stop.signal },
        sinks: [{ take: ({ game }) => void games.push(game) }],
      });
      for (const last of [2, 3]) {
        due = last;
        wake();
        await until(
          () => games.length === last,
          () => `${last} games; there are ${games}`,
        );
      }
      t.same(games, [1, 2, 3]);
      stop.abort();
      t.same(await over, { hostFailed: false });
    },
  );

  t.test('a run that plays fewer games than planned has failed, unless there is a reason', async (t) => {
    const ends = async (changes: Partial<Experiment>, options: Partial<RunOptions> = {}) => {
      const experiment = { ...seriesExperiment({ ...request, games: 3 }), next: countTo(2), ...changes };
      return await run(experiment, {
        executor: new LocalExecutor({ openSeats: noted().openSeats }),
        ...options,
      });
    };
    const message = 'the run has ended without 1 game that it should have played: this is a bug in wordhost';
    await t.rejects(ends({}), { message });
    await t.rejects(ends({}, { fold: { take() {} }, earlier: [] }), { message });
    const stop = new AbortController();
    const played = { hostFailed: false };
    t.same(await ends({ next: countTo(3) }), played);
    t.same(await ends({}, { fold: { take() {}, isDone: true } }), played);
    t.same(await ends({}, { fold: { take() {}, excludes: () => true } }), played);
    const stops: Fold = { take: () => stop.abort() };
    const interruption = { signal: new AbortController().signal, stop: stop.signal };
    t.same(await ends({}, { fold: stops, interruption }), played);
    const { openSeats } = noted();
    const voids = new LocalExecutor({ openSeats });
    voids.play = async () => {
      throw new VoidMatch('no memory');
    };
    t.same(await ends({}, { executor: voids }), { hostFailed: true });
  });

  t.test('an interruption ends the games that run, and the rest', async (t) => {
    const interruption = new AbortController();
    const { openSeats, notes } = noted();
    const outcomes: string[] = [];
    const { signal } = interruption;
    const options = { executor: new LocalExecutor({ openSeats }), interruption: { signal, stop: signal } };
    for await (const game of playGames(seriesExperiment({ ...request, games: 100 }), options)) {
      if ('report' in game) outcomes.push(game.report.result.outcome);
      interruption.abort();
    }
    t.equal(outcomes[0], 'won');
    t.ok(outcomes.length <= 2 + MOST_ENDING, `${outcomes.length} games`);
    t.equal(notes.filter((note) => note.startsWith('begin')).length, outcomes.length);
  });
});

t.test('planner', async (t) => {
  const planOf = planOf2;
  const lexicon = lexiconWith(['AB', 'CATS']);
  const infinite = namedChoice('infinite');
  const board = infinite?.ok ? infinite.value : undefined;
  const plans = [
    planOf({ game: scrabble, lexicon, options: { board } }),
    planOf({ game: scrabble, lexicon, options: { board }, seed: 'another' }),
    planOf({ game: scrabble, lexicon, options: { board, handsize: 5 }, seed: 'third', players: 3 }),
  ];

  const limited = plans[2]!.request.players.map((player) => ({
    ...player,
    options: { timeout: `${player.seat}s` },
  }));

  t.test('the games of a run are planned as they were, one after another', async (t) => {
    const planner = new Planner(scrabble, lexicon);
    for (const plan of [...plans, ...plans]) {
      const again = planner.plan(plan.request);
      t.same(again.request, plan.request);
      t.same(again.setup.key, plan.setup.key);
      t.same(again.limits, plan.limits);
      t.same(again.setup.options.board, board);
      const { startedAt: _, ...header } = again.header;
      t.match(plan.header, header);
    }
  });

  t.test('what players have of their own is that of each game', async (t) => {
    const planner = new Planner(scrabble, lexicon);
    const { request } = plans[2]!;
    for (const players of [request.players, limited, [...limited].reverse(), request.players]) {
      const seated = players.map((player, index) => ({ ...player, seat: index + 1 }));
      const plan = planner.plan({ ...request, players: seated });
      t.same(plan.request.players, seated);
      t.same(
        plan.setup.own?.map((options) => options!.timeout),
        seated[0]!.options && seated.map(({ options }) => Number.parseInt(options!.timeout, 10) * 1e9),
      );
    }
  });

  t.test('texts that another program has sent can be wrong', async (t) => {
    const { request } = plans[0]!;
    const wrong = { ...request, options: { ...request.options, handsize: 'many' } };
    const planner = new Planner(scrabble, lexicon);
    t.throws(() => planner.plan(wrong), {
      message: /a game cannot be planned again: its option handsize: expected/,
    });
    planner.plan(request);
    const wrongLimit = {
      ...request,
      players: request.players.map((player) => ({ ...player, options: { timeout: '5' } })),
    };
    t.throws(() => planner.plan(wrongLimit), {
      message: /a game cannot be planned again: the option "timeout" of player 1: expected a time/,
    });
    const [player] = request.players;
    const more: readonly (readonly [Partial<MatchRequest>, RegExp])[] = [
      [{ players: [player!, player!] }, /players\[1\]\.seat: expected 2; got 1/],
      [
        { players: Array<typeof player>(999).fill(player) as never },
        /scrabble is for 1 to \d+ players; got 999/,
      ],
      [{ game: 'boggle' }, /does not know the game "boggle"/],
      [{ edition: 1e15 }, /its edition is 1000000000000000, but this host supports/],
      [{ dictionary: { ...lexicon, sha256: 'a'.repeat(64), words: 2 } }, /has the SHA-256 a{64}, but/],
    ];
    for (const [change, message] of more) {
      t.throws(() => planner.plan({ ...request, ...change }), { message });
      t.same(planner.plan(request).request, request);
    }
  });
});

t.test('pool', async (t) => {
  const planOf = planOf2;
  interface Game extends PromiseWithResolvers<GameReport> {
    readonly request: MatchRequest;
    readonly told: PlayOptions;
  }

  /** Plays by hand: the test says when a game is decided, over or lost. */
  class HandPlayed implements WorkerHandle {
    lives = true;
    ended = false;
    isLookedAt = false;
    readonly games: Game[] = [];

    play(request: MatchRequest, told: PlayOptions): Promise<GameReport> {
      const game = { ...Promise.withResolvers<GameReport>(), request, told };
      this.games.push(game);
      return game.promise;
    }

    look(isLooking: boolean): void {
      this.isLookedAt = isLooking;
    }

    die(): void {
      this.lives = false;
      for (const { reject } of this.games) reject(new VoidMatch('it has ended'));
    }

    async end(): Promise<void> {
      this.ended = true;
    }

    kill(): void {
      this.die();
    }
  }

  const report: GameReport = {
    result: {} as GameReport['result'],
    seats: [],
    endings: [],
    records: [],
    recordFailure: undefined,
  };

  const plan = planOf({ game: bananagrams, lexicon: lexiconWith(['AAA']) });

  function poolOf(jobs: number, workers: number) {
    const hands: HandPlayed[] = [];
    const pool = new Pool({ jobs, workers }, () => {
      hands.push(new HandPlayed());
      return hands.at(-1)!;
    });
    const begin = (decided?: () => void) => {
      const over = pool.play(plan, { interrupt: undefined, decided });
      over.catch(() => {});
      return over;
    };
    const games = () => hands.map((hand) => hand.games.length);
    return { hands, pool, begin, games };
  }

  t.test('each game has a worker of its own, until there are enough', async (t) => {
    const { begin, games } = poolOf(4, 2);
    for (let game = 0; game < 4; game++) void begin();
    t.same(games(), [2, 2]);
    const three = poolOf(2, 8);
    for (let game = 0; game < 2; game++) void three.begin();
    t.same(three.games(), [1, 1], 'no more workers than games at once');
  });

  t.test('a game goes where nothing is being decided, best where nobody is being ended', async (t) => {
    const { hands, begin, games } = poolOf(3, 3);
    let told = 0;
    for (let game = 0; game < 3; game++) void begin(() => told++);
    hands[0]!.games[0]!.told.decided!();
    hands[2]!.games[0]!.told.decided!();
    t.equal(told, 2, 'whoever plays the series is told');
    void begin();
    t.same(games(), [2, 1, 1]);
    void begin();
    t.same(games(), [2, 1, 2]);
  });

  t.test('a worker that has died is replaced; its games are void', async (t) => {
    const { hands, begin, games } = poolOf(2, 2);
    const first = begin();
    void begin();
    hands[0]!.die();
    await t.rejects(first, { message: 'it has ended' });
    void begin();
    t.same(games(), [1, 1, 1]);
  });

  t.test('where each that is started dies, no more games begin', async (t) => {
    const { hands, begin } = poolOf(2, 2);
    const dies = async () => {
      const game = begin();
      const last = hands.at(-1)!;
      last.die();
      await t.rejects(game, { message: 'it has ended' });
    };
    for (let game = 0; game < 3; game++) await dies();
    const over = begin();
    hands.at(-1)!.games[0]!.resolve(report);
    t.equal(await over, report, 'after a game that was played they are counted from nothing');
    hands.at(-1)!.die();
    for (let game = 0; game < 3; game++) await dies();
    await t.rejects(begin(), /ended 4 times without finishing a game/);
  });

  t.test('with the pool its workers end', async (t) => {
    const { hands, pool, begin } = poolOf(2, 2);
    void begin();
    void begin();
    await pool[Symbol.asyncDispose]();
    t.same(
      hands.map(({ ended }) => ended),
      [true, true],
    );
  });

  t.test('or they are killed, whatever they are doing', async (t) => {
    const { hands, pool, begin } = poolOf(2, 2);
    const games = [begin(), begin()];
    pool.kill();
    t.same(
      hands.map(({ lives }) => lives),
      [false, false],
    );
    for (const game of games) await t.rejects(game, { message: 'it has ended' });
  });

  t.test('who looks at the games is told to all workers, and to those that are started later', async (t) => {
    const { begin, hands, pool } = poolOf(2, 2);
    void begin();
    pool.look(true);
    void begin();
    t.same(
      hands.map(({ isLookedAt }) => isLookedAt),
      [true, true],
    );
    pool.look(false);
    t.same(
      hands.map(({ isLookedAt }) => isLookedAt),
      [false, false],
    );
  });
});

t.test('runs', async (t) => {
  /** A result with what bears on a run: who sat where and what became of them. */
  function result(outcomes: readonly string[], more: Partial<Result> = {}): Result {
    const players = outcomes.map((outcome, index) => ({
      seat: index + 1,
      entry: index + 1,
      outcome,
      peels: 10 * (index + 1),
      ...(outcome === 'offender' && { offence: { kind: 'illegal', rule: 'word', detail: '' } }),
    }));
    const winner = outcomes.indexOf('won') + 1 || null;
    const outcome = winner ? 'won' : 'stalled';
    return { outcome, winner, reason: 'bunch-empty', ...more, players } as unknown as Result;
  }

  interface Asked {
    readonly game: AnyGame;
    readonly names: readonly string[];
  }

  function broken(
    requirements: readonly string[],
    results: readonly Result[],
    { game, names }: Asked = { game: bananagrams, names: ['./one', 'b>=2'] },
  ): readonly string[] {
    const read = requirements.map((text) => {
      const reading = readRequirement(text, game, names);
      if (!reading.ok) throw new Error(reading.problem);
      return reading.requirement;
    });
    const check = new RequirementCheck(read);
    for (const each of results) check.add(each);
    return check.broken();
  }

  t.test('winner must hold in each game, and says in which it did not', async (t) => {
    const games = [result(['won', 'lost']), result(['lost', 'won'])];
    t.same(broken(['winner=1'], games.slice(0, 1)), []);
    t.same(broken(['winner=1'], games), ['winner=1 failed: it was 2 in game 2']);
    t.same(broken(['winner=0'], [result(['lost', 'lost'])]), [], '0 is nobody');
  });

  t.test('games and offences are counted over all games', async (t) => {
    const games = [result(['won', 'lost']), result(['won', 'offender']), result(['lost', 'won'])];
    t.same(broken(['games.1>=60%', 'games.1=2', 'offences=1', 'offences.1=0'], games), []);
    t.same(broken(['games.1>=70%', 'offences=0'], games), [
      'games.1>=70% failed: it was 66.7% of 3 games',
      'offences=0 failed: it was 1 in 3 games',
    ]);
  });

  t.test('what a game counts for each player can be required', async (t) => {
    t.same(broken(['peels.1>=10', 'peels.2<30', 'peels.2!=7'], [result(['won', 'lost'])]), []);
    t.same(broken(['peels.1>10'], [result(['won', 'lost'])]), ['peels.1>10 failed: it was 10 in game 1']);
  });

  t.test(
    'a condition takes the name of a player as well as its number, whatever is in the name',
    async (t) => {
      const games = [result(['won', 'lost'])];
      t.same(broken(['winner=./one', 'peels../one=10', 'peels.b>=2>=20', 'games../one = 100%'], games), []);
      t.same(broken(['winner=b>=2', 'peels.b>=2>=21'], games), [
        'winner=b>=2 failed: it was 1 in game 1',
        'peels.b>=2>=21 failed: it was 20 in game 1',
      ]);
      const odd = { game: bananagrams, names: ['100%', 'b'] };
      t.same(broken(['winner=100%', 'games.1=100%'], games, odd), [], 'a name is one where a name can be');
    },
  );

  /** A game of a tournament: who sat in it, the winner first, with its points. */
  function sitting(...players: readonly (readonly [entry: number, score: number])[]): Result {
    const shown = players.map(([entry, score], index) => ({
      seat: index + 1,
      entry,
      score,
      moves: 2,
      timeouts: 0,
      outcome: index === 0 ? 'won' : 'lost',
    }));
    return { outcome: 'won', winner: 1, reason: 'turns', players: shown } as unknown as Result;
  }

  t.test('games in which a player did not sit say nothing of it', async (t) => {
    const three = { game: boggle, names: ['ada', 'bob', 'cy'] };
    const games = [sitting([1, 30], [2, 20]), sitting([2, 50], [3, 10]), sitting([1, 40], [3, 5])];
    const hold = ['score.ada>=30', 'margin.ada>=10', 'moves.ada=2', 'timeouts.ada=0', 'winner=ada'];
    t.same(broken([...hold, 'games.ada=100%', 'games.ada=2', 'offences.ada=0'], games, three), []);
    t.same(broken(['score.cy>=8', 'margin.cy>=-35', 'winner!=bob', 'games.bob>=55%'], games, three), [
      'score.cy>=8 failed: it was 5 in game 3',
      'margin.cy>=-35 failed: it was -40 in game 2',
      'winner!=bob failed: it was 2 in game 2',
      'games.bob>=55% failed: it was 50% of its 2 games',
    ]);
    t.same(broken(['games.cy>=1%'], games.slice(0, 1), three), [
      'games.cy>=1% failed: it was 0% of its 0 games',
    ]);
  });

  t.test('a condition that cannot be met is told at once', async (t) => {
    const wrong: readonly (readonly [text: string, why: RegExp])[] = [
      ['winner', /expected a condition such as/],
      ['foo=1', /expected one of winner, offences, games/],
      ['score.1>=300', /bananagrams has no score/],
      ['peels.nobody>=1', /unknown player nobody: 2 play, \.\/one, b>=2/],
      ['winner=nobody', /winner is the number of a player, 1 to 2, its name, or 0/],
      ['winner=3', /a player, 1 to 2/],
      ['winner.1=1', /a player, 1 to 2/],
      ['games>=50%', /expected a player, such as games\.1/],
      ['games.3>=50%', /unknown player 3/],
      ['peels.1>=50%', /only games\.N can be a percentage/],
    ];
    for (const [text, why] of wrong) {
      const reading = readRequirement(text, bananagrams, ['./one', 'b>=2']);
      t.ok(!reading.ok && why.test(reading.problem), text);
    }
  });

  t.test('the exit status is 1 if a player failed, left or offended, or nothing was decided', async (t) => {
    t.equal(statusOf(result(['won', 'lost'])), 0);
    for (const bad of ['failed', 'left', 'offender']) t.equal(statusOf(result(['won', bad])), 1, bad);
    t.equal(statusOf(result(['lost', 'lost'])), 1);
  });

  t.test('a game that was interrupted counts for no player', async (t) => {
    const standings = new Standings(['a', 'b']);
    standings.add(result(['won', 'lost']));
    standings.add(result(['unfinished', 'unfinished'], { outcome: 'aborted', reason: 'interrupted' }));
    standings.add(result(['draw', 'draw'], { outcome: 'draw' }));
    standings.add(result(['won', 'left']));
    t.equal(standings.games, 3);
    t.match(standings.players, [
      { name: 'a', won: 2, lost: 0, drawn: 1, out: 0 },
      { name: 'b', won: 0, lost: 1, drawn: 1, out: 1 },
    ]);
  });
});

t.test('series figures', async (t) => {
  interface Game {
    readonly scores: readonly number[];
    /** The entry of the player that began. */
    readonly began?: number;
    readonly won?: number;
    readonly reason?: string;
    readonly best?: { readonly seat: number; readonly word: string; readonly points: number };
  }

  /** Each has 10 moves and has thought for 300 ms in 20 turns. */
  function result({ scores, began, won, reason = 'played-out', best }: Game): Result {
    const players = scores.map((score, index) => {
      const outcome = won === undefined ? 'draw' : won === index + 1 ? 'won' : 'lost';
      return { seat: index + 1, entry: index + 1, outcome, score, moves: 10, thinkMs: 300, answers: 20 };
    });
    return { reason, players, ...(began && { began }), ...(best && { best }) } as unknown as Result;
  }

  function figuresOf(...games: readonly Game[]): SeriesFigures {
    const figures = new SeriesFigures(2, 'score');
    for (const [index, game] of games.entries()) figures.add(index + 1, result(game));
    return figures;
  }

  t.test(
    'a series tells mean and spread of the scores, points per move and thinking time per turn',
    async (t) => {
      const { players } = figuresOf({ scores: [300, 0] }, { scores: [340, 0] }, { scores: [380, 0] });
      t.same(players[0], { mean: 340, deviation: 40, pointsPerMove: 34, msPerAnswer: 15 });
      t.same(players[1], { mean: 0, deviation: 0, pointsPerMove: 0, msPerAnswer: 15 });
      t.equal(figuresOf({ scores: [1, 2] }).players[0]!.deviation, undefined, 'a single game has no spread');
      const large = figuresOf({ scores: [1e9 + 1, 0] }, { scores: [1e9 + 3, 0] });
      t.equal(large.players[0]!.deviation?.toFixed(4), Math.SQRT2.toFixed(4), 'nothing is lost by rounding');
    },
  );

  t.test('a series tells the share of whoever began, a draw as half a win', async (t) => {
    const scores = [1, 1];
    const figures = figuresOf(
      { scores, began: 1, won: 1 },
      { scores, began: 2, won: 1 },
      { scores, began: 1 },
    );
    t.match(figures.beginner, { games: 3, won: 1.5, share: 0.5 });
    t.ok(figures.beginner!.low < 0.5 && figures.beginner!.high > 0.5);
    t.equal(figuresOf({ scores }).beginner, undefined, 'nobody begins a race');
  });

  t.test('a series tells its best move, of equal ones the first', async (t) => {
    const scores = [1, 1];
    const figures = figuresOf(
      { scores },
      { scores, best: { seat: 2, word: 'QUIZZES', points: 131 } },
      { scores, best: { seat: 1, word: 'JUKEBOX', points: 131 } },
    );
    t.same(figures.best, { word: 'QUIZZES', points: 131, entry: 2, game: 2 });
  });

  t.test('a game that was interrupted bears on no figure', async (t) => {
    const figures = figuresOf({ scores: [9, 9], began: 1, won: 1, reason: 'interrupted' });
    t.equal(figures.beginner, undefined);
    t.equal(figures.players[0]!.mean, undefined);
  });

  t.test('the figures of a series are told in a table that fits 80 columns, and in sentences', async (t) => {
    const figures = figuresOf(
      { scores: [300, 280], began: 1, won: 1 },
      { scores: [340, 281], began: 2, won: 1, best: { seat: 2, word: 'QUIZZES', points: 131 } },
    );
    const lines = seriesFigures(['new', './a/very/long/command/of/a/player --level 7'], figures, 'score');
    t.same(lines, [
      '',
      '  player                                 score  points/move  thinking/turn',
      '  new                             320.0 ± 28.3         32.0          15 ms',
      '  ./a/very/long/command/of/a/pl…   280.5 ± 0.7         28.1          15 ms',
      'the player who started won 50.0% of 2 games (95% interval: 9.5% to 90.5%)',
      'best move: QUIZZES for 131 by player 2 (./a/very/long/command/of/a/pl…) in game 2',
    ]);
    for (const line of lines.slice(0, 4)) t.ok(line.length <= 80, line);
    t.same(seriesFigures(['a', 'b'], new SeriesFigures(2, 'peels'), 'peels'), [], 'nothing was counted');
  });

  t.test('a result says who began, how often each answered, and the best word', async (t) => {
    const fold = new ResultFold(scrabble, 2);
    let n = 0;
    const note = (type: string, more: object) => fold.take({ n: ++n, t: n * 1e6, type, ...more } as Noted);
    const players = [1, 2].map((seat) => ({ seat, entry: seat, name: `p${seat}`, command: 'x' }));
    note('game', { id: 'x', game: 'scrabble', seed: 'x', startedAt: 'x', players });
    const bytes = [0, 1];
    note('out', { seat: 1, text: 'scrabble 1' });
    note('ready', { seat: 1, bytes });
    note('out', { seat: 2, text: 'turn', clock: true });
    note('play', {
      seat: 2,
      move: '',
      points: 12,
      words: ['CAT', 'AT'],
      drew: '',
      score: 12,
      rack: '',
      bytes,
    });
    note('out', { seat: 1, text: 'turn', clock: true });
    note('timeout', { seat: 1, k: 1 });
    note('out', { seat: 2, text: 'turn', clock: true });
    note('play', { seat: 2, move: '', points: 12, words: ['DOG'], drew: '', score: 24, rack: '', bytes });
    const over = { outcome: 'won', winner: 2, reason: 'max-turns' } as const;
    const judged = [1, 2].map((seat) => ({ seat, outcome: 'lost' }) as const);
    const told = fold.finish({ ...over, players: judged }, 1e9);
    t.match(told, { began: 2, best: { seat: 2, word: 'CAT', points: 12 } });
    t.same(
      told.players.map(({ answers, thinkMs }) => [answers, thinkMs]),
      [
        [1, 1],
        [2, 2],
      ],
      'the ready is no answer',
    );
  });
});
