import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import type { PlayerResult, Result } from '../../host/events/result.ts';
import { type TournamentRequest, tournamentExperiment } from '../../host/runs/tournament.ts';
import type { Format } from '../../host/tournament/formats/format.ts';
import type { StandingsRow, TournamentReport } from '../../host/tournament/report.ts';
import { TournamentFold } from '../../host/tournament/report.ts';
import { root } from '../docs/pages.ts';
import { entrantsOf, plain } from './schedule/play-out.ts';

t.test('report fields', async (t) => {
  const schema = JSON.parse(readFileSync(join(root, 'docs/reference/report.schema.json'), 'utf8'));
  const isReport = new Ajv2020({ strict: true, strictTypes: false }).compile(schema);

  const ada: StandingsRow = {
    rank: 1,
    name: 'ada',
    games: 60,
    won: 40,
    drawn: 1,
    lost: 19,
    points: 40.5,
    tieBreaks: { direct: 0 },
    elo: { value: 88.1, error: 30.2 },
    los: 0.99,
    score: 402.1,
    margin: 33,
    offences: 0,
    timeouts: 0,
    thinkMs: { median: 12.1, max: 80.5 },
  };

  const report: TournamentReport = {
    wordhost: 1,
    kind: 'report',
    name: 'Spring league',
    game: 'scrabble',
    format: 'round-robin',
    seed: 'spring',
    games: 60,
    planned: 120,
    virtualDraws: 0,
    standings: [
      ada,
      { ...ada, rank: 2, name: 'ben', elo: null, los: null, score: null, margin: null, thinkMs: null },
    ],
    crosstable: [
      [null, { won: 40, drawn: 1, lost: 19 }],
      [{ won: 19, drawn: 1, lost: 40 }, null],
    ],
    bad: [
      {
        number: 17,
        id: 'V1StGXR8_Z5jdHi6B-myT',
        player: 'ben',
        outcome: 'offender',
        offence: { kind: 'protocol', rule: 'form', detail: 'a line that is no move' },
      },
    ],
  };

  t.test('a report fits the schema that is published', async (t) => {
    t.ok(isReport(report), 'fits', { errors: isReport.errors });
    t.notOk(isReport({ ...report, format: 'lottery' }), 'no such format');
  });
});

t.test('tournament fold', async (t) => {
  type Came = Partial<PlayerResult> & { readonly outcome: PlayerResult['outcome'] };

  function foldOf(names: readonly string[], format: Format, offender: 'lose' | 'drop' | 'stop' = 'lose') {
    const fold = new TournamentFold({
      name: 'league',
      game: 'game',
      seed: 's',
      offender,
      players: names,
      entrants: entrantsOf(names.length, format),
    });
    /** Plays the game that is due, or this one; by the names of players what each came to. */
    const play = (came: Readonly<Record<string, Came>>) => {
      for (const game of fold.schedule.due()) {
        const seated = game.players.map((player) => names[player]!);
        if (!seated.every((name) => came[name])) continue;
        fold.take(game.number, resultOf(game.number, seated, names, came));
        return;
      }
      throw new Error(`no game between ${Object.keys(came)}`);
    };
    return { fold, play };
  }

  function resultOf(
    number: number,
    seated: readonly string[],
    names: readonly string[],
    came: Readonly<Record<string, Came>>,
  ): Result {
    const players = seated.map((name, index) => ({
      seat: index + 1,
      entry: names.indexOf(name) + 1,
      name,
      thinkMs: 20,
      answers: 2,
      ...came[name],
    }));
    const winner = players.find(({ outcome }) => outcome === 'won')?.seat ?? null;
    const outcome =
      winner === null ? (players.some((each) => each.outcome === 'draw') ? 'draw' : 'stalled') : 'won';
    return { id: `game-${number}`, outcome, winner, players } as unknown as Result;
  }

  t.test('games overlap, unless those of an overloaded machine may be played again', async (t) => {
    const { schedule } = foldOf(['ada', 'ben'], { ...plain, kind: 'round-robin' }).fold;
    for (const rejudges of [0, 3]) {
      const request = { overlap: true, rejudges } as TournamentRequest;
      t.equal(tournamentExperiment(schedule, request).overlap, rejudges === 0);
    }
  });

  const won = (score: number) => ({ outcome: 'won', score }) as const;
  const lost = (score: number) => ({ outcome: 'lost', score }) as const;

  t.test('the standings of a round robin, and the crosstable in their order', async (t) => {
    const { fold, play } = foldOf(['ada', 'ben', 'cat'], { ...plain, kind: 'round-robin', rounds: 2 });
    play({ ada: lost(10), ben: won(30) });
    play({ ada: won(40), ben: lost(20) });
    play({ ada: won(50), cat: lost(10) });
    play({ ben: { outcome: 'draw', score: 7 }, cat: { outcome: 'draw', score: 7 } });
    const report = fold.report();
    t.match(report, { games: 4, planned: 6, format: 'round-robin', virtualDraws: 0 });
    t.match(
      report.standings.map(({ rank, name, won, drawn, lost, points }) => [
        rank,
        name,
        won,
        drawn,
        lost,
        points,
      ]),
      [
        [1, 'ada', 2, 0, 1, 2],
        [2, 'ben', 1, 1, 1, 1.5],
        [3, 'cat', 0, 1, 1, 0.5],
      ],
    );
    const [ada] = report.standings;
    t.match(ada, {
      score: 33.33,
      margin: 13.33,
      thinkMs: { median: 10, max: 10 },
      tieBreaks: { direct: 0 },
    });
    t.equal(Math.round(report.standings.reduce((sum, { elo }) => sum + elo!.value, 0)), 0);
    t.ok(ada!.los! > 0.5);
    t.same(report.crosstable[1], [{ won: 1, drawn: 0, lost: 1 }, null, { won: 0, drawn: 1, lost: 0 }]);
  });

  t.test('with as many points the winner of their game is first, or they share', async (t) => {
    const { fold, play } = foldOf(['ada', 'ben', 'cat', 'dan'], { ...plain, kind: 'round-robin' });
    play({ ada: lost(1), ben: won(2) });
    play({ ada: won(2), cat: lost(1) });
    play({ ben: lost(1), dan: won(2) });
    const order = fold.report().standings.map(({ rank, name, points }) => [rank, name, points]);
    t.same(order, [
      [1, 'dan', 1],
      [2, 'ben', 1],
      [3, 'ada', 1],
      [4, 'cat', 0],
    ]);
    const nothing = foldOf(['ada', 'ben'], { ...plain, kind: 'round-robin' }).fold.report();
    t.same(
      nothing.standings.map(({ rank, elo, los }) => [rank, elo, los]),
      [
        [1, null, null],
        [1, null, null],
      ],
    );
  });

  t.test('a table of three counts as its pairs', async (t) => {
    const { fold, play } = foldOf(['ada', 'ben', 'cat'], {
      ...plain,
      kind: 'round-robin',
      seats: 3,
      rounds: 2,
    });
    play({ ada: lost(10), ben: won(30), cat: lost(20) });
    play({
      ada: { outcome: 'offender', score: 90, offence: { kind: 'flood', rule: 'line', detail: 'x' } },
      ben: lost(1),
      cat: won(2),
    });
    const report = fold.report();
    t.same(
      report.standings.map(({ name, games, won, lost, points }) => [name, games, won, lost, points]),
      [
        ['ben', 2, 1, 1, 1.5],
        ['cat', 2, 1, 1, 1.5],
        ['ada', 2, 0, 2, 0],
      ],
    );
    t.same(report.crosstable[0], [null, { won: 1, drawn: 0, lost: 1 }, { won: 2, drawn: 0, lost: 0 }]);
    t.match(report.bad, [{ number: 2, player: 'ada', outcome: 'offender', offence: { kind: 'flood' } }]);
  });

  t.test('a game that nobody won is drawn by all that stayed, and is among the bad ones', async (t) => {
    const { fold, play } = foldOf(['ada', 'ben'], { ...plain, kind: 'round-robin', rounds: 2 });
    play({ ada: lost(10), ben: lost(30) });
    play({ ada: { outcome: 'left', cause: 'crashed' }, ben: { outcome: 'failed' } });
    const report = fold.report();
    t.same(
      report.standings.map(({ name, drawn, lost, points, offences }) => [
        name,
        drawn,
        lost,
        points,
        offences,
      ]),
      [
        ['ben', 1, 1, 0.5, 1],
        ['ada', 1, 1, 0.5, 1],
      ],
    );
    t.match(report.bad, [
      { number: 1, player: null, outcome: 'stalled' },
      { number: 2, player: 'ada', outcome: 'left', cause: 'crashed' },
      { number: 2, player: 'ben', outcome: 'failed' },
    ]);
  });

  t.test('a swiss bye is worth a meeting; the points of opponents rank', async (t) => {
    const { fold, play } = foldOf(['ada', 'ben', 'cat'], { ...plain, kind: 'swiss', rounds: 2 });
    play({ ada: won(2), ben: lost(1) });
    play({ ada: won(2), cat: lost(1) });
    const report = fold.report();
    t.same(
      report.standings.map(({ name, points, byes, tieBreaks }) => [name, points, byes, tieBreaks.buchholz]),
      [
        ['ada', 2, undefined, 2],
        ['ben', 1, 1, 2],
        ['cat', 1, 1, 2],
      ],
    );
    t.equal(report.planned, 2);
  });

  t.test('a dropped player is told with the game, and a stopped tournament says why', async (t) => {
    const bad = { ada: { outcome: 'left', cause: 'crashed' }, ben: won(1) } as const;
    const dropped = foldOf(['ada', 'ben', 'cat'], { ...plain, kind: 'round-robin', rounds: 2 }, 'drop');
    dropped.play(bad);
    const { standings, planned } = dropped.fold.report();
    t.equal(standings.find(({ name }) => name === 'ada')?.out, 2);
    t.equal(planned, 3);
    const stopped = foldOf(['ada', 'ben', 'cat'], { ...plain, kind: 'round-robin', rounds: 2 }, 'stop');
    stopped.play(bad);
    t.match(stopped.fold.report(), { stopped: /game 2$/, planned: 1 });
  });

  t.test('a game that was counted before somebody was dropped in an earlier one is taken back', async (t) => {
    const names = ['ada', 'ben', 'cat'];
    const format = { ...plain, kind: 'round-robin', rounds: 2 } as const;
    const { fold } = foldOf(names, format, 'drop');
    const came = { ada: won(30), ben: lost(10), cat: lost(20) };
    const games = [...fold.schedule.due()].map(({ number, players }) => {
      const seated = players.map((player) => names[player]!);
      const left = { ...came, cat: { outcome: 'left', cause: 'crashed' } as const };
      const isFirst = number === firstOf('cat');
      return { number, result: resultOf(number, seated, names, isFirst ? left : came) };
    });
    function firstOf(name: string): number {
      return [...fold.schedule.due()].find(({ players }) => players.includes(names.indexOf(name)))!.number;
    }
    const inOrder = foldOf(names, format, 'drop').fold;
    for (const { number, result } of games) inOrder.take(number, result);
    t.notOk(inOrder.isOutdated);
    for (const { number, result } of games.toReversed()) fold.take(number, result);
    t.ok(fold.isOutdated);
    fold.recount(games);
    t.notOk(fold.isOutdated);
    t.same(fold.report(), inOrder.report());
    t.match(fold.report(), { games: 3, uncounted: 3, bad: [{ player: 'cat' }] });
  });

  t.test('a knockout ranks by the round that was reached, and a ladder by its steps', async (t) => {
    const cup = foldOf(['ada', 'ben', 'cat', 'dan'], { ...plain, kind: 'knockout' });
    t.equal(cup.fold.report().planned, 3);
    cup.play({ ada: lost(1), dan: won(2) });
    cup.play({ ben: lost(1), cat: won(5) });
    cup.play({ cat: lost(1), dan: won(2) });
    t.same(
      cup.fold.report().standings.map(({ name }) => name),
      ['dan', 'cat', 'ada', 'ben'],
    );
    const ladder = foldOf(['ada', 'ben'], { ...plain, kind: 'ladder' });
    ladder.play({ ada: lost(1), ben: won(2) });
    t.same(
      ladder.fold.report().standings.map(({ name, tieBreaks }) => [name, tieBreaks.step]),
      [
        ['ben', 2],
        ['ada', 1],
      ],
    );
  });

  t.test('points in thirds are equal in whatever order they were won', async (t) => {
    const names = ['ada', 'ben', 'cat', 'dan'];
    const { fold, play } = foldOf(names, { ...plain, kind: 'round-robin', seats: 4, rounds: 3 });
    for (const scores of [
      [2, 1, 0, 3],
      [3, 2, 1, 0],
      [1, 3, 0, 2],
    ])
      play(
        Object.fromEntries(
          scores.map((score, index) => [names[index]!, { outcome: score === 3 ? 'won' : 'lost', score }]),
        ),
      );
    t.same(
      fold
        .report()
        .standings.map(({ rank, name, points, tieBreaks }) => [rank, name, points, tieBreaks.direct]),
      [
        [1, 'ada', 2, 2],
        [2, 'ben', 2, 1],
        [3, 'dan', 1.67, 0],
        [4, 'cat', 0.33, 0],
      ],
    );
  });

  t.test('on a ladder those who are dropped are below all that play on', async (t) => {
    const names = ['ada', 'ben', 'cat', 'dan'];
    const { fold, play } = foldOf(names, { ...plain, kind: 'ladder', rounds: 3 }, 'drop');
    play({ ada: { outcome: 'failed' }, ben: { outcome: 'failed' } });
    play({ cat: lost(1), dan: won(2) });
    play({ dan: won(2), cat: lost(1) });
    t.same(
      fold.report().standings.map(({ rank, name, out, tieBreaks }) => [rank, name, out, tieBreaks.step]),
      [
        [1, 'dan', undefined, 4],
        [2, 'cat', undefined, 3],
        [3, 'ada', 1, 2],
        [4, 'ben', 1, 1],
      ],
    );
  });
});
