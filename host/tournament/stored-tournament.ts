import { jsonObject } from '../core/json.ts';
import {
  anyOf,
  byName,
  listOf,
  Misfit,
  object,
  oneOf,
  optional,
  orNull,
  readShape,
  text,
  whole,
} from '../core/shape.ts';
import { type Entrants, formatKinds, offenderRules } from './formats/format.ts';
import type { Tournament } from './report.ts';
import { numbersFault, type TournamentFile } from './tournament-file.ts';

/** The definition of a tournament in a store: one version for each change of the file. */
export interface StoredTournament extends Omit<TournamentFile, 'name' | 'seed'> {
  readonly wordhost: 1;
  readonly kind: 'tournament';
  readonly name: string;
  readonly seed: string;
  /** The source of the players' own seeds, if it is not the seed. */
  readonly playerSeed?: string;
  /** The hash of the word list; null: every word goes. */
  readonly dictionary: string | null;
  /** The first round for those who came with this version. */
  readonly from: number;
  /** No game was played before: versions before this one say nothing. */
  readonly begins?: true;
}

const texts = byName(anyOf(text(), listOf(text())));

const shape = object({
  wordhost: oneOf(1),
  kind: oneOf('tournament'),
  name: text(),
  game: text(),
  seed: text(),
  playerSeed: optional(text()),
  dictionary: orNull(text()),
  from: whole(1),
  begins: optional(oneOf(true)),
  options: texts,
  offender: oneOf(...offenderRules),
  players: listOf(
    object({
      name: text(),
      command: text(),
      cwd: optional(text()),
      env: optional(listOf(text())),
      files: optional(listOf(text())),
      prepare: optional(text()),
      options: texts,
    }),
    2,
  ),
  format: object({
    kind: oneOf(...formatKinds),
    rounds: whole(1),
    seats: whole(2),
    mirrored: oneOf(true, false),
    heroes: whole(1),
    games: whole(1),
  }),
});

/**
 * Reads a version of the file from a store. Undefined: it is not that of a tournament. A text says what is
 * wrong with it, since a store may come from a stranger.
 */
export function readStoredTournament(canonical: string): StoredTournament | string | undefined {
  const value = jsonObject(canonical);
  if (value?.kind !== 'tournament' || value.wordhost !== 1) return undefined;
  const read = readShape(shape, value);
  if (read instanceof Misfit) return read.inWords();
  const stored = value as unknown as StoredTournament;
  const fault = numbersFault(stored);
  return fault === undefined ? stored : `${fault.field}: ${fault.problem}`;
}

/** A version that no tournament has. */
export class VersionMisfit {
  readonly version: number;
  readonly what: string;

  constructor(version: number, what: string) {
    this.version = version;
    this.what = what;
  }
}

/** All versions that bear on its games, the oldest first. Undefined: something else is kept. */
export function versionsOf(
  files: readonly { readonly canonical: string }[],
): readonly StoredTournament[] | VersionMisfit | undefined {
  const versions: StoredTournament[] = [];
  for (const [index, { canonical }] of files.entries()) {
    const stored = readStoredTournament(canonical);
    if (stored === undefined) return undefined;
    const problem = typeof stored === 'string' ? stored : fewerThan(versions.at(-1), stored);
    if (typeof stored === 'string' || problem !== undefined)
      return new VersionMisfit(index + 1, `canonical.${problem}`);
    // Before the first game it may become another tournament.
    if (stored.begins) versions.length = 0;
    versions.push(stored);
  }
  return versions;
}

/** Players and rounds are only added, once games are played. */
function fewerThan(before: StoredTournament | undefined, { begins, players, format }: StoredTournament) {
  if (before === undefined || begins) return undefined;
  if (players.length < before.players.length)
    return `players: expected at least the ${before.players.length} of the version before; got ${players.length}`;
  const isSame = format.kind === before.format.kind && format.seats === before.format.seats;
  return isSame ? undefined : 'format: expected that of the version before; got another';
}

/** The tournament that these versions of its file make, the oldest first. */
export function tournamentOf(versions: readonly StoredTournament[]): Tournament {
  const last = versions.at(-1)!;
  const { name, game, seed, offender, players } = last;
  return {
    name,
    game,
    seed,
    offender,
    entrants: entrantsOf(versions),
    players: players.map((each) => each.name),
  };
}

function entrantsOf(versions: readonly StoredTournament[]): Entrants {
  const from: number[] = [];
  for (const version of versions) while (from.length < version.players.length) from.push(version.from);
  return {
    versions: versions.map(({ players, format }) => ({ players: players.length, format })),
    from,
  };
}

export type NextVersion =
  | { readonly ok: true; readonly version: StoredTournament }
  /** A sentence that says what cannot be changed. */
  | { readonly ok: false; readonly problem: string };

/** The next version, after games were played: players and rounds may be added, nothing else changes. */
export function nextVersion(before: StoredTournament, now: StoredTournament): NextVersion {
  const change = changeOf(before, now);
  if (change !== undefined) return { ok: false, problem: change };
  const { begins: _, ...version } = { ...now, players: inOrder(before, now) };
  return { ok: true, version };
}

/** Nothing was changed that anybody could see. */
export function isSameAs(before: StoredTournament, now: StoredTournament): boolean {
  const plain = (stored: StoredTournament) => JSON.stringify({ ...stored, from: 0, begins: undefined });
  return plain(before) === plain(now);
}

/** Players who were there keep their places. */
function inOrder(before: StoredTournament, now: StoredTournament): StoredTournament['players'] {
  const names = new Set(before.players.map(({ name }) => name));
  return [...before.players, ...now.players.filter(({ name }) => !names.has(name))];
}

function changeOf(before: StoredTournament, now: StoredTournament): string | undefined {
  const fields = ['game', 'seed', 'offender', 'dictionary'] as const;
  const field = fields.find((name) => before[name] !== now[name]);
  if (field !== undefined) return describeChange(field, before[field], now[field]);
  return (
    changedIn('options', before.options, now.options) ??
    changedFormat(before, now) ??
    changedPlayers(before, now)
  );
}

function changedFormat(before: StoredTournament, now: StoredTournament): string | undefined {
  const { rounds: had, ...old } = before.format;
  const { rounds, ...format } = now.format;
  const change = changedIn('format', old, format);
  if (change !== undefined) return change;
  return rounds < had ? `format.rounds was ${had} and is ${rounds}: you can only add rounds` : undefined;
}

function changedPlayers(before: StoredTournament, now: StoredTournament): string | undefined {
  for (const player of before.players) {
    const same = now.players.find(({ name }) => name === player.name);
    if (same === undefined) return `the player ${player.name} was removed, but has played games`;
    const change = changedIn(`the player ${player.name}: `, { ...player }, { ...same });
    if (change !== undefined) return change;
  }
  const heroes = changedHeroes(before, now);
  if (heroes !== undefined) return heroes;
  const added = now.players.length > before.players.length;
  return added && now.format.kind === 'knockout'
    ? 'you cannot add players to a knockout that has begun'
    : undefined;
}

/** They are the first of the file, and play all others. */
function changedHeroes(before: StoredTournament, now: StoredTournament): string | undefined {
  const { kind, heroes } = now.format;
  const [had, has] = [before, now].map(({ players }) => players.slice(0, heroes).map(({ name }) => name));
  const isSame = kind !== 'gauntlet' || had!.every((name) => has!.includes(name));
  return isSame ? undefined : `the heroes were ${had!.join(', ')} and are ${has!.join(', ')}`;
}

/** Returns the order of players in the store if it differs from that of the file and the format depends on it. */
export function storedOrder(file: StoredTournament, stored: StoredTournament): readonly string[] | undefined {
  const [now, had] = [file, stored].map(({ players }) => players.map(({ name }) => name));
  const isSame = stored.format.kind === 'round-robin' || had!.every((name, index) => name === now![index]);
  return isSame ? undefined : had;
}

function changedIn(where: string, before: object, now: object): string | undefined {
  const [had, has]: Readonly<Record<string, unknown>>[] = [{ ...before }, { ...now }];
  const name = [...new Set([...Object.keys(had!), ...Object.keys(has!)])].find(
    (key) => JSON.stringify(had![key]) !== JSON.stringify(has![key]),
  );
  if (name === undefined) return undefined;
  return describeChange(where.endsWith(' ') ? `${where}${name}` : `${where}.${name}`, had![name], has![name]);
}

function describeChange(what: string, before: unknown, now: unknown): string {
  const shown = (value: unknown) =>
    value === undefined || value === null ? 'nothing' : JSON.stringify(value);
  return `${what} was ${shown(before)} and is ${shown(now)}`;
}
