import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { sidebar } from '../navigation.ts';
import { withTabs } from '../tabs.ts';

const root = join(import.meta.dirname, '../..');

/** What this file needs of a token and of the parser of markdown-it. */
interface Token {
  readonly type: string;
  readonly content: string;
  readonly children: readonly Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}
interface State {
  src: string;
  readonly tokens: readonly Token[];
  readonly env: { readonly relativePath?: string };
}
interface Parser {
  readonly core: {
    readonly ruler: {
      before(next: string, name: string, rule: (state: State) => void): void;
      push(name: string, rule: (state: State) => void): void;
    };
  };
  readonly renderer: {
    readonly rules: { text?: (tokens: readonly Token[], index: number) => string };
  };
  readonly utils: { escapeHtml(text: string): string };
}

/** Files that pages link to and that are no pages: each is copied into the site under the address below. */
const linkedFiles = new Set<string>();
/** Folders without a page that pages link to, with their files: each has a list. */
const linkedFolders = new Map<string, readonly string[]>();

/** The address in the site of what a page of the repository links to. */
function addressOf(link: string, from: string): string {
  if (/^(?:[a-z]+:|#|\/)/.test(link)) return link;
  const [target = '', heading] = link.split('#');
  const path = posix.join(posix.dirname(from), decodeURI(target));
  const hash = heading === undefined ? '' : `#${heading}`;
  const full = join(root, path);
  if (!existsSync(full)) return link;
  if (statSync(full).isDirectory()) {
    if (existsSync(join(full, 'README.md'))) return addressOf(posix.join(target, 'README.md'), from);
    const files = readdirSync(full, { withFileTypes: true }).filter((entry) => entry.isFile());
    for (const { name } of files) linkedFiles.add(posix.join(path, name));
    linkedFolders.set(
      path,
      files.map(({ name }) => name),
    );
    return `/files/${path}/index.html`;
  }
  if (path.endsWith('.md')) return `/${path.replace(/README\.md$/, 'index.md')}${hash}`;
  linkedFiles.add(path);
  return `/files/${path}`;
}

function followRepository(md: Parser): void {
  md.core.ruler.before('normalize', 'tabs', (state) => {
    state.src = withTabs(state.src);
  });
  md.core.ruler.before('linkify', 'addresses', ({ tokens, env }) => {
    const from = env.relativePath?.replace(/(^|\/)index\.md$/, '$1README.md') ?? '';
    for (const token of tokens.flatMap(({ children }) => children ?? []))
      if (token.type === 'link_open') token.attrSet('href', addressOf(token.attrGet('href') ?? '', from));
  });
}

/** No line ends within an option such as `--seed`, or within a short name in code. */
function keepOptionsWhole(md: Parser): void {
  md.core.ruler.push('short-code', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? []))
      if (token.type === 'code_inline' && /^\S{1,28}$/.test(token.content)) token.attrSet('class', 'short');
  });
  md.renderer.rules.text = (tokens, index) =>
    md.utils
      .escapeHtml(tokens[index]!.content)
      .replace(/(?<![\w-])--[a-z][\w-]*/g, '<span class="short">$&</span>');
}

const readmes = globSync('{README.md,{docs,examples}/**/README.md}', { cwd: root }).map((path) => [
  path,
  path.replace(/README\.md$/, 'index.md'),
]);

export default {
  title: 'wordhost',
  description: 'A host for word-game bots in any language.',
  srcDir: root,
  srcExclude: ['test/**', 'host/**', 'dist/**', '.site/**', '.github/**', '**/.tap/**'],
  rewrites: Object.fromEntries(readmes) as Record<string, string>,
  lastUpdated: false,
  markdown: {
    config(md: Parser) {
      followRepository(md);
      keepOptionsWhole(md);
    },
  },
  head: [['style', {}, readFileSync(join(root, '.site/style.css'), 'utf8')]],
  ignoreDeadLinks: [/^\/files\//],
  vite: { publicDir: false, server: { fs: { allow: [root] } } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Documents', link: '/docs/' },
      { text: 'Tutorial', link: '/docs/tutorial/first-bot' },
      { text: 'Command line', link: '/docs/reference/command-line' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar: sidebar(root),
  },
  buildEnd({ outDir }: { readonly outDir: string }) {
    for (const path of linkedFiles) {
      const target = join(outDir, 'files', path);
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(join(root, path), target);
    }
    for (const [path, names] of linkedFolders) {
      const list = names.map((name) => `<li><a href="${name}">${name}</a></li>`).join('\n');
      const page = `<!doctype html><meta charset="utf-8"><title>${path}</title><ul>\n${list}\n</ul>\n`;
      writeFileSync(join(outDir, 'files', path, 'index.html'), page);
    }
  },
};
