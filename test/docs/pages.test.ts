import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import t from 'tap';
import { commandsOf } from '../../host/cli/commands.ts';
import { gameWords } from '../../host/cli/games/registry.ts';
import { players } from '../../players/index.ts';
import { generatedFiles } from './generated.ts';
import { allPages, type Page, page, root } from './pages.ts';

const pages = allPages();
const reference = page('docs/reference/command-line.md').text;

interface Link {
  readonly path: string;
  readonly heading: string | undefined;
}

function linksOf({ path, text }: Page): readonly Link[] {
  const prose = text.replace(/```[\s\S]*?\n```/g, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  return targets
    .filter((target) => !/^https?:/.test(target))
    .map((target) => {
      const [file = '', heading] = target.split('#');
      return { path: file === '' ? path : relative(root, join(root, dirname(path), file)), heading };
    });
}

function headingsOf(text: string): readonly string[] {
  const lines = text.replace(/```[\s\S]*?\n```/g, '').match(/^#+ .+$/gm) ?? [];
  return lines.map((line) =>
    line
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

t.test('Every link between pages leads somewhere', async (t) => {
  for (const from of pages)
    for (const { path, heading } of linksOf(from)) {
      t.ok(existsSync(join(root, path)), `${from.path} -> ${path}`);
      if (heading !== undefined && path.endsWith('.md'))
        t.ok(headingsOf(page(path).text).includes(heading), `${from.path} -> ${path}#${heading}`);
    }
});

t.test('Every page can be found from the README, link by link', async (t) => {
  const found = new Set(['README.md']);
  for (const path of found) {
    const known = pages.find((one) => one.path === path);
    for (const link of known ? linksOf(known) : []) found.add(link.path);
  }
  // A link to a folder shows what is in it.
  for (const { path } of pages) t.ok(found.has(path) || found.has(dirname(path)), path);
});

t.test('Every command and every option is in the reference', async (t) => {
  for (const [name, command] of Object.entries(commandsOf(gameWords))) {
    t.match(reference, `| [\`wordhost ${name}\`](#`, `${name}, in the list of commands`);
    const { options } = await command.load();
    for (const option of Object.keys(options)) t.match(reference, new RegExp(`\`--(no-)?${option}[\` ]`));
  }
});

t.test('Every built-in player is in the reference, with its options', async (t) => {
  for (const name of Object.keys(players)) {
    t.match(reference, `\`wordhost player ${name}`, name);
    const { help } = (await import(`../../players/${name}/options.ts`)) as { help: string };
    for (const [option] of help.matchAll(/--[a-z]+(?:-[a-z]+)*/g))
      t.match(reference, new RegExp(`\`${option}[\` ]`), option);
  }
});

t.test('What is made from the options is up to date', async (t) => {
  for (const { path, text } of await generatedFiles())
    t.equal(
      page(path).text,
      text,
      `${path} (node --conditions=wordhost-source test/docs/write-option-tables.ts)`,
    );
});
