import { writeFileSync } from 'node:fs';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { expectOk } from '../support/expect-ok.ts';
import { answerAll, transcripts } from './answer-all.ts';
import { pathOf, readVectors, textOfVectors } from './files.ts';
import { isDealt } from './table-of.ts';
import type { Transcript } from './transcript.ts';

/** Writes what this host answers into `docs/vectors`, and seeds that deal what is given where there is none. */
const english = expectOk(loadLexicon('english'));
for (const name of transcripts) writeSeeds(name);
for (const [name, file] of Object.entries(answerAll(english.lexicon)))
  writeFileSync(pathOf(name), textOfVectors(file));

function writeSeeds(name: string): void {
  const file = readVectors<Transcript>(name);
  const seeded = <Given extends Partial<Transcript>>(given: Given): Given =>
    given.seed === '' ? { ...given, seed: seedOf(given as unknown as Transcript) } : given;
  const all = file.all && { all: seeded(file.all) };
  writeFileSync(pathOf(name), textOfVectors({ ...file, ...all, vectors: file.vectors.map(seeded) }));
}

function seedOf(given: Transcript): string {
  const test = isDealt(given);
  for (let number = 1; number < 2_000_000; number++) if (test(String(number))) return String(number);
  throw new Error(`no seed deals ${given.name}: ask for less`);
}
