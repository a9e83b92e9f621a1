import t from 'tap';
import { lineGameContract } from './line-game-contract.ts';
import { boggleSubject } from './subjects/boggle.ts';
import type { LineSubject } from './subjects/line-subject.ts';
import { scrabbleSubject } from './subjects/scrabble.ts';

const subjects: Readonly<Record<string, LineSubject>> = { scrabble: scrabbleSubject, boggle: boggleSubject };

for (const [name, subject] of Object.entries(subjects))
  t.test(name, async (t) => lineGameContract(t, subject));
