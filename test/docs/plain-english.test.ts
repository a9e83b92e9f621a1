import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { bannedBeginning, bannedPhrases, bannedWords } from './english/banned-words.ts';
import { type Exception, exceptions } from './english/exceptions.ts';
import { namesOf, textsOf, wordsOf } from './english/words-of.ts';
import { root } from './pages.ts';

/** A banned word at its place. */
interface Found {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly write: string;
}

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const isRead = (file: string) => !/^test\/docs\/(?:english\/|plain-english)/.test(file);
const files = globSync('{host,players,examples,test,docs}/**/*.{ts,mjs,md,c,h,sh,py,rb,awk,java,sml}', {
  cwd: root,
})
  .concat(pages)
  .filter(isRead)
  .sort();

const bans = bannedWords.map(({ words, ...ban }) => ({ ...ban, pattern: new RegExp(`\\b(?:${words})\\b`) }));

/** What is banned in a file: its name is line 0. */
function bannedIn(file: string, text: string): Found[] {
  const prose = wordsOf(`${file}\n${text}`);
  const names = wordsOf(`${file}\n${file.endsWith('.ts') ? namesOf(text) : ''}`);
  const lines = [file, ...text.split('\n')];
  const here = bans
    .filter(({ within }) => !within || file.startsWith(within))
    .map(({ only, ...ban }) => ({ ...ban, words: only === 'names' ? names : prose }))
    .filter(({ pattern, words }) => pattern.test(words))
    .map((ban) => ({ ...ban, read: ban.words.split('\n') }));
  return lines.flatMap((line, index) => [
    ...here
      .filter(({ pattern, read }) => pattern.test(read[index] ?? ''))
      .map(({ write }) => ({ file, line: index, text: line.trim(), write })),
    ...(bannedBeginning.pattern.test(line) && !line.includes('?')
      ? [{ file, line: index, text: line.trim(), write: bannedBeginning.write }]
      : []),
  ]);
}

const allows = (exception: Exception, { file, text }: Found) =>
  exception.at.test(file) && exception.text.test(text);

const found = files.flatMap((file) => bannedIn(file, readFileSync(join(root, file), 'utf8')));

t.test('no word of the table of banned words is used', async (t) => {
  const bad = found.filter((each) => !exceptions.some((exception) => allows(exception, each)));
  for (const { file, line, text, write } of bad)
    t.fail(`${file}:${line}: write "${write}": ${text.slice(0, 160)}`);
  t.ok(files.length > 500, `${files.length} files were read`);
});

/** Phrases that are banned from what users read, at their lines. */
const phrasesIn = (code: string): string[] =>
  textsOf(code)
    .split('\n')
    .flatMap((line, index) =>
      bannedPhrases
        .filter(({ pattern }) => pattern.test(line))
        .map(({ write }) => `${index + 1}: write "${write}": ${line.trim().slice(0, 160)}`),
    );

t.test('no text of the host or of its players has a phrase that only its authors would say', async (t) => {
  for (const file of files.filter((each) => /^(?:host|players)\/.*\.ts$/.test(each)))
    for (const found of phrasesIn(readFileSync(join(root, file), 'utf8'))) t.fail(`${file}:${found}`);
  t.match(phrasesIn("const a = 'x';\nsay('\"x\" is no message');"), [/^2: write "is not a valid …"/]);
  t.same(phrasesIn('// whoever reads\nconst centre = 1;'), [], 'comments and names are not what users read');
});

t.test('every exception is needed, and says why', async (t) => {
  for (const exception of exceptions) {
    t.ok(
      found.some((each) => allows(exception, each)),
      `${exception.at} ${exception.text}: nothing needs it any more`,
    );
    t.ok(exception.because.length > 20, exception.because);
  }
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
