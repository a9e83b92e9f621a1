import { keyOf } from '../core/seed.ts';
import type { GameRecord } from '../events/read-record.ts';
import { firstEdition, edition as newestEdition } from '../games/game.ts';
import type { OptionTable } from '../games/kit/option.ts';
import { optionText, readOption } from '../games/kit/option-text.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { commonOptions } from '../settings/common-options.ts';
import type { MatchPlan } from './plan.ts';

export type PlanReading =
  | { readonly ok: true; readonly plan: MatchPlan }
  | { readonly ok: false; readonly problem: string };

type Opened = Pick<GameRecord, 'game' | 'header'>;

/** The plan of a match that was played: its record's first event, read back. */
export function planFromRecord({ game, header }: Opened, lexicon: Lexicon | undefined): PlanReading {
  const { players, options: texts, seed, playerSeed, id, edition = firstEdition } = header;
  if (edition > newestEdition) return problem(tooNew(edition));
  if (!lexicon && !game.wordless) return problem(`${game.name} cannot be played without a word list`);
  const limitTable = {
    'ready-timeout': commonOptions['ready-timeout'],
    'game-timeout': commonOptions['game-timeout'],
  };
  const settled = readTexts({ ...game.options, ...limitTable }, texts);
  if (!settled.ok) return settled;
  const { 'ready-timeout': readyTimeout, 'game-timeout': gameTimeout, ...options } = settled.values;
  const unplayable = game.unplayable(options, players.length);
  if (unplayable !== undefined) return problem(`its options cannot be played: ${unplayable}`);
  const limits = { readyTimeout: readyTimeout as number, gameTimeout: gameTimeout as number };
  const names = players.map(({ name }) => name);
  const setup = { names, options, lexicon, key: keyOf(seed), keyOf, edition };
  return { ok: true, plan: { id, seed, playerSeed, game, setup, limits, players, header } };
}

function tooNew(edition: number): string {
  const known = `this host knows editions ${firstEdition} to ${newestEdition}`;
  return `its messages were read by edition ${edition}, and ${known}: verify it with a newer wordhost`;
}

type Texts = { ok: true; values: Record<string, unknown> } | { ok: false; problem: string };

function readTexts(table: OptionTable, texts: Readonly<Record<string, string | null>>): Texts {
  const values: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(table)) {
    const text = texts[name];
    if (text === undefined || text === null || text === optionText(spec, spec.default)) {
      values[name] = spec.default;
      continue;
    }
    const reading = readOption(spec, text);
    if (!reading.ok) return { ok: false, problem: `its option ${name}: ${reading.problem}` };
    values[name] = reading.value;
  }
  return { ok: true, values };
}

function problem(sentence: string): PlanReading & { ok: false } {
  return { ok: false, problem: sentence };
}
