import t from 'tap';
import { crafted } from './crafted/mutants.ts';
import { playSources, sourceFiles } from './crafted/sources.ts';
import { tryCrafted } from './crafted/try-crafted.ts';
import { tryPage } from './crafted/try-page.ts';

const sources = await playSources(t.testdir(sourceFiles));
tryCrafted(sources, { oneIn: 1, flips: 5_000 });

t.test('Whatever a field of a record contains, its page and its drawing are whole', async (t) => {
  const some = [...crafted(sources)].filter((_, index) => index % 10 === 0);
  for (const mutant of some) t.doesNotThrow(() => tryPage(mutant), mutant.what);
  t.ok(some.length > 1000);
});
