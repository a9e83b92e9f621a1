import t from 'tap';
import { pageRoutes } from '../../../../host/serve/boggle/page/boggle-page.ts';

const nobody = { headers: {}, parameters: new Map() };

async function answers() {
  const all = new Map<string, { readonly type: string; readonly text: string; readonly policy?: string }>();
  for (const { path, answer } of pageRoutes()) {
    const given = await answer({}, nobody);
    if (given?.is !== 'text') throw new Error(`${path} is no text`);
    all.set(path, given);
  }
  return all;
}

t.test('the page runs and is styled by files of its own server, and by nothing else', async (t) => {
  const files = await answers();
  const { text, policy = '' } = files.get('/')!;
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
