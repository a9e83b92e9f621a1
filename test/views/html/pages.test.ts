import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import t from 'tap';
import { command, dataTable, factList, markup } from '../../../host/views/html/markup.ts';
import { htmlPage, pageBeginning } from '../../../host/views/html/page.ts';
import { labelledTicks, ticksBetween } from '../../../host/views/html/plots.ts';
import fc from '../../support/laws.ts';

t.test('pages', async (t) => {
  const page = (script?: string) =>
    htmlPage({
      kind: 'Page',
      title: 'x</title><script>1</script>',
      body: markup`<p>${'<b>&'}</p>`,
      ...(script === undefined ? {} : { script }),
    });

  const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

  t.test('A page allows its own style and scripts by their hashes, and nothing else', async (t) => {
    const own = 'let end = "</script>";';
    const text = page(own);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text)!;
    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(text)!;
    const [, packed = ''] = /octet-stream">([^<]*)<\/script>\n<script>/.exec(text)!;
    t.equal(String(inflateRawSync(Buffer.from(packed, 'base64'))), own);
    t.match(style, '--ground');
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(text)!;
    t.equal(
      policy.replaceAll('&#39;', "'"),
      `default-src 'none'; style-src '${hash(style)}'; script-src '${hash(script)}' '${hash(own)}'; base-uri 'none'; form-action 'none'`,
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
    t.match(
      table,
      '<div class="wide" role="region" aria-label="all &#38; sundry" tabindex="0"><table class="figures">',
    );
    t.match(table, '<th scope="col">player</th>');
    t.match(table, '<th scope="row">&#60;a&#62;</th>\n<td>1</td>');
    const mixed = dataTable('all', { headings: ['player', 'won', 'how'], rows: [['a', '1', 'out']] }).text;
    t.match(mixed, '<td class="number">1</td>\n<td>out</td>');
    const list = factList([
      { name: 'seed', value: '\u202e<', means: 'what <' },
      { name: 'id', value: 'x' },
    ]).text;
    t.match(list, '<dt>seed</dt><dd>\\u{202e}&#60;<p>what &#60;</p></dd>');
    t.match(list, '<dt>id</dt><dd>x</dd>');
  });
});

t.test('ticks', async (t) => {
  t.test('an axis has whole steps around all that is shown', async (t) => {
    t.same(ticksBetween(-13, 110).marks, [-50, 0, 50, 100, 150]);
    t.same(ticksBetween(301, 499).marks, [300, 350, 400, 450, 500]);
    t.same(ticksBetween(0.12, 0.13).marks, [0.12, 0.125, 0.13]);
    t.same(ticksBetween(7, 7).marks, [6, 8]);
    t.same(ticksBetween(0, 0).marks, [0, 0.2]);
  });

  t.test('a law: few marks, in order, around both ends', async () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(value, fc.double({ min: 0.001, max: 1e6, noNaN: true }), (low, span) => {
        const { axis, marks } = ticksBetween(low, low + span);
        const isAround = axis[0] <= low + 1e-6 && axis[1] >= low + span - 1e-6;
        return (
          isAround && marks.length <= 8 && marks.every((at, index) => index === 0 || at > marks[index - 1]!)
        );
      }),
    );
  });

  t.test('labels that would touch are left out, each second, or more', async (t) => {
    const ticks = [0, 100, 200, 300, 400].map((at) => ({ at, label: at === 0 ? '0' : `${at} ms` }));
    const labelled = (scale: number) => labelledTicks(ticks, (at) => at * scale).map(({ at }) => at);
    t.same(labelled(1), [0, 100, 200, 300, 400]);
    t.same(labelled(0.43), [0, 200, 400], 'as on a page with long names');
    t.same(labelled(0.2), [0, 300]);
    t.same(labelled(0.01), [0]);
    t.same(
      labelledTicks([], (at) => at),
      [],
    );
  });
});
