import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import { parseRecord } from '../../../host/events/read-record.ts';
import { games } from '../../../host/games/registry.ts';
import { markup } from '../../../host/views/html/markup.ts';
import { replayPage } from '../../../host/views/html/replay-page.ts';
import { stepsOf } from '../../../host/views/steps.ts';
import { pictureSvg } from '../../../host/views/svg.ts';
import { oldRecords } from '../../old-records/old-records.ts';
import { barriers } from '../../support/accessibility.ts';
import { Chromium, type Page, withoutChromium } from '../../support/chromium.ts';

const folder = t.testdir();
const wide = { width: 1280 } as const;

function recordNamed(name: string) {
  const reading = parseRecord(oldRecords.find((each) => each.name === `38cfc23/${name}`)!.text, name, games);
  if (!reading.ok) throw new Error(reading.problem);
  return reading;
}

function saved(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return pathToFileURL(path).href;
}

function pageOf(name: string, change = (page: string) => page): string {
  const judged = { is: 'right', said: ['All is right.'] } as const;
  return saved(`${name}.html`, change(replayPage({ record: recordNamed(name), judged })));
}

/** What a reader sees of the step. */
interface Shown {
  readonly said: string;
  readonly hash: string;
  readonly current: readonly string[];
  readonly visible: readonly string[];
  readonly play: string;
}

const shown = `({
  said: document.querySelector('.said').textContent.split(':')[0],
  hash: location.hash,
  current: [...document.querySelectorAll('[aria-current=step]')].map((link) => link.hash),
  visible: [
    document.querySelector('svg.board')?.getAttribute('aria-label').split('.')[0],
    ...[...document.querySelectorAll('.card')].map((card) => card.querySelector('h2').textContent + ' ' + card.querySelector('.score').textContent),
  ],
  play: document.querySelector('[data-go=play]')?.textContent,
})`;

const seen = async (page: Page) => (await page.evaluate(shown)) as Shown;

/** Waits until the reader sees this. */
async function sees(page: Page, wanted: Partial<Shown>): Promise<void> {
  const conditions = Object.entries(wanted).map(
    ([name, value]) => `seen.${name} === ${JSON.stringify(value)}`,
  );
  await page.evaluate(`new Promise((resolve) => {
    const look = () => {
      const seen = ${shown};
      if (${conditions.join(' && ')}) resolve();
      else setTimeout(look, 20);
    };
    look();
  })`);
}

/** Nothing was requested but the page, and nothing was refused or failed. */
function isQuiet(t: Test, page: Page): void {
  t.equal(page.requests.length, 1, 'one request: the page');
  t.same(page.complaints, []);
}

t.test('the page of a game in a browser', { skip: withoutChromium }, async (t) => {
  await using browser = await Chromium.start();

  await t.test('it is stepped through by keys, buttons, the slider, the list and its address', async (t) => {
    const url = pageOf('scrabble-strict');
    const page = await browser.open(url, wide);
    isQuiet(t, page);
    t.match(await seen(page), { said: 'step 12 of 12', current: ['#step=12'] });
    const pressed = async (key: string) => {
      await page.press(key);
      return await seen(page);
    };
    t.match(await pressed('Home'), { said: 'step 1 of 12', hash: '#step=1', current: ['#step=1'] });
    t.match(await pressed('ArrowLeft'), { said: 'step 1 of 12' }, 'there is none before');
    t.match(await pressed('ArrowRight'), { said: 'step 2 of 12', hash: '#step=2' });
    t.match(await pressed('End'), { said: 'step 12 of 12' });
    t.match(await pressed('ArrowRight'), { said: 'step 12 of 12' });
    t.match(await pressed('ArrowLeft'), { said: 'step 11 of 12' });

    await page.evaluate(`document.querySelector('[data-go=back]').click()`);
    t.match(await seen(page), { said: 'step 10 of 12' });
    await page.evaluate(`document.querySelectorAll('.moves a')[7].click()`);
    const eighth = await seen(page);
    t.match(eighth, { said: 'step 8 of 12', hash: '#step=8' });
    t.same(eighth.visible, ['VETTING for 22', 'longest 46', 'random 4']);
    await page.evaluate(
      `Object.assign(document.querySelector('.slider'), { value: 6 }).dispatchEvent(new Event('input', { bubbles: true }))`,
    );
    t.match(await seen(page), { said: 'step 6 of 12' });
    await page.evaluate(`location.hash = '#step=9'`);
    await sees(page, { said: 'step 9 of 12' });
    await page.evaluate(`location.hash = '#step=99'`);
    t.match(await seen(page), { said: 'step 9 of 12' }, 'there is no such step');

    const third = await browser.open(`${url}#step=3`, wide);
    t.match(await seen(third), { said: 'step 3 of 12' });
    t.equal(await third.evaluate('scrollY'), 0, 'and the page is at its beginning');
  });

  await t.test('a move that is pointed at, or has the focus, shows the time that it took', async (t) => {
    const page = await browser.open(`${pageOf('scrabble-strict')}#step=3`, wide);
    const shown = async (index: number) =>
      String(
        await page.evaluate(
          `getComputedStyle(document.querySelectorAll('.moves a')[${index}], '::after').content`,
        ),
      );
    t.equal(await shown(7), 'none');
    await page.hover('.moves li:nth-child(8) a');
    t.match(await shown(7), /^"[\d.]+ m?s"$/);
    await page.evaluate(`document.querySelectorAll('.moves a')[6].focus({ focusVisible: true })`);
    t.match(await shown(6), /^"[\d.]+ m?s"$/);
  });

  await t.test('buttons stay where they are, from the first step, before a board is told', async (t) => {
    for (const name of ['scrabble-strict', 'boggle-turns', 'boggle-classic']) {
      const page = await browser.open(pageOf(name), { width: 1280, height: 800 });
      const top = async () =>
        Number(await page.evaluate(`document.querySelector('.controls').getBoundingClientRect().top`));
      const last = await top();
      await page.press('Home');
      t.equal(await top(), last, name);
    }
  });

  await t.test('space plays the game to its end, and stops it', async (t) => {
    const page = await browser.open(`${pageOf('scrabble-strict')}#step=10`, wide);
    await page.press('Space');
    t.match(await seen(page), { play: 'Pause' });
    await sees(page, { said: 'step 11 of 12' });
    await page.press('Space');
    t.match(await seen(page), { play: 'Play', said: 'step 11 of 12' });
    await page.press('Space');
    await sees(page, { play: 'Play' });
    t.match(await seen(page), { said: 'step 12 of 12' }, 'it stops at the end');
  });

  await t.test('? shows the keys, and so does a button; Escape closes them', async (t) => {
    const page = await browser.open(`${pageOf('scrabble-strict')}#step=3`, wide);
    const isOpen = `document.querySelector('dialog').open`;
    await page.press('?');
    t.equal(await page.evaluate(isOpen), true);
    t.strictSame(await barriers(page), []);
    await page.press('ArrowRight');
    await page.press('Escape');
    t.equal(await page.evaluate(isOpen), false);
    t.match(await seen(page), { said: 'step 3 of 12' }, 'keys did not step meanwhile');
    await page.click('[data-go=keys]');
    await page.click('[data-go=close]');
    t.equal(await page.evaluate(isOpen), false);
  });

  await t.test('a button with the focus is pressed by space, and arrows still step', async (t) => {
    const page = await browser.open(`${pageOf('boggle-turns')}#step=4`, wide);
    await page.evaluate(`document.querySelector('[data-go=back]').focus()`);
    await page.press('Space');
    t.match(await seen(page), { said: 'step 3 of 13', play: 'Play' });
    await page.press('ArrowRight');
    t.match(await seen(page), { said: 'step 4 of 13' });
  });

  await t.test('every game fits a phone, in light and dark, without a request', async (t) => {
    const records = [
      'scrabble-tournament',
      'bananagrams-whole-bunch',
      'boggle-large',
      'scrabble-random-board',
    ];
    for (const name of records) {
      const papers: unknown[] = [];
      for (const isDark of [false, true]) {
        const page = await browser.open(pageOf(name), { width: 360, height: 740, isDark });
        isQuiet(t, page);
        t.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, `${name}: no wider`);
        papers.push(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
      }
      t.not(papers[0], papers[1], name);
    }
  });

  await t.test(
    'the board of an analysis and all its buttons are in view, with the longest names',
    async (t) => {
      const { header, ...rest } = recordNamed('scrabble-tournament');
      const players = header.players.map((player) => ({
        ...player,
        name: `bot ${player.seat}`.padEnd(90, ' of mine'),
      }));
      const summaries = players.map(({ seat }) => ({ seat, words: 'gave away 12.3 points per move' }));
      const loss = { name: 'points given away', from: [5, 15, 30] };
      const of = (n: number) => ({ loss: n % 40, best: [] });
      const analysis = { summaries, details: markup``, loss, of, missed: [] };
      const judged = { is: 'right', said: [] } as const;
      const record = { header: { ...header, players }, ...rest };
      const url = saved('analysis.html', replayPage({ record, judged, analysis }));
      const page = await browser.open(url, { width: 1280, height: 800 });
      const bottoms = `['.lead', 'svg.board', '.controls', '.controls > :last-child'].map((selector) =>
      document.querySelector(selector).getBoundingClientRect().bottom)`;
      const [lead, ...others] = (await page.evaluate(bottoms)) as number[];
      t.ok(lead! < 80, `the sentence above takes one line: ${lead}`);
      for (const bottom of others) t.ok(bottom <= 800, String(bottom));
      t.equal(await page.evaluate(`document.querySelectorAll('.card .summary').length`), players.length);
    },
  );

  await t.test('without scripts all moves and the last position are there, and no buttons', async (t) => {
    const page = await browser.open(pageOf('scrabble-strict'), { ...wide, withoutScripts: true });
    const { visible } = await seen(page);
    t.match(visible[0], 'LA for 2');
    t.equal(await page.evaluate(`document.querySelectorAll('button, .moves a').length`), 0);
    t.ok(Number(await page.evaluate(`document.querySelectorAll('svg.board .letter').length`)) > 0);
    t.equal(await page.evaluate(`document.querySelectorAll('.moves > li').length`), 12);
    const isWhole = '(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)';
    t.equal(
      await page.evaluate(`${isWhole}(document.querySelector('.moves'))`),
      true,
      'nothing has to be scrolled',
    );
  });

  await t.test('a script that is not of the page does not run', async (t) => {
    const foreign = '<script>document.title = "theirs"</script><img src="x" onerror="document.title = 1">';
    const url = pageOf('boggle-turns', (page) => page.replace('<main>', `<main>${foreign}`));
    const page = await browser.open(url, wide);
    t.match(await page.evaluate('document.title'), /^Replay: boggle/);
    t.match(page.complaints.join('\n'), /Content Security Policy/);
    t.match(await seen(page), { said: 'step 13 of 13' });
  });

  await t.test('screen readers are told the step, and what each drawing shows', async (t) => {
    const page = await browser.open(`${pageOf('scrabble-strict')}#step=8`, wide);
    const spoken = await page.spoken();
    for (const text of [
      'image tiles ALOTWWZ. row 1: ALOTWWZ',
      'image VETTING for 22. row 5: B VETTING; row 6: H A; row 7: H d; row 8: D POPES',
      'slider step',
      'button Play',
      'group steps',
      'heading longest',
    ])
      t.ok(spoken.includes(text), text);
  });

  await t.test('nobody is kept out, at any step', async (t) => {
    for (const name of ['scrabble-strict', 'boggle-turns', 'bananagrams-examples']) {
      const page = await browser.open(pageOf(name), wide);
      t.same(await barriers(page), [], name);
      await page.press('Home');
      await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);
      t.same(await barriers(page), [], `${name}, its first step and all that can be opened`);
    }
    const judged = { is: 'different', said: ['It was played otherwise.', 'line 3'] } as const;
    const page = await browser.open(
      saved('different.html', replayPage({ record: recordNamed('boggle-turns'), judged })),
      wide,
    );
    t.same(await barriers(page), [], 'a record that was played otherwise');
  });

  await t.test('a drawing is an image that a browser shows', async (t) => {
    for (const name of ['scrabble-strict', 'bananagrams-examples', 'boggle-classic']) {
      const { panels, sentence } = [...stepsOf(recordNamed(name))].at(-1)!;
      const svg = pictureSvg({ panels, names: ['<&>', 'Ben'], title: [sentence] });
      const page = await browser.open(saved(`${name}.svg`, svg), wide);
      t.equal(await page.evaluate('document.documentElement.nodeName'), 'svg', name);
      t.equal(await page.evaluate(`document.querySelectorAll('parsererror').length`), 0);
      t.ok(Number(await page.evaluate(`document.querySelectorAll('.face').length`)) > 0);
      isQuiet(t, page);
    }
  });
});
