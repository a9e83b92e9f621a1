import { join } from 'node:path';
import t from 'tap';
import { barriers } from '../../support/accessibility.ts';
import { Chromium, withoutChromium } from '../../support/chromium.ts';
import { waitFor } from '../../support/looked-at-page.ts';
import { startedServe } from './started-serve.ts';

const skip = withoutChromium;

t.test('the page to try the API sends what is typed, and shows the answer', { skip }, async (t) => {
  const { url } = await startedServe(t, join(t.testdir(), 'boggle.db'));
  await using browser = await Chromium.start();
  const page = await browser.open(`${url}boggle/try`, { width: 800 });
  await waitFor(page, "document.querySelectorAll('form').length > 8");
  await page.evaluate("document.querySelector('form input').focus()");
  await page.write('<b>ada</b>');
  await page.press('Enter');
  await waitFor(page, "document.querySelector('form pre').textContent !== ''");
  t.match(await page.evaluate("document.querySelector('form pre').textContent"), 'User <b>ada</b> created');
  t.equal(await page.evaluate("document.querySelectorAll('form pre b').length"), 0, 'a name is only text');
  t.same(await barriers(page), []);
  t.same(page.complaints, []);
});
