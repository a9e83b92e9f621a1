import type { Result } from '../../../events/result.ts';
import type { AnyGame } from '../../../games/game.ts';
import { listNamed } from '../../../lexicon/lexicon.ts';
import { statusOf } from '../../../runs/exit-status.ts';
import { offencesIn } from '../../../views/terminal/reports/offences-in-record.ts';
import type { EarlierGame } from '../../reporting/reporter.ts';
import { parseKeptRecord } from '../../stores/kept-record.ts';
import type { KeptComparison, KeptResult } from './kept-comparison.ts';

/** Of more games that went wrong, the newest are told from their records, which take a while to read. */
const MOST_READ = 200;
/** Of reports that no terminal shows. */
const WIDTH = 120;

/** Games of earlier runs, and of those that went wrong what a terminal showed then. */
export async function withReports(
  kept: KeptComparison,
  before: readonly KeptResult[],
  game: AnyGame,
): Promise<readonly KeptResult[]> {
  const bad = before.filter(({ line }) => statusOf(JSON.parse(line) as Result) !== 0);
  const read = new Set(bad.slice(-MOST_READ));
  return await Promise.all(
    before.map(async (each) =>
      read.has(each) ? { ...each, told: await toldOf(kept, each.game, game) } : each,
    ),
  );
}

async function toldOf(kept: KeptComparison, number: number, game: AnyGame): Promise<EarlierGame['told']> {
  const bytes = await kept.record(number);
  if (!bytes) return undefined;
  const record = kept.placeOf(number);
  const reading = parseKeptRecord(bytes, record, { [game.name]: game });
  if (!reading.ok) return { record, report: [] };
  return { record, report: offencesIn(reading, { width: WIDTH, wordList: listNamed }).flat() };
}
