import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import t from 'tap';
import { withTabs } from '../../.site/tabs.ts';
import { allPages, root } from './pages.ts';

const vitepress = join(root, '.site/node_modules/vitepress');
const skip = existsSync(vitepress) ? false : 'VitePress is not there: npm ci --prefix .site';

t.test('the site has every page, no dead link, and a search', { skip }, async (t) => {
  const out = t.testdir();
  const built = spawnSync(execPath, [join(root, '.site/site.ts'), 'build', '--outDir', out], {
    encoding: 'utf8',
    timeout: 300_000,
  });
  t.equal(built.status, 0, built.stdout + built.stderr);
  for (const { path } of allPages()) {
    const address = path.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html');
    t.ok(existsSync(join(out, address)), address);
  }
  const tutorial = readFileSync(join(out, 'docs/tutorial/first-bot.html'), 'utf8');
  t.match(tutorial, 'vp-code-group', 'code in tabs');
  t.match(tutorial, 'VPNavBarSearch', 'a search');
  t.notMatch(tutorial, '&lt;!-- tabs');
  t.ok(existsSync(join(out, 'files/LICENSE')), 'files that pages link to');
});

t.test('blocks between the comments of tabs become a code group, with the titles above them', async (t) => {
  const page = [
    'Text.',
    '<!-- tabs -->',
    '',
    '**Python**',
    '',
    '<!-- file: bot.py -->',
    '```python',
    'print()',
    '```',
    '',
    '<!-- end -->',
    '',
  ].join('\n');
  t.equal(withTabs(page), 'Text.\n::: code-group\n\n```python [Python]\nprint()\n```\n\n:::\n');
  t.equal(withTabs('<!-- options -->\n| a |\n<!-- end -->\n'), '<!-- options -->\n| a |\n<!-- end -->\n');
});
