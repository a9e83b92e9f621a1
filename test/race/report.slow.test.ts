import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { racePage } from '../../host/tools/race/report/race-page.ts';
import { barriers } from '../support/accessibility.ts';
import { Chromium, withoutChromium } from '../support/chromium.ts';
import { keptPicture, wider } from '../support/looked-at-page.ts';
import { quietRace } from './made-up-race.ts';

t.test('nobody is kept out of the report of a race', { skip: withoutChromium }, async (t) => {
  const path = join(t.testdir({}), 'race.html');
  await using browser = await Chromium.start();
  for (const fair of [true, false]) {
    writeFileSync(path, racePage({ ...quietRace, verdict: { ...quietRace.verdict, fair } }));
    const page = await browser.open(pathToFileURL(path).href, { width: 390 });
    t.equal(await page.evaluate(wider), 0);
    await page.evaluate(`document.querySelector('details').open = true`);
    t.same(await barriers(page), [], fair ? 'fair' : 'not fair');
    t.same(page.complaints, []);
    await keptPicture(t, page, `race-${fair ? 'fair' : 'not-fair'}`, 10_000);
  }
});
