import { join } from 'node:path';
import t, { type Test } from 'tap';
import { parseRecord } from '../../../host/events/read-record.ts';
import { games } from '../../../host/games/registry.ts';
import { openServer } from '../../../host/serve/http/server.ts';
import { finishedGames, LivePage } from '../../../host/serve/watch/live-page.ts';
import { liveService } from '../../../host/serve/watch/live-service.ts';
import { dataTable, markup } from '../../../host/views/html/markup.ts';
import { htmlPage } from '../../../host/views/html/page.ts';
import { stepsOf } from '../../../host/views/steps.ts';
import { addressOf } from '../../cli/pages.ts';
import { start } from '../../cli/wordhost.ts';
import { oldRecords } from '../../old-records/old-records.ts';
import { barriers } from '../../support/accessibility.ts';
import { Chromium, type Page, withoutChromium } from '../../support/chromium.ts';
import { expectOk } from '../../support/expect-ok.ts';
import { keptPicture, waitFor, wider } from '../../support/looked-at-page.ts';
import { hostileNames } from '../../views/tournament/made-up.ts';
import { keepMadeUp } from '../../views/tournament/made-up-store.ts';

const picture = async (page: Page, name: string) => await keptPicture(t, page, name, 10_000);

/** It is not over before all has been looked at, however busy the machine is. */
const tournament = (pause: string) => `name: Spring <league>
game: scrabble
players:
  - { name: "<img src=x onerror=alert(1)>", command: wordhost player greedy --pause ${pause} }
  - { name: ben, command: wordhost player random --pause ${pause} }
  - { name: cyd, command: wordhost player longest --pause ${pause} }
  - { name: dan, command: exit 3 }
format: { kind: round-robin, rounds: 200, mirrored: true }
seed: spring
`;

t.test('the live page of a tournament in a browser', { skip: withoutChromium }, async (t) => {
  const cwd = t.testdir({ 'league.yml': tournament('60ms') });
  const running = start(['tournament', '--jobs', '2', '--watch=0', 'league.yml'], { cwd });
  const url = await addressOf(t, running);
  await using browser = await Chromium.start();
  const page = await browser.open(url, { width: 1200, height: 1000 });
  const text = async (selector: string) =>
    String(await page.evaluate(`document.querySelector('${selector}').innerText`));

  await t.test('it shows the games that run, and a board changes while it is looked at', async (t) => {
    await waitFor(page, `document.getElementById('state').textContent === 'live'`);
    await waitFor(page, `document.querySelectorAll('#running .picture .face').length > 0`);
    const board = await text('#running');
    t.match(board, /Game \d+:/);
    await waitFor(page, `document.getElementById('running').innerText !== ${JSON.stringify(board)}`);
    await waitFor(page, `document.querySelectorAll('#finished a').length > 0`);
    t.match(await text('#head'), /\d+ of 2400 games played/);
    t.match(await text('#figures'), 'cyd');
    t.same(page.complaints, [], 'nothing was refused, and nothing failed');
    t.equal(await page.evaluate(`document.querySelectorAll('img').length`), 0, 'a name is a text');
    await picture(page, 'wide-light');
  });

  await t.test('it fits a phone, in light and dark', async (t) => {
    for (const isDark of [false, true]) {
      const phone = await browser.open(url, { width: 360, height: 1400, isDark });
      await waitFor(phone, `document.querySelectorAll('#running .picture .face').length > 0`);
      t.equal(await phone.evaluate(wider), 0);
      t.same(phone.complaints, []);
      await picture(phone, `narrow-${isDark ? 'dark' : 'light'}`);
    }
    const dark = await browser.open(url, { width: 1200, height: 1000, isDark: true });
    await waitFor(dark, `document.querySelectorAll('#running .picture .face').length > 0`);
    await picture(dark, 'wide-dark');
  });

  await t.test('without scripts it is there as it was when it was opened', async (t) => {
    const still = await browser.open(url, { width: 800, withoutScripts: true });
    t.match(await still.evaluate(`document.getElementById('finished').innerText`), /game \d+/);
    t.match(await still.evaluate(`document.getElementById('state').innerText`), /page.*opened/);
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

  await t.test('what has the focus keeps it while the page changes, and is announced', async (t) => {
    // Of the games that are shown, the newest stays the longest.
    await page.evaluate(`document.querySelector('#finished tbody tr a').focus()`);
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
  });

  await t.test(
    'a cell of its crosstable leads to all games of two players, and they to their steps',
    async (t) => {
      await leadsToGames(t, browser, url);
    },
  );

  await t.test('it says that the command has ended, and stays', async (t) => {
    const last = await browser.open(url, { width: 1200 });
    await waitFor(last, `document.getElementById('state').textContent === 'live'`);
    running.child.kill('SIGTERM');
    await waitFor(last, `document.getElementById('state').className === 'over'`);
    t.match(await last.evaluate(`document.getElementById('state').textContent`), 'The command has ended');
    t.same(await barriers(last), []);
    t.match(await running.ended, { status: 143 });
    t.match(
      await last.evaluate(`document.getElementById('spoken').textContent`),
      /games played\. The command has/,
    );
    await picture(last, 'ended');
    t.equal(await last.evaluate(`document.querySelectorAll('main a[href]').length`), 0);
  });

  await t.test('started again it has the same address, and the games from before', async (t) => {
    const again = start(['tournament', '--jobs', '2', `--watch=${new URL(url).port}`, 'league.yml'], { cwd });
    t.equal(await addressOf(t, again), url);
    await leadsToGames(t, browser, url);
    again.child.kill('SIGTERM');
    t.match(await again.ended, { status: 143 });
  });
});

async function leadsToGames(t: Test, browser: Chromium, url: string): Promise<void> {
  const page = await browser.open(url, { width: 1200 });
  await waitFor(page, `document.querySelectorAll('.crosstable td:is(.more, .fewer) a').length >= 6`);
  const cell = '.crosstable tr:nth-child(1) td.more a';
  const colors = `[...document.querySelectorAll('.crosstable td:is(.more, .fewer)')].map((td) => getComputedStyle(td).backgroundColor)`;
  t.equal(
    new Set((await page.evaluate(colors)) as string[]).size,
    2,
    'won and lost have colors of their own',
  );
  const points = Number(await page.evaluate(`document.querySelector('${cell}').textContent`));
  await page.leaveBy(cell);
  await page.loaded();
  t.notMatch(await page.evaluate('document.body.innerText'), /, seed /, 'games are still played');
  const games = Number(await page.evaluate(`document.querySelectorAll(':target tbody tr').length`));
  t.ok(points > 0 && games >= points, `${games} games, ${points} points`);
  await page.leaveBy(':target tbody a');
  await page.loaded();
  t.match(await page.evaluate(`document.querySelector('h1').textContent`), /^Game \d+: /);
  t.match(await page.evaluate(`document.querySelector('.said').textContent`), /^step \d+ of \d+/);
  t.same(page.complaints, []);
}

t.test(
  'a page whose connection was lost says so, comes back, and is as it is then',
  { skip: withoutChromium },
  async (t) => {
    let played = 1;
    const page = new LivePage({
      title: 'lost',
      game: games.boggle!,
      progress: () => `${played} played`,
      figures: () => markup`<p>figures</p>`,
      record: async () => undefined,
    });
    const served = async (port: number) => {
      const opening = await openServer({ services: [['/', liveService(page)]], port, failed: t.error });
      if (!opening.ok) throw new Error(opening.code);
      return opening.server;
    };
    const first = await served(0);
    await using browser = await Chromium.start();
    const opened = await browser.open(`${first.address}${page.path}`, { width: 800 });
    await waitFor(opened, `document.getElementById('state').textContent === 'live'`);
    page.begins('gone', { number: 1, names: ['a', 'b'] });
    await waitFor(opened, `document.getElementById('game-gone') !== null`);
    await first[Symbol.asyncDispose]();
    await waitFor(opened, `document.getElementById('state').className === 'lost'`);
    played = 2;
    page.changed();
    page.ends('gone', undefined);
    page.begins('new', { number: 2, names: ['a', 'b'] });
    await using _second = await served(Number(new URL(first.address).port));
    await waitFor(opened, `document.getElementById('state').className === 'live'`);
    await waitFor(opened, `document.getElementById('progress').textContent === '2 played'`);
    t.equal(await opened.evaluate(`document.getElementById('game-gone')`), null);
    t.match(await opened.evaluate(`document.getElementById('running').innerText`), /^Game 2: a against b/);
  },
);

t.test('nobody is kept out of a live page', { skip: withoutChromium }, async (t) => {
  const record = expectOk(
    parseRecord(oldRecords.find(({ name }) => name === '38cfc23/scrabble-strict')!.text, 'strict', games),
  );
  const [half, last] = [6, 12].map((number) => [...stepsOf(record)].find((step) => step.number === number)!);
  const page = new LivePage({
    title: 'league',
    game: games.scrabble!,
    progress: () => '2 of 6 games played',
    figures: () => markup`<h2>Standings</h2>
${dataTable('Standings', { headings: ['player', 'won'], rows: hostileNames.map((name) => [name, '1']) })}`,
    record: async () => record,
  });
  for (const [number, step] of [half, last].entries()) {
    page.begins(`${number}`, { number, names: hostileNames.slice(number, number + 2) });
    page.seen(`${number}`, { panels: step!.panels, last: { seat: 1, words: step!.sentence } });
  }
  page.over([
    { number: 3, result: record.result!, hasRecord: true },
    { number: 4, result: record.result!, hasRecord: false },
  ]);
  const opening = await openServer({ services: [['/', liveService(page)]], port: 0, failed: t.error });
  if (!opening.ok) throw new Error(opening.code);
  await using server = opening.server;
  await using browser = await Chromium.start();
  const opened = await browser.open(`${server.address}${page.path}`, { width: 1200, height: 1000 });
  await waitFor(opened, `document.getElementById('state').className === 'live'`);
  t.same(await barriers(opened), []);
  await picture(opened, 'made-up');
  const game = await browser.open(`${server.address}${page.path}games/3`, { width: 1000 });
  t.same(await barriers(game), [], 'a finished game');
  page.end('The command has ended.');
  await waitFor(opened, `document.getElementById('state').className === 'over'`);
  t.same(await barriers(opened), [], 'after the end');
});

t.test('a long name is in further lines on a small phone', { skip: withoutChromium }, async (t) => {
  const reading = parseRecord(oldRecords[0]!.text, 'record', games);
  if (!reading.ok || !reading.result) throw new Error('no result');
  const players = reading.result.players.map((each) => ({
    ...each,
    name: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.repeat(2),
  }));
  const game = { number: 12, result: { ...reading.result, players }, hasRecord: true };
  const body = markup`<div id="finished">${finishedGames([game], 1, reading.game)}</div>`;
  const cwd = t.testdir({
    'page.html': htmlPage({ kind: 'Live', title: 'names', body }),
  });
  await using browser = await Chromium.start();
  const page = await browser.open(`file://${join(cwd, 'page.html')}`, { width: 320, height: 700 });
  const hidden = `[...document.querySelectorAll('.wide, .finished td')].map((box) => box.scrollWidth - box.clientWidth)`;
  t.same(await page.evaluate(hidden), [0, 0, 0, 0]);
});

const runs = {
  comparison: [
    'compare',
    'scrabble',
    '--jobs',
    '2',
    // Equal ones: it is long before there is an answer.
    'wordhost player random --pause 5ms',
    'wordhost player random --pause 5ms',
  ],
  race: [
    'bananagrams',
    '--games',
    '20',
    'wordhost player bananagrams --pause 300ms',
    'wordhost player bananagrams --pause 300ms',
  ],
  round: [
    ...'boggle --time 5s --games 20'.split(' '),
    'wordhost player boggle --pause 20ms',
    'wordhost player boggle --pause 20ms',
  ],
};

t.test('comparisons, races and rounds are watched, on a phone too', { skip: withoutChromium }, async (t) => {
  await using browser = await Chromium.start();
  for (const [name, [command = '', ...words]] of Object.entries(runs)) {
    const running = start([command, ...words.slice(0, -2), '--watch=0', ...words.slice(-2)]);
    const url = await addressOf(t, running);
    const wide = await browser.open(url, { width: 1200, height: 1000 });
    await waitFor(wide, `document.querySelectorAll('#running .picture .face').length > 0`);
    if (name === 'comparison')
      await waitFor(
        wide,
        `/after [1-9]\\d+ games/.test(document.querySelector('figure svg[aria-label^="Bet"]')?.getAttribute('aria-label'))`,
      );
    t.same(wide.complaints, [], name);
    await picture(wide, name);
    const phone = await browser.open(url, { width: 360, height: 1400, isDark: true });
    await waitFor(phone, `document.querySelectorAll('#running .picture .face').length > 0`);
    t.equal(await phone.evaluate(wider), 0, name);
    await picture(phone, `${name}-phone`);
    running.child.kill('SIGTERM');
    t.match(await running.ended, { status: 143 });
  }
});

t.test(
  'a store is looked at while games come into it, with its report, on a phone too',
  { skip: withoutChromium },
  async (t) => {
    const cwd = t.testdir({});
    const path = join(cwd, 'league.db');
    const record = Buffer.from(oldRecords.find(({ text }) => text.includes('"game":"scrabble"'))!.text);
    const made = { names: hostileNames, rounds: 2, badEvery: 7, recordOf: () => record };
    await keepMadeUp(path, { ...made, games: 60 });
    const running = start(['watch', 'league.db'], { cwd });
    const url = await addressOf(t, running);
    await using browser = await Chromium.start();
    const page = await browser.open(url, { width: 1200, height: 1400 });
    await waitFor(page, `document.getElementById('state').className === 'live'`);
    t.match(await page.evaluate(`document.getElementById('head').innerText`), '60 of 90 games played');
    t.match(await page.evaluate(`document.getElementById('finished').innerText`), 'The newest 50 of 60.');
    t.equal(await page.evaluate(`document.querySelectorAll('.crosstable tbody tr').length`), 10);
    await page.evaluate(`document.querySelector('#finished tbody tr a').focus()`);
    await keepMadeUp(path, { ...made, games: 61 });
    await waitFor(page, `document.getElementById('head').innerText.includes('61 of 90')`);
    await waitFor(page, `document.querySelector('#finished tbody a').textContent === 'game 61'`);
    t.equal(await page.evaluate('document.activeElement.textContent'), 'game 60', 'the focus stays');
    t.equal(await page.evaluate(`document.querySelectorAll('img').length`), 0, 'a name is a text');
    t.same(page.complaints, []);
    await picture(page, 'store');
    for (const isDark of [false, true]) {
      const phone = await browser.open(url, { width: 360, height: 1400, isDark });
      await waitFor(phone, `document.getElementById('state').className === 'live'`);
      t.equal(await phone.evaluate(wider), 0);
      await picture(phone, `store-phone-${isDark ? 'dark' : 'light'}`);
    }
    const report = await browser.open(`${url}report#games-1-2`, { width: 1200 });
    const game = `document.querySelector('#games-1-2 tbody a')`;
    t.equal(await report.evaluate(`${game}.checkVisibility()`), true);
    t.match(await report.evaluate(`${game}.href`), new RegExp(`^${url}games/\\d+$`));
    t.same(report.complaints, []);
    t.same(await barriers(report), []);
    t.same(await barriers(page), []);
    running.child.kill('SIGTERM');
    await waitFor(page, `document.getElementById('state').className === 'over'`);
    t.match(await running.ended, { status: 143 });
  },
);
