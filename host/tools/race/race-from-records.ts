import { micros, type Nanos } from '../../core/units.ts';
import { type GameRecord, readRecord } from '../../events/read-record.ts';
import { bananagramsOptions } from '../../games/bananagrams/options.ts';
import type { Games } from '../../games/game.ts';
import { readOption } from '../../games/kit/option.ts';
import { ObservedGame } from './gates.ts';
import { makeReport } from './make-report.ts';
import type { RaceResult } from './measure-race.ts';
import type { Machine } from './race-report.ts';
import { RaceTally } from './race-tally.ts';

const WINDOW = micros(10);

/** Measures games of the past by their records. */
export function raceFromRecords(paths: readonly string[], known: Games): RaceResult {
  const games: ObservedGame[] = [];
  for (const path of paths) {
    const reading = readRecord(path, known);
    const seen = reading.ok ? observeRecord(reading, path) : reading.problem;
    if (typeof seen === 'string') return { ok: false, problem: seen };
    games.push(seen);
  }
  return raceOf(games, paths);
}

export function observeRecord({ header, events }: GameRecord, path: string): ObservedGame | string {
  if (header.game !== 'bananagrams')
    return `${path}: expected a game of Bananagrams, in which players race for peels; got a game of ${header.game}`;
  const game = new ObservedGame();
  for (const event of events) game.take(event);
  return game;
}

export function raceOf(games: readonly ObservedGame[], paths: readonly string[]): RaceResult {
  const [first] = games;
  if (!first) return { ok: false, problem: 'expected at least one record' };
  const odd = games.findIndex((game) => game.players.length !== first.players.length);
  if (odd !== -1) return { ok: false, problem: unlike(paths, games, odd) };
  const window = Math.max(...games.map(photoFinishOf)) || WINDOW;
  const tally = new RaceTally(first.players.length, window);
  for (const game of games) tally.add(game, undefined);
  if (tally.gates === 0)
    return {
      ok: false,
      problem:
        'no gate in these games was contested: a gate counts only if all players are in the game and one of them peels',
    };
  return { ok: true, report: makeReport(tally, circumstances(games, first, tally, window)) };
}

function unlike(paths: readonly string[], games: readonly ObservedGame[], odd: number): string {
  const many = (index: number) => `${games[index]!.players.length} players`;
  return `${paths[odd]} has ${many(odd)}, but ${paths[0]} has ${many(0)}. Measure games with different numbers of players separately`;
}

function circumstances(games: readonly ObservedGame[], first: ObservedGame, tally: RaceTally, window: Nanos) {
  return {
    source: 'records',
    players: first.players.length,
    seconds: tally.nanos / 1e9,
    seed: null,
    interrupted: false,
    mode: {
      shuffles: true,
      flushes: true,
      batch: null,
      photoFinishUs: Math.max(...games.map(photoFinishOf)) / 1e3,
      restUs: null,
    },
    jobs: null,
    racer: null,
    entries: entriesOf(games, first),
    hasStamps: false,
    window,
    pinned: false,
    unpinnedBecause: null,
    curve: [],
    machine: machineOf(first),
  } as const;
}

/** Returns null unless the same players were in every game. */
function entriesOf(games: readonly ObservedGame[], first: ObservedGame) {
  const named = (game: ObservedGame) => {
    const byEntry = game.players.toSorted((one, other) => one.entry - other.entry);
    return byEntry.map(({ name, command }) => ({ name, command }));
  };
  const entries = named(first);
  const asText = JSON.stringify(entries);
  return games.every((game) => JSON.stringify(named(game)) === asText) ? entries : null;
}

function photoFinishOf({ header }: ObservedGame): Nanos {
  const text = header?.options['photo-finish'];
  const reading = readOption(bananagramsOptions['photo-finish'], text ?? '0');
  return reading.ok ? (reading.value as Nanos) : 0;
}

/** A record has only these fields. */
function machineOf({ header }: ObservedGame): Machine {
  return {
    platform: header?.host.platform ?? '?',
    kernel: null,
    node: header?.host.node ?? '?',
    wordhost: header?.version ?? '?',
    model: null,
    processors: header?.host.cpus ?? 0,
    allowedProcessors: null,
    quota: null,
    loadBefore: null,
    loadAfter: null,
    othersShare: null,
    busy: [],
  };
}
