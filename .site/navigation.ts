/** The navigation of the site: the folders of docs by what a reader wants, and each page by its own title. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Entry {
  readonly text: string;
  readonly link: string;
}

interface Group {
  readonly text: string;
  readonly collapsed: boolean;
  readonly items: readonly Entry[];
}

interface Section {
  readonly text: string;
  /** A pattern of paths from the root of the project. */
  readonly pages: string;
  /** The pages that come first; the others follow by title. */
  readonly first?: readonly string[];
  readonly collapsed?: boolean;
}

/** The how-to guides by task, in the order in which a reader needs them. */
const developing = [
  ...['install', 'check-your-bot', 'debug-a-bot', 'look-at-a-game', 'analyze-a-game', 'tune-a-bot'],
  ...['bots-in-javascript', 'word-lists', 'scrabble-boards-and-tiles'],
];
const playing = [
  ...['play-several-games', 'test-a-bot-in-ci', 'keep-games-in-a-store', 'run-a-tournament'],
  ...['watch-and-report', 'play-on-many-machines'],
];
const connecting = [
  ...['run-other-peoples-bots', 'set-up-a-machine-for-strict', 'seat-an-engine', 'use-as-an-engine'],
  ...['measure-a-language-model', 'let-an-assistant-play', 'play-on-the-web', 'play-boggle-on-the-web'],
];
const extending = ['a-game-of-your-own', 'change-the-host'];

const sections: readonly Section[] = [
  { text: 'Tutorials', pages: 'docs/tutorial/*.md', first: ['first-bot', 'first-scrabble-bot'] },
  {
    text: 'Develop a bot',
    pages: `docs/how-to/{${developing.join()}}.md`,
    first: developing,
  },
  {
    text: 'Play many games',
    pages: `docs/how-to/{${playing.join()}}.md`,
    first: playing,
  },
  {
    text: 'Other programs and people',
    pages: `docs/how-to/{${connecting.join()}}.md`,
    first: connecting,
  },
  { text: 'Extend wordhost', pages: `docs/how-to/{${extending.join()}}.md`, first: extending },
  { text: 'Coming from another host', pages: 'docs/how-to/coming-from/*.md', collapsed: true },
  { text: 'Example bots', pages: 'examples/{README,*/README}.md', collapsed: true },
  {
    text: 'Reference',
    pages: 'docs/reference/*.md',
    first: ['command-line', 'bananagrams-wire', 'scrabble-wire', 'boggle-wire', 'results', 'hosting'],
  },
  { text: 'Explanation', pages: 'docs/explanation/*.md', first: ['how-it-works'] },
  { text: 'Decisions', pages: 'docs/decisions/*.md', collapsed: true },
  { text: 'Project', pages: '{CONTRIBUTING,CHANGELOG,SECURITY}.md' },
];

export function sidebar(root: string): readonly Group[] {
  const shown = new Set(sections.flatMap(({ pages }) => globSync(pages, { cwd: root })));
  const missing = globSync('docs/{tutorial,how-to,reference,explanation}/**/*.md', { cwd: root }).filter(
    (path) => !shown.has(path),
  );
  if (missing.length > 0)
    throw new Error(`not in the navigation (.site/navigation.ts): ${missing.join(', ')}`);
  return sections.map(({ text, pages, first = [], collapsed = false }) => ({
    text,
    collapsed,
    items: globSync(pages, { cwd: root })
      .map((path) => entryOf(root, path))
      .sort((a, b) => placeOf(a, first) - placeOf(b, first) || a.link.localeCompare(b.link)),
  }));
}

function entryOf(root: string, path: string): Entry {
  const heading = /^# (.+)$/m.exec(readFileSync(join(root, path), 'utf8'))?.[1];
  if (heading === undefined) throw new Error(`${path}: expected a heading: # TITLE`);
  return {
    text: heading.replaceAll('`', ''),
    link: `/${path.replace(/README\.md$/, '').replace(/\.md$/, '')}`,
  };
}

function placeOf({ link }: Entry, first: readonly string[]): number {
  const place = first.findIndex((name) => link.endsWith(`/${name}`));
  return place === -1 ? first.length : place;
}
