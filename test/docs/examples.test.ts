import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { allPages, type Block, blocksOf, type Page, root } from './pages.ts';
import { type Ran, Reader } from './reader.ts';
import { notExactly, notPrinted } from './shown-output.ts';

const languagesOfFiles = ['python', 'ts', 'yaml'];
const isThere = (tool: string) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).error === undefined;
const pages = allPages();

function missingFor(blocks: readonly Block[]): string | false {
  if (!existsSync(join(root, 'dist/wordhost.js'))) return 'dist/ is not built: node host/package/build.ts';
  const commands = blocks.filter(({ note }) => note.is !== 'not run').map(({ text }) => text);
  const tools = ['python3', 'ruby', 'cc'].filter((tool) =>
    commands.some((text) => new RegExp(`\\b${tool} `).test(text)),
  );
  const missing = tools.find((tool) => !isThere(tool));
  return missing === undefined ? false : `${missing} is not installed`;
}

const MOST_RACES = 4;

/** What a page shows and the commands did not print; of a race, not even when they were run again. */
function missingFrom(
  shown: string,
  how: 'alike' | 'exact' | 'race',
  last: Ran | undefined,
  again: () => Ran,
): readonly string[] {
  const compare = how === 'exact' ? notExactly : notPrinted;
  let missing = compare(shown, last?.output ?? '');
  for (let race = 1; race < MOST_RACES && how === 'race' && missing.length > 0; race++)
    missing = compare(shown, again().output);
  return missing;
}

function follow(t: Test, { path }: Page, blocks: readonly Block[]): void {
  using reader = new Reader();
  let commands = '';
  let last: Ran | undefined;
  for (const { line, language, text, note } of blocks) {
    const place = `${path}:${line}`;
    if (note.is === 'file') reader.save(note.name, text);
    else if (note.is === 'output') {
      const missing = missingFrom(text, note.how, last, () => reader.run(commands));
      t.same(missing, [], `${place}: its output`, { printed: last?.output });
    } else if (language === 'sh' && note.is !== 'not run') {
      commands = text;
      last = reader.run(text);
      const expected = note.is === 'exit' ? note.status : 0;
      t.equal(last.status, expected, `${place}: exits with ${expected}`, { printed: last.output });
    }
  }
}

for (const page of pages) {
  const blocks = blocksOf(page);
  if (!blocks.some(({ language }) => language === 'sh')) continue;
  t.test(`The commands of ${page.path} do what it says`, { skip: missingFor(blocks) }, async (t) => {
    follow(t, page, blocks);
  });
}

t.test('Each piece of code in a page is run, or says why not', async (t) => {
  for (const page of pages)
    for (const { language, note, line } of blocksOf(page))
      if (languagesOfFiles.includes(language))
        t.match(note.is, /^(file|not run)$/, `${page.path}:${line}: a ${language} block`);
  t.ok(pages.some((page) => blocksOf(page).some(({ language }) => languagesOfFiles.includes(language))));
});

t.test('A page that shows what was not printed is found out', async (t) => {
  const printed =
    '     1  Ada     won         24      0     0     3.9 s\nno winner: no player is left\n  A B\n';
  t.same(notPrinted('  1 Ada won 52 1 0 27 ms\n\nA N T\n…\nno winner: …\n', printed), []);
  t.same(notPrinted('  1 Ada lost 52 1 0 27 ms\nplayer 1 has won\n', printed), [
    '  1 Ada lost 52 1 0 27 ms',
    'player 1 has won',
  ]);
});

t.test('Where a page shows to the letter, each line stands at its place', async (t) => {
  const printed = 'turn 1000 1\nfailed\nturn 1000 2\npassed 2\n';
  t.same(notExactly(printed, printed), []);
  t.same(notExactly('turn 1…\n…\npassed 2\n', printed), []);
  t.same(notExactly('turn 1000 1\n…\n', printed), []);
  t.same(notExactly('turn 1000 1\nfailed\n', printed), ['(nothing more)']);
  t.same(notExactly('turn 1000 1\nturn 1000 2\n…\n', printed), ['turn 1000 2', '…']);
  t.same(notExactly('…\nturn 1000 3\n', printed), ['turn 1000 3']);
});
