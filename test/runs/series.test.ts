import t from 'tap';
import { seconds } from '../../host/core/units.ts';
import type { Noted } from '../../host/events/noted.ts';
import { type Result, ResultFold } from '../../host/events/result.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { liveClock } from '../../host/match/clock.ts';
import { type ComparisonPlan, definitionOf } from '../../host/runs/comparison.ts';
import { LocalExecutor } from '../../host/runs/executor.ts';
import { SeriesFigures } from '../../host/runs/report/series-fold.ts';
import { type SeriesRequest, seriesExperiment } from '../../host/runs/series.ts';
import { type Script, scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { seriesFigures } from '../../host/views/terminal/table.ts';
import { lexiconWith } from '../games/table.ts';
import { playGames } from '../support/play-games.ts';

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

  t.test('a mirrored group has one seed and deal, and each player each seat once', async (t) => {
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
  });

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

t.test('series figures', async (t) => {
  interface Game {
    readonly scores: readonly number[];
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

  t.test('a series tells means and spreads of scores, moves and times', async (t) => {
    const { players } = figuresOf({ scores: [300, 0] }, { scores: [340, 0] }, { scores: [380, 0] });
    t.same(players[0], { mean: 340, deviation: 40, pointsPerMove: 34, msPerAnswer: 15 });
    t.same(players[1], { mean: 0, deviation: 0, pointsPerMove: 0, msPerAnswer: 15 });
    t.equal(figuresOf({ scores: [1, 2] }).players[0]!.deviation, undefined, 'a single game has no spread');
    const large = figuresOf({ scores: [1e9 + 1, 0] }, { scores: [1e9 + 3, 0] });
    t.equal(large.players[0]!.deviation?.toFixed(4), Math.SQRT2.toFixed(4), 'nothing is lost by rounding');
  });

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
    note('game', { id: 'x', game: 'scrabble', seed: 'x', startedAt: 'x', options: {}, players });
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
