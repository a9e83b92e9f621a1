import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { GameNotes } from '../../../host/cli/reports/game-notes.ts';
import { repeatCommands } from '../../../host/cli/reports/repeat.ts';
import { GameCases } from '../../../host/cli/reports/summary-report.ts';
import { VoidMatch } from '../../../host/core/errors.ts';
import { seconds } from '../../../host/core/units.ts';
import { bananagrams } from '../../../host/games/bananagrams/bananagrams.ts';
import { bananagramsOptions } from '../../../host/games/bananagrams/options.ts';
import { liveClock } from '../../../host/match/clock.ts';
import type { OpenSeats } from '../../../host/match/seat.ts';
import { LocalExecutor } from '../../../host/runs/executor.ts';
import type { PlayedGame, RunGame } from '../../../host/runs/experiment.ts';
import type { GameReport, Recording } from '../../../host/runs/play-game.ts';
import { type SeriesRequest, seriesExperiment } from '../../../host/runs/series.ts';
import { type Script, scriptedSeats } from '../../../host/seats/scripted/scripted-seats.ts';
import { settleOptions } from '../../../host/settings/settle-options.ts';
import { paintFor } from '../../../host/views/terminal/paint.ts';
import type { RunOutput } from '../../../host/views/terminal/run-output.ts';
import { lexiconWith } from '../../games/table.ts';
import { playGames } from '../../support/play-games.ts';

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
  new GameCases(request, { commands: repeatCommands(request, { call, players }), requireBatch });

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
  t.match(strict.cases, [{ outcome: 'failed', kind: 'scheduling', why: /left the batch scheduling class/ }]);
  const again = newCases();
  again.take({ ...good, again: true });
  t.same(again.cases, [], 'it is played again');
});

t.test('the first bad game of each player is told, and each void one', async (t) => {
  const written: string[] = [];
  const output: RunOutput = {
    ...{ results() {}, json() {}, beforeWriting() {} },
    notes: (lines) => void written.push(...lines),
    error: (sentence) => void written.push(`wordhost: ${sentence}`),
    look: () => ({ paint: paintFor(false), width: 80 }),
  };
  const { replay } = repeatCommands(request, { call, players });
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
});

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
