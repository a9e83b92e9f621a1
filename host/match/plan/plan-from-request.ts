import { visibleJson } from '../../core/text/visible.ts';
import type { GameRecord } from '../../events/read-record.ts';
import { firstEdition, type Games, gameNamed, edition as newestEdition } from '../../games/game.ts';
import { limitOptions } from '../../games/kit/limit-options.ts';
import type { OptionTable, OptionValues } from '../../games/kit/option.ts';
import { optionText, readOption } from '../../games/kit/option-text.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { type MatchPlan, planMatch } from './plan.ts';
import { playersFrom } from './players-from-request.ts';
import type { MatchRequest } from './request.ts';
import { seatsProblem } from './seats-problem.ts';

export type PlanReading =
  | { readonly ok: true; readonly plan: MatchPlan }
  /** What is wrong with it, as a sentence without its full stop. */
  | { readonly ok: false; readonly problem: string };

export interface NamedList {
  readonly name: string;
  readonly sha256: string;
}

/** Answers with the list of this hash; undefined: it is not here. */
export type WordLists = (list: NamedList) => Lexicon | undefined;

/** The plan of a match from its request: the game by its name, its options by their texts, its words by their hash. */
export function planFromRequest(request: MatchRequest, words: WordLists, games: Games): PlanReading {
  const { id, edition, players, seed, playerSeed, mirrored, rejudged, dictionary } = request;
  const game = gameNamed(games, request.game);
  if (!game) return problem(`this version of wordhost has no game ${visibleJson(request.game)}`);
  if (edition > newestEdition) return problem(tooNew(edition));
  const wrongSeats = seatsProblem(game, players);
  if (wrongSeats !== undefined) return problem(wrongSeats);
  const lexicon = 'sha256' in dictionary ? words(dictionary) : undefined;
  if ('sha256' in dictionary) {
    if (!lexicon) return problem(missing(dictionary));
    if (lexicon.sha256 !== dictionary.sha256) return problem(otherList(dictionary, lexicon));
  }
  if (!lexicon && !game.wordless) return problem(`${game.name} cannot be played without a word list`);
  const read = readTexts({ ...game.options, ...limitOptions }, request.options);
  if (!read.ok) return read;
  const { 'ready-timeout': readyTimeout, 'game-timeout': gameTimeout, ...options } = read.values;
  const unplayable = game.unplayable(options, players.length);
  if (unplayable !== undefined) return problem(`its options cannot be played: ${unplayable}`);
  const seated = playersFrom(request, game, options);
  if (!seated.ok) return seated;
  const limits = { readyTimeout: readyTimeout as number, gameTimeout: gameTimeout as number };
  const named = {
    game,
    options,
    lexicon,
    seed,
    playerSeed,
    mirrored,
    limits,
    players: seated.players,
    rejudged,
    id,
    edition,
  };
  return { ok: true, plan: planMatch(named) };
}

type Opened = Pick<GameRecord, 'game' | 'header'>;

/** The plan of a match that was played, from the head of its record. A head without an edition is of the first. */
export function planFromRecord({ game, header }: Opened, lexicon: Lexicon | undefined): PlanReading {
  return planFromRequest({ ...header, edition: header.edition ?? firstEdition }, () => lexicon, {
    [header.game]: game,
  });
}

function tooNew(edition: number): string {
  const known = `this host knows editions ${firstEdition} to ${newestEdition}`;
  return `its messages were read by edition ${edition}, and ${known}: verify it with a newer wordhost`;
}

function missing({ name, sha256 }: NamedList): string {
  return `its word list ${visibleJson(name)} (SHA-256 ${sha256}) is not here`;
}

function otherList({ name, sha256 }: NamedList, given: Lexicon): string {
  return `its word list ${visibleJson(name)} has the SHA-256 ${sha256}, and the one given, ${visibleJson(given.name)}, has ${given.sha256}`;
}

type Texts =
  | { readonly ok: true; readonly values: OptionValues<OptionTable> }
  | { readonly ok: false; readonly problem: string };

function readTexts(table: OptionTable, texts: MatchRequest['options']): Texts {
  const unknown = Object.keys(texts).find((name) => !Object.hasOwn(table, name));
  if (unknown !== undefined) return problem(`its option ${visibleJson(unknown)} is not known to this host`);
  const values: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(table)) {
    const text = texts[name];
    if (text === undefined || text === null || text === optionText(spec, spec.default)) {
      values[name] = spec.default;
      continue;
    }
    const reading = readOption(spec, text);
    if (!reading.ok) return problem(`its option ${name}: ${reading.problem}`);
    values[name] = reading.value;
  }
  return { ok: true, values };
}

function problem(sentence: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem: sentence };
}
