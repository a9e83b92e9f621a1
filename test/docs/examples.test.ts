import t from 'tap';
import { followPages, racePages, slowPages } from './follow-pages.ts';
import { allPages, blocksOf } from './pages.ts';
import { notExactly, notPrinted } from './shown-output.ts';

const languagesOfFiles = ['python', 'ts', 'yaml'];
const pages = allPages();

const elsewhere = [...racePages, ...slowPages.map(({ path }) => path)];
followPages(pages.filter(({ path }) => !elsewhere.includes(path)));

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
