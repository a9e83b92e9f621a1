import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { start, until } from '../../cli/wordhost.ts';
import { Chromium, type Page } from '../../support/chromium.ts';
import { without } from '../../support/without.ts';

/** A folder for what the browser showed, to be looked at; none: it is not kept. */
const pictures = process.env.TEST_PICTURES;

async function picture(page: Page, name: string): Promise<void> {
  const png = await page.screenshot();
  t.ok(png.length > 10_000, name);
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, `${name}.png`), png);
}

const tournament = (pause: string) => `name: Spring <league>
game: scrabble
players:
  - { name: "<img src=x onerror=alert(1)>", command: wordhost player greedy --pause ${pause} }
  - { name: ben, command: wordhost player random --pause ${pause} }
  - { name: cyd, command: wordhost player longest --pause ${pause} }
  - { name: dan, command: exit 3 }
format: { kind: round-robin, rounds: 2, mirrored: true }
seed: spring
`;

async function waitFor(page: Page, what: string): Promise<void> {
  await page.evaluate(`new Promise((resolve, reject) => {
    const end = Date.now() + 60000;
    const look = () => {
      if (${what}) resolve();
      else if (Date.now() > end) reject(new Error('never: ' + ${JSON.stringify(what)} + document.body.innerText));
      else setTimeout(look, 20);
    };
    look();
  })`);
}

const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

t.test('the live page of a tournament in a browser', { skip: without('chromium') }, async (t) => {
  const cwd = t.testdir({ 'league.yml': tournament('60ms') });
  const running = start(['tournament', '--jobs', '2', '--watch=0', 'league.yml'], { cwd });
  t.teardown(() => void running.child.kill('SIGKILL'));
  await until(
    () => /live page: \S+/.test(running.stderr),
    () => running.stderr,
  );
  const [url = ''] = /http:\S+/.exec(running.stderr) ?? [];
  await using browser = await Chromium.start();
  const page = await browser.open(url, { width: 1200, height: 1000 });
  const text = async (selector: string) =>
    String(await page.evaluate(`document.querySelector('${selector}').innerText`));

  await t.test('it shows the games that run, and a board changes while it is looked at', async (t) => {
    await waitFor(page, `document.getElementById('state').textContent === 'live'`);
    await waitFor(page, `document.querySelectorAll('#running .picture .tile').length > 0`);
    const board = await text('#running');
    t.match(board, /Game \d+:/);
    await waitFor(page, `document.getElementById('running').innerText !== ${JSON.stringify(board)}`);
    await waitFor(page, `document.querySelectorAll('#finished a').length > 0`);
    t.match(await text('#head'), /\d+ of 24 games played/);
    t.match(await text('#figures'), 'cyd');
    t.same(page.complaints, [], 'nothing was refused, and nothing failed');
    t.equal(await page.evaluate(`document.querySelectorAll('img').length`), 0, 'a name is a text');
    await picture(page, 'wide-light');
  });

  await t.test('it fits a phone, in light and dark', async (t) => {
    for (const isDark of [false, true]) {
      const phone = await browser.open(url, { width: 360, height: 1400, isDark });
      await waitFor(phone, `document.querySelectorAll('#running .picture .tile').length > 0`);
      t.equal(await phone.evaluate(wider), 0);
      t.same(phone.complaints, []);
      await picture(phone, `narrow-${isDark ? 'dark' : 'light'}`);
    }
    const dark = await browser.open(url, { width: 1200, height: 1000, isDark: true });
    await waitFor(dark, `document.querySelectorAll('#running .picture .tile').length > 0`);
    await picture(dark, 'wide-dark');
  });

  await t.test('without scripts it is there as it was when it was opened', async (t) => {
    const still = await browser.open(url, { width: 800, withoutScripts: true });
    t.match(await still.evaluate(`document.getElementById('finished').innerText`), /game \d+/);
    t.match(await still.evaluate(`document.getElementById('state').innerText`), 'as it was');
  });

  await t.test('a finished game is stepped through on a page of its own', async (t) => {
    const link = String(
      await page.evaluate(`document.querySelector('#finished tbody tr:last-child a').href`),
    );
    const game = await browser.open(link, { width: 1000, height: 900 });
    t.match(await game.evaluate('document.querySelector("h1").textContent'), /^Game \d+: /);
    t.match(await game.evaluate(`document.querySelector('.said').textContent`), /^step \d+ of \d+/);
    await game.press('Home');
    t.match(await game.evaluate(`document.querySelector('.said').textContent`), /^step 1 of /);
    t.same(game.complaints, []);
    await picture(game, 'game');
  });

  await t.test(
    'what has the focus keeps it while the page changes, and people who listen are told',
    async (t) => {
      await page.evaluate(`document.querySelector('#finished tbody tr:last-child a').focus()`);
      const focused = await page.evaluate('document.activeElement.textContent');
      const before = await text('#finished');
      await waitFor(page, `document.getElementById('finished').innerText !== ${JSON.stringify(before)}`);
      t.equal(await page.evaluate('document.activeElement.textContent'), focused);
      const spoken = await page.spoken();
      for (const said of ['heading Running games', 'heading Finished games', 'heading Standings'])
        t.ok(spoken.includes(said), said);
      t.ok(
        spoken.some((each) => each.startsWith('status')),
        'there is a place for what is said',
      );
    },
  );

  await t.test('who comes back after the connection was lost sees all as it is then', async (t) => {
    await page.evaluate(`fetch('nothing').catch(() => {})`);
    await page.evaluate(`document.getElementById('progress').remove()`);
    await page.evaluate(`events.close()`).catch(() => {});
    const again = await browser.open(url, { width: 1200 });
    await waitFor(again, `document.getElementById('progress') !== null`);
    t.pass('it is whole');
  });

  await t.test('it says that the command has ended, and stays', async (t) => {
    const last = await browser.open(url, { width: 1200 });
    await waitFor(last, `document.getElementById('state').textContent === 'live'`);
    running.child.kill('SIGTERM');
    await waitFor(last, `document.getElementById('state').className === 'over'`);
    t.match(await last.evaluate(`document.getElementById('state').textContent`), 'The command has ended');
    t.match(await running.ended, { status: 143 });
    await picture(last, 'ended');
    t.equal(await last.evaluate(`document.querySelectorAll('main a[href]').length`), 0);
  });
});
