import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { publicEvent } from '../../host/events/noted.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import type { GameName } from '../../host/games/registry.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { page, root } from '../docs/pages.ts';
import { expectOk } from '../support/expect-ok.ts';
import { answerAll, transcripts } from '../vectors/answer-all.ts';
import { readVectors, textOfVectors } from '../vectors/files.ts';
import type { ScrabbleMove } from '../vectors/scrabble-move.ts';
import { isDealt } from '../vectors/table-of.ts';
import { isInput, type Transcript } from '../vectors/transcript.ts';
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
    [scrabble, { type: 'in', seat: 1, data: Buffer.from('A') }, undefined],
    [scrabble, { type: 'stderr', seat: 1, lines: ['A'] }, undefined],
  ] as const;
  for (const [game, event, words] of cases) {
    const seen = publicEvent(game, { n: 1, t: 0, ...event } as never);
    t.equal(seen && game.describe(seen), words, `${event.type}: ${words}`);
  }
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

t.test('vectors', async (t) => {
  const english = expectOk(loadLexicon('english', [{ path: t.testdir(), exposed: false }]));
  const answers = answerAll(english.lexicon);

  t.test('this host does what each test vector says, to the byte', async (t) => {
    for (const [name, { vectors }] of Object.entries(answers)) {
      const expected = readVectors<object>(name).vectors;
      t.ok(expected.length > 0, name);
      t.equal(vectors.length, expected.length, name);
      for (const [index, vector] of vectors.entries())
        if (!isDeepStrictEqual(JSON.parse(JSON.stringify(vector)), expected[index]))
          t.same(vector, expected[index], `${name}: ${Object.values(expected[index]!)[0]}`);
    }
  });

  t.test('a vector that says something else is found', async (t) => {
    const { vectors } = readVectors<ScrabbleMove>('scrabble-moves');
    const changed = vectors.map((move) => ({ ...move, errors: [...(move.errors ?? []), 'error emptymove'] }));
    for (const [index, move] of changed.entries()) t.notSame(answers['scrabble-moves']!.vectors[index], move);
  });

  t.test('each file of vectors is read, and written as it is made', async (t) => {
    const files = readdirSync(join(root, 'docs', 'vectors')).filter((file) => file.endsWith('.json'));
    t.same(
      files.sort(),
      Object.keys(answers)
        .map((name) => `${name}.json`)
        .sort(),
    );
    for (const name of Object.keys(answers))
      t.equal(page(`docs/vectors/${name}.json`).text, textOfVectors(readVectors(name)), name);
  });

  t.test('the seed of a transcript deals its hands and draws', async (t) => {
    for (const name of transcripts) {
      const { all, vectors } = readVectors<Transcript>(name);
      const dealt = all?.seed ? [all as Transcript] : vectors;
      for (const given of dealt) t.ok(isDealt(given)(given.seed), `${name}: ${given.name ?? 'all'}`);
    }
  });

  t.test('the vectors hold each of the fourteen errors of a move', async (t) => {
    const wire = page('docs/reference/scrabble-wire.md').text;
    const named = [...wire.matchAll(/`error ([a-z]+)|`(notenoughpieces) /g)].map(
      ([, one, other]) => one ?? other,
    );
    const tried = readVectors<ScrabbleMove>('scrabble-moves').vectors.flatMap(({ errors = [] }) => errors);
    const found = new Set(tried.map((error) => error.split(' ')[1]!));
    t.equal(found.size, 14);
    t.same([...found].sort(), [...new Set(named)].sort());
  });

  t.test('the vectors hold every order in which the peels of two and of three players arrive', async (t) => {
    const orders = (players: number, dialects: string) =>
      readVectors<Transcript>(`bananagrams-races-of-${players}`)
        .vectors.filter(({ name }) => name.startsWith(`${dialects} `))
        .map(({ steps }) =>
          steps
            .filter(isInput)
            .slice(players)
            .map(([seat]) => seat)
            .join(''),
        );
    for (const dialects of ['nn', 'nr', 'rn', 'rr'])
      t.same(orders(2, dialects).sort(), interleavings(2), dialects);
    for (const dialects of ['nnn', 'nnr', 'nrr', 'rrr'])
      t.same(orders(3, dialects).sort(), interleavings(3), dialects);
    t.equal(interleavings(3).length, 90);
  });

  /** `1122`, `1212` and so on: two peels of each. */
  function interleavings(players: number, sent = ''): string[] {
    if (sent.length === 2 * players) return [sent];
    const seats = Array.from({ length: players }, (_, index) => `${index + 1}`);
    return seats
      .filter((seat) => sent.split(seat).length < 3)
      .flatMap((seat) => interleavings(players, sent + seat));
  }
});
