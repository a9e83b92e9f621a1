import t from 'tap';
import { TrialGames } from '../../host/cli/tournament/trial-games.ts';
import { millis, type Nanos, seconds } from '../../host/core/units.ts';
import { Exchanges } from '../../host/events/exchanges.ts';
import { ResultFold } from '../../host/events/result.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import type { GameReport } from '../../host/runs/play-game.ts';
import type { Script } from '../../host/seats/scripted/scripted-seats.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { paintFor } from '../../host/views/terminal/paint.ts';
import { boardFrom, small, words } from '../games/boggle-table.ts';
import { lexiconWith } from '../games/table.ts';
import { scriptPlayed } from '../match/hand-played.ts';
import type { ManualClock } from '../match/manual-clock.ts';

/** What a player of a trial does when it reads `to`, and after how long. */
type Bot = (clock: ManualClock) => Script;

const answering =
  (time: Nanos, answer: string, to = /^turn /m): Bot =>
  (clock) =>
  ({ say }) => {
    clock.alarm(clock.now() + millis(1), () => say('ready\n'));
    return {
      hear(text) {
        if (to.test(text)) clock.alarm(clock.now() + time, () => say(`${answer}\n`));
      },
    };
  };
const silent: Bot =
  () =>
  ({ say }) => {
    say('ready\n');
    return { hear() {} };
  };
const crashing: Bot =
  () =>
  ({ leave }) => {
    leave('crashed');
    return { hear() {} };
  };

/** The short games of these bots, each against one that passes, or is done, at once. */
async function trialsOf(options: object, bots: Readonly<Record<string, Bot>>, opponent: Bot) {
  const games = new TrialGames(
    {
      game: boggle,
      options: { ...settleOptions(boggle.options, []), board: boardFrom(small), ...options },
      lexicon: lexiconWith(words),
      limits: { readyTimeout: seconds(10), gameTimeout: seconds(1800) },
      seed: 'trial',
      seats: 2,
      mirrored: true,
      overlap: false,
      entries: Object.keys(bots).map((name) => ({ name, command: `./${name}` })),
    },
    'opponent',
  );
  const faults: string[] = [];
  const { experiment } = games;
  for (let number = experiment.next(); number !== undefined; number = experiment.next()) {
    const plan = experiment.plan(number, []);
    games.begins(number, plan);
    const bot = Object.values(bots)[number - 1]!;
    const { events, played } = await scriptPlayed(plan, (clock) => [bot(clock), opponent(clock)]);
    const fold = new ResultFold(boggle, 2);
    const exchanges = new Exchanges();
    for (const event of events) {
      fold.take(event);
      exchanges.take(event);
    }
    const seats = [1, 2].map((seat) => ({
      exchanges: exchanges.with(seat),
      silence: exchanges.silenceOf(seat),
      lateTurns: undefined,
    }));
    const result = fold.finish(played.verdict, played.endedAt);
    const endings = played.endings;
    const report: GameReport = { result, seats, endings, records: [], recordFailure: undefined };
    games.take({ game: number, plan, report, again: false });
    const shown = games.faultsIn(report, { paint: paintFor(false), width: 200 });
    faults.push(...shown.map(([line = '']) => line));
  }
  const trials = games.trials().map(({ name, state, turnMs, gameMs, isLeast }) => {
    const rounded = (ms: number | undefined) => ms && Math.round(ms / 10) * 10;
    return [name, state, rounded(turnMs), rounded(gameMs), isLeast];
  });
  return { games, trials, faults };
}

const inTurns = { rules: 'turns', turns: 12, 'max-timeouts': 3 };

t.test('in turns a short game says how long a player takes in a whole one', async (t) => {
  const bots = {
    quick: answering(millis(10), 'pass'),
    // Its game is cut in its fifth turn.
    slow: answering(millis(2200), 'pass'),
    stuck: silent,
    crashes: crashing,
    guesses: answering(millis(10), 'guess DOG'),
  };
  const { games, trials, faults } = await trialsOf(inTurns, bots, answering(millis(10), 'pass'));
  t.same(trials, [
    ['quick', 'ok', 10, 60, false],
    ['slow', 'slow', 2200, 13_200, false],
    ['stuck', 'slow', undefined, 90_000, true],
    ['crashes', 'broken', undefined, 0, false],
    ['guesses', 'broken', 10, 60, false],
  ]);
  t.equal(faults.length, 2);
  t.match(faults[0], /^player 3 \(stuck\): .*wrote nothing during.* 10\.0 s of the game$/);
  t.match(faults[1], /^player 4 \(crashes\): could not be started/);
  const meetings = [
    [[[1, 2]], 13.26],
    [[[2, 4]], 0],
    [
      [
        [1, 2],
        [1, 3],
      ],
      (13.26 + 90.06) / 2,
    ],
  ] as const;
  for (const [meeting, time] of meetings) {
    const found = games.secondsOfGame(meeting)!;
    t.ok(found >= time && found < time + 1, `${JSON.stringify(meeting)}: ${found} s a game`);
  }
  t.equal(games.secondsOfGame([]), undefined);
});

t.test('a turn that runs out before the game is cut costs what it costs in a whole game', async (t) => {
  const quick = answering(millis(10), 'pass');
  const short = { ...inTurns, timeout: seconds(2) };
  const { trials, faults } = await trialsOf(short, { stuck: silent }, quick);
  t.same(trials, [['stuck', 'slow', 2050, 6150, false]]);
  t.match(faults, [/^player 1 \(stuck\): time \(timeouts\): 3 turns.*ran/]);
  const endless = { ...short, 'max-timeouts': Number.POSITIVE_INFINITY };
  const all = await trialsOf(endless, { stuck: silent, quick }, quick);
  t.same(all.trials[0], ['stuck', 'slow', 2050, 12_000, true], 'each of its six turns');
  t.match(all.faults, [/^player 1 \(stuck\): ran out of time in 4 of 4 turns \(2\.0 s each\)$/]);
});

t.test('where all play at once, a round that nobody ends takes its whole time', async (t) => {
  const bots = {
    quick: answering(millis(10), 'done', /^start$/m),
    stuck: silent,
    guesses: answering(millis(10), 'guess CAT', /^start$/m),
  };
  const { games, trials, faults } = await trialsOf(
    { time: seconds(180) },
    bots,
    answering(millis(10), 'done', /^start$/m),
  );
  t.same(trials, [
    ['quick', 'ok', undefined, 10, false],
    ['stuck', 'slow', undefined, 180_000, false],
    ['guesses', 'ok', undefined, 180_000, false],
  ]);
  t.match(faults, [/^player 2 \(stuck\): .*ready.*wrote nothing/]);
  t.ok(games.secondsOfGame([[1, 2]])! >= 180, 'it ends with its last player');
});
