import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { Automaton } from '../../host/lexicon/automaton.ts';
import { build } from '../../host/lexicon/build.ts';
import { encode } from '../../host/lexicon/formats/file-format.ts';
import { holdsExactly } from '../../host/lexicon/holds-exactly.ts';
import type { CacheFolder } from '../../host/lexicon/kept/cache.ts';
import { isProven, loadByHash } from '../../host/lexicon/kept/load-by-hash.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { hasWord } from '../../host/lexicon/lookup.ts';
import { parseWordList, textOf } from '../../host/lexicon/word-list.ts';
import fc, { runs } from '../support/laws.ts';

function compiled(words: readonly string[]): { automaton: Automaton; text: string } {
  const list = parseWordList(words.join('\n'));
  const built = list.ok ? build(list.words) : list;
  if (!list.ok || !built.ok) throw new Error('no list');
  return { automaton: built.automaton, text: textOf(list.words) };
}

/** A list that was compiled here, and its compiled form changed to one that has more words, with right checksums. */
function forged(t: Test) {
  const folder = t.testdir({ 'words.txt': 'cat\nbat\n' });
  const folders: CacheFolder[] = [{ path: join(folder, 'cache'), exposed: false }];
  const load = () => {
    const reading = loadLexicon(join(folder, 'words.txt'), folders);
    if (!reading.ok) throw new Error(reading.problem);
    return reading.lexicon;
  };
  const { path, sha256 } = load();
  const { automaton } = compiled(['CAT', 'BAT', 'XQZ']);
  const file = encode({ automaton, sha256, textBytes: 8 });
  writeFileSync(path.replace(/txt$/, 'lex'), file);
  return { folders, load, sha256, forgery: { ...automaton, name: 'x', sha256, path } };
}

t.test('A compiled list that was forged in the cache is not believed, and made again', async (t) => {
  const { load, forgery } = forged(t);
  t.ok(hasWord(forgery, 'XQZ'));
  const lexicon = load();
  t.notOk(hasWord(lexicon, 'XQZ'));
  t.ok(hasWord(lexicon, 'CAT'));
});

t.test('No game is verified by a forged list', async (t) => {
  const { load, folders, sha256, forgery } = forged(t);
  t.notOk(isProven(forgery));
  t.equal(loadByHash('words.txt', sha256, folders), undefined);
  t.ok(isProven(load()));
  t.match(
    loadByHash('words.txt', sha256, folders),
    { words: 2, sha256 },
    'once it is made again it is found by its hash',
  );
});

const words = fc.uniqueArray(fc.stringMatching(/^[A-CÄΩ𝔸]{1,6}$/u), { minLength: 1, maxLength: 30 });

t.test(
  'A list holds exactly its own words: with one word more, one less or another it does not',
  async () => {
    const law = fc.property(words, words, (some, others) => {
      const [one, other] = [compiled(some), compiled(others)];
      return (
        holdsExactly(one.automaton, one.text) &&
        holdsExactly(one.automaton, other.text) === (one.text === other.text)
      );
    });
    fc.assert(law, runs(500));
  },
);

t.test(
  'Whatever edge is changed, the list does not hold its words any more, and the look at it ends',
  async (t) => {
    const { automaton, text } = compiled(['AB', 'ABLE', 'CAB', 'CABLE', 'TAB', 'TABLE', 'ÄRA']);
    for (let edge = 1; edge < automaton.edges.length; edge++)
      for (let bit = 0; bit < 32; bit++) {
        const edges = automaton.edges.with(edge, automaton.edges[edge]! ^ (1 << bit));
        if (holdsExactly({ ...automaton, edges }, text)) t.fail(`edge ${edge}, bit ${bit}`);
      }
    t.ok(holdsExactly(automaton, text));
    for (const alphabet of [automaton.alphabet.toReversed(), automaton.alphabet.with(3, 'E')])
      t.notOk(
        holdsExactly({ ...automaton, alphabet }, text),
        'letters in another order are other words to players',
      );
  },
);
