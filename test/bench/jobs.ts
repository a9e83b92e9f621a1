import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPinning } from '../../host/seats/process/processes/pinning.ts';
import type { Programs } from '../support/programs.ts';
import { staircaseResults, staircaseWords } from '../support/staircase-series.ts';
import { BARE_NODE_THEN, bareNode } from './bare-node.ts';
import { type Figure, median, type Skipped, shown } from './figure.ts';
import { withPrograms } from './playing.ts';

const wordhost = join(import.meta.dirname, '..', '..', 'dist', 'wordhost.js');
const ROUNDS = 3;
/** Long enough that what is compiled on the way counts for little. */
const LONG = { games: 8, turns: 20_000 } as const;
const BARE_TURNS = 9000;
/** Most of such a game is its players' start and end. */
export const FRESH = { games: 200, turns: 2 } as const;
const MANY = { games: 1000, turns: 2 } as const;

/** What is gained by two games at once, from the command line. */
export const jobs = withPrograms(async (programs) => {
  const pinning = findPinning();
  const onOne = (atOnce: number) =>
    pinning.ok ? played(programs, LONG, atOnce, 'off', ['--one-processor']) : undefined;
  const rounds = Array.from({ length: ROUNDS }, () => ({
    one: played(programs, LONG, 1),
    two: played(programs, LONG, 2),
    twoOnOne: onOne(2),
    oneOnOne: onOne(1),
    inNode: bareNode(programs.path('staircase'), BARE_TURNS),
    oneFresh: played(programs, FRESH, 1),
    twoFresh: played(programs, FRESH, 2),
  }));
  type Round = (typeof rounds)[number];
  const micros = (figure: (round: Round) => number) => microsOfTurn(median(rounds.map(figure)));
  const perSecond = (micros: number) => `${Math.round(1e6 / micros)} turns a second`;
  const cpu = micros(({ two }) => two.cpuMs);
  const inNode = median(rounds.map((round) => round.inNode));
  const [one, two] = [micros(({ one }) => one.wallMs), micros(({ two }) => two.wallMs)];
  const figures: (Figure | Skipped)[] = [
    {
      what: 'a turn of Scrabble between two instant players by the clock, two games at once',
      ...{ measured: two, unit: 'µs', target: 1e6 / 30_000 },
      baseline: `${perSecond(two)}; one at a time ${perSecond(one)}`,
    },
    {
      what: "host's processor time for it, all of its processes and their starts included",
      ...{ measured: cpu, unit: 'µs' },
      baseline: `one at a time ${shown(
        micros(({ one }) => one.cpuMs),
        'µs',
      )}`,
    },
  ];
  if (pinning.ok) {
    const [wall, oneWall] = [
      micros((each) => each.twoOnOne!.wallMs),
      micros((each) => each.oneOnOne!.wallMs),
    ];
    figures.push(
      {
        what: 'a turn by the clock, two games at once, each on one processor (--one-processor)',
        ...{ measured: wall, unit: 'µs', target: 1e6 / 40_000, baseline: perSecond(wall) },
      },
      {
        what: "host's processor time for that, all of its processes and their starts included",
        ...{ measured: micros((each) => each.twoOnOne!.cpuMs), unit: 'µs', target: 30 },
      },
      {
        what: 'the same, one game at a time on one processor',
        ...{ measured: micros((each) => each.oneOnOne!.cpuMs), unit: 'µs', target: 25 },
        baseline: perSecond(oneWall),
      },
    );
  } else figures.push({ what: 'turns with --one-processor', skipped: pinning.because });
  const many = played(programs, MANY, 1, 'auto');
  const ofFresh = (figure: (round: Round) => number) => median(rounds.map(figure)) / FRESH.games;
  return [
    ...figures,
    {
      what: "host's processor time for a turn of two games at once, of what two players on bare Node's pipes take",
      ...{ measured: cpu / inNode, unit: 'times', target: 25 / BARE_NODE_THEN },
      baseline: shown(inNode, 'µs'),
    },
    {
      what: 'a game of two turns with two fresh players in C by the clock, two games at once',
      ...{ measured: ofFresh(({ twoFresh }) => twoFresh.wallMs), unit: 'ms' },
      baseline: `one at a time ${shown(
        ofFresh(({ oneFresh }) => oneFresh.wallMs),
        'ms',
      )}`,
    },
    {
      what: 'of the time of 1,000 such games, one at a time in the sandbox that there is: before the first deal and after the last end',
      ...{ measured: (100 * many.lostMs) / (many.wallMs + many.lostMs), unit: '%', target: 1 },
      baseline: `${shown(many.lostMs, 'ms')}; a game ${shown(many.wallMs / MANY.games, 'ms')}`,
    },
  ];
});

const microsOfTurn = (ms: number) => (ms * 1e3) / (LONG.games * LONG.turns);

interface Cost {
  /** From the first start of a game to the last end of one. */
  readonly wallMs: number;
  readonly lostMs: number;
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
  return { wallMs, lostMs: took - wallMs, cpuMs: spentMs(ended.stdout) };
}

/** The user and the system time of all that a shell has waited for, which is the last line of what `times` prints. */
export function spentMs(stdout: string): number {
  const times = stdout.trimEnd().split('\n').at(-1)!;
  const parts = [...times.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1e3, 0);
}
