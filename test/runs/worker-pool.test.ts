import t from 'tap';
import { VoidMatch } from '../../host/core/errors.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { namedChoice } from '../../host/games/scrabble/board/board-choice.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import type { MatchRequest } from '../../host/match/plan.ts';
import type { PlayOptions } from '../../host/runs/executor.ts';
import type { GameReport } from '../../host/runs/play-game.ts';
import { Pool, type WorkerHandle } from '../../host/runs/worker-pool.ts';
import { Planner } from '../../host/runs/worker-service.ts';
import { planOf } from '../contracts/plan-of.ts';
import { lexiconWith } from '../games/table.ts';

t.test('planner', async (t) => {
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
      message: /cannot.*planned.*: its option handsize: expected/,
    });
    planner.plan(request);
    const wrongLimit = {
      ...request,
      players: request.players.map((player) => ({ ...player, options: { timeout: '5' } })),
    };
    t.throws(() => planner.plan(wrongLimit), {
      message: /cannot.*planned.*: the option "timeout" of player 1: expected a time/,
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
