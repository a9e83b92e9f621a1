import t from 'tap';
import type { Noted } from '../../host/events/noted.ts';
import { type Result, ResultFold } from '../../host/events/result.ts';
import { isOverloaded, type Waiting } from '../../host/events/times.ts';
import type { PlayerVerdict, Verdict } from '../../host/games/kit/verdict.ts';
import { overloadNote } from '../../host/views/words.ts';

const second = (at: number) => Math.round(at * 1e9);
const noFigures = { take() {}, game: () => ({}), player: () => ({}) };

interface Load {
  readonly loopDelayMs?: number;
  /** Of each player, by seat. */
  readonly waited: readonly { readonly waitMs: number | null; readonly cpuMs: number | null }[];
}

/** A game of which only its times matter: started at -1 s, dealt at 0, ended after 10 s. */
function resultOf(verdict: Pick<Verdict, 'outcome' | 'reason' | 'players'>, load: Load): Result {
  const fold = new ResultFold({ tally: () => noFigures }, verdict.players.length);
  let n = 0;
  const note = (t: number, type: string, more: object) =>
    fold.take({ n: ++n, t: second(t), type, ...more } as Noted);
  const players = verdict.players.map(({ seat }) => ({
    seat,
    entry: seat,
    name: `p${seat}`,
    command: 'x',
  }));
  note(-1, 'game', { id: 'x', game: 'x', seed: 'x', startedAt: 'x', players });
  for (const { seat } of players) note(-1, 'spawn', { seat, sandbox: 'off' });
  for (const { seat, offence } of verdict.players) if (offence) note(0, 'offence', { seat, ...offence });
  if (load.loopDelayMs !== undefined) note(10, 'load', { loopDelayMs: load.loopDelayMs });
  for (const [index, waited] of load.waited.entries())
    note(10, 'exit', { seat: index + 1, code: 0, signal: null, killed: false, maxRssKb: null, ...waited });
  return fold.finish({ winner: null, ...verdict }, second(10));
}

const lost = (seat: number): PlayerVerdict => ({ seat, outcome: 'lost' });
const removed = (seat: number, kind: 'startup' | 'memory', rule: string): PlayerVerdict => ({
  seat,
  outcome: kind === 'startup' ? 'failed' : 'offender',
  offence: { kind, rule, detail: '' },
});
/** A turn of one second that ran out, and what else became of the game. */
function lostTurn(load: object): Result {
  const fold = new ResultFold({ tally: () => noFigures }, 1);
  const players = [{ seat: 1, entry: 1, name: 'p1', command: 'x' }];
  let n = 0;
  const note = (type: string, more: object) => fold.take({ n: ++n, t: second(1), type, ...more } as Noted);
  note('game', { id: 'x', game: 'x', seed: 'x', startedAt: 'x', players });
  note('spawn', { seat: 1, sandbox: 'off' });
  note('turn-load', { seat: 1, k: 1, givenMs: 1_050, loopDelayMs: 3, waitMs: 10, cpuMs: 800, ...load });
  note('load', { loopDelayMs: 3 });
  note('exit', {
    seat: 1,
    code: 0,
    signal: null,
    killed: false,
    maxRssKb: null,
    waitMs: 900,
    cpuMs: 30_000,
  });
  return fold.finish(
    { winner: null, outcome: 'timeout', reason: 'max-turns', players: [lost(1)] },
    second(60),
  );
}

t.test('a player that has used up its time for the game may have waited for a processor', async (t) => {
  const banked: PlayerVerdict = {
    seat: 1,
    outcome: 'offender',
    offence: { kind: 'time', rule: 'time-bank', detail: '' },
  };
  const verdict = { outcome: 'won', reason: 'last-player', players: [banked, lost(2)] } as const;
  const waited = [
    { waitMs: 800, cpuMs: 150 },
    { waitMs: 5, cpuMs: 5 },
  ];
  const result = resultOf(verdict, { waited });
  t.ok(result.overloaded);
  t.match(overloadNote(result), /player 1 \(p1\) waited 800 ms .*allow more time \(--time-bank\)/);
  t.notOk(resultOf(verdict, { waited: [...waited].reverse() }).overloaded, 'the other has not lost by time');
});

t.test('a turn that ran out says by its own figures whether the machine was overloaded', async (t) => {
  t.notOk(lostTurn({}).overloaded, 'a small wait, and the host in time');
  t.ok(lostTurn({ waitMs: 500, cpuMs: 300 }).overloaded, 'it waited for half of its turn');
  t.ok(lostTurn({ loopDelayMs: 80 }).overloaded, 'the host was late in it');
  t.notOk(lostTurn({ waitMs: null, cpuMs: null }).overloaded, 'where nobody knows, nothing is said');
  const player = { ...lostTurn({ loopDelayMs: 80 }).players[0]!, timeouts: 1, waitMs: 900, name: 'p1' };
  const note = overloadNote({ ...lostTurn({ loopDelayMs: 80 }), players: [player] });
  t.match(note, /player 1 \(p1\) waited 900 ms .* allow more time \(--timeout\)/);
});

t.test('in a turn of 20 ms a wait of a fifth, or the host late by half, is an overload', async (t) => {
  const short = { givenMs: 20, loopDelayMs: 2, waitMs: 0, cpuMs: 10 };
  t.notOk(lostTurn(short).overloaded, 'neither');
  t.notOk(lostTurn({ ...short, waitMs: 4 }).overloaded, 'a fifth, and no more');
  t.ok(lostTurn({ ...short, waitMs: 5 }).overloaded);
  t.notOk(lostTurn({ ...short, waitMs: 5, cpuMs: 15 }).overloaded, 'a quarter of its need, no more');
  t.notOk(lostTurn({ ...short, loopDelayMs: 10 }).overloaded, 'half, and no more');
  t.ok(lostTurn({ ...short, loopDelayMs: 11 }).overloaded);
  t.notOk(lostTurn({ waitMs: 100, cpuMs: 100 }).overloaded, 'in a long turn 100 ms are the least');
});

const stalled = { outcome: 'stalled', reason: 'stalled', players: [lost(1), lost(2)] } as const;
const tooLong = { outcome: 'timeout', reason: 'game-timeout', players: [lost(1), lost(2)] } as const;
const won = { outcome: 'won', reason: 'bunch-empty', players: [lost(1), lost(2)] } as const;
const quiet = { waitMs: 20, cpuMs: 900 };
const starved = { waitMs: 4100, cpuMs: 2000 };

t.test('the machine was overloaded when', async (t) => {
  const given = 10_000;
  const late = (waitMs: number | null, cpuMs: number | null = 0, givenMs = given): Waiting[] => [
    { waitMs, cpuMs, givenMs },
  ];
  t.test('a late player waited for 0.1 s, a tenth of its time and a quarter of its need', async (t) => {
    t.ok(isOverloaded(0, late(1_100, 3_000)));
    t.notOk(isOverloaded(0, late(1_100, 3_400)), 'it had a processor for most of what it wanted');
    t.notOk(isOverloaded(0, late(900, 0)), 'not what it lost its time with');
    t.notOk(isOverloaded(0, late(90, 0, 200)), 'nothing to speak of');
    t.ok(isOverloaded(0, late(110, null, 200)), 'though nobody knows how long it had one');
    t.notOk(isOverloaded(0, late(null, 0)), 'where nobody knows, nothing is said');
  });
  t.test('or the host was late by more than 50 ms and a fiftieth of that time', async (t) => {
    t.ok(isOverloaded(201, late(null)));
    t.notOk(isOverloaded(199, late(null)));
    t.notOk(isOverloaded(50, late(null, 0, 100)));
    t.ok(isOverloaded(51, late(null, 0, 100)));
    t.notOk(isOverloaded(null, late(null)));
  });
  t.test('somebody was late at all', async (t) => t.notOk(isOverloaded(5_000, [])));
});

t.test('a timeout on an overloaded machine says so, with the figures and what to do', async (t) => {
  const result = resultOf(stalled, { loopDelayMs: 82.4, waited: [starved, quiet] });
  t.equal(result.overloaded, true);
  t.match(
    overloadNote(result),
    /player 1 \(p1\) waited 4\.1 s .*used one for 2\.0 s; .*by up to 82 ms\. .*\(--stall\)/,
  );
  t.match(
    overloadNote(resultOf(tooLong, { waited: [starved, quiet] })),
    /^((?!host itself).)*--game-timeout/,
  );
});

t.test('of a player that was silent at the start only its own waiting counts', async (t) => {
  const silent = {
    ...won,
    players: [removed(1, 'startup', 'silent'), { seat: 2, outcome: 'won' }],
  } as const;
  const own = resultOf(silent, { loopDelayMs: 1, waited: [{ waitMs: 400, cpuMs: 300 }, quiet] });
  t.match(overloadNote(own), /player 1 \(p1\) waited 400 ms .*--ready-timeout/);
  t.notMatch(overloadNote(own), /player 2/);
  const other = resultOf(silent, { loopDelayMs: 1, waited: [quiet, starved] });
  t.equal(other.overloaded, undefined);
  const both = { ...stalled, players: [removed(1, 'startup', 'silent'), lost(2)] } as const;
  const twice = resultOf(both, { loopDelayMs: 900, waited: [quiet, quiet] });
  t.match(overloadNote(twice), /overloaded: the host was delayed .*\(--ready-timeout, --stall\)/);
});

t.test('on a machine with time for all, a timeout says nothing of it', async (t) => {
  for (const timeout of [stalled, tooLong]) {
    const result = resultOf(timeout, { loopDelayMs: 3, waited: [quiet, quiet] });
    t.notOk('overloaded' in result);
    t.equal(overloadNote(result), undefined);
  }
});

t.test('without a timeout the figures stand there alone', async (t) => {
  const ends = [won, { ...won, players: [removed(1, 'memory', 'resident'), lost(2)] }];
  for (const end of [...ends, { ...won, players: [removed(1, 'startup', 'exited'), lost(2)] }]) {
    const result = resultOf(end, { loopDelayMs: 2_000, waited: [starved, starved] });
    t.match(result, { loopDelayMs: 2_000, players: [{ waitMs: 4100, cpuMs: 2000 }, { waitMs: 4100 }] });
    t.notOk('overloaded' in result);
  }
});

t.test('what was not measured is null', async (t) => {
  const waited = [{ waitMs: null, cpuMs: null }, quiet];
  t.match(resultOf(stalled, { waited }), { loopDelayMs: null, players: [{ waitMs: null }, {}] });
});
