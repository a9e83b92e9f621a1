import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import { parseRecord } from '../../../../host/events/read-record.ts';
import { games } from '../../../../host/games/registry.ts';
import { replayPage } from '../../../../host/views/html/replay/replay-page.ts';
import { stepsOf } from '../../../../host/views/steps.ts';
import { sceneSvg } from '../../../../host/views/svg/scene-svg.ts';
import { oldRecords } from '../../../old-records/old-records.ts';
import { Browser, chromium } from './chromium.ts';

const skip = chromium === undefined ? 'chromium is not installed' : false;
const folder = t.testdir();

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
const shown = `JSON.stringify({
  said: document.querySelector('.said').textContent.split(':')[0],
  hash: location.hash,
  current: [...document.querySelectorAll('[aria-current]')].map((link) => link.textContent),
  visible: [...document.querySelectorAll('.frame')].filter((frame) => frame.checkVisibility()).map((frame) => frame.querySelector('.heading').textContent),
  play: document.querySelector('[data-go=play]').textContent,
})`;

interface Shown {
  readonly said: string;
  readonly hash: string;
  readonly current: readonly string[];
  readonly visible: readonly string[];
  readonly play: string;
}

async function seen(browser: Browser): Promise<Shown> {
  return JSON.parse(String(await browser.value(shown))) as Shown;
}

/** Waits until the reader sees this. */
async function sees(browser: Browser, wanted: Partial<Shown>): Promise<void> {
  const condition = Object.entries(wanted).map(
    ([name, value]) => `seen.${name} === ${JSON.stringify(value)}`,
  );
  await browser.value(`new Promise((resolve) => {
    const look = () => {
      const seen = JSON.parse(${shown});
      if (${condition.join(' && ')}) resolve();
      else setTimeout(look, 20);
    };
    look();
  })`);
}

/** Nothing was requested but the page, and nothing was refused or failed. */
function isQuiet(t: Test, browser: Browser): void {
  t.equal(browser.heard('Network.requestWillBeSent').length, 1, 'one request: the page');
  t.same(browser.heard('Log.entryAdded'), []);
  t.same(browser.heard('Runtime.exceptionThrown'), []);
}

t.test(
  'a page is stepped through by keys, buttons, the slider, the list and its address',
  { skip },
  async (t) => {
    await using browser = new Browser(chromium!);
    const url = pageOf('scrabble-strict');
    await browser.open(url);
    isQuiet(t, browser);
    t.match(await seen(browser), { said: 'step 12 of 12', current: ['12'] });
    const pressed = async (key: string, code = key) => {
      await browser.press(key, code);
      return await seen(browser);
    };
    t.match(await pressed('Home'), { said: 'step 1 of 12', hash: '#step=1', current: ['1'] });
    t.match(await pressed('ArrowLeft'), { said: 'step 1 of 12' }, 'there is none before');
    t.match(await pressed('ArrowRight'), { said: 'step 2 of 12', hash: '#step=2' });
    t.match(await pressed('End'), { said: 'step 12 of 12' });
    t.match(await pressed('ArrowRight'), { said: 'step 12 of 12' });
    t.match(await pressed('ArrowLeft'), { said: 'step 11 of 12' });

    await browser.value(`document.querySelector('[data-go=back]').click()`);
    t.match(await seen(browser), { said: 'step 10 of 12' });
    await browser.value(`document.querySelectorAll('.moves a')[7].click()`);
    const eighth = await seen(browser);
    t.match(eighth, { said: 'step 8 of 12', hash: '#step=8' });
    t.same(eighth.visible, [
      'VETTING for 22',
      '1 wordhost player longest: 46 points, holds ALOTWWZ',
      '2 wordhost player random: 4 points, holds EHIINSU',
    ]);
    await browser.value(
      `{ const slider = document.querySelector('.slider'); slider.value = 6; slider.dispatchEvent(new Event('input')); }`,
    );
    t.match(await seen(browser), { said: 'step 6 of 12' });
    await browser.value(`location.hash = '#step=9'`);
    await sees(browser, { said: 'step 9 of 12' });
    await browser.value(`location.hash = '#step=99'`);
    t.match(await seen(browser), { said: 'step 9 of 12' }, 'there is no such step');

    await browser.open('about:blank');
    await browser.open(`${url}#step=3`);
    t.match(await seen(browser), { said: 'step 3 of 12' });
    t.equal(await browser.value('scrollY'), 0, 'and the page is at its beginning');
  },
);

t.test('space plays the game to its end, and stops it', { skip }, async (t) => {
  await using browser = new Browser(chromium!);
  await browser.open(`${pageOf('scrabble-strict')}#step=10`);
  await browser.press(' ', 'Space');
  t.match(await seen(browser), { play: 'Pause' });
  await sees(browser, { said: 'step 11 of 12' });
  await browser.press(' ', 'Space');
  t.match(await seen(browser), { play: 'Play', said: 'step 11 of 12' });
  await browser.press(' ', 'Space');
  await sees(browser, { play: 'Play' });
  t.match(await seen(browser), { said: 'step 12 of 12' }, 'it stops at the end');
});

t.test('a button with the focus is pressed by space, and arrows still step', { skip }, async (t) => {
  await using browser = new Browser(chromium!);
  await browser.open(`${pageOf('boggle-turns')}#step=4`);
  await browser.value(`document.querySelector('[data-go=back]').focus()`);
  await browser.press(' ', 'Space');
  t.match(await seen(browser), { said: 'step 3 of 13', play: 'Play' });
  await browser.press('ArrowRight');
  t.match(await seen(browser), { said: 'step 4 of 13' });
});

t.test('every game fits a phone, in light and dark, without a request', { skip }, async (t) => {
  await using browser = new Browser(chromium!);
  for (const name of [
    'scrabble-tournament',
    'bananagrams-whole-bunch',
    'boggle-large',
    'scrabble-random-board',
  ]) {
    await browser.open(pageOf(name));
    isQuiet(t, browser);
    await browser.call('Emulation.setDeviceMetricsOverride', {
      width: 360,
      height: 740,
      deviceScaleFactor: 2,
      mobile: true,
    });
    t.equal(
      await browser.value('document.documentElement.scrollWidth'),
      360,
      `${name}: nothing is wider than the screen`,
    );
    const paper = `getComputedStyle(document.body).backgroundColor`;
    const colours: unknown[] = [];
    for (const value of ['light', 'dark']) {
      await browser.call('Emulation.setEmulatedMedia', {
        features: [{ name: 'prefers-color-scheme', value }],
      });
      colours.push(await browser.value(paper));
    }
    t.not(colours[0], colours[1], name);
    await browser.call('Emulation.clearDeviceMetricsOverride');
  }
});

t.test('without scripts all moves and the last position are there, and no buttons', { skip }, async (t) => {
  await using browser = new Browser(chromium!);
  await browser.open('about:blank');
  await browser.call('Emulation.setScriptExecutionDisabled', { value: true });
  await browser.open(pageOf('scrabble-strict'));
  const { visible } = await seen(browser);
  t.match(visible[0], 'LA for 2');
  t.equal(await browser.value(`document.querySelector('.controls').checkVisibility()`), false);
  t.equal(await browser.value(`document.querySelectorAll('.moves > li').length`), 12);
  t.ok(
    await browser.value(
      `(() => { const list = document.querySelector('.moves'); return list.scrollHeight <= list.clientHeight; })()`,
    ),
  );
});

t.test('a script that is not the page’s own does not run', { skip }, async (t) => {
  await using browser = new Browser(chromium!);
  const url = pageOf('boggle-turns', (page) =>
    page.replace(
      '<h1>',
      '<script>document.title = "owned"</script><img src="x" onerror="document.title = 1"><h1>',
    ),
  );
  await browser.open(url);
  t.match(await browser.value('document.title'), /^Replay: boggle/);
  t.equal(browser.heard('Log.entryAdded').length > 0, true, 'it was refused');
  t.match(await seen(browser), { said: 'step 13 of 13' });
});

t.test('screen readers are told the step, and what each drawing shows', { skip }, async (t) => {
  await using browser = new Browser(chromium!);
  await browser.open(`${pageOf('scrabble-strict')}#step=8`);
  await browser.call('Accessibility.enable');
  const { nodes } = await browser.call('Accessibility.getFullAXTree');
  const all = (
    nodes as { readonly role?: { readonly value: string }; readonly name?: { readonly value: string } }[]
  ).map(({ role, name }) => `${role?.value} ${name?.value}`);
  for (const text of [
    'image VETTING for 22. row 5: B VETTING; row 6: H A; row 7: H d; row 8: D POPES',
    'slider step',
    'button Play',
    'group steps',
    'link step 8',
  ])
    t.ok(all.includes(text), text);
});

t.test('a drawing is an image that a browser shows', { skip }, async (t) => {
  await using browser = new Browser(chromium!);
  for (const name of ['scrabble-strict', 'bananagrams-examples', 'boggle-classic']) {
    const { panels, sentence } = [...stepsOf(recordNamed(name))].at(-1)!;
    await browser.open(saved(`${name}.svg`, sceneSvg({ panels, names: ['<&>', 'Ben'], title: [sentence] })));
    t.equal(await browser.value('document.documentElement.nodeName'), 'svg', name);
    t.equal(await browser.value(`document.querySelectorAll('parsererror').length`), 0);
    t.ok(Number(await browser.value(`document.querySelectorAll('.tile').length`)) > 0);
    isQuiet(t, browser);
  }
});
