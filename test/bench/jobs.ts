import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPinning } from '../../host/seats/process/processes/pinning.ts';
import { openPrograms, type Programs, withoutCompiler } from '../support/programs.ts';
import { staircaseResults, staircaseWords } from '../support/staircase-series.ts';
import { BARE_NODE_THEN, bareNode } from './bare-node.ts';
import { type Figure, type Measure, median, type Skipped, shown } from './figure.ts';

const wordhost = join(import.meta.dirname, '..', '..', 'dist', 'wordhost.js');
const ROUNDS = 3;
/** Long enough that what is compiled on the way counts for little. */
const LONG = { games: 8, turns: 20_000 } as const;
const BARE_TURNS = 9000;
/** Most of such a game is its players' start and end. */
export const FRESH = { games: 200, turns: 2 } as const;
/** As users play them, in the sandbox that there is. */
const MANY = { games: 1000, turns: 2 } as const;

const whats = {
  wall: 'a turn of Scrabble between two instant players by the clock, two games at once',
  cpu: "host's processor time for it, all of its processes and their starts included",
  wallShared: 'a turn by the clock, two games at once, each on one processor (--one-processor)',
  cpuShared: "host's processor time for that, all of its processes and their starts included",
  cpuOneShared: 'the same, one game at a time on one processor',
  ratio:
    "host's processor time for a turn of two games at once, of what two players on bare Node's pipes take",
  fresh: 'a game of two turns with two fresh players in C by the clock, two games at once',
  lost: 'of the time of 1,000 such games, one at a time in the sandbox that there is: before the first deal and after the last end',
} as const;

/** What is gained by two games at once, from the command line. */
export const jobs: Measure = async () => {
  if (withoutCompiler !== undefined)
    return Object.values(whats).map((what) => ({ what, skipped: withoutCompiler! }));
  using programs = openPrograms();
  const pinning = findPinning();
  const rounds = Array.from({ length: ROUNDS }, () => ({
    one: played(programs, LONG, 1),
    two: played(programs, LONG, 2),
    shared: pinning.ok ? played(programs, LONG, 2, 'off', ['--one-processor']) : undefined,
    oneShared: pinning.ok ? played(programs, LONG, 1, 'off', ['--one-processor']) : undefined,
    inNode: bareNode(programs.path('staircase'), BARE_TURNS),
    oneFresh: played(programs, FRESH, 1),
    twoFresh: played(programs, FRESH, 2),
  }));
  const many = played(programs, MANY, 1, 'auto');
  type Round = (typeof rounds)[number];
  const of = (figure: (round: Round) => number) => median(rounds.map(figure));
  const perSecond = (micros: number) => `${Math.round(1e6 / micros)} turns a second`;
  const cpu = microsOfTurn(of((round) => round.two.cpuMs));
  const inNode = of((round) => round.inNode);
  const [one, two] = [of((round) => round.one.wallMs), of((round) => round.two.wallMs)].map(microsOfTurn);
  const sharedFigures = (): readonly (Figure | Skipped)[] => {
    if (!pinning.ok)
      return [whats.wallShared, whats.cpuShared, whats.cpuOneShared].map((what) => ({
        what,
        skipped: pinning.because,
      }));
    const figure = (what: string, ms: number, target: number): Figure => {
      const measured = microsOfTurn(ms);
      return { what, measured, unit: 'µs', target };
    };
    const [two, one] = [(each: Round) => each.shared!, (each: Round) => each.oneShared!];
    const wall = of((round) => two(round).wallMs);
    const rates = [wall, of((round) => one(round).wallMs)].map((ms) => perSecond(microsOfTurn(ms)));
    return [
      { ...figure(whats.wallShared, wall, 1e6 / 40_000), baseline: rates[0]! },
      figure(
        whats.cpuShared,
        of((round) => two(round).cpuMs),
        30,
      ),
      {
        ...figure(
          whats.cpuOneShared,
          of((round) => one(round).cpuMs),
          25,
        ),
        baseline: rates[1]!,
      },
    ];
  };
  const figures: readonly (Figure | Skipped)[] = [
    {
      ...{ what: whats.wall, measured: two!, unit: 'µs', target: 1e6 / 30_000 },
      baseline: `${perSecond(two!)}; one at a time ${perSecond(one!)}`,
    },
    {
      ...{ what: whats.cpu, measured: cpu, unit: 'µs' },
      baseline: `one at a time ${shown(microsOfTurn(of((round) => round.one.cpuMs)), 'µs')}`,
    },
    ...sharedFigures(),
    {
      ...{ what: whats.ratio, measured: cpu / inNode, unit: 'times', target: 25 / BARE_NODE_THEN },
      baseline: shown(inNode, 'µs'),
    },
    {
      ...{ what: whats.fresh, measured: of((round) => round.twoFresh.wallMs) / FRESH.games, unit: 'ms' },
      baseline: `one at a time ${shown(of((round) => round.oneFresh.wallMs) / FRESH.games, 'ms')}`,
    },
    {
      ...{
        what: whats.lost,
        measured: (100 * many.lostMs) / (many.wallMs + many.lostMs),
        unit: '%',
        target: 1,
      },
      baseline: `${shown(many.lostMs, 'ms')}; a game ${shown(many.wallMs / MANY.games, 'ms')}`,
    },
  ];
  return figures;
};

const microsOfTurn = (ms: number) => (ms * 1e3) / (LONG.games * LONG.turns);

interface Cost {
  /** From the first start of a game to the last end of one. */
  readonly wallMs: number;
  /** Before and after that. */
  readonly lostMs: number;
  /** Of the host and the processes that it plays with. */
  readonly cpuMs: number;
}

export function played(
  programs: Programs,
  kind: typeof LONG | typeof FRESH | typeof MANY,
  atOnce: number,
  sandbox: 'off' | 'auto' = 'off',
  more: readonly string[] = [],
): Cost {
  // Of long games a record would be a large part of what is measured.
  const records = kind === LONG ? undefined : mkdtempSync(join(tmpdir(), 'wordhost-bench-records-'));
  const series = { ...kind, atOnce, options: ['--sandbox', sandbox, ...more], records };
  const command = [process.execPath, wordhost, ...staircaseWords(series, programs)];
  const words = ['-c', '"$@"; status=$?; times; exit "$status"', 'sh', ...command];
  const began = performance.now();
  const ended = spawnSync('/bin/sh', words, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const took = performance.now() - began;
  const results = staircaseResults(series, ended);
  if (records !== undefined) rmSync(records, { recursive: true });
  const starts = results.map(({ startedAt }) => Date.parse(startedAt));
  const ends = results.map(({ ms }, index) => starts[index]! + ms);
  const wallMs = Math.max(...ends) - Math.min(...starts);
  return { wallMs, lostMs: took - wallMs, cpuMs: spentMs(ended.stdout.trimEnd().split('\n').at(-1)!) };
}

/** The user and the system time of all that a shell has waited for. */
export function spentMs(times: string): number {
  const parts = [...times.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1e3, 0);
}
