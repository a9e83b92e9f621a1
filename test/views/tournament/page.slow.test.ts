import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { parseRecord } from '../../../host/events/read-record.ts';
import { games } from '../../../host/games/registry.ts';
import { tournamentPage } from '../../../host/views/tournament/page.ts';
import { oldRecords } from '../../old-records/old-records.ts';
import { barriers } from '../../support/accessibility.ts';
import { Chromium, withoutChromium } from '../../support/chromium.ts';
import { hostileNames, madeUp } from './made-up.ts';

const screens = [
  { width: 1200 },
  { width: 1200, isDark: true },
  { width: 390, height: 800 },
  { width: 390, height: 800, isDark: true },
  { width: 390, height: 800, withoutScripts: true },
] as const;

t.test('the page of a tournament in a browser', { skip: withoutChromium }, async (t) => {
  const folder = t.testdir({});
  const urlOf = (name: string, page: string) => {
    writeFileSync(join(folder, `${name}.html`), page);
    return pathToFileURL(join(folder, `${name}.html`)).href;
  };
  await using browser = await Chromium.start();

  await t.test('nothing runs, nothing is requested, and it is no wider than the screen', async (t) => {
    const url = urlOf('hostile', tournamentPage(madeUp({ names: hostileNames, games: 3, badEvery: 4 })));
    for (const screen of screens) {
      const page = await browser.open(url, screen);
      const what = JSON.stringify(screen);
      t.same(page.requests, [url], `${what}: nothing but the page is requested`);
      t.same(page.complaints, [], `${what}: no script, no refusal`);
      const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      if (!('withoutScripts' in screen))
        t.equal(await page.evaluate(wider), 0, `${what}: it scrolls sideways`);
      t.ok((await page.screenshot()).length > 10_000);
    }
  });

  await t.test('light and dark differ, and a text can be read on its ground', async (t) => {
    const url = urlOf('colours', tournamentPage(madeUp({ names: ['ada', 'ben', 'cyd'] })));
    const colours =
      '(({ color, backgroundColor }) => [color, backgroundColor])(getComputedStyle(document.body))';
    const contrasts = [];
    for (const isDark of [false, true]) {
      const page = await browser.open(url, { width: 800, isDark });
      const [ink, paper] = ((await page.evaluate(colours)) as string[]).map(lightness);
      t.equal(ink! > paper!, isDark);
      contrasts.push(Math.abs(ink! - paper!));
    }
    for (const contrast of contrasts) t.ok(contrast > 0.6, `a contrast of ${contrast}`);
  });

  await t.test('a cell of the crosstable shows the games of the two, without a script', async (t) => {
    const page = madeUp({ names: ['ada', 'ben', 'cyd'], games: 4 });
    const url = `${urlOf('games', tournamentPage(page))}#games-1-3`;
    const opened = await browser.open(url, { width: 1000 });
    const shown =
      '[...document.querySelectorAll(".on-demand")].filter((each) => each.checkVisibility()).map(({ id }) => id)';
    t.same(await opened.evaluate(shown), ['games-1-3']);
  });

  await t.test('nobody is kept out, and of what links lead to neither', async (t) => {
    const record = parseRecord(
      oldRecords.find(({ name }) => name === '38cfc23/scrabble-strict')!.text,
      'strict',
      games,
    );
    if (!record.ok) throw new Error(record.problem);
    const made = madeUp({ names: hostileNames.slice(0, 4), games: 2, badEvery: 4 });
    const url = urlOf('reached', tournamentPage({ ...made, shown: new Map([[1, record]]) }));
    const page = await browser.open(`${url}#games-1-2`, { width: 1200 });
    await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);
    t.same(await barriers(page), []);
    const game = await browser.open(`${url}#game-1`, { width: 1200 });
    t.equal(await game.evaluate(`document.querySelectorAll('svg.board').length`), 1, 'the game is drawn');
    t.same(await barriers(game), []);
    const unplayed = await browser.open(urlOf('unplayed', tournamentPage(madeUp({ games: 0 }))), {
      width: 1200,
    });
    t.same(await barriers(unplayed), []);
  });

  await t.test(
    'on a phone less important columns fold away, and names stay where a table scrolls',
    async (t) => {
      const url = urlOf('folded', tournamentPage(madeUp({ players: 12, games: 2 })));
      const folded = `[...document.querySelectorAll('.standings thead th')].filter((each) => !each.checkVisibility()).length`;
      t.equal(await (await browser.open(url, { width: 1200 })).evaluate(folded), 0);
      const phone = await browser.open(url, { width: 390 });
      t.ok(Number(await phone.evaluate(folded)) > 3);
      const moved = `(() => {
      const box = document.querySelector('#crosstable .wide');
      box.scrollLeft = 200;
      return [box.scrollLeft, box.querySelector('tbody th').getBoundingClientRect().left - box.getBoundingClientRect().left];
    })()`;
      t.strictSame(await phone.evaluate(moved), [200, 0]);
    },
  );

  await t.test('65 players fit, too', async (t) => {
    const page = await browser.open(urlOf('many', tournamentPage(madeUp({ players: 65, games: 2 }))), {
      width: 390,
    });
    t.equal(await page.evaluate('document.querySelectorAll(".standings tbody tr").length'), 65);
    t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
  });
});

function lightness(colour: string): number {
  const parts = colour
    .match(/[\d.]+/g)!
    .slice(0, 3)
    .map(Number);
  return parts.reduce((sum, each) => sum + each, 0) / (3 * 255);
}
