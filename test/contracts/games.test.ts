import t from 'tap';
import { publicEvent } from '../../host/events/noted.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import type { GameName } from '../../host/games/registry.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { gameContract } from './game-contract.ts';
import { lineGameContract } from './line-game-contract.ts';
import { ownLimitsContract } from './own-limits-contract.ts';
import { bananagramsSubject } from './subjects/bananagrams.ts';
import { boggleSubject } from './subjects/boggle.ts';
import { guessingSubject } from './subjects/guessing.ts';
import type { LineSubject } from './subjects/line-subject.ts';
import { scrabbleSubject } from './subjects/scrabble.ts';
import type { GameSubject } from './subjects/subject.ts';
import { timeBankContract } from './time-bank-contract.ts';

t.test('games', async (t) => {
  /** Every game of the registry, and one of a stranger. */
  const subjects = {
    bananagrams: bananagramsSubject,
    boggle: boggleSubject,
    scrabble: scrabbleSubject,
    guessing: guessingSubject,
  } as const satisfies Record<GameName | 'guessing', GameSubject>;

  for (const [name, subject] of Object.entries<GameSubject>(subjects))
    t.test(name, async (t) => gameContract(t, subject));
});

t.test('a watcher is told what a player at the table sees of the others', async (t) => {
  const bytes = [0, 1];
  const cases = [
    [bananagrams, { type: 'deal', seat: 1, tiles: 'ABC' }, undefined],
    [
      bananagrams,
      { type: 'peel', seat: 1, number: '002', grid: '001001A', drew: { 1: 'Q', 2: 'Z' }, bytes },
      'peels 002',
    ],
    [
      bananagrams,
      { type: 'peel', seat: 1, number: '003', grid: '001001A', drew: {}, bytes },
      'peels 003, the last one',
    ],
    [
      bananagrams,
      { type: 'dump', seat: 1, letter: 'Q', drew: 'ABC', refused: false, bytes },
      'dumps a letter',
    ],
    [bananagrams, { type: 'dump', seat: 1, letter: 'Q', drew: '', refused: true, bytes }, 'may not dump'],
    [bananagrams, { type: 'late', seat: 1, number: '002', grid: '001001A', bytes }, 'was too late with 002'],
    [scrabble, { type: 'deal', seat: 1, tiles: '1x1', rack: 'A' }, undefined],
    [scrabble, { type: 'change', seat: 1, ids: [1, 2], drew: '3x2', rack: 'CC', bytes }, 'changes 2 tiles'],
    [
      scrabble,
      { type: 'change', seat: 1, ids: [1], errors: ['playerdoesnothavepiece 1 1'], bytes },
      'may not change: it does not have a tile, or not enough of it',
    ],
    [scrabble, { type: 'late', seat: 1, line: 'play 0,0,1A1', bytes }, undefined],
    [boggle, { type: 'guess', seat: 1, word: 'CAT', points: 1, path: [0, 1, 2], bytes }, undefined],
    [boggle, { type: 'guess', seat: 1, word: 'TAC', reason: 'notindictionary', bytes }, undefined],
    [boggle, { type: 'done', seat: 1, bytes }, undefined],
    [boggle, { type: 'late', seat: 1, line: 'guess CAT', bytes }, undefined],
    [boggle, { type: 'found', seat: 1, words: ['CAT'], points: [1] }, 'has 1 word for 1'],
    [scrabble, { type: 'in', seat: 1, data: Buffer.from('A') }, undefined],
    [scrabble, { type: 'stderr', seat: 1, lines: ['A'] }, undefined],
  ] as const;
  for (const [game, event, words] of cases) {
    const seen = publicEvent(game, { rules: 'classic' }, { n: 1, t: 0, ...event } as never);
    t.equal(seen && game.describe(seen), words, `${event.type}: ${words}`);
  }
  const guess = { n: 1, t: 0, type: 'guess', seat: 1, word: 'CAT', points: 1, path: [0, 1, 2], bytes };
  t.equal(publicEvent(boggle, { rules: 'turns' }, guess), guess, 'in turns all hear each guess');
});

t.test('line games', async (t) => {
  const subjects: Readonly<Record<string, LineSubject>> = {
    scrabble: scrabbleSubject,
    boggle: boggleSubject,
  };

  for (const [name, subject] of Object.entries(subjects))
    t.test(name, async (t) => lineGameContract(t, subject));

  for (const [name, subject] of Object.entries(subjects))
    for (const wire of subject.wires.filter(({ inTurns }) => inTurns)) {
      t.test(`time banks: ${name}`, async (t) => timeBankContract(t, subject, wire));
      t.test(`limits of one player: ${name}`, async (t) => ownLimitsContract(t, subject, wire));
    }
});
