import t from 'tap';
import { barriers } from '../../support/accessibility.ts';
import { Chromium, type Page, type Screen, withoutChromium } from '../../support/chromium.ts';
import { keptPicture, waitFor, wider } from '../../support/looked-at-page.ts';
import { servedHome } from './served-home.ts';

/** The best move of the day is 5E IMPLEAD, with the L of the board. */
const tiles = { I: 64, M: 65, P: 66, E: 68, A: 69, D: 70 } as const;
type Letter = keyof typeof tiles;
const letters = Object.keys(tiles) as readonly Letter[];

t.test('the puzzle of the day in chromium', { skip: withoutChromium }, async (t) => {
  const server = await servedHome();
  await using browser = await Chromium.start();
  t.teardown(async () => await server[Symbol.asyncDispose]());
  const address = `${server.address}puzzle`;

  const begun = async (screen: Screen) => {
    const page = await browser.open(address, { isStill: true, isApart: true, ...screen });
    await waitFor(page, `document.querySelector('.hand button')`);
    return page;
  };
  const textOf = async (page: Page, selector: string) =>
    String(await page.evaluate(`document.querySelector(${JSON.stringify(selector)}).innerText`));
  const says = async (page: Page, text: string) =>
    await waitFor(page, `document.querySelector('word-puzzle').innerText.includes(${JSON.stringify(text)})`);
  const laid = `document.querySelectorAll('.squares .laid').length`;
  const middle = async (page: Page, selector: string) =>
    (await page.evaluate(`(() => {
      const { left, top, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 }; })()`)) as { x: number; y: number };
  const slotOf = async (page: Page, letter: Letter) =>
    `.hand [data-slot="${await page.evaluate(
      `[...document.querySelectorAll('.hand button')].find((each) => each.innerText.startsWith('${letter}')).dataset.slot`,
    )}"]`;

  type Lay = (page: Page) => Promise<void>;
  const typed: Lay = async (page) => {
    await page.click(`[data-cell="${tiles.I}"]`);
    for (const letter of letters) await page.press(letter.toLowerCase());
  };
  const keyed: Lay = async (page) => {
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp']) await page.press(key);
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.press(key);
    for (const letter of letters) await page.press(letter.toLowerCase());
  };
  const tapped: Lay = async (page) => {
    for (const letter of letters) {
      await page.click(await slotOf(page, letter));
      await page.click(`[data-cell="${tiles[letter]}"]`);
    }
  };
  const dragBy =
    (move: 'drag' | 'swipe', above: number): Lay =>
    async (page) => {
      for (const letter of letters) {
        const from = await middle(page, await slotOf(page, letter));
        const { x, y } = await middle(page, `[data-cell="${tiles[letter]}"]`);
        const to = { x, y: y + above };
        await page[move]([from, { x: (from.x + to.x) / 2, y: to.y - 50 }, to]);
        await waitFor(page, `document.querySelector('[data-cell="${tiles[letter]}"].laid')`);
      }
    };

  const ways: readonly (readonly [name: string, lay: Lay, screen: Screen])[] = [
    ['typing', typed, { width: 1280, height: 800 }],
    ['keys alone', keyed, { width: 1280, height: 800, isDark: true }],
    ['dragging', dragBy('drag', 0), { width: 768, height: 1024 }],
    ['tapping', tapped, { width: 390, height: 844 }],
    ['swiping', dragBy('swipe', 40), { width: 360, height: 640, hasTouch: true, isDark: true }],
  ];
  for (const [name, lay, screen] of ways)
    t.test(`a move is tried by ${name}`, async (t) => {
      const page = await begun(screen);
      const label = `puzzle-${name.replace(' ', '-')}-${screen.width}`;
      const fits = `document.querySelector('.bar').getBoundingClientRect().bottom <= innerHeight && scrollY === 0`;
      t.ok(await page.evaluate(fits), 'all that is played with is in the window');
      t.equal(await page.evaluate(wider), 0, 'nothing is wider than the window');
      await lay(page);
      await waitFor(page, `document.querySelector('.bar .go').textContent === 'Try · 48'`);
      t.notMatch(await textOf(page, '.side'), /IMPLEAD/, 'a check is no try');
      await keptPicture(t, page, label, 5_000);
      if (name === 'keys alone') await page.press('Enter');
      else await page.click('.bar .go');
      await says(page, '5E IMPLEAD is the best move');
      await says(page, '2026-11-29: 51.5 of 51.5 in one try');
      t.same(await barriers(page), []);
      await keptPicture(t, page, `${label}-solved`, 5_000);
      t.strictSame(page.complaints, []);
    });

  t.test('a wrong word is marked; tries are listed and kept; the best move is shown on demand', async (t) => {
    const page = await begun({ width: 1280, height: 800 });
    const type = async (cell: number, word: string, isDown = false) => {
      await page.press('Escape');
      const square = `[data-cell="${cell}"]`;
      await page.click(square);
      const wanted = isDown ? 'down' : 'across';
      if (!(await page.evaluate(`document.querySelector('${square}').classList.contains('${wanted}')`)))
        await page.click(square);
      for (const letter of word) await page.press(letter.toLowerCase());
    };
    await type(tiles.I, 'IMPED');
    const marked = `[...document.querySelectorAll('.squares .wrong')].map((each) => Number(each.dataset.cell))`;
    await waitFor(page, `${marked}.length > 0`);
    t.same(await page.evaluate(marked), [64, 65, 66, 67, 68, 69]);
    t.equal(await textOf(page, '#state'), 'IMPLED is not in the word list.');
    await page.press('Enter');
    await waitFor(
      page,
      `document.querySelector('#spoken').textContent === 'IMPLED is not in the word list.'`,
    );
    t.equal(await page.evaluate(`document.querySelector('.side li')`), null, 'it is no try');
    await page.press('Escape');
    for (const [cell, letter] of [
      [tiles.I, 'A'],
      [tiles.D + 15, 'E'],
    ] as const) {
      await page.click(`[data-cell="${cell}"]`);
      await page.press(letter.toLowerCase());
    }
    await says(page, 'The tiles must be in one row or in one column');
    await type(152, 'DAMP', true);
    await waitFor(page, `document.querySelector('.bar .go').textContent === 'Try · 37'`);
    await page.press('Enter');
    await says(page, 'C11 DAMP brings 37 + 2.0 for the tiles kept. The best move brings 48 + 3.5');
    t.notMatch(await textOf(page, 'word-puzzle'), 'IMPLEAD');
    await page.press('Enter');
    await says(page, 'Your tries');
    t.equal(await page.evaluate(`document.querySelectorAll('.side li').length`), 1, 'a move is one try');
    await page.goTo(address);
    await says(page, 'C11 DAMP brings 37');
    await waitFor(page, `${laid} === 4`);
    await page.press('Escape');
    await page.click('.side li button');
    t.equal(await page.evaluate(laid), 4, 'a click on a try lays it');
    await page.click('.show-best');
    await says(page, 'The best moves');
    await waitFor(page, `${laid} === 6`);
    await says(page, '2026-11-29: 39.0 of 51.5 in one try');
    t.same(await barriers(page), []);
    await keptPicture(t, page, 'puzzle-best-1280', 5_000);
    await page.evaluate(`document.activeElement.blur()`);
    await page.press('?');
    await waitFor(page, `document.querySelector('#keys').open`);
    t.strictSame(page.complaints, []);
  });

  t.test('a server that does not answer is told, and the next try counts', async () => {
    const page = await begun({ width: 1280, height: 800 });
    await page.refuseNext('**/puzzle/try**');
    await typed(page);
    await waitFor(page, `document.querySelector('.bar .go').textContent === 'Try · 48'`);
    await page.refuseNext('**/puzzle/try**');
    await page.press('Enter');
    await says(page, 'The server refused the request (status 503).');
    await page.press('Enter');
    await says(page, '5E IMPLEAD is the best move');
    await page.refuseNext('**/puzzle/best**');
    await page.click('.show-best');
    await says(page, 'The server refused the request (status 503).');
  });

  t.test('without JavaScript the position can be looked at', async (t) => {
    const page = await browser.open(address, { width: 390, height: 844, withoutScripts: true });
    await keptPicture(t, page, 'puzzle-without-scripts-390', 5_000);
    const html = await (await fetch(address)).text();
    t.match(html, /<svg class="picture board"[\s\S]*<svg class="picture rack"[\s\S]*needs JavaScript/);
  });
});
