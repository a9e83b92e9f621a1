import t from 'tap';
import { bannedIn, phrasesIn } from './english/banned-in.ts';
import { bannedBeginning } from './english/banned-words.ts';

t.test('a phrase is found in texts that users read, and nowhere else', async (t) => {
  t.match(phrasesIn("const a = 'x';\nsay('\"x\" is no message');"), [/^2: write "is not a valid …"/]);
  t.same(phrasesIn('// whoever reads\nconst centre = 1;'), [], 'comments and names are not what users read');
});

t.test('a banned word is found in names, comments, texts and prose, and nowhere else', async (t) => {
  const wordsIn = (text: string, file = 'host/seats/a.ts') => bannedIn(file, text).map(({ write }) => write);
  t.same(wordsIn('const heldOptions = 1;'), ['sandbox']);
  t.same(wordsIn('/** It is a mouthful. */'), ['slice']);
  t.same(wordsIn("say('a rung');"), ['sandbox level']);
  t.same(wordsIn('Who floods is throttled.', 'docs/a.md'), [bannedBeginning.write]);
  t.same(wordsIn('', 'host/seats/guardian.ts'), ['reaper']);
  t.same(wordsIn('// It holds a lock.'), [], 'prose may hold');
  t.same(wordsIn("const kind = 'held';"), [], 'a text is no name');
  t.same(wordsIn('// wrong rungless'), [], 'only whole words');
  t.same(wordsIn('Who was first?', 'docs/a.md'), [], 'questions');
});
