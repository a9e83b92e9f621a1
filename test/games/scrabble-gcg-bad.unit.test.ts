import t from 'tap';
import { readGcg } from './gcg-again.ts';
import { bad, bytesOf, givenFor } from './gcg-files.ts';

for (const file of bad)
  t.test(`A file that is wrong: ${file.what}`, async (t) => {
    const reading = readGcg(bytesOf(file), givenFor(file));
    if (reading.ok) throw new Error('it was read');
    const { line, column, problem } = reading;
    t.equal(column === undefined ? `${line}` : `${line}:${column}`, String(file.at));
    t.match(problem, new RegExp(file.says));
  });
