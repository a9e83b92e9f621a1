import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { isThere } from '../support/without.ts';
import { allPages, type Block, blocksOf, type Page, root } from './pages.ts';
import { type Ran, Reader } from './reader.ts';
import { notExactly, notPrinted } from './shown-output.ts';

const tools = ['python3', 'ruby', 'cc', 'c++', 'curl', 'javac', 'go', 'rustc'];

/** The first tool that these blocks call and that is not there. */
function missingTool(blocks: readonly Block[]): string | undefined {
  const commands = blocks.filter(({ note }) => note.is !== 'not run').map(({ text }) => text);
  return tools
    .filter((tool) => commands.some((text) => text.split(/[\s"']+/).includes(tool)))
    .find((tool) => !isThere(tool));
}

function missingFor(blocks: readonly Block[]): string | false {
  if (!existsSync(join(root, 'dist/wordhost.js'))) return 'dist/ is not built: node host/package/build.ts';
  const missing = missingTool(blocks.filter(({ tab }) => !tab));
  return missing === undefined ? false : `${missing} is not installed`;
}

const MOST_RUNS = 4;
const OVERLOADED = 'the machine was overloaded: ';
/** Some bots have a second for a turn. */
const MOST_STOLEN_MS = 500;

/** The machine was too busy for what it measured: the host says so, or the machine itself did not run. */
const isDisturbed = ({ output, stolenMs }: Ran) => output.includes(OVERLOADED) || stolenMs > MOST_STOLEN_MS;

/** Ends as the page says, where the machine lets it. */
function ranTo(expected: number, run: () => Ran): Ran {
  let ran = run();
  for (let runs = 1; ran.status !== expected && isDisturbed(ran) && runs < MOST_RUNS; runs++) ran = run();
  return ran;
}

/**
 * What a page shows and the commands did not print. They are run again for a race, in which the quicker one mostly wins, and where
 * the machine was disturbed.
 */
function missingFrom(
  shown: string,
  how: 'alike' | 'exact' | 'race',
  first: Ran | undefined,
  again: () => Ran,
): readonly string[] {
  const compare = how === 'exact' ? notExactly : notPrinted;
  let last = first;
  for (let runs = 1; ; runs++) {
    const missing = compare(shown, withoutNotes(last?.output ?? ''));
    const mayDiffer = how === 'race' || (last !== undefined && isDisturbed(last));
    if (missing.length === 0 || !mayDiffer || runs === MOST_RUNS) return missing;
    last = again();
  }
}

/** What the host says of a busy machine besides is in no page. */
function withoutNotes(printed: string): string {
  return printed
    .split('\n')
    .filter((line) => !line.startsWith(OVERLOADED))
    .join('\n');
}

function follow(t: Test, { path }: Page, blocks: readonly Block[]): void {
  using reader = new Reader();
  let commands = '';
  let last: Ran | undefined;
  for (const block of blocks) {
    const { line, language, text, note, tab } = block;
    const place = `${path}:${line}`;
    const missing = tab ? missingTool([block]) : undefined;
    if (missing !== undefined) t.pass(`${place}: ${missing} is not installed`, { skip: true });
    else if (note.is === 'file') reader.save(note.name, text);
    else if (note.is === 'output') {
      const missing = missingFrom(text, note.how, last, () => reader.run(commands));
      t.same(missing, [], `${place}: its output`, { printed: last?.output });
    } else if (language === 'sh' && note.is !== 'not run') {
      commands = text;
      const expected = note.is === 'exit' ? note.status : 0;
      last = ranTo(expected, () => reader.run(text));
      t.equal(last.status, expected, `${place}: exits with ${expected}`, { printed: last.output });
    }
  }
}

/** Races take their time, and tell of the machine. */
export const racePages = ['docs/explanation/fair-races.md', 'docs/reference/race.md'];

/** What `npm test` follows: where a reader begins. */
export const firstPages = ['README.md', 'docs/tutorial/first-bot.md'];

/** What `npm run test:slow` follows. Many of them play whole games, one series after another. */
export const slowPages: readonly Page[] = allPages().filter(
  ({ path }) => !firstPages.includes(path) && !racePages.includes(path),
);

/** A test for each of these pages that has commands. */
export function followPages(pages: readonly Page[]): void {
  for (const page of pages) {
    const blocks = blocksOf(page);
    if (!blocks.some(({ language, note }) => language === 'sh' && note.is !== 'not run')) continue;
    t.test(`The commands of ${page.path} do what it says`, { skip: missingFor(blocks) }, async (t) => {
      follow(t, page, blocks);
    });
  }
}
