import t from 'tap';
import { parseRecord } from '../../host/events/read-record.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { oldRecords } from '../old-records/old-records.ts';
import fc, { runs } from '../support/laws.ts';
import { readGcg, writtenGcg } from './gcg-again.ts';
import { bytesOf, givenFor, good } from './gcg-files.ts';

const files = good.map((file) => ({ bytes: bytesOf(file), given: givenFor(file) }));

/** A game of many turns: all words go. */
const long = (() => {
  const { name, text } = oldRecords.find(({ name }) => name.endsWith('scrabble-tournament'))!;
  const record = parseRecord(text, name, { scrabble });
  if (!record.ok) throw new Error(record.problem);
  const bytes = new TextEncoder().encode(writtenGcg(record)!);
  return { bytes, given: { lexicon: undefined } };
})();

const signs = [...'\n\r\0#>:-.+?()0123456789ABCZaz é\u00ff'].map((sign) => sign.charCodeAt(0));

t.test('a file that is cut off or changed anywhere is read, or refused with its line', async (t) => {
  const changes = fc.array(fc.record({ at: fc.nat(), sign: fc.constantFrom(...signs), put: fc.nat(2) }), {
    maxLength: 4,
  });
  const law = fc.property(
    fc.constantFrom(...files, long, long, long),
    fc.option(fc.nat()),
    changes,
    ({ bytes, given }, cut, changed) => {
      let text = [...bytes].slice(0, cut === null ? undefined : cut % bytes.length);
      for (const { at, sign, put } of changed) text.splice(at % (text.length + 1), put, sign);
      text = text.slice(0, 20_000);
      const reading = readGcg(Uint8Array.from(text), given);
      if (reading.ok) return;
      const lines = text.filter((sign) => sign === 10 || sign === 13).length + 1;
      if (!(reading.line >= 1 && reading.line <= lines)) throw new Error(`line ${reading.line} of ${lines}`);
      if (!/^\S.*[^.\s]$/s.test(reading.problem)) throw new Error(reading.problem);
    },
  );
  t.doesNotThrow(() => fc.assert(law, runs(300)));
});
