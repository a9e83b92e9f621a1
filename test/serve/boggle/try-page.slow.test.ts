import { join } from 'node:path';
import t from 'tap';
import { start, until } from '../../cli/wordhost.ts';
import { barriers } from '../../support/accessibility.ts';
import { Chromium } from '../../support/chromium.ts';
import { without } from '../../support/without.ts';

const skip = without('chromium');

t.test('the page to try the API sends what is typed, and shows the answer', { skip }, async (t) => {
  const store = join(t.testdir(), 'boggle.db');
  const running = start(['serve', '--listen', '127.0.0.1:0', '--store', store, '--json']);
  t.teardown(() => void running.child.kill('SIGKILL'));
  await until(
    () => running.stdout.includes('\n'),
    () => running.stderr,
  );
  const { listening } = JSON.parse(running.stdout) as { listening: string };
  await using browser = await Chromium.start();
  const page = await browser.open(`${listening}/boggle/try`, { width: 800 });
  const becomes = async (what: string) =>
    await page.evaluate(`new Promise((resolve) => {
      const look = () => (${what} ? resolve(true) : setTimeout(look, 20));
      look();
    })`);
  await becomes("document.querySelectorAll('form').length > 8");
  await page.evaluate("document.querySelector('form input').focus()");
  await page.write('<b>ada</b>');
  await page.press('Enter');
  await becomes("document.querySelector('form pre').textContent !== ''");
  t.match(await page.evaluate("document.querySelector('form pre').textContent"), 'User <b>ada</b> created');
  t.equal(await page.evaluate("document.querySelectorAll('form pre b').length"), 0, 'a name is only text');
  t.same(await barriers(page), []);
  t.same(page.complaints, []);
});
