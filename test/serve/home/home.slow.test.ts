import t from 'tap';
import { barriers } from '../../support/accessibility.ts';
import { Chromium, type Page, withoutChromium } from '../../support/chromium.ts';
import { waitFor } from '../../support/looked-at-page.ts';
import { until } from '../../support/until.ts';
import { servedHome } from './served-home.ts';

t.test('the pages around the games in chromium', { skip: withoutChromium }, async (t) => {
  const server = await servedHome();
  await using browser = await Chromium.start();
  t.teardown(async () => await server[Symbol.asyncDispose]());
  const { address } = server;
  const still = { isStill: true, isApart: true };
  const drawn = async (page: Page) =>
    String(await page.evaluate(`document.querySelector('word-demo svg').textContent`));

  /** While a page is left, it cannot be asked. */
  const arrives = async (page: Page, expression: string) =>
    await until(async () => (await page.evaluate(expression).catch(() => false)) === true);

  await t.test('nobody is kept out, at four sizes, dark and light', async (t) => {
    for (const path of ['', 'scrabble/', 'puzzle', 'bots']) {
      const page = await browser.open(address + path, { width: 1280, height: 800, ...still });
      await waitFor(page, `!document.querySelector('running-games p, word-puzzle script')`);
      t.strictSame(await barriers(page), [], path);
      for (const [width, height] of [
        [1280, 800],
        [768, 1024],
        [390, 844],
        [360, 640],
      ] as const) {
        await page.look({ width, height });
        t.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `${path} ${width}`);
      }
      t.strictSame(page.complaints, [], path);
    }
  });

  await t.test('all games can be begun without scrolling on the smallest phone', async (t) => {
    const page = await browser.open(address, { width: 360, height: 640, ...still });
    const bottoms = (await page.evaluate(
      `[...document.querySelectorAll('[data-play], .go a')].slice(0, 3).map((each) => each.getBoundingClientRect().bottom)`,
    )) as number[];
    t.ok(bottoms.length === 3 && Math.max(...bottoms) < 640, bottoms.join(' '));
  });

  await t.test('one click begins a game; the bot is remembered', async (t) => {
    const page = await browser.open(address, { width: 1280, isApart: true });
    await page.evaluate(`(() => { const bots = document.querySelector('select'); bots.value = 'hard';
      bots.dispatchEvent(new Event('change')); })()`);
    await page.click('[data-game=scrabble] [data-play]');
    await arrives(page, `location.pathname === '/scrabble/games/V1StGXR8_Z5jdHi6B-myT'`);
    t.strictSame(server.created.at(-1), {
      ...{ game: 'scrabble', seats: [{ is: 'person' }, { is: 'bot', name: 'hard' }] },
    });
    await page.evaluate('history.back()');
    await arrives(page, `document.querySelector('select')?.value === 'hard'`);
    await page.click('[data-game=bananagrams] [data-friend]');
    await arrives(page, `location.pathname.startsWith('/bananagrams/games/')`);
    t.strictSame(server.created.at(-1), {
      ...{ game: 'bananagrams', seats: [{ is: 'person' }, { is: 'open' }] },
    });
  });

  await t.test('a form begins a game with further players and other rules', async (t) => {
    const page = await browser.open(`${address}scrabble/`, { width: 390, height: 844, ...still });
    await waitFor(page, `!document.querySelector('running-games p')`);
    await page.click('.custom summary');
    t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    t.strictSame(await barriers(page), []);
    await page.evaluate(`(() => {
      const [first, second, third] = document.querySelectorAll('[data-seat]');
      const choose = (select, words) => { select.selectedIndex = [...select.options].findIndex(({ text }) => text === words); };
      choose(first, '<b>greedy</b>');
      choose(second, 'a friend, by a link');
      document.querySelector('[data-option=board]').value = 'hole';
    })()`);
    await page.click('.custom button');
    await arrives(page, `location.pathname === '/scrabble/games/V1StGXR8_Z5jdHi6B-myT'`);
    t.strictSame(server.created.at(-1), {
      game: 'scrabble',
      options: { board: 'hole' },
      seats: [{ is: 'person' }, { is: 'bot', name: '<b>greedy</b>' }, { is: 'open' }],
    });
  });

  await t.test('a bot of the operator is played by one click', async (t) => {
    const page = await browser.open(`${address}bots`, { width: 390, isApart: true });
    t.match(await page.evaluate(`document.querySelector('own-bots').innerText`), /<b>greedy<\/b> Scrabble/);
    await page.click('own-bots button');
    await arrives(page, `location.pathname === '/scrabble/games/V1StGXR8_Z5jdHi6B-myT'`);
    t.strictSame(server.created.at(-1), {
      ...{ game: 'scrabble', seats: [{ is: 'person' }, { is: 'bot', name: '<b>greedy</b>' }] },
    });
  });

  await t.test('the boards move, stop by a button, and stay where the system asks for less', async (t) => {
    const moving = await browser.open(address, { width: 1280, isApart: true });
    const last = await drawn(moving);
    await waitFor(moving, `document.querySelector('word-demo svg').textContent !== ${JSON.stringify(last)}`);
    await moving.click('[data-pause]');
    t.equal(await moving.evaluate(`document.querySelector('[data-pause]').ariaPressed`), 'true');
    const calm = await browser.open(address, { width: 1280, ...still });
    t.equal(await calm.evaluate(`document.querySelector('[data-pause]').hidden`), true);
    t.equal(await drawn(calm), last);
  });

  await t.test('an old link to a game leads to its page', async () => {
    const page = await browser.open(`${address}#/game/abc`, { width: 1280, isApart: true });
    await arrives(page, `location.pathname + location.hash === '/boggle/#/game/abc'`);
  });

  await t.test('names of players are text, and games of this browser are told', async (t) => {
    const page = await browser.open(address, { width: 1280, ...still });
    await waitFor(page, `document.querySelector('running-games a') !== null`);
    t.equal(
      await page.evaluate(`document.querySelector('running-games').innerText`),
      'Waits for a friend: Guest – open\nYour turn: Guest 20 – easy 43\nAda 76 – <b>greedy</b> 102',
    );
  });
});
