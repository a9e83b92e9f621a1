import t from 'tap';
import type { GameName } from '../../host/games/registry.ts';
import { gameContract } from './game-contract.ts';
import { bananagramsSubject } from './subjects/bananagrams.ts';
import { boggleSubject } from './subjects/boggle.ts';
import { guessingSubject } from './subjects/guessing.ts';
import { scrabbleSubject } from './subjects/scrabble.ts';
import type { GameSubject } from './subjects/subject.ts';

/** Every game of the registry, and one of a stranger. */
const subjects = {
  bananagrams: bananagramsSubject,
  boggle: boggleSubject,
  scrabble: scrabbleSubject,
  guessing: guessingSubject,
} as const satisfies Record<GameName | 'guessing', GameSubject>;

for (const [name, subject] of Object.entries<GameSubject>(subjects))
  t.test(name, async (t) => gameContract(t, subject));
