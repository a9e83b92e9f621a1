import t from 'tap';
import { lineGameContract } from './line-game-contract.ts';
import { ownLimitsContract } from './own-limits-contract.ts';
import { boggleSubject } from './subjects/boggle.ts';
import type { LineSubject } from './subjects/line-subject.ts';
import { scrabbleSubject } from './subjects/scrabble.ts';
import { timeBankContract } from './time-bank-contract.ts';

const subjects: Readonly<Record<string, LineSubject>> = { scrabble: scrabbleSubject, boggle: boggleSubject };

for (const [name, subject] of Object.entries(subjects))
  t.test(name, async (t) => lineGameContract(t, subject));

for (const [name, subject] of Object.entries(subjects))
  for (const wire of subject.wires.filter(({ inTurns }) => inTurns)) {
    t.test(`time banks: ${name}`, async (t) => timeBankContract(t, subject, wire));
    t.test(`limits of one player: ${name}`, async (t) => ownLimitsContract(t, subject, wire));
  }
