import t from 'tap';
import { bogglePage } from '../../../../host/serve/boggle/page/boggle-page.ts';

async function answers() {
  const page = bogglePage();
  const all = new Map<
    string,
    { readonly type: string | undefined; readonly text: string; readonly policy: string }
  >();
  for (const { path } of page.routes) {
    const answer = await page.request(path);
    const { headers } = answer;
    const type = headers.get('content-type')?.replace('; charset=utf-8', '');
    all.set(path, { type, text: await answer.text(), policy: headers.get('content-security-policy') ?? '' });
  }
  return all;
}

t.test('the page runs and is styled by files of its own server, and by nothing else', async (t) => {
  const files = await answers();
  const { text, policy } = files.get('/')!;
  t.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
  t.notMatch(policy, /unsafe|\*|data:|https?:/);
  t.notMatch(text, /<style|\sstyle=|\son[a-z]+=|<script(?![^>]* src=)|javascript:/i, 'nothing is inline');
  const named = [...text.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map(([, path]) => `/${path}`);
  t.equal(named.length, 3);
  for (const path of named) t.ok(files.has(path), path);
});

t.test('the script makes texts, and no HTML', async (t) => {
  const { text, type } = (await answers()).get('/boggle/page/script.js')!;
  t.equal(type, 'text/javascript');
  t.notMatch(text, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/);
  t.match(text, 'createElement');
  t.ok(text.length < 40_000, `${text.length} bytes`);
});
