import { join } from 'node:path';
import t from 'tap';
import type { GameView } from '../../../host/serve/play/contract.ts';
import { barriers } from '../../support/accessibility.ts';
import { Chromium, type Page, type Screen, withoutChromium } from '../../support/chromium.ts';
import { keptPicture, waitFor, wider } from '../../support/looked-at-page.ts';
import { startedServe } from '../boggle/started-serve.ts';
import { noWord, pathOf, wordsLeft } from './boggle-words.ts';

const screens = {
  wide: { width: 1280, height: 800 },
  phone: { width: 390, height: 844, hasTouch: true },
  small: { width: 360, height: 640, hasTouch: true, isDark: true },
} as const satisfies Record<string, Screen>;

t.test('a table of Boggle in chromium', { skip: withoutChromium }, async (t) => {
  const { url } = await startedServe(t, join(t.testdir({}), 'site.db'));
  await using browser = await Chromium.start();
  const picture = async (page: Page, name: string) => await keptPicture(t, page, name, 5_000);
  const text = async (page: Page, selector: string) =>
    String(await page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`));
  const says = (selector: string, what: string) =>
    `document.querySelector(${JSON.stringify(selector)})?.textContent.includes(${JSON.stringify(what)})`;
  const viewOf = async (page: Page) =>
    (await page.evaluate(
      `fetch('/api/v1/games/' + location.pathname.split('/').at(-1)).then((answer) => answer.json())`,
    )) as GameView;
  const namesAt = async (page: Page) => (await viewOf(page)).seats.map(({ name }) => name);
  const isDue = `document.querySelector('.end') || document.querySelector('#guess .go')?.ariaDisabled === 'false'`;

  /** Somebody who has never been here, at a new game. */
  async function begun(screen: Screen, other: object, options: object = {}): Promise<Page> {
    const page = await browser.open(`${url}boggle/games/000000000000000000000`, { ...screen, isApart: true });
    const body = JSON.stringify({ game: 'boggle', options, seats: [{ is: 'person', name: 'Ada' }, other] });
    const { key } = (await page.evaluate(`fetch('/api/v1/games', { method: 'POST',
      headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(body)} })
      .then((answer) => answer.json())`)) as GameView;
    await page.goTo(`${url}boggle/games/${key}`);
    await waitFor(page, `document.querySelector('.card')`);
    page.complaints.length = 0;
    return page;
  }

  async function middles(page: Page, path: readonly number[]): Promise<readonly { x: number; y: number }[]> {
    const all = (await page.evaluate(`[...document.querySelectorAll('#board button')].map((cell) => {
      const { left, top, width, height } = cell.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 }; })`)) as { x: number; y: number }[];
    return path.map((cell) => all[cell]!);
  }

  type Enter = (page: Page, word: string, path: readonly number[]) => Promise<void>;
  const typed: Enter = async (page, word) => {
    await page.write(word.toLowerCase());
    await page.press('Enter');
  };
  const dragged: Enter = async (page, _, path) => {
    await page.drag(await middles(page, path));
    await page.click('#guess .go');
  };
  const swiped: Enter = async (page, _, path) => {
    await page.swipe(await middles(page, path));
    await page.click('#guess .go');
  };
  const tapped: Enter = async (page, _, path) => {
    for (const cell of path) await page.click(`#board button:nth-of-type(${cell + 1})`);
    await page.click('#guess .go');
  };

  /** Plays words until the game is over or so many were played. */
  async function playOn(page: Page, enter: Enter, most = 100): Promise<number> {
    for (let count = 0; count < most; count++) {
      await waitFor(page, isDue);
      const view = await viewOf(page);
      if (view.end) return count;
      const word = wordsLeft(view).find(({ length }) => length >= 4) ?? wordsLeft(view)[0]!;
      await enter(page, word, pathOf(view, word));
      await waitFor(page, says(`.moves .seat-${view.you} b`, word));
    }
    return most;
  }

  t.test('whole games against a bot: typed, dragged, tapped, on each screen', async (t) => {
    const cases = [
      ['typed', screens.wide, typed],
      ['dragged', screens.wide, dragged],
      ['swiped', screens.phone, swiped],
      ['tapped', screens.small, tapped],
    ] as const;
    for (const [name, screen, enter] of cases) {
      const page = await begun(screen, { is: 'bot', name: 'easy' }, { turns: '8' });
      await waitFor(page, isDue);
      await picture(page, `boggle-table-${name}`);
      t.same(await barriers(page), [], name);
      t.equal(await page.evaluate(wider), 0, 'nothing is wider than the screen');
      const below = `Math.max(...[...document.querySelectorAll('#guess, .bar')].map((each) => each.getBoundingClientRect().bottom)) - innerHeight`;
      t.ok(
        Number(await page.evaluate(below)) <= 0,
        `all that is needed is on the screen: ${await page.evaluate(below)}`,
      );
      t.match(await text(page, '#left'), '8 turns left');
      await playOn(page, enter, 1);
      await waitFor(page, `${says('#said', 'You: finds')} && ${isDue}`);
      t.ok(Number(await page.evaluate(below)) <= 0, `also after a move: ${await page.evaluate(below)}`);
      t.equal(await playOn(page, enter), 3);
      await waitFor(page, says('#unfound', ' '));
      t.match(await text(page, '.end'), /Nobody found/i);
      t.same(await barriers(page), [], `${name}, after the end`);
      t.equal(await page.evaluate(wider), 0);
      await picture(page, `boggle-end-${name}`);
      t.same(page.complaints, []);
    }
  });

  t.test('keys, refusals, passing and giving up', async (t) => {
    const page = await begun(screens.wide, { is: 'bot', name: 'easy' });
    await waitFor(page, isDue);
    await page.write('qqqq');
    t.match(await text(page, '#word-hint'), 'not on the board');
    await page.press('Enter');
    await waitFor(page, says('#word-error', 'not on the board'));
    await page.press('Escape');
    t.equal(await page.evaluate(`document.querySelector('#word').value`), '');
    await page.press('Enter');
    t.match(await text(page, '#word-error'), 'Enter a word');
    await page.press('?');
    t.equal(await page.evaluate(`document.querySelector('#keys').open`), true);
    t.same(await barriers(page), [], 'the keys');
    await page.press('Escape');
    await page.evaluate('document.activeElement.blur()');
    const wrong = noWord(await viewOf(page));
    await page.write(wrong.toLowerCase());
    await page.press('Enter');
    await waitFor(page, says('.moves', 'not in the dictionary'));
    await waitFor(page, isDue);
    await page.click('.bar button:nth-of-type(2)');
    t.same(await barriers(page), [], 'the question');
    await page.click('dialog[open] .go');
    await waitFor(page, says('.moves', 'passes'));
    await waitFor(page, isDue);
    await page.click('.bar button:nth-of-type(3)');
    await page.click('dialog[open] .go');
    await waitFor(page, `document.querySelector('.end')`);
    t.match(await text(page, '.end'), 'easy won');
    await page.leaveBy('.end .go');
    await waitFor(page, `document.querySelector('#board')`);
    t.same(await namesAt(page), ['easy', 'Ada'], 'the sides are changed');
    t.same(page.complaints, []);
  });

  t.test('a server that is away for a moment loses no word, and the end needs no analysis', async (t) => {
    const page = await begun(screens.wide, { is: 'bot', name: 'easy' });
    await waitFor(page, isDue);
    const [word] = wordsLeft(await viewOf(page));
    await page.refuseNext('**/moves');
    await page.write(word!);
    await page.press('Enter');
    await waitFor(page, `document.querySelector('#word-error').textContent !== ''`);
    t.equal(await page.evaluate(`document.querySelector('#word').value`), word);
    t.equal((await viewOf(page)).moves.filter(({ seat }) => seat === 1).length, 0);
    await page.press('Enter');
    await waitFor(page, says('.moves .seat-1 b', word!));
    t.equal(await text(page, '#word-error'), '');
    await waitFor(page, isDue);
    await page.refuseNext('**/analysis');
    await page.click('.bar button:nth-of-type(3)');
    await page.click('dialog[open] .go');
    await waitFor(page, `document.querySelector('.end')`);
    t.match(await text(page, '.end'), 'easy won');
    t.equal(await page.evaluate(`document.querySelector('#unfound')`), null);
    await page.goTo(String(await page.evaluate('location.href')));
    await waitFor(page, says('#unfound', ' '));
  });

  type Screen = (typeof screens)[keyof typeof screens];

  /** Two people at a table. A random board may have hardly a word, so there are games until one has some. */
  async function withWords(own: Screen, friend: Screen, options: Readonly<Record<string, string>>) {
    for (;;) {
      const ada = await begun(own, { is: 'open' }, options);
      const address = String(await ada.evaluate('location.href'));
      const ben = await browser.open(address, { ...friend, isApart: true });
      await waitFor(ben, `document.querySelector('.notice .go')`);
      t.same(await barriers(ben), [], 'an open seat');
      await ben.click('.notice .go');
      await waitFor(ben, `document.querySelector('#guess')`);
      await waitFor(ada, isDue);
      const words = wordsLeft(await viewOf(ada)).filter(({ length }) => length >= 4);
      if (words.length > 7) return { ada, ben, address, words };
    }
  }

  t.test('with a friend in another browser, by the link, and somebody who watches', async (t) => {
    const { ada, ben, address } = await withWords(screens.phone, screens.wide, { turns: '6' });
    const cyd = await browser.open(address, { ...screens.wide, isApart: true });
    await waitFor(cyd, `document.querySelector('svg.board')`);
    await ben.write('zz');
    await ben.press('Enter');
    t.equal(await text(ben, '#word-error'), 'Wait for Ada.');
    await ben.press('Escape');
    for (let turn = 0; turn < 3; turn++) {
      await playOn(ada, swiped, 1);
      await waitFor(ben, isDue);
      t.equal(await text(ben, '#word-error'), '');
      await playOn(ben, typed, 1);
    }
    await picture(cyd, 'boggle-watched');
    for (const page of [ada, ben, cyd]) {
      await waitFor(page, says('#unfound', ' '));
      t.same(await barriers(page), []);
      t.equal(await page.evaluate(wider), 0);
      t.equal(await page.evaluate(`document.querySelectorAll('.moves b').length`), 6);
      t.same(page.complaints, []);
    }
  });

  t.test(
    'by the classic rules: two people at once, who see no words of each other before the end',
    async (t) => {
      const options = { rules: 'classic', time: '10m' };
      const { ada, ben, address, words } = await withWords(screens.wide, screens.small, options);
      const [first, second] = words as [string, string, ...string[]];
      const cyd = await browser.open(address, { ...screens.phone, isApart: true });
      const view = await viewOf(ada);
      await typed(ada, first, []);
      await waitFor(ada, says('#own', first));
      // Its own answer may come after the view.
      await waitFor(ada, says('#said', 'if nobody else finds it'));
      t.match(await text(ada, '#said'), /point.* if nobody else finds it/);
      await ada.write(first.toLowerCase());
      t.match(await text(ada, '#word-hint'), 'found already');
      await ada.press('Escape');
      await ada.write(noWord(view).toLowerCase());
      await ada.press('Enter');
      await waitFor(ada, says('#word-error', 'not in the dictionary'));
      await ada.press('Escape');
      await typed(ada, second, []);
      await waitFor(ada, says('#own', second));
      await swiped(ben, first, pathOf(view, first));
      await waitFor(ben, says('#own', first));
      for (const page of [ada, ben]) {
        await picture(page, `boggle-classic-${page === ada ? 'wide' : 'small'}`);
        t.same(await barriers(page), []);
        t.equal(await page.evaluate(wider), 0);
        const bar = `document.querySelector('.bar').getBoundingClientRect().bottom - innerHeight`;
        t.ok(Number(await page.evaluate(bar)) <= 0, 'all that is needed is on the screen');
        t.match(await text(page, '.clock'), /^(10:00|9:\d\d)$/);
      }
      for (const page of [ben, cyd]) t.notOk((await text(page, 'body')).includes(second), second);
      t.notOk((await text(cyd, 'body')).includes(first));
      t.match(await text(cyd, '.clock'), /:/);
      await ada.click('.bar button:nth-of-type(2)');
      await ada.click('dialog[open] .go');
      await waitFor(ada, says('#done', 'You are done'));
      await ada.goTo(address);
      await waitFor(ada, says('#done', 'You are done'));
      await ben.click('.bar button:nth-of-type(2)');
      await ben.click('dialog[open] .go');
      for (const page of [ada, ben, cyd]) {
        await waitFor(page, `document.querySelector('#unfound span')`);
        t.match(
          await page.evaluate(`[...document.querySelectorAll('.found s')].map((each) => each.textContent)`),
          [`${first} 0`, `${first} 0`],
        );
        t.match(await text(page, '.found'), second);
        t.same(await barriers(page), [], 'after the end');
        t.equal(await page.evaluate(wider), 0);
        t.same(page.complaints, []);
      }
      await picture(ada, 'boggle-classic-end');
      await ada.leaveBy('.end .go');
      await waitFor(ada, `document.querySelector('.card')`);
      t.match(await viewOf(ada), { pace: 'round', state: 'open' }, 'another game by the same rules');
    },
  );

  t.test('its own page has the rules, and the games that run', async (t) => {
    const player = await begun(screens.wide, { is: 'bot', name: 'easy' });
    const page = await browser.open(`${url}boggle/`, { ...screens.phone, isApart: true });
    await waitFor(page, `document.querySelector('running-games a')`);
    t.ok(Number(await page.evaluate(`document.querySelectorAll('.rules li').length`)) <= 10);
    t.same(await barriers(page), []);
    await page.leaveBy('running-games a');
    await waitFor(page, `document.querySelector('svg.board')`);
    t.same(await namesAt(page), ['Ada', 'easy']);
    t.same([...player.complaints, ...page.complaints], []);
  });

  t.test('from the pages: one click against a bot, and a link for a friend', async (t) => {
    // The boards of the first page would move while they are judged.
    const at = { ...screens.wide, isApart: true, isStill: true };
    const buttons = [
      ['', '[data-game=boggle] [data-play]', 'running'],
      ['', '[data-game=boggle] [data-friend]', 'open'],
      ['boggle/', '#play', 'running'],
      ['boggle/', '#friend', 'open'],
    ] as const;
    const starts = ['turns', 'round'].flatMap((pace, way) =>
      buttons.map((start) => [...start, way, pace] as const),
    );
    for (const [path, button, state, way, pace] of starts) {
      const page = await browser.open(`${url}${path}`, at);
      await waitFor(page, `document.querySelector('${button}')?.disabled === false`);
      t.same(await barriers(page), [], path);
      await page.evaluate(`document.querySelector('[data-ways], #way').selectedIndex = ${way}`);
      await page.leaveBy(button);
      t.match(await page.evaluate('location.pathname'), /^\/boggle\/games\/[\w-]{21}$/);
      await waitFor(page, `document.querySelector('.card')`);
      t.match(await viewOf(page), { state, pace, you: 1 });
      t.same(page.complaints, []);
    }
    const page = await browser.open(`${url}boggle/`, at);
    await waitFor(page, `document.querySelector('#against option')`);
    t.equal(await page.evaluate(`document.querySelector('#against').value`), 'easy');
    await page.evaluate(`(() => { const list = document.querySelector('#against');
      list.value = 'hard'; list.dispatchEvent(new Event('change')); })()`);
    await page.leaveBy('#play');
    await waitFor(page, `document.querySelector('.card')`);
    t.same(await namesAt(page), ['Guest', 'hard']);
    await page.goTo(url);
    t.equal(
      await page.evaluate(`document.querySelector('[data-game=boggle] [data-bots]').value`),
      'hard',
      'the strength is remembered by both pages',
    );
  });

  t.test('the analysis of a game, and the addresses of the API of the seed beside it', async (t) => {
    const page = await begun(screens.wide, { is: 'bot', name: 'easy' }, { turns: '2' });
    await playOn(page, typed);
    await waitFor(page, `document.querySelector('.end')`);
    const { key } = await viewOf(page);
    await page.leaveBy('.end a[href$="/analysis"]');
    await waitFor(page, `document.querySelector('svg.board')`);
    t.same(await barriers(page), [], 'the analysis');
    const ask = async (path: string, body?: object) => {
      const response = await fetch(`${url}boggle/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        text: await response.text(),
      };
    };
    const tokens = [];
    for (const user_name of ['ann', 'ben'])
      tokens.push(JSON.parse((await ask('create_user', { user_name })).text));
    const made = await fetch(`${url}boggle/new_game`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[0].token}` },
      body: JSON.stringify({ user1_name: 'ann', user2_name: 'ben', turns: 2 }),
    });
    const { urlsafe_key } = (await made.json()) as { urlsafe_key: string };
    t.match(await ask(`games/${urlsafe_key}/history`), {
      status: 200,
      text: 'Here is the history of this game',
    });
    t.match(await ask('games/average_turns'), { status: 200, text: 'The average moves remaining is' });
    t.match(await ask(`get_game/${key}`), { status: 400, text: 'Invalid key' }, 'of the site');
    t.match(await ask(`games/${key}`), { status: 200, type: /^text\/html/ });
  });
});
