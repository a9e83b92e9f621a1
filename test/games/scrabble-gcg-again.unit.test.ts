import t from 'tap';
import { parseRecord } from '../../host/events/read-record.ts';
import type { Options } from '../../host/games/scrabble/options.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { planFromRecord } from '../../host/match/plan/plan-from-request.ts';
import { lists, oldRecords } from '../old-records/old-records.ts';
import { recordedFromGcg, withoutRemarks, writtenGcg } from './gcg-again.ts';

const cache = [{ path: t.testdir(), exposed: false }];
const lexica = ['english', ...lists].map((name): Lexicon => {
  const reading = loadLexicon(name, cache);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.lexicon;
});

t.test('A game that was written as GCG is read back equal, and its record is right', async (t) => {
  let count = 0;
  for (const { name, text } of oldRecords.filter(({ name }) => name.includes('scrabble'))) {
    const record = parseRecord(text, name, { scrabble });
    if (!record.ok) throw new Error(record.problem);
    const gcg = writtenGcg(record);
    if (gcg === undefined) continue;
    const { dictionary } = record.header;
    const lexicon = lexica.find(({ sha256 }) => 'sha256' in dictionary && sha256 === dictionary.sha256);
    const plan = planFromRecord(record, lexicon);
    if (!plan.ok) throw new Error(plan.problem);
    const { rules, board, tiles, handsize } = plan.plan.setup.options as Options;
    const again = await recordedFromGcg(gcg, { options: { rules, board, tiles, handsize }, lexicon });
    t.match(again.verification, { ok: true, complete: true }, name);
    t.equal(withoutRemarks(writtenGcg(again.record)!), withoutRemarks(gcg), name);
    count++;
  }
  t.ok(count > 15, `${count} records`);
});
