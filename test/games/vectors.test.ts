import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { page, root } from '../docs/pages.ts';
import { expectOk } from '../support/expect-ok.ts';
import { answerAll, transcripts } from '../vectors/answer-all.ts';
import { readVectors, textOfVectors } from '../vectors/files.ts';
import type { ScrabbleMove } from '../vectors/scrabble-move.ts';
import { isDealt } from '../vectors/table-of.ts';
import { isInput, type Transcript } from '../vectors/transcript.ts';

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
