import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { root } from './pages.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** package.json is the one place that says it: `prepublishOnly` refuses to publish without it. */
const isPublished = JSON.parse(read('package.json')).config.published;

/** What users read or copy, and where the texts of the program are: its help, the manual page, what it advises. */
const files = globSync(
  ['*.md', 'docs/**/*.{md,json}', 'examples/**/*', '.github/**/*', '{host,players}/**/*.{ts,mjs}'],
  {
    cwd: root,
    exclude: (path) => /(?:^|\/)node_modules$/.test(path),
  },
).filter((path) => /\.\w+$/.test(path));

const tools = '(?:npm|pnpm|yarn|bun|deno)';
const verbs = '(?:install|i|add|exec|x|dlx|create|init|update|global add)';
/** By its name alone, and so from a registry: no path, no file. */
const byName = String.raw`["']?(?:npm:)?wordhost(?:@[\w.^~]+)?(?=["'\s\`,;:)]|\.?$)`;
const fetching: readonly RegExp[] = [
  new RegExp(String.raw`\b${tools} ${verbs}\b(?:[^\n\`&|;]*?\s)${byName}`, 'm'),
  /\bnpm:wordhost\b|(?:npmjs\.com\/package|unpkg\.com|esm\.sh|cdn\.jsdelivr\.net\/npm)\/wordhost/,
  /^\s*"wordhost":\s*"(?!file:)/m,
];
/** It takes what is there, and what is not there from the registry. */
const taking = /\b(?:npx|pnpx|bunx|npm exec)(?: (?!--no\b|--no-install\b)-\S+)* wordhost\b/;

/** In the clone, `npx` finds the program of the clone. */
const inTheClone: Readonly<Record<string, RegExp>> = {
  'README.md':
    /In a clone of this project,[\s\S]+Outside the clone never call `npx wordhost`[\s\S]+In the clone, let one of yours play/,
  'docs/how-to/install.md': /never call `npx wordhost` outside the clone/,
  'docs/how-to/run-other-peoples-bots.md':
    /\*\*Never call `npx wordhost` in a folder that others can fill\.\*\*/,
  'docs/how-to/set-up-a-machine-for-strict.md': /start `wordhost` itself, not `npx wordhost`/,
};

const firstOf = (text: string, patterns: readonly RegExp[]) =>
  patterns.flatMap((pattern) => pattern.exec(text)?.[0].trim() ?? [])[0];

t.test('nothing that users read has them take wordhost from a registry before it is there', async (t) => {
  t.ok(files.length > 500, `${files.length} files were read`);
  for (const path of isPublished ? [] : files) {
    const text = read(path);
    t.equal(firstOf(text, fetching), undefined, path);
    if (!inTheClone[path]) t.equal(firstOf(text, [taking]), undefined, path);
  }
  for (const [path, says] of Object.entries(inTheClone)) t.match(read(path), says, path);
});

t.test('pages and CI files install it from where it is', async (t) => {
  const install = isPublished
    ? { global: 'npm install --global --ignore-scripts wordhost', project: '`npm install wordhost`' }
    : { global: 'npm install --global --ignore-scripts ./wordhost.tgz', project: '`npm install PATH`' };
  t.match(read('examples/ci/gitlab.yml'), install.global);
  for (const path of ['bots-in-javascript', 'a-game-of-your-own'])
    t.match(read(`docs/how-to/${path}.md`), install.project);
});

t.test('each way to take it from a registry is found, and none from the clone or a file', async (t) => {
  const found = (text: string) => firstOf(text, [...fetching, taking]) !== undefined;
  for (const text of [
    'npm install wordhost',
    'npm i -g wordhost@0.2',
    'with `npm install --global --ignore-scripts wordhost`',
    'run: npm install --global "wordhost"',
    'pnpm dlx wordhost play',
    'npm exec wordhost -- play',
    'npx wordhost play',
    'npx -y wordhost',
    'deno add npm:wordhost',
    '  "wordhost": "^0.2.0"',
    'https://unpkg.com/wordhost',
  ])
    t.ok(found(text), text);
  for (const text of [
    'npm install -g .',
    'npm install --global ./wordhost.tgz',
    'npm install ../wordhost',
    'npm install wordhost-0.2.0.tgz',
    'npm install && npx fable player.fsproj js && wordhost boggle',
    '`npm install node@24`, or `wordhost` again',
    'npx --no wordhost',
  ])
    t.notOk(found(text), text);
});
