import { playReadGame } from '../../host/cli/commands/import.ts';
import { keyOf } from '../../host/core/seed.ts';
import { type GameRecord, parseRecord } from '../../host/events/read-record.ts';
import type { FormReading, ReadingTerms } from '../../host/games/presentation.ts';
import { gcgReader } from '../../host/games/scrabble/gcg/read-gcg.ts';
import { type Options, scrabbleOptions } from '../../host/games/scrabble/options.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { planFromRecord } from '../../host/match/plan.ts';
import { type Verification, verifyRecord } from '../../host/match/verify.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { expectOk } from '../support/expect-ok.ts';

export interface Given {
  readonly options?: Partial<Options>;
  readonly lexicon: Lexicon | undefined;
  readonly strict?: boolean;
}

export const optionsOf = ({ options }: Given): Options => ({
  ...settleOptions(scrabbleOptions, []),
  ...options,
});

function termsOf(given: Given): ReadingTerms {
  const { lexicon, strict = false } = given;
  return { options: optionsOf(given), lexicon, keyOf, strict };
}

export function readGcg(text: string | Uint8Array, given: Given): FormReading {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return gcgReader.read(bytes, termsOf(given));
}

/** The words of its plays that stand and that are not in its list. */
export function unlistedWords(bytes: Uint8Array, given: Given): readonly string[] {
  return gcgReader.unlisted(bytes, termsOf(given));
}

/** The record of a game that is read from GCG, and whether every decision in it is right. */
export async function recordedFromGcg(
  text: string | Uint8Array,
  given: Given,
): Promise<{
  readonly record: GameRecord;
  readonly verification: Verification;
  readonly notes: readonly string[];
}> {
  const reading = readGcg(text, given);
  if (!reading.ok) throw new Error(`line ${reading.line}: ${reading.problem}`);
  const { lexicon } = given;
  const { lines } = await playReadGame(scrabble, reading.game, { options: optionsOf(given), lexicon });
  const record = expectOk(parseRecord(`${lines.join('\n')}\n`, 'imported', { scrabble }));
  const plan = expectOk(planFromRecord(record, lexicon));
  const verification = verifyRecord(plan.plan, record.events, record.lines);
  return { record, verification, notes: reading.game.notes };
}

/** What other programs read of a record; none: GCG has no form for it. */
export function writtenGcg({ events }: GameRecord, exact = false): string | undefined {
  const writing = scrabble.forms!.gcg!.write(events as never, { exact });
  return writing.ok ? writing.text : undefined;
}

/** Without what is not of the game: its id, and remarks. */
export function withoutRemarks(gcg: string): string {
  return gcg.replaceAll(/^#(id|note) .*\n/gm, '');
}
