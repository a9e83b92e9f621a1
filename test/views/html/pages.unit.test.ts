import { createHash } from 'node:crypto';
import t from 'tap';
import { command, markup } from '../../../host/views/html/markup.ts';
import { htmlPage, pageBeginning } from '../../../host/views/html/page.ts';
import { dataTable, factList } from '../../../host/views/html/tables.ts';

const page = (script?: string) =>
  htmlPage({
    kind: 'Page',
    title: 'x</title><script>1</script>',
    body: markup`<p>${'<b>&'}</p>`,
    style: 'p { color: red; }',
    ...(script === undefined ? {} : { script }),
  });

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

t.test('A page allows its own style and script by their hashes, and nothing else', async (t) => {
  const text = page('let one = 1 < 2 && 3;');
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text)!;
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(text)!;
  t.equal(script, 'let one = 1 < 2 && 3;');
  t.match(style, 'p { color: red; }');
  const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(text)!;
  t.equal(
    policy.replaceAll('&#39;', "'"),
    `default-src 'none'; style-src '${hash(style)}'; script-src '${hash(script)}'; base-uri 'none'; form-action 'none'`,
  );
  t.notMatch(page(), /script-src|<script>/);
});

t.test('A page is known by its beginning, and nothing in its title or its text is markup', async (t) => {
  t.ok(page().startsWith(pageBeginning('Page')));
  t.match(page(), '<title>Page: x&#60;/title&#62;&#60;script&#62;1&#60;/script&#62;</title>');
  t.match(page(), '<p>&#60;b&#62;&#38;</p>');
});

t.test('Words from right to left are isolated from the figures beside them', async (t) => {
  const text = markup`<p title="${'2 שלום עולם: 213'}">${'1 \u0645\u0631: 5, 2 שלום: 213'}</p>`.text;
  t.equal(
    text,
    '<p title="2 \u2068שלום עולם\u2069: 213">1 \u2068\u0645\u0631\u2069: 5, 2 \u2068שלום\u2069: 213</p>',
  );
  t.equal(
    markup`${command("replay 'שלום.db#1'")}`.text,
    '<code>replay &#39;שלום.db#1&#39;</code>',
    'to be copied',
  );
});

t.test('Tables and lists of facts name their rows, and escape what is in them', async (t) => {
  const table = dataTable('all & sundry', { headings: ['player', 'won'], rows: [['<a>', '1']] }).text;
  t.match(table, '<div class="wide" role="region" aria-label="all &#38; sundry" tabindex="0"><table>');
  t.match(table, '<th scope="col" class="words">player</th>');
  t.match(table, '<th scope="row" class="words">&#60;a&#62;</th><td class="number">1</td>');
  const list = factList([
    { name: 'seed', value: '\u202e<', means: 'what <' },
    { name: 'id', value: 'x' },
  ]).text;
  t.match(list, '<dt>seed</dt><dd>\\u{202e}&#60;<p>what &#60;</p></dd>');
  t.match(list, '<dt>id</dt><dd>x</dd>');
});
