import t from 'tap';
import { barriers } from '../../support/accessibility.ts';
import { Chromium, type Page, withoutChromium } from '../../support/chromium.ts';
import { waitFor } from '../../support/looked-at-page.ts';
import { until } from '../play/served-play.ts';
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
    for (const path of ['', 'scrabble/', 'puzzle']) {
      const page = await browser.open(address + path, { width: 1280, height: 800, ...still });
      await waitFor(page, `!document.querySelector('running-games p, word-puzzle noscript')`);
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

  await t.test('names of players are text', async (t) => {
    const page = await browser.open(address, { width: 1280, ...still });
    await waitFor(page, `document.querySelector('running-games a') !== null`);
    t.equal(
      await page.evaluate(`document.querySelector('running-games').innerText`),
      'Ada 76 – <b>greedy</b> 102',
    );
  });

  await t.test('a puzzle is played by typing alone: refused, tried, shown, shared, and kept', async (t) => {
    const page = await browser.open(`${address}puzzle`, { width: 390, ...still });
    const says = async (text: string) =>
      await waitFor(
        page,
        `document.querySelector('word-puzzle').innerText.includes(${JSON.stringify(text)})`,
      );
    await page.write('8A ZZZ');
    await page.press('Enter');
    await says('you do not have Z');
    await page.evaluate(`document.querySelector('#move').value = ''`);
    await page.write('5E IMPLED');
    await page.press('Enter');
    await says('IMPLED');
    await page.evaluate(`document.querySelector('#move').value = ''`);
    await page.write('C11 DAMP');
    await page.press('Enter');
    await says('C11 DAMP brings 37 + 2.0 for the tiles kept. The best move brings 48 + 3.5');
    t.notMatch(await page.evaluate(`document.querySelector('word-puzzle').innerText`), 'IMPLEAD');
    await page.write('5e implead');
    await page.press('Enter');
    await says('5E IMPLEAD is the best move');
    await says('2026-11-29: 51.5 of 51.5 in 2 tries');
    t.equal(await page.evaluate(`document.querySelectorAll('.board .ghost .letter text').length > 0`), true);
    await page.evaluate('location.reload()');
    await arrives(
      page,
      `document.querySelector('word-puzzle').innerText.includes('IMPLEAD is the best move')`,
    );
    t.strictSame(page.complaints, []);
  });

  await t.test(
    'a tap on a square of the puzzle writes where a word begins, across and then down',
    async (t) => {
      const page = await browser.open(`${address}puzzle`, { width: 1280, height: 800, ...still });
      const tap = async () =>
        await page.evaluate(`(() => { const board = document.querySelector('svg.board');
        const { left, top, width } = board.getBoundingClientRect();
        const scale = width / board.viewBox.baseVal.width;
        const [x, y] = [board.viewBox.baseVal.width - 15 * 40 + 7.5 * 40, board.viewBox.baseVal.height - 15 * 40 + 4.5 * 40];
        board.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: left + x * scale, clientY: top + y * scale })); })()`);
      const value = async () => await page.evaluate(`document.querySelector('#move').value`);
      await tap();
      t.equal(await value(), '5H ');
      await tap();
      t.equal(await value(), 'H5 ');
    },
  );
});
