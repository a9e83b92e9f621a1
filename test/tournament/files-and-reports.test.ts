import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { widthOf } from '../../host/core/text.ts';
import type { PlayerResult, Result } from '../../host/events/result.ts';
import { type TournamentRequest, tournamentExperiment } from '../../host/runs/tournament.ts';
import { readPlaced } from '../../host/settings/config/placed-file.ts';
import type { Format } from '../../host/tournament/formats/format.ts';
import type { StandingsRow, TournamentReport } from '../../host/tournament/report.ts';
import { TournamentFold } from '../../host/tournament/report.ts';
import {
  isSameAs,
  nextVersion,
  readStoredTournament,
  type StoredTournament,
  tournamentOf,
} from '../../host/tournament/stored-tournament.ts';
import { FileFault, readTournament } from '../../host/tournament/tournament-file.ts';
import { markdown } from '../../host/views/reports/markdown.ts';
import { paintFor } from '../../host/views/terminal/paint.ts';
import { csvBeginning, csvReport } from '../../host/views/tournament/csv-report.ts';
import { tournamentPage, tournamentPageBeginning } from '../../host/views/tournament/page.ts';
import type { ReportedTournament } from '../../host/views/tournament/report-words.ts';
import { eloWords, shortNames, standingsColumns } from '../../host/views/tournament/report-words.ts';
import { terminalReport } from '../../host/views/tournament/terminal-report.ts';
import { tournamentSummary } from '../../host/views/tournament/tournament-summary.ts';
import { root } from '../docs/pages.ts';
import fc, { runs } from '../support/laws.ts';
import { unbalanced } from '../views/html/unbalanced.ts';
import { hostileNames, madeUp } from '../views/tournament/made-up.ts';
import { entrantsOf, plain } from './schedule/play-out.ts';

t.test('kept tournament', async (t) => {
  const player = (name: string) => ({ name, command: `./${name}`, options: {} });
  const league: StoredTournament = {
    wordhost: 1,
    kind: 'tournament',
    name: 'league',
    game: 'scrabble',
    options: { timeout: '5s' },
    players: [player('ada'), player('ben')],
    format: { ...plain, kind: 'swiss', rounds: 3 },
    seed: 'spring',
    dictionary: 'abc',
    offender: 'lose',
    from: 1,
  };

  t.test('players and rounds may be added: those who were there keep their places', async (t) => {
    const more = {
      ...league,
      players: [player('cat'), player('ben'), player('ada')],
      format: { ...league.format, rounds: 5 },
    };
    const next = nextVersion(league, { ...more, from: 3 });
    if (!next.ok) throw new Error(next.problem);
    t.same(
      next.version.players.map(({ name }) => name),
      ['ada', 'ben', 'cat'],
    );
    const { entrants, players } = tournamentOf([league, next.version]);
    t.same(entrants.from, [1, 1, 3]);
    t.same(
      entrants.versions.map(({ players, format }) => [players, format.rounds]),
      [
        [2, 3],
        [3, 5],
      ],
    );
    t.same(players, ['ada', 'ben', 'cat']);
  });

  t.test('the heroes of a gauntlet stay those who have played as such', async (t) => {
    const format = { ...plain, kind: 'gauntlet', heroes: 2 } as const;
    const [ada, ben, cat, dan] = ['ada', 'ben', 'cat', 'dan'].map(player);
    const before = { ...league, format, players: [ada!, ben!, cat!] };
    t.match(nextVersion(before, { ...before, players: [cat!, ada!, ben!] }), {
      ok: false,
      problem: 'the heroes were ada, ben and are cat, ada',
    });
    t.match(nextVersion(before, { ...before, players: [dan!, ada!, ben!, cat!] }), { ok: false });
    t.match(nextVersion(before, { ...before, players: [ben!, ada!, dan!, cat!] }), { ok: true });
  });

  t.test('a change that makes earlier games another tournament is refused, and said', async (t) => {
    const changes: readonly (readonly [Partial<StoredTournament>, string])[] = [
      [{ game: 'boggle' }, 'game was "scrabble" and is "boggle"'],
      [{ seed: 'autumn' }, 'seed was "spring" and is "autumn"'],
      [{ options: {} }, 'options.timeout was "5s" and is nothing'],
      [{ dictionary: null }, 'dictionary was "abc" and is nothing'],
      [{ offender: 'drop' }, 'offender was "lose" and is "drop"'],
      [{ players: [player('ada')] }, 'the player ben was removed, but has played games'],
      [
        { players: [player('ada'), { ...player('ben'), command: './b2' }] },
        'the player ben: command was "./ben" and is "./b2"',
      ],
      [{ format: { ...league.format, rounds: 2 } }, 'format.rounds was 3 and is 2: you can only add rounds'],
      [{ format: { ...league.format, kind: 'ladder' } }, 'format.kind was "swiss" and is "ladder"'],
    ];
    for (const [change, problem] of changes)
      t.same(nextVersion(league, { ...league, ...change }), { ok: false, problem });
    const cup = { ...league, format: { ...league.format, kind: 'knockout' } } as const;
    t.same(nextVersion(cup, { ...cup, players: [...cup.players, player('cat')] }), {
      ok: false,
      problem: 'you cannot add players to a knockout that has begun',
    });
  });

  t.test('another name is no other tournament; nor is the same file', async (t) => {
    t.ok(nextVersion(league, { ...league, name: 'cup' }).ok);
    t.ok(isSameAs({ ...league, begins: true }, { ...league, from: 4 }));
    t.notOk(isSameAs(league, { ...league, name: 'cup' }));
  });

  t.test('what a store keeps of something else is no tournament', async (t) => {
    t.same(readStoredTournament(JSON.stringify(league)), league);
    t.equal(readStoredTournament('{"kind":"compare"}'), undefined);
  });
});

t.test('tournament file', async (t) => {
  const right = `name: Spring league
game: scrabble
options: { timeout: 5s, memory: 512M }
players:
  - { name: ada, command: python3 bot.py, cwd: bots/ada }
  - { name: ben, command: ./ben, env: [BEN_LEVEL=3], options: { memory: 1G } }
format: { kind: round-robin, rounds: 10, mirrored: true }
seed: 7
`;

  /** What is said of a file, and where. */
  async function saidOf(text: string): Promise<string | undefined> {
    const reading = await readPlaced(text);
    if (!reading.ok) return `${reading.place} ${reading.problem}`;
    try {
      readTournament(reading.file.value);
      return undefined;
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
      return `${reading.file.placeOf(error.path)} ${error.message}`;
    }
  }

  t.test('a tournament file says who plays whom, and what it does not say is preset', async (t) => {
    const reading = await readPlaced(right);
    if (!reading.ok) throw new Error(reading.problem);
    t.match(readTournament(reading.file.value), {
      name: 'Spring league',
      game: 'scrabble',
      options: { timeout: '5s', memory: '512M' },
      players: [
        { name: 'ada', command: 'python3 bot.py', cwd: 'bots/ada', options: {} },
        { name: 'ben', command: './ben', env: ['BEN_LEVEL=3'], options: { memory: '1G' } },
      ],
      format: { kind: 'round-robin', rounds: 10, seats: 2, mirrored: true },
      seed: '7',
      offender: 'lose',
    });
  });

  /** Each by what is written instead of what. */
  const wrong: readonly (readonly [old: string, now: string, said: string])[] = [
    ['seed: 7', 'sed: 7', '8:1 sed: a tournament has no field "sed"; did you mean seed?'],
    ['game: scrabble\n', '', '1:1 game: expected the name of a game; got nothing'],
    [
      'name: ben',
      'name: ada',
      '6:7 players[1].name: expected a unique name; ada is also the name of player 1',
    ],
    ['cwd: bots/ada', 'cmd: 3', '5:43 players[0].cmd: a player has no field "cmd"; did you mean cwd?'],
    ['command: ./ben, ', '', '6:5 players[1].command: expected a command for the shell; got nothing'],
    [
      'kind: round-robin',
      'kind: roundrobin',
      '7:11 format.kind: expected one of round-robin, gauntlet, swiss, knockout, ladder; got "roundrobin"; did you mean round-robin?',
    ],
    ['rounds: 10', 'rounds: 0', '7:30 format.rounds: expected a whole number from 1 to 100000; got 0'],
    [
      'mirrored: true',
      'heroes: 2',
      '7:42 format.heroes: a format of the kind round-robin has no field "heroes". The fields are: kind, mirrored, rounds, seats',
    ],
    ['mirrored: true', 'mirrored: maybe', '7:42 format.mirrored: expected true or false; got "maybe"'],
    ['mirrored: true', 'seats: 3', '7:1 format: expected at most 2 seats, one for each player; got 3'],
    ['rounds: 10', 'rounds: 100000, seats: 2', undefined as unknown as string],
    [
      'seed: 7',
      'offender: dorp',
      '8:1 offender: expected one of lose, drop, stop; got "dorp"; did you mean drop?',
    ],
    ['seed: 7', 'offender: kill', '8:1 offender: expected one of lose, drop, stop; got "kill"'],
    [
      'options: { timeout: 5s, memory: 512M }',
      'options: [timeout]',
      '3:1 options: expected settings by name; got ["timeout"]',
    ],
    ['timeout: 5s', 'timeout: { s: 5 }', '3:12 options.timeout: expected a string or a number; got {"s":5}'],
    [
      'kind: round-robin, rounds: 10, mirrored: true',
      'kind: knockout, games: 3, mirrored: true',
      '7:27 format.games: expected an even number, since the games are mirrored; got 3',
    ],
    [
      'kind: round-robin, rounds: 10, mirrored: true',
      'kind: gauntlet, heroes: 2',
      '7:1 format: expected fewer heroes than players; got 2 of 2',
    ],
    ...[
      'kind: knockout, seats: 2, rounds: 1',
      'kind: gauntlet, seats: 2',
      'kind: ladder, seats: 2, rounds: 9',
    ].map(
      (now) =>
        ['kind: round-robin, rounds: 10, mirrored: true', now, undefined as unknown as string] as const,
    ),
    [
      'kind: round-robin, rounds: 10, mirrored: true',
      'kind: knockout, rounds: 2',
      '7:27 format.rounds: expected 1; got 2',
    ],
    [
      'kind: round-robin, rounds: 10, mirrored: true',
      'kind: gauntlet, seats: 3',
      '7:27 format.seats: expected 2; got 3',
    ],
    ['name: Spring league', 'name: Spring league\nname: Autumn', '2:1 Map keys must be unique'],
    ['- { name: ada', '- { name: ada, : [', '5:21 '],
  ];

  t.test('what is wrong with a file is said with its line and column', async (t) => {
    for (const [old, now, said] of wrong) {
      t.ok(right.includes(old), old);
      const came = await saidOf(right.replace(old, now));
      if (said === undefined) t.equal(came, undefined, now);
      else t.equal(came?.slice(0, said.length), said, now);
    }
    t.equal(await saidOf('[]'), '1:1 expected a tournament with `game`, `players` and `format`; got []');
    t.equal(
      await saidOf(right.replace(/players:\n(.*\n){2}/, 'players: [{ command: ./a }]\n')),
      '4:1 players: expected from 2 to 1000 players; got 1',
    );
    const many = Array.from({ length: 100 }, (_, index) => `  - { command: ./bot ${index} }\n`).join('');
    t.match(
      await saidOf(
        right.replace(/ {2}- (.|\n)*?(?=format)/, many).replace('rounds: 10', 'rounds: 1000, seats: 4'),
      ),
      /format: expected at most 1000000 games; got/,
    );
  });

  t.test('what the published schema allows is what the host reads', async (t) => {
    const schema = JSON.parse(readFileSync(join(root, 'docs/reference/tournament.schema.json'), 'utf8'));
    const fits = new Ajv2020({ strict: true, strictTypes: false }).compile(schema);
    const parsed = await readPlaced(right);
    t.ok(parsed.ok && fits(parsed.file.value), JSON.stringify(fits.errors));
    const elsewhere = /no field of its own|expected a unique name|at most|fewer heroes|even number/;
    for (const [old, now, said] of wrong) {
      const reading = await readPlaced(right.replace(old, now));
      if (said === undefined) t.ok(reading.ok && fits(reading.file.value), now);
      else if (reading.ok && !elsewhere.test(said)) t.notOk(fits(reading.file.value), now);
    }
  });
});

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

  t.test(
    'the standings of a round robin: points, means, ratings, and the crosstable in their order',
    async (t) => {
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
    },
  );

  t.test(
    'of two with as many points, the one who won their game is first; whom nothing tells apart share a rank',
    async (t) => {
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
    },
  );

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

  t.test(
    'a swiss gives a bye as many points as a meeting, and ranks by the points of opponents',
    async (t) => {
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
    },
  );

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

  t.test(
    'points in thirds are equal in whatever order they were won, so that their games decide',
    async (t) => {
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
    },
  );

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

t.test('csv report', async (t) => {
  /** As RFC 4180 has it, strictly. */
  function readCsv(text: string): readonly (readonly string[])[] {
    const rows: string[][] = [];
    let row: string[] = [];
    const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
    while (cell.lastIndex < text.length) {
      const [, quoted, plain, end] = cell.exec(text) ?? [];
      if (end === undefined) throw new Error('no CSV');
      row.push(quoted?.replaceAll('""', '"') ?? plain!);
      if (end === ',') continue;
      rows.push(row);
      row = [];
    }
    return rows;
  }

  const namesIn = (names: readonly string[]) =>
    readCsv(csvReport(madeUp({ names, games: 0 }).report))
      .slice(1)
      .map(([, name]) => name!);

  t.test('a line for each player, with the numbers of the JSON', async (t) => {
    t.same(csvReport(madeUp({ names: ['ada', 'ben'], badEvery: 2 }).report).split('\r\n'), [
      `${csvBeginning},errors`,
      '1,ada,2,1,0,1,1,80,30,0.9,376.5,10,0,0,12.1,80.5,0,,',
      '2,ben,2,1,0,1,1,60,31,0.9,423,9,1,0,13.1,80.5,0,,',
      '',
    ]);
  });

  t.test('what nobody knows is an empty cell', async (t) => {
    const [, row] = readCsv(csvReport(madeUp({ names: ['ada'], games: 0 }).report));
    t.same(row, ['1', 'ada', '0', '0', '0', '0', '0', '', '', '', '', '', '0', '0', '', '', '0', '', '']);
  });

  t.test('no name is a formula for a spreadsheet, and none breaks the line', async (t) => {
    const names = namesIn(hostileNames);
    t.equal(names.length, hostileNames.length);
    t.same(
      names.filter((name) => /^\s*[=+\-@]/.test(name)),
      [],
    );
    t.match(names[3], /^'=HYPERLINK/);
  });

  t.test('a law: every name can be read back', async () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z=+@'",; -]{1,12}$/), { minLength: 1 }), (names) => {
        const read = namesIn(names).map((name) => name.replace(/^'(?=\s*[=+\-@'])/, ''));
        return read.every((name, index) => name === names[index]);
      }),
    );
  });
});

t.test('short names', async (t) => {
  t.test('names are cut where they can still be told apart', async (t) => {
    t.same(shortNames(['ada', 'ben'], 10), ['ada', 'ben']);
    t.same(shortNames(['a long name', 'ben'], 6), ['a lon…', 'ben']);
    t.same(shortNames(['python3 bot-1.py', 'python3 bot-2.py', 'ruby'], 10), [
      'pyth…-1.py',
      'pyth…-2.py',
      'ruby',
    ]);
    t.same(shortNames(['漢字の名前一', '漢字の名前二'], 7), ['漢字…一', '漢字…二']);
  });

  t.test('a law: no name is wider, and one that fits is as it was', async () => {
    const some = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 6 });
    fc.assert(
      fc.property(some, fc.integer({ min: 4, max: 20 }), (names, width) =>
        shortNames(names, width).every((name) => widthOf(name) <= width),
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z ]{0,9}$/)), (names) => {
        const short = shortNames(names, 9);
        return names.every((name, index) => short[index] === name);
      }),
    );
  });
});

t.test('standings columns', async (t) => {
  t.test('what is opposite stays opposite when it is rounded', async (t) => {
    const margins = [234.55, -234.55, 0.04, -0.04];
    const standings = madeUp().report.standings.map((row, index) => ({
      ...row,
      margin: margins[index] ?? 0,
    }));
    const column = standingsColumns({ standings }).find(({ heading }) => heading === 'margin');
    t.same(
      standings.map((row) => column?.cell(row)),
      ['234.6', '-234.6', '0.0', '0.0'],
    );
    t.equal(eloWords({ value: 10.5, error: 3.2 }), '+11 ± 3');
    t.equal(eloWords({ value: -10.5, error: 3.2 }), '-11 ± 3');
    t.equal(eloWords({ value: -0.2, error: 3.2 }), '0 ± 3');
  });
});

t.test('terminal report', async (t) => {
  const linesOf = ({ report, replayCommand }: ReportedTournament, width = 80) =>
    terminalReport(report, replayCommand, { width, paint: paintFor(false) });

  /** The lines of one part. */
  function part(lines: readonly string[], title: string): readonly string[] {
    const from = lines.indexOf(title) + 2;
    const end = lines.findIndex(
      (line, index) => index > from && /^(Crosstable|Who is broken, and why)$/.test(line),
    );
    return lines.slice(from, end === -1 ? undefined : end - 1);
  }

  t.test('a report has standings, crosstable, and each fault once with a command', async (t) => {
    const lines = linesOf(madeUp({ names: ['ada', 'ben', 'cyd'], badEvery: 3 }));
    t.same(lines, [
      'Report of Spring league: scrabble, round-robin',
      '6 games between 3 players, seed spring',
      '',
      'Standings',
      '',
      '  #  player  games  won  lost  points       Elo  bad  score  margin  thinking',
      '  1  ada         4    3     1       3  +80 ± 30    0  403.0    10.0     12 ms',
      '  2  ben         4    3     1       3  +60 ± 31    0  422.3     9.0     13 ms',
      '  3  cyd         4    0     4       0  +40 ± 32    2  373.0     8.0     14 ms',
      '',
      '  hidden (--as html has all): better than next, head to head, Sonneborn-Berger',
      '',
      'Crosstable',
      '',
      '              1      2      3',
      '  1  ada      -  1-0-1  2-0-0',
      '  2  ben  1-0-1      -  2-0-0',
      '  3  cyd  0-0-2  0-0-2      -',
      '',
      '  won-drawn-lost of the row against the column',
      '',
      'Who is broken, and why',
      '',
      '  cyd, in 2 games: protocol (form): expected a move; got cyd',
      '    wordhost replay league.db#3',
    ]);
  });

  t.test(
    'it fits its width, and each player can be told from the others, with 1 to 65 players',
    async (t) => {
      for (const players of [1, 2, 5, 10, 23, 40, 65])
        for (const width of [80, 100, 200])
          for (const badEvery of [0, 5]) {
            const lines = linesOf(madeUp({ players, badEvery }), width);
            const wide = lines.filter((line) => widthOf(line) > width);
            t.same(wide, [], `${players} players in ${width} columns`);
            const rows = part(lines, 'Standings').slice(1, players + 1);
            const names = rows.map((row) => row.trim().split(/ {2,}/)[1]);
            t.equal(new Set(names).size, players);
          }
    },
  );

  t.test('a crosstable of 40 players has blocks of columns, each with all rows', async (t) => {
    const lines = part(linesOf(madeUp({ players: 40 })), 'Crosstable');
    const headings = lines.filter((line) => /^ +\d+( +\d+)+$/.test(line));
    t.ok(headings.length > 1);
    t.same(
      headings.flatMap((line) => line.trim().split(/ +/).map(Number)),
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
    t.equal(lines.filter((line) => /^ +\d+ {2}\S+…/.test(line)).length, 40 * headings.length);
  });

  t.test('of more players the crosstable has the first that have room, and says so', async (t) => {
    for (const [players, width] of [
      [65, 80],
      [65, 120],
      [41, 80],
      [150, 80],
    ] as const) {
      const { report } = madeUp({ players, games: 1 });
      const lines = part(
        terminalReport(report, () => undefined, { width, paint: paintFor(false) }),
        'Crosstable',
      );
      t.same(
        lines.filter((line) => widthOf(line) > width),
        [],
      );
      const [, first = '0'] = /the first (\d+) of \d+ players: use --as html or --as json for all/.exec(
        lines.join('\n'),
      )!;
      t.ok(Number(first) >= 10 && Number(first) < players, `${first} of ${players} in ${width}`);
      t.match(lines[0], new RegExp(`^ +1 .* ${first}$`));
      t.equal(lines.filter((line) => /^ +\d+ {2}p/.test(line)).length, Number(first));
    }
    t.notMatch(linesOf(madeUp({ players: 41 }), 250).join('\n'), 'the first', 'where all fit, all are there');
  });

  t.test('the first of very many players who have not met have no crosstable', async (t) => {
    const { report } = madeUp({ players: 65, games: 1 });
    const crosstable = report.crosstable.map((row, place) =>
      row.map((meeting, column) => (place < 30 && column < 30 ? null : meeting)),
    );
    const look = { width: 80, paint: paintFor(false) };
    const lines = part(
      terminalReport({ ...report, crosstable }, () => undefined, look),
      'Crosstable',
    );
    t.match(lines, [/^ {2}the first \d+ of 65 players have not met: use --as html or --as json for all$/]);
  });

  t.test('before the first game there is no crosstable, and a single player needs none', async (t) => {
    t.same(linesOf(madeUp({ names: ['ada', 'ben'], games: 0 })), [
      'Report of Spring league: scrabble, round-robin',
      '0 games between 2 players, seed spring',
      '',
      'Standings',
      '',
      '  #  player  points  Elo',
      '  1  ada          0',
      '  2  ben          0',
    ]);
    t.notMatch(linesOf(madeUp({ players: 1 })).join('\n'), 'Crosstable');
    t.same(linesOf(madeUp({ names: [] })).length, 2);
  });

  t.test('names do nothing on a terminal', async (t) => {
    const text = linesOf(madeUp({ names: hostileNames, badEvery: 3 })).join('');
    t.notMatch(text, /[\p{Cc}\p{Cf}]/u);
    t.match(text, '\\u{202e}abc\\x07');
  });

  t.test('a player that is bad in every game is one line, and does not hide who else was', async (t) => {
    const { report, ...rest } = madeUp({ names: ['ada', 'ben', 'cyd'], games: 30, badEvery: 1 });
    const crash = {
      ...report.bad[0]!,
      number: 90,
      offence: undefined,
      outcome: 'left',
      cause: 'crashed',
    } as const;
    const bad = [...report.bad, crash];
    const lines = part(linesOf({ ...rest, report: { ...report, bad } }), 'Who is broken, and why');
    t.same(
      lines.filter((line) => !line.includes('wordhost')),
      [
        '  cyd, in 60 games: protocol (form): expected a move; got cyd',
        '  ben, in 30 games: protocol (form): expected a move; got ben',
        '  ben, in 1 game: left (crashed)',
      ],
    );
  });

  t.test('reasons are whole, on as many lines as they need; of very many faults some are told', async (t) => {
    const { report, ...rest } = madeUp({ names: ['ada', 'ben'], games: 1, badEvery: 1 });
    const detail = 'expected a move in the form of its page; '.repeat(5).trim();
    const faults = Array.from({ length: 23 }, (_, index) => ({
      ...report.bad[0]!,
      offence: { kind: 'protocol', rule: `rule-${index}`, detail },
    }));
    const lines = part(
      linesOf({ ...rest, report: { ...report, bad: faults as typeof report.bad } }),
      'Who is broken, and why',
    );
    t.same(
      lines.filter((line) => widthOf(line) > 80),
      [],
    );
    t.ok(
      lines
        .map((line) => line.trim())
        .join(' ')
        .includes(`protocol (rule-0): ${detail}`),
      lines.join('\n'),
    );
    t.equal(lines.at(-1), '  and 3 other faults: use --as junit or --as html for all');
  });

  t.test('it says how far the tournament is, and why it is over', async (t) => {
    const { report, ...rest } = madeUp({ names: ['ada', 'ben'] });
    const said = (more: object) => linesOf({ ...rest, report: { ...report, ...more } })[1];
    t.equal(said({ planned: 1200 }), '2 of 1,200 games between 2 players, seed spring');
    t.equal(
      said({ stopped: 'ben has offended' }),
      '2 games between 2 players, seed spring; stopped: ben has offended',
    );
  });

  t.test('a game without an end of its own is nobody’s fault', async (t) => {
    const { report, ...rest } = madeUp({ names: ['ada', 'ben'] });
    const bad = [{ number: 2, id: report.name, player: null, outcome: 'stalled' } as const];
    const lines = linesOf({ ...rest, report: { ...report, bad }, replayCommand: () => undefined });
    t.same(part(lines, 'Who is broken, and why'), ['  1 game had no normal end: stalled']);
  });
});

t.test('tournament page', async (t) => {
  const tagsIn = (page: string) =>
    page.replace(/<style>[^<]*<\/style>/, '').match(/<\/?[a-z](?:"[^"]*"|[^">])*>/gi)!;

  const targets = (page: string) => new Set([...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
  const links = (page: string) => [...page.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id!);

  t.test('nothing that a player is called is a part of the page', async (t) => {
    const page = tournamentPage(madeUp({ names: hostileNames, badEvery: 5, games: 3 }));
    const [hostile, harmless] = [
      tagsIn(page),
      tagsIn(tournamentPage(madeUp({ players: 10, badEvery: 5, games: 3 }))),
    ];
    t.equal(unbalanced(page), undefined);
    const kinds = (tags: readonly string[]) =>
      [...new Set(tags.map((tag) => /^<\/?\w+/.exec(tag)![0]))].sort();
    t.same(kinds(hostile), kinds(harmless));
    t.same(
      kinds(hostile).filter((kind) => /script|img|iframe|object|link|form|base/.test(kind)),
      [],
    );
    const withoutValues = hostile.map((tag) => tag.replace(/"[^"]*"/g, ''));
    t.notMatch(withoutValues.join('\n'), /\son\w+=/i, 'no tag has a handler');
    t.notMatch(page.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
    t.match(page, '&#60;img src=x onerror=alert(1)&#62;');
  });

  t.test('the page names no other place, and allows nothing but its own style', async (t) => {
    const page = tournamentPage(madeUp({ names: ['ada', 'ben'], badEvery: 2 }));
    t.notMatch(page, /(?:src|href|action)="(?!#)/);
    t.notMatch(page, /url\(|@import|https?:/);
    t.match(page, /Content-Security-Policy" content="default-src (?:'|&#39;)none/);
    t.ok(page.startsWith(tournamentPageBeginning));
  });

  t.test('each link leads to something on the page, with 0 to 65 players', async (t) => {
    for (const players of [0, 1, 2, 7, 40, 65]) {
      const page = tournamentPage(madeUp({ players, games: 1, badEvery: 3 }));
      const there = targets(page);
      t.same(
        links(page).filter((id) => !there.has(id)),
        [],
        `${players} players`,
      );
      t.equal(unbalanced(page), undefined);
    }
  });

  t.test('each cell of the crosstable leads to the games of the two', async (t) => {
    const page = tournamentPage(madeUp({ names: ['ada', 'ben', 'cyd'] }));
    const [, crosstable] = /id="crosstable">([\s\S]*?)<\/section>/.exec(page)!;
    t.same(links(crosstable!).filter((id) => id.startsWith('games-')).length, 6);
    const [, meeting] = /id="games-1-2">([\s\S]*?)<\/section>/.exec(page)!;
    t.match(meeting, /<h2>ada and ben<\/h2>/);
    t.equal(meeting!.match(/<tr[ >]/g)!.length, 1 + 2);
  });

  t.test('before the first game it says so, and has no plots and no crosstable', async (t) => {
    const page = tournamentPage(madeUp({ names: ['ada', 'ben'], games: 0 }));
    t.match(page, 'No games have been played yet.');
    t.notMatch(page, /<svg|id="crosstable"|id="distributions"/);
  });

  t.test(
    'the page has each fault once, with its games, a report and the command that shows it',
    async (t) => {
      const page = tournamentPage(madeUp({ names: ['ada', 'ben', 'cyd'], badEvery: 3 }));
      const [, faults] = /<section id="faults">([\s\S]*?)<\/section>/.exec(page)!;
      t.same(faults!.match(/<summary>.*?<\/summary>/g), [
        '<summary>cyd, in 2 games: protocol (form): expected a move; got cyd</summary>',
      ]);
      t.match(faults, /game 3<[\s\S]*game 6</);
      t.match(faults, '&#62; x&#60;y&#38;z\n    ^ line 1');
      t.match(faults, 'wordhost replay league.db#3');
      t.notMatch(tournamentPage(madeUp({ names: ['ada', 'ben'] })), 'id="faults"');
    },
  );

  t.test('of very many games the newest of each pair are listed, and it says so', async (t) => {
    const page = tournamentPage(madeUp({ names: ['ada', 'ben'], games: 300 }));
    t.match(page, 'The newest 200 of 300 games.');
    const many = tournamentPage(madeUp({ players: 65, games: 24 }));
    t.ok(many.length < 6_000_000, `${many.length} characters of 49,920 games`);
    t.match(many, 'The newest 9 of 24 games.');
  });

  t.test('of very many players the page has no crosstable, and no lists for it', async (t) => {
    const page = tournamentPage(madeUp({ players: 151, games: 1 }));
    t.notMatch(page, /id="crosstable"|id="games-1-2"/);
    t.ok(page.length < 1_000_000, `${page.length} characters`);
    t.equal(unbalanced(page), undefined);
  });

  t.test('a law: whatever players are called, the page is whole', async () => {
    // The unit 'binary' of fast-check makes a table of all there are first, which takes a second.
    const anyCodePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
    const anyText = fc.string({ unit: anyCodePoint, maxLength: 20 });
    const name = fc.oneof(anyText, fc.constantFrom(...hostileNames));
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 6 }), (names) => {
        const page = tournamentPage(madeUp({ names, games: 1, badEvery: 2 }));
        return unbalanced(page) === undefined && page.isWellFormed();
      }),
      runs(45),
    );
  });
});

t.test('tournament summary', async (t) => {
  t.test(
    'a case for each game: one that offended has its report and the command that shows it',
    async (t) => {
      const { title, verdict, suites } = tournamentSummary(
        madeUp({ names: ['ada', 'ben'], games: 3, badEvery: 2 }),
      );
      t.equal(title, 'Report of Spring league: scrabble, round-robin');
      t.same(verdict, [
        '3 games between 2 players, seed spring',
        'ada is first with 2 points (Elo +80 ± 30).',
      ]);
      const [suite] = suites;
      t.match(suite, { name: 'Spring league', startedAt: '2026-11-20T12:00:00.000Z', ms: 3240 });
      t.match(suite!.facts, { game: 'scrabble', format: 'round-robin', seed: 'spring' });
      t.same(suite!.cases, [
        { name: 'game 1: ada, ben (seed spring 1)', ms: 1040, outcome: 'passed' },
        {
          ...{ name: 'game 2: ada, ben (seed spring 1)', ms: 1080, outcome: 'failed', kind: 'protocol/form' },
          why: 'ben: protocol (form): expected a move; got ben',
          report: ['player 2: protocol (form) in game 2', '  > x<y&z', '    ^ line 1'],
          command: 'wordhost replay league.db#2',
        },
        { name: 'game 3: ada, ben (seed spring 2)', ms: 1120, outcome: 'passed' },
      ]);
    },
  );

  t.test('people are shown a fault once, programs each case', async (t) => {
    const summary = tournamentSummary(madeUp({ names: ['ada', 'ben'], games: 4, badEvery: 2 }));
    t.same(
      summary.suites[0]!.cases.map(({ outcome, repeats = false }) => [outcome, repeats]),
      [
        ['passed', false],
        ['failed', false],
        ['passed', false],
        ['failed', true],
      ],
    );
    t.same(summary.tables.at(-1)!.rows, [
      ['ben', '2', 'protocol (form): expected a move; got ben', 'game 2'],
    ]);
    const text = markdown.write(summary);
    t.equal(text.match(/<details>/g)!.length, 1);
    t.match(text, /^and 1 other case that failed$/m);
  });

  t.test('games that are not played are one skipped case, with the reason', async (t) => {
    const tournament = madeUp({ names: ['ada', 'ben'] });
    const left = (more: object) =>
      tournamentSummary({ ...tournament, report: { ...tournament.report, ...more } }).suites[0]!.cases.at(-1);
    t.same(left({ planned: 12 }), {
      name: 'games not played: 10 of 12',
      outcome: 'skipped',
      why: 'the tournament is not over',
    });
    t.match(left({ planned: 12, stopped: 'ben has offended' }), { why: 'ben has offended' });
  });

  t.test('a game without an end of its own says why', async (t) => {
    const tournament = madeUp({ names: ['ada', 'ben'], games: 1 });
    const [game] = tournament.games;
    const result = { ...game!.result, winner: null, outcome: 'stalled', reason: 'stalled' } as const;
    const bad = [{ number: 1, id: result.id, player: null, outcome: 'stalled' } as const];
    const report = { ...tournament.report, bad };
    const { suites } = tournamentSummary({ ...tournament, report, games: [{ number: 1, result }] });
    t.match(suites[0]!.cases[0], { outcome: 'failed', kind: 'stalled', why: /^no winner: / });
  });

  t.test('a bad game whose record was not read says what went wrong all the same', async (t) => {
    const tournament = madeUp({ names: ['ada', 'ben'], games: 1, badEvery: 1 });
    const { suites } = tournamentSummary({ ...tournament, badGame: () => undefined });
    t.same(suites[0]!.cases, [
      {
        ...{ name: 'game 1: ada, ben (seed spring 1)', ms: 1040, outcome: 'failed', kind: 'protocol/form' },
        why: 'ben: protocol (form): expected a move; got ben',
        command: 'wordhost replay league.db#1',
      },
    ]);
  });

  t.test('tables for people: standings, and a crosstable as long as it can be read', async (t) => {
    t.equal(tournamentSummary(madeUp({ players: 5 })).tables.length, 2);
    t.equal(tournamentSummary(madeUp({ players: 21, games: 1 })).tables.length, 1);
    t.equal(tournamentSummary(madeUp({ players: 2, games: 0 })).tables.length, 1);
    t.match(markdown.write(tournamentSummary(madeUp({ players: 0 }))), /^<!-- wordhost -->\n## Report of/);
  });
});
