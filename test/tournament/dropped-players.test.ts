import t from 'tap';
import { excuseNotes } from '../../host/cli/reports/game-notes.ts';
import { seconds } from '../../host/core/units.ts';
import type { Result } from '../../host/events/result.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import { liveClock } from '../../host/match/clock.ts';
import { CompareFold } from '../../host/runs/comparison.ts';
import { type Executor, LocalExecutor } from '../../host/runs/executor.ts';
import { comesAgain, counts, type RunGame } from '../../host/runs/experiment.ts';
import type { GameReport } from '../../host/runs/play-game.ts';
import { run } from '../../host/runs/run.ts';
import { seriesExperiment } from '../../host/runs/series.ts';
import { tournamentExperiment } from '../../host/runs/tournament.ts';
import { scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { type FormatKind, formatKinds } from '../../host/tournament/formats/format.ts';
import { TournamentFold } from '../../host/tournament/report.ts';
import { Schedule } from '../../host/tournament/schedule.ts';
import type { RunOutput } from '../../host/views/terminal/run-output.ts';
import { Dice } from '../fuzz/dice.ts';
import { lexiconWith } from '../games/table.ts';
import fc, { runs } from '../support/laws.ts';
import { waits, wins } from '../support/letter-a-scripts.ts';
import { type Chance, entrantsOf, outcomeOf, plain } from './schedule/play-out.ts';

/* Runs of tournaments with `offender: drop`. */

const request = {
  ...{ game: bananagrams, lexicon: lexiconWith(['AAA']), seed: 'drops', mirrored: false, seats: 2 },
  options: { ...settleOptions(bananagramsOptions, []), bunch: { A: 6 }, hand: 3 },
  limits: { readyTimeout: seconds(10), gameTimeout: 0 },
  overlap: true,
};
const chance = fc.record({ salt: fc.nat(), draws: fc.constantFrom(0, 30), offences: fc.constantFrom(5, 40) });

/** Plays a tournament of five players whose outcomes follow from the numbers of games, each after some polls. */
async function played(kind: FormatKind, chance: Chance, jobs: number) {
  const format = { ...plain, kind, rounds: 3, games: 2 };
  const schedule = new Schedule({ entrants: entrantsOf(5, format), offender: 'drop' });
  const entries = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, command: name }));
  const dice = new Dice(chance.salt + jobs);
  const saved: number[] = [];
  let ended = 0;
  const executor: Executor = {
    ...{ jobs, overlap: true },
    async play(_, { interrupt }) {
      for (let polls = dice.roll(9); polls >= 0; polls--) await new Promise(setImmediate);
      if (interrupt?.aborted) ended++;
      return {
        result: { reason: interrupt?.aborted ? 'interrupted' : 'out', players: [] },
      } as unknown as GameReport;
    },
    async [Symbol.asyncDispose]() {},
  };
  const experiment = tournamentExperiment(schedule, { ...request, entries });
  await run(experiment, {
    executor,
    fold: {
      take(each) {
        if (!counts(each)) return;
        saved.push(each.game);
        schedule.take(each.game, outcomeOf(schedule.game(each.game)!, chance));
      },
    },
  });
  const counting = saved.filter((number) => schedule.counts(number)).sort((one, other) => one - other);
  return { schedule, saved, ended, counting: counting.map((number) => schedule.game(number)) };
}

t.test('games of theirs that run are ended, and what counts is as one at a time', async (t) => {
  let all = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...formatKinds),
      chance,
      fc.integer({ min: 2, max: 9 }),
      async (kind, chance, jobs) => {
        const alone = await played(kind, chance, 1);
        const together = await played(kind, chance, jobs);
        all += together.ended;
        return (
          together.schedule.isOver &&
          new Set(together.saved).size === together.saved.length &&
          JSON.stringify(together.counting) === JSON.stringify(alone.counting)
        );
      },
    ),
    runs(150),
  );
  t.ok(all > 20, `${all} games were ended`);
});

const late = { outcome: 'offender', offence: { kind: 'startup', rule: 'silent', detail: 'late' } } as const;
const crashed = { outcome: 'left', cause: 'crashed' } as const;

type Starts = readonly (readonly [change: object, overloaded: boolean])[];

/** Plays games in which the starts of `b` come out so, one after the other; afterwards all is well. */
function startsOf(starts: Starts): Executor {
  const local = new LocalExecutor({ openSeats: scriptedSeats([wins, waits], liveClock) });
  const left = [...starts];
  return {
    ...{ jobs: 1, overlap: true },
    async play(plan, options) {
      const report = await local.play(plan, options);
      const { players } = report.result;
      const next = players.some(({ name }) => name === 'b') ? left.shift() : undefined;
      if (next === undefined) return report;
      const [change, overloaded] = next;
      const changed = players.map((each) => (each.name === 'b' ? { ...each, ...change } : each));
      return { ...report, result: { ...report.result, players: changed, ...(overloaded && { overloaded }) } };
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

async function begun(starts: Starts) {
  const names = ['a', 'b', 'c'];
  const entries = names.map((name) => ({ name, command: name }));
  const format = { ...plain, kind: 'round-robin' as const, rounds: 2 };
  const fold = new TournamentFold({
    ...{ name: 'drops', game: 'bananagrams', seed: 'x', players: names },
    ...{ entrants: entrantsOf(3, format), offender: 'drop' },
  });
  const executor = startsOf(starts);
  const again: number[] = [];
  const results: Result[] = [];
  const experiment = tournamentExperiment(fold.schedule, { ...request, entries, overlap: false });
  await run(experiment, {
    executor,
    fold: {
      take(played) {
        if (comesAgain(played)) again.push(played.game);
        else if (counts(played)) fold.take(played.game, played.report.result);
        if (counts(played)) results.push(played.report.result);
      },
    },
  });
  const { schedule } = fold;
  return { again, games: schedule.counted, dropped: [...schedule.dropped.keys()], results };
}

t.test('one that was late on a busy machine is started once more, and not dropped', async (t) => {
  const all = { games: 6, dropped: [] };
  t.match(await begun([]), { ...all, again: [] });
  const once = await begun([[late, true]]);
  t.match(once, { ...all, again: [1] });
  t.equal(once.results[0]!.rejudged!.length, 1);
  t.match(
    await begun([
      [late, true],
      [late, true],
    ]),
    { ...all, again: [1] },
  );
  t.match(await begun(Array(8).fill([late, true])), { ...all, again: [1, 2, 4, 5] });
  t.match(
    await begun([[{ outcome: 'offender', offence: { kind: 'time', rule: 'timeouts', detail: '' } }, true]]),
    { ...all, again: [1] },
  );
  const out = { games: 3, dropped: [1] };
  t.match(await begun([[late, false]]), { ...out, again: [] });
  t.match(await begun([[crashed, true]]), { ...out, again: [] });
  t.match(
    await begun([
      [late, true],
      [late, false],
    ]),
    { ...out, again: [1] },
  );
  t.match(
    await begun([
      [late, true],
      [crashed, true],
    ]),
    { ...out, again: [1] },
  );
});

/** A comparison of two pairs, in which `b` is NEW. */
async function compared(starts: Starts, { countsOffences = false } = {}) {
  const entries = ['b', 'a'].map((name) => ({ name, command: name }));
  const { seats: _, ...match } = request;
  const series = { ...match, entries, games: 4, rotate: true, mirrored: true, rejudges: 0, overlap: false };
  const fold = new CompareFold({ test: null, notWorse: false, countsOffences });
  const [notes, again]: [string[], number[]] = [[], []];
  const output = { notes: (lines: readonly string[]) => void notes.push(...lines) } as RunOutput;
  const experiment = seriesExperiment({ ...series, secondStarts: !countsOffences });
  const sinks = [
    excuseNotes(output, 'comparison'),
    { take: (played: RunGame) => void (comesAgain(played) && again.push(played.game)) },
  ];
  await run(experiment, { executor: startsOf(starts), fold, sinks });
  const { games, verdict, offences } = fold.comparison;
  return { again, notes, games, verdict, offences };
}

t.test('a comparison does not end for one that was late on a busy machine', async (t) => {
  const timeouts = { outcome: 'offender', offence: { kind: 'time', rule: 'timeouts', detail: '' } } as const;
  const all = { games: 4, verdict: 'counted', offences: [0, 0] };
  const ended = (games: number) => ({ games, verdict: 'offence', offences: [1, 0], notes: [] });
  const says = (game: number) =>
    `game ${game}: b was late twice and stays in the comparison, since the machine was overloaded`;
  const cases: readonly (readonly [Starts, object])[] = [
    [[], { ...all, again: [], notes: [] }],
    [[[timeouts, true]], { ...all, again: [1], notes: [] }],
    [[[late, true]], { ...all, again: [1], notes: [] }],
    [
      [
        [timeouts, true],
        [timeouts, true],
      ],
      { ...all, again: [1], notes: [says(1)] },
    ],
    [
      [
        [timeouts, true],
        [late, true],
        [late, true],
      ],
      { ...all, again: [1, 2], notes: [says(1)] },
    ],
    [[[timeouts, false]], { ...ended(1), again: [] }],
    [
      [
        [timeouts, true],
        [timeouts, false],
      ],
      { ...ended(1), again: [1] },
    ],
    [[[crashed, true]], { ...ended(1), again: [] }],
  ];
  for (const [starts, comes] of cases) t.strictSame(await compared(starts), comes, JSON.stringify(starts));
  const counted = await compared([[timeouts, true]], { countsOffences: true });
  t.strictSame(counted, { ...all, offences: [1, 0], again: [], notes: [] });
});
