import { join } from 'node:path';
import t, { type Test } from 'tap';
import { readBoardText } from '../../../host/games/boggle/board.ts';
import { pathFinder } from '../../../host/games/boggle/path-finder.ts';
import { wordFinder } from '../../../host/games/boggle/word-finder.ts';
import { loadBuiltIn } from '../../../host/lexicon/cache.ts';
import { worthOf } from '../../../host/serve/boggle/page/game-state.ts';
import { start } from '../../cli/wordhost.ts';
import { barriers } from '../../support/accessibility.ts';
import { Chromium, type Page, withoutChromium } from '../../support/chromium.ts';
import { expectOk } from '../../support/expect-ok.ts';
import { keptPicture, waitFor, wider } from '../../support/looked-at-page.ts';
import { startedServe } from './started-serve.ts';

t.test('played in chromium', async (t) => {
  const picture = async (page: Page, name: string) => await keptPicture(t, page, name, 5_000);

  const says = (id: string, text: string) =>
    `document.getElementById('${id}')?.textContent.includes(${JSON.stringify(text)})`;
  const text = async (page: Page, id: string) =>
    String(await page.evaluate(`document.getElementById('${id}').innerText`));
  async function fill(page: Page, id: string, value: string): Promise<void> {
    await page.evaluate(
      `(() => { const field = document.getElementById('${id}'); field.focus(); field.select(); })()`,
    );
    await page.write(value);
  }

  async function submit(page: Page, id: string, value: string): Promise<void> {
    await fill(page, id, value);
    await page.press('Enter');
  }

  async function served(t: Test, ...more: string[]) {
    const { running, url } = await startedServe(t, join(t.testdir({}), 'boggle.db'), more);
    return { running, url: `${url}boggle/` };
  }

  async function makeName(page: Page, name: string): Promise<void> {
    await submit(page, 'name', name);
    await waitFor(page, `document.getElementById('me')?.value === ${JSON.stringify(name)}`);
    await waitFor(page, says('rankings', name));
  }

  async function playAs(page: Page, name: string): Promise<void> {
    await page.evaluate(`(() => {
    const me = document.getElementById('me');
    me.value = ${JSON.stringify(name)};
    me.dispatchEvent(new Event('change'));
  })()`);
  }

  /** With the board of its game there. */
  async function begin(page: Page, opponent: string, turns: number): Promise<void> {
    await fill(page, 'opponent', opponent);
    await submit(page, 'turns', String(turns));
    await waitFor(page, `document.querySelectorAll('#board button').length > 0`);
  }

  /** Requests of the page with this in their path are answered by what this comes to, which can ask `real` the server. */
  async function answersInstead(page: Page, path: string, answer: string): Promise<void> {
    await page.evaluate(`(() => {
    const before = window.fetch;
    window.fetch = async (...asked) => {
      const real = async () => await before(...asked);
      return String(asked[0]).includes(${JSON.stringify(path)}) ? ${answer} : await real();
    };
  })()`);
  }

  const shipped = loadBuiltIn();
  if (!shipped.ok) throw new Error('the word list of the package is not built');
  const finder = wordFinder(shipped.kept.automaton);

  /** Words on the board that is shown, long ones first, each with its cells. */
  async function wordsOn(
    page: Page,
  ): Promise<readonly { readonly word: string; readonly path: readonly number[] }[]> {
    const rows = (await page.evaluate(
      `[...document.querySelectorAll('#board button')].map((each) => each.ariaLabel.split(': ')[1]).join(' ')`,
    )) as string;
    const cells = rows.split(' ');
    const side = Math.sqrt(cells.length);
    const reading = expectOk(
      readBoardText(
        Array.from({ length: side }, (_, row) => cells.slice(row * side, (row + 1) * side).join(' ')).join(
          ' | ',
        ),
      ),
    );
    const found = finder.wordsOn(reading.value).filter((word) => word.length >= 3);
    const paths = pathFinder(reading.value);
    return found
      .sort((one, other) => other.length - one.length)
      .map((word) => ({ word, path: paths.pathOf(word)! }));
  }

  async function middleOf(page: Page, path: readonly number[]): Promise<readonly { x: number; y: number }[]> {
    const middles = `(document.getElementById('board').scrollIntoView({ block: 'center' }),
    [...document.querySelectorAll('#board button')].map((cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 }; }))`;
    const all = (await page.evaluate(middles)) as { x: number; y: number }[];
    return path.map((cell) => all[cell]!);
  }

  const lit = async (page: Page) =>
    (await page.evaluate(
      `[...document.querySelectorAll('#board button')].flatMap((each, cell) => each.getAttribute('aria-pressed') === 'true' ? [cell] : [])`,
    )) as number[];
  const inOrder = (path: readonly number[]) => [...path].sort((one, other) => one - other);

  /** Words that the bot does not find before: it finds none. */
  const idle = `sh -c 'echo ready; while read -r line; do case $line in "turn "*) echo pass;; esac; done'`;

  t.test(
    'a whole game against a bot, typed, dragged and by keys alone',
    { skip: withoutChromium },
    async (t) => {
      const { url } = await served(t, '--bot', `robot=${idle}`);
      await using browser = await Chromium.start();
      const page = await browser.open(url, { width: 1280, height: 1000 });
      t.same(await barriers(page), [], 'the start, before there is a name');
      await picture(page, 'start-wide-light');
      await makeName(page, 'ann');
      await begin(page, 'robot', 6);
      t.match(await text(page, 'game-title'), 'ann against robot');
      t.match(await text(page, 'turn'), 'Your turn.');
      const other = await browser.open(String(await page.evaluate('location.href')), {
        width: 800,
        isApart: true,
      });
      await waitFor(other, says('connection', 'live'));
      const [typed, dragged, chosen] = await wordsOn(page);

      await t.test('a typed word lights up, and Enter plays it', async (t) => {
        await fill(page, 'word', typed!.word.toLowerCase());
        t.same(await lit(page), inOrder(typed!.path));
        await picture(page, 'game-wide-light');
        await page.press('Enter');
        await waitFor(page, `document.querySelectorAll('#history li').length === 2`);
        t.match(await text(page, 'history'), typed!.word);
        t.match(await text(page, 'said'), 'robot passed. Your turn.');
        t.same(await lit(page), []);
      });

      await t.test('whoever looks on sees it at once', async (t) => {
        await waitFor(other, `document.querySelectorAll('#history li').length === 2`);
        t.match(await text(other, 'history'), typed!.word);
        t.equal(await other.evaluate(`(document.getElementById('guess') === null)`), true);
        t.match(await text(other, 'looking'), 'You are a spectator');
        t.same(await barriers(other), [], 'for whoever looks on');
        t.same(other.complaints, []);
      });

      await t.test('a dragged word is played by its button', async (t) => {
        await page.drag(await middleOf(page, dragged!.path));
        t.same(await lit(page), inOrder(dragged!.path));
        t.equal(await page.evaluate(`document.getElementById('word').value`), dragged!.word);
        await picture(page, 'dragged-wide-light');
        t.same(await barriers(page), [], 'in the middle of a game');
        await page.click('#guess button[type=submit]');
        await waitFor(page, `document.querySelectorAll('#history li').length === 4`);
        t.match(await text(page, 'history'), dragged!.word);
      });

      await t.test('by keys alone: to the board, over it, to the button', async (t) => {
        await page.evaluate(`document.getElementById('game-title').focus()`);
        const onBoard = `document.activeElement.closest('#board') !== null`;
        for (let presses = 0; !(await page.evaluate(onBoard)); presses++) {
          t.ok(presses < 10, 'the Tab key comes to the board');
          await page.press('Tab');
        }
        const width = 4;
        let at = (await page.evaluate(
          `[...document.querySelectorAll('#board button')].indexOf(document.activeElement)`,
        )) as number;
        for (const cell of chosen!.path) {
          for (; at % width < cell % width; at++) await page.press('ArrowRight');
          for (; at % width > cell % width; at--) await page.press('ArrowLeft');
          for (; at < cell; at += width) await page.press('ArrowDown');
          for (; at > cell; at -= width) await page.press('ArrowUp');
          await page.press('Space');
        }
        t.same(await lit(page), inOrder(chosen!.path));
        t.equal(await text(page, 'spelled'), chosen!.word, 'it is read out');
        await page.press('Tab');
        t.equal(await page.evaluate('document.activeElement.id'), 'word');
        await page.press('Enter');
        await waitFor(page, says('turn', 'Game over: you won.'));
        t.equal(await page.evaluate('document.activeElement.id'), 'game-title', 'its field is gone');
        await waitFor(page, says('history', 'robot passed. ann wins! Game over!'));
        t.equal(await page.evaluate(`(document.getElementById('guess') === null)`), true);
        t.same(await barriers(page), [], 'after the end');
        await waitFor(other, says('turn', 'Game over: ann won.'));
        await picture(page, 'over-wide-light');
      });

      await t.test('the rankings have it, and the games of the player', async (t) => {
        await page.click('.top a[href="#/"]');
        await waitFor(
          page,
          `document.querySelectorAll('#games li').length === 1 && document.getElementById('start') !== null`,
        );
        t.match(await text(page, 'games'), 'against robot');
        await waitFor(page, says('rankings', '100 %'));
        t.match(await text(page, 'rankings'), /^ann\s+1\s+0\s+100 %/);
        t.equal(await page.evaluate('document.activeElement.id'), 'start-title', 'a reader begins there');
        await page.evaluate(`document.querySelector('details').open = true`);
        t.same(await barriers(page), [], 'games, rankings, and a name that is there already');
        await picture(page, 'start-again-wide-light');
      });

      await t.test('a game that the other one cancels says so to all, and asks nothing more', async (t) => {
        await begin(page, 'robot', 4);
        await other.evaluate(`location.href = ${JSON.stringify(await page.evaluate('location.href'))}`);
        await submit(page, 'word', 'zzz');
        await waitFor(other, says('said', 'robot passed.'));
        await page.click('#cancel');
        await waitFor(page, `document.getElementById('cancelling').open`);
        await other.evaluate(
          `fetch(document.getElementById('share').href.replace(/#.game(.*)/, 'game$1/cancel?user_name=robot'), { method: 'PUT' })`,
        );
        for (const each of [page, other]) {
          await waitFor(each, says('said', 'robot cancelled the game. ann wins!'));
          t.match(await text(each, 'history'), /^robot cancelled the game. ann wins!/);
        }
        t.equal(await page.evaluate(`document.getElementById('cancelling')?.open ?? false`), false);
        t.equal(await page.evaluate('document.activeElement.id'), 'game-title');
        t.same(await barriers(page), [], 'a game that was cancelled');
      });

      await t.test('to go back while it asks whether to cancel leaves a page that can be used', async (t) => {
        await page.evaluate(`location.hash = '#/'`);
        await waitFor(page, `document.getElementById('start') !== null`);
        await begin(page, 'robot', 4);
        await page.click('#cancel');
        await waitFor(page, `document.getElementById('cancelling').open`);
        await page.evaluate('history.back()');
        await waitFor(page, `document.getElementById('start') !== null`);
        t.equal(await page.evaluate(`document.getElementById('cancelling')?.open ?? false`), false);
        await begin(page, 'robot', 4);
      });

      await t.test('a pointer that went up outside of the board chooses nothing', async (t) => {
        const [one, next] = (await middleOf(page, [0, 1])) as [
          { x: number; y: number },
          { x: number; y: number },
        ];
        const point = (kind: string, { x, y }: typeof one, buttons: number) =>
          `document.elementFromPoint(${x}, ${y}).dispatchEvent(new PointerEvent('pointer${kind}',
          { clientX: ${x}, clientY: ${y}, buttons: ${buttons}, pointerId: 7, isPrimary: true, bubbles: true }))`;
        await page.evaluate(point('down', one, 1));
        await page.evaluate(point('move', next, 0));
        t.same(await lit(page), []);
      });
      t.same(page.complaints, [], 'nothing was refused, and nothing failed');
      t.same(
        page.requests.filter((each) => !each.startsWith(new URL(url).origin)),
        [],
        'nothing comes from elsewhere',
      );
    },
  );

  /** A bot that takes its time, until a word is played. */
  const slow = `sh -c 'echo ready; while read -r line; do case $line in "turn "*) sleep 1; echo pass;; esac; done'`;

  t.test(
    'a newcomer plays with one click, and what is needed to play is in sight',
    { skip: withoutChromium },
    async (t) => {
      const { url } = await served(t, '--bot', `robot=${slow}`);
      await using browser = await Chromium.start();
      for (const [width, height] of [
        [360, 640],
        [390, 844],
        [768, 1024],
        [1280, 800],
      ] as const) {
        const page = await browser.open(url, { width, height, isApart: true });
        await page.click('.bot');
        await waitFor(page, `document.querySelectorAll('#board button').length === 16`);
        const bottom = await page.evaluate(`document.getElementById('guess').getBoundingClientRect().bottom`);
        t.ok(Number(bottom) <= height, `the word ends at ${bottom} of ${height}`);
        t.equal(await page.evaluate('scrollY'), 0);
        t.equal(await page.evaluate(wider), 0);
        const [first, second] = await wordsOn(page);
        await page.drag(await middleOf(page, first!.path));
        t.equal(
          await page.evaluate(`document.querySelector('#guess .go').textContent`),
          `Play · ${worthOf(first!.word)}`,
        );
        await page.press('Enter');
        await waitFor(page, says('history', first!.word));
        t.equal(
          await page.evaluate(`document.getElementById('word').value`),
          '',
          'no letter is pressed again',
        );
        t.equal(
          await page.evaluate(`document.querySelector('#guess .go').ariaDisabled`),
          'true',
          'out of turn',
        );
        await waitFor(page, says('turn', 'Your turn.'));
        t.equal(await page.evaluate(`document.querySelector('#guess .go').ariaDisabled`), 'false');
        await page.evaluate('document.activeElement.blur()');
        await page.write(second!.word.toLowerCase());
        t.same(await lit(page), inOrder(second!.path), 'typed outside of the field');
        await page.press('Escape');
        t.same(await lit(page), []);
        await page.write('x');
        await page.click('#clear');
        await page.press('Enter');
        t.match(await text(page, 'word-error'), 'Enter a word', 'Enter plays after a click on a button, too');
        await page.press('?');
        t.equal(await page.evaluate(`document.getElementById('keys').open`), true);
        await page.evaluate('document.activeElement.blur()');
        await page.write(second!.word);
        await page.press('Enter');
        await waitFor(page, says('history', second!.word));
        t.same(page.complaints, []);
      }
    },
  );

  t.test(
    'after the end: who has won, what nobody found, again, and nothing that is live',
    { skip: withoutChromium },
    async (t) => {
      const { url } = await served(t, '--bot', `robot=${idle}`);
      await using browser = await Chromium.start();
      const page = await browser.open(url, { width: 1280, height: 800 });
      await makeName(page, 'ann');
      await begin(page, 'robot', 2);
      const [first, second] = await wordsOn(page);
      t.equal(await page.evaluate(`document.getElementById('unfound')`), null);
      await submit(page, 'word', first!.word);
      await waitFor(page, says('unfound', second!.word));
      t.notMatch(await text(page, 'unfound'), new RegExp(`\\b${first!.word}\\b`));
      t.equal(await page.evaluate(`document.getElementById('connection')`), null);
      t.match(
        await page.evaluate(`document.querySelector('.end').innerText`),
        `You won by ${worthOf(first!.word)} point`,
      );
      t.same(await barriers(page), [], 'after the end');
      await page.click('#again');
      await waitFor(page, says('left', 'last turn'));
      t.match(await text(page, 'game-title'), 'robot against ann', 'the sides are changed');
    },
  );

  t.test(
    'a game between two browsers, one that drags and one with the keyboard alone',
    { skip: withoutChromium },
    async (t) => {
      const { url } = await served(t);
      await using browser = await Chromium.start();
      const ben = await browser.open(url, { width: 1280, height: 800, isApart: true });
      await makeName(ben, 'ben');
      const ann = await browser.open(url, { width: 390, height: 844, hasTouch: true, isApart: true });
      await makeName(ann, 'ann');
      await begin(ann, 'ben', 6);
      await ben.evaluate(`location.href = ${JSON.stringify(await ann.evaluate('location.href'))}`);
      await waitFor(ben, says('turn', 'ann’s turn.'));
      t.equal(await ben.evaluate(`document.querySelector('#guess .go').ariaDisabled`), 'true');
      await ben.write('zz');
      await ben.press('Enter');
      t.equal(await text(ben, 'word-error'), 'Wait for ann.');
      await ben.press('Escape');
      await ben.press('Enter');
      await waitFor(ben, says('word-error', 'Enter a word'));
      const words = await wordsOn(ann);
      for (const turn of [0, 2, 4]) {
        const [dragged, written] = [words[turn]!, words[turn + 1]!];
        await waitFor(ann, says('turn', 'Your turn.'));
        await ann.swipe(await middleOf(ann, dragged.path));
        await ann.click('#guess .go');
        await waitFor(ben, says('turn', 'Your turn.'));
        t.equal(await ben.evaluate('document.title'), 'Your turn: ann against ben: Boggle');
        t.equal(await text(ben, 'word-error'), '', 'what was wrong before is not said any more');
        await waitFor(ben, says('history', dragged.word));
        await ben.write(written.word.toLowerCase());
        await ben.press('Enter');
        await waitFor(ann, says('history', written.word));
      }
      const points = [0, 1].map((seat) =>
        words.slice(0, 6).reduce((sum, { word }, index) => sum + (index % 2 === seat ? worthOf(word) : 0), 0),
      );
      for (const page of [ann, ben]) {
        await waitFor(page, says('turn', 'Game over'));
        await waitFor(page, says('unfound', words[6]!.word));
        t.strictSame(
          await page.evaluate(
            `[...document.querySelectorAll('.score')].map((each) => Number(each.textContent))`,
          ),
          points,
        );
        t.equal(await page.evaluate(`document.querySelectorAll('#history li').length`), 6);
        t.same(await barriers(page), []);
        t.same(page.complaints, []);
      }
    },
  );

  t.test('what is nowhere is told in a page', { skip: withoutChromium }, async (t) => {
    const { url } = await served(t);
    await using browser = await Chromium.start();
    const page = await browser.open(`${url}page/nowhere`, { width: 390 });
    t.match(await page.evaluate('document.body.innerText'), 'There is nothing at this address');
    t.same(await barriers(page), []);
    await page.click('main a');
    await waitFor(page, `location.pathname === '/'`);
  });

  t.test('on a phone, with a finger, in light and dark', { skip: withoutChromium }, async (t) => {
    const { url } = await served(t, '--bot', `robot=${idle}`);
    await using browser = await Chromium.start();
    for (const isDark of [false, true]) {
      const scheme = isDark ? 'dark' : 'light';
      const phone = await browser.open(url, {
        width: 360,
        height: 1500,
        isDark,
        hasTouch: true,
        isApart: true,
        isStill: true,
      });
      t.equal(await phone.evaluate(wider), 0);
      await picture(phone, `start-narrow-${scheme}`);
      await makeName(phone, `finger ${scheme}`);
      t.same(await barriers(phone), [], `the start, ${scheme}`);
      await begin(phone, 'robot', 4);
      const [first] = await wordsOn(phone);
      await phone.swipe(await middleOf(phone, first!.path));
      t.same(await lit(phone), inOrder(first!.path));
      t.equal(
        await phone.evaluate(`getComputedStyle(document.querySelector('#board button')).transitionDuration`),
        '0s',
      );
      t.equal(await phone.evaluate(wider), 0);
      t.same(await barriers(phone), [], `a game, ${scheme}`);
      await picture(phone, `game-narrow-${scheme}`);
      await phone.click('#cancel');
      await waitFor(phone, `document.getElementById('cancelling').open`);
      t.equal(await phone.evaluate('document.activeElement.id'), 'keep', 'by mistake, nothing is lost');
      t.same(await barriers(phone), [], `the question, ${scheme}`);
      await picture(phone, `cancel-narrow-${scheme}`);
      await goOn(phone);
      await phone.click('#cancel');
      await phone.click('#confirm');
      await waitFor(phone, says('said', 'cancelled the game. robot wins!'));
      t.same(phone.complaints, []);
    }
    const wide = await browser.open(url, { width: 1280, height: 1000, isDark: true, isApart: true });
    await makeName(wide, 'wide and dark');
    await picture(wide, 'start-wide-dark');
    await begin(wide, 'robot', 4);
    const [first] = await wordsOn(wide);
    await wide.drag(await middleOf(wide, first!.path));
    await picture(wide, 'game-wide-dark');
    t.same(await barriers(wide), []);
  });

  async function goOn(page: Page): Promise<void> {
    await page.press('Escape');
    await waitFor(page, `!document.getElementById('cancelling').open`);
    t.equal(await page.evaluate(`(document.getElementById('guess') === null)`), false, 'the game goes on');
  }

  t.test(
    'names are texts, whatever is in them, and what is wrong is said beside it',
    { skip: withoutChromium },
    async (t) => {
      const { url } = await served(
        t,
        '--bot',
        `robot=${idle}`,
        '--bot',
        `crash=sh -c 'echo ready; read -r line; exit 3'`,
      );
      await using browser = await Chromium.start();
      const page = await browser.open(url, { width: 1000, height: 1100 });
      const hostile = '<img src=x onerror=alert(1)>';
      await makeName(page, hostile);
      await makeName(page, 'مريم "><b>');
      t.match(await text(page, 'rankings'), hostile);

      const wrong = async (id: string, words: string | RegExp) => {
        await waitFor(page, `document.getElementById('${id}-error').textContent !== ''`);
        t.match(await text(page, `${id}-error`), words);
        t.equal(await page.evaluate('document.activeElement.id'), id);
        t.equal(await page.evaluate(`document.getElementById('${id}').getAttribute('aria-invalid')`), 'true');
      };
      await fill(page, 'name', 'x');
      await page.evaluate(`document.getElementById('name').value = ''`);
      await page.press('Enter');
      await wrong('name', 'Enter a name');
      await submit(page, 'name', hostile);
      await wrong('name', 'already exists');
      await page.evaluate(`document.getElementById('name').value = '${'🙂'.repeat(101)}'`);
      await page.press('Enter');
      await wrong('name', 'Enter at most 100 characters; this has 101.');
      await page.evaluate(`document.getElementById('name').value = 'a\\u202eb'`);
      await page.press('Enter');
      await wrong('name', 'Expected visible characters; got U+202E.');
      await fill(page, 'email', 'nobody');
      await page.evaluate(`document.getElementById('name').value = 'cyd'`);
      await page.press('Enter');
      await wrong('email', 'Enter an email address');
      await submit(page, 'opponent', 'nobody');
      await wrong('opponent', 'A user named nobody does not exist!');
      await fill(page, 'opponent', 'robot');
      await submit(page, 'turns', '0');
      await wrong('turns', 'from 1 to 1000');
      await submit(page, 'link', 'https://example.org/');
      await wrong('link', 'Enter the link or key of a game');
      t.same(await barriers(page), [], 'with what is wrong');
      await picture(page, 'wrong-wide-light');

      await t.test('a kept name that the server has not is made again or forgotten', async (t) => {
        const gone =
          '[{"name":"gone","key":"u123456789012345678901"},{"name":"lost","key":"u123456789012345678902"}]';
        const apart = await browser.open(url, { width: 1000, isApart: true });
        await makeName(apart, 'kept');
        await apart.evaluate(`localStorage.setItem(Object.keys(localStorage)[0], ${JSON.stringify(gone)})`);
        await makeName(apart, 'another');
        await playAs(apart, 'gone');
        await waitFor(apart, `document.getElementById('missing') !== null`);
        t.equal(await apart.evaluate(`document.getElementById('me').value`), 'gone', 'it stays chosen');
        t.match(await text(apart, 'missing'), /Your name gone is saved .* no such user/);
        t.same(await barriers(apart), [], 'with a name that is not there');
        await picture(apart, 'missing-wide-light');
        await submit(apart, 'opponent', 'robot');
        await waitFor(apart, `document.activeElement.id === 'make-again'`);
        t.equal(await text(apart, 'opponent-error'), '');
        await apart.press('Enter');
        await waitFor(apart, says('rankings', 'gone'));
        await waitFor(apart, `document.getElementById('missing') === null`);
        await apart.evaluate(
          `(() => { const me = document.getElementById('me'); me.value = 'lost'; me.dispatchEvent(new Event('change')); })()`,
        );
        await waitFor(apart, `document.getElementById('missing') !== null`);
        await apart.click('#forget');
        await waitFor(apart, `document.getElementById('me')?.value === 'gone'`);
        t.equal(await apart.evaluate(`document.getElementById('me').length`), 2);
      });

      await t.test('two clicks or keys are meant once', async (t) => {
        const apart = await browser.open(url, { width: 1000, isApart: true });
        let posts = `window.posted = (window.posted ?? 0) + 1, await new Promise((done) => setTimeout(done, 50)), await real()`;
        posts = `(${posts})`;
        await answersInstead(apart, 'create_user', posts);
        await answersInstead(apart, 'new_game', posts);
        await submit(apart, 'name', 'twice');
        await apart.press('Enter');
        await waitFor(apart, `document.getElementById('me')?.value === 'twice'`);
        t.equal(await text(apart, 'name-error'), '');
        await submit(apart, 'opponent', hostile);
        await apart.press('Enter');
        await waitFor(apart, `document.getElementById('game') !== null`);
        t.equal(await apart.evaluate('window.posted'), 2);

        await apart.evaluate(`document.querySelector('#guess [type=submit]').dispatchEvent(
        new MouseEvent('click', { detail: 2, bubbles: true, cancelable: true }))`);
        t.equal(await text(apart, 'word-error'), '', 'the second click of a double click');

        await t.test('a word that is written while the last is on its way stays', async (t) => {
          await answersInstead(apart, 'make_move', '(await window.gate, await real())');
          await apart.evaluate(`void (window.gate = new Promise((open) => { window.open = open; }))`);
          await submit(apart, 'word', 'zzz');
          await fill(apart, 'word', 'zzy');
          await waitFor(apart, says('waiting', 'Waiting for the server'));
          await apart.evaluate('window.open()');
          await waitFor(apart, says('said', 'Sorry! "ZZZ" is not'));
          t.equal(await text(apart, 'waiting'), '');
          t.equal(await apart.evaluate(`document.getElementById('word').value`), 'zzy');
          t.equal(await text(apart, 'word-error'), '');
        });
      });

      await begin(page, hostile, 4);
      t.match(await text(page, 'game-title'), hostile);
      await fill(page, 'word', 'zzz');
      t.match(await text(page, 'word-hint'), 'This word is not on the board.');
      await page.press('Enter');
      await waitFor(page, says('said', 'Sorry! "ZZZ" is not in the english dictionary.'));
      await page.press('Enter');
      t.equal(await text(page, 'word-error'), '', 'Enter once more was meant for the word that is played');
      await page.press('Enter');
      await wrong('word', 'Enter a word');
      await playAs(page, 'مريم "><b>');
      await submit(page, 'word', 'zzz');
      await wrong('word', `Wait for ${hostile}.`);

      await page.evaluate(`location.hash = '#/'`);
      await waitFor(page, `document.getElementById('start') !== null`);
      await begin(page, 'crash', 4);
      await submit(page, 'word', 'zzz');
      await waitFor(page, says('history', 'crash crashed (exit status 3).'));
      await waitFor(page, says('turn', 'Game over: you won.'));
      t.same(await barriers(page), [], 'a bot that crashed');
      await picture(page, 'crashed-wide-light');

      await page.evaluate(`location.hash = '#/game/nothing'`);
      await waitFor(page, says('failure', 'No game has this address'));
      t.same(await barriers(page), [], 'a game that is not there');
      t.equal(await page.evaluate(`document.querySelectorAll('img, b').length`), 0);
      t.same(
        page.complaints.filter((each) => !/status of (400|404|409)/.test(each)),
        [],
      );
    },
  );

  t.test('without scripts a sentence says what is needed', { skip: withoutChromium }, async (t) => {
    const { url } = await served(t);
    await using browser = await Chromium.start();
    const page = await browser.open(url, { width: 360, withoutScripts: true });
    t.match(await page.evaluate('document.body.innerText'), 'This page needs JavaScript.');
    await picture(page, 'without-scripts');
  });

  t.test(
    'when the server is gone the page says so, and goes on when it is there again',
    { skip: withoutChromium },
    async (t) => {
      const store = ['--store', join(t.testdir({}), 'again.db')];
      const { running, url } = await served(t, ...store);
      await using browser = await Chromium.start();
      const page = await browser.open(url, { width: 800 });
      const apart = await browser.open(url, { width: 800, isApart: true });
      await makeName(apart, 'ben');
      await makeName(page, 'ann');
      await begin(page, 'ben', 4);
      await waitFor(page, says('connection', 'live'));
      running.child.kill('SIGTERM');
      t.match(await running.ended, { signal: null });
      await waitFor(page, says('connection', 'disconnected'));
      await submit(page, 'word', 'zzz');
      await waitFor(page, says('word-error', 'The server does not answer.'));
      const again = start(['serve', '--listen', new URL(url).host, ...store]);
      t.teardown(() => void again.child.kill('SIGKILL'));
      await waitFor(page, says('connection', 'live'));
      await page.press('Enter');
      await waitFor(page, says('said', 'Sorry! "ZZZ" is not in the english dictionary.'));

      await t.test('an answer that no server of the page gives loses no word', async (t) => {
        await page.evaluate(`location.hash = '#/'`);
        await waitFor(page, `document.getElementById('start') !== null`);
        await begin(page, 'ben', 4);
        for (const [answer, words] of [
          [`new Response('{}')`, 'not from the server of this page'],
          [`new Response('null')`, 'not from the server of this page'],
          [
            `new Response('<html><title>502</title></html>', { status: 502 })`,
            'is not available (status 502)',
          ],
        ] as const) {
          await answersInstead(page, 'make_move', answer);
          // What is typed removes the message before: the same one is of this answer then.
          await submit(page, 'word', 'zzz');
          await waitFor(page, says('word-error', words));
          t.equal(await page.evaluate(`document.getElementById('word').value`), 'zzz');
        }
      });

      await t.test('lists that could not be loaded are not said to be empty', async (t) => {
        await answersInstead(page, 'history', `new Response('busy', { status: 503 })`);
        await page.evaluate(`location.hash = '#/'`);
        await waitFor(page, `document.querySelectorAll('#games li').length === 2`);
        await page.evaluate('history.back()');
        await waitFor(page, says('history-failure', 'The history could not be loaded: busy'));
        t.equal(await page.evaluate(`(document.getElementById('no-history') === null)`), true);
        await answersInstead(page, 'boggle/user', `new Response('busy', { status: 503 })`);
        await page.evaluate(`location.hash = '#/'`);
        await waitFor(page, says('games-failure', 'Your games could not be loaded: busy'));
        await waitFor(page, says('rankings-failure', 'The rankings could not be loaded: busy'));
        t.equal(await page.evaluate(`(document.getElementById('no-games') === null)`), true);
        t.same(await barriers(page), [], 'without lists');
      });
    },
  );

  t.test(
    'where tokens are demanded, the browser that made a name has its token, and another needs it',
    { skip: withoutChromium },
    async (t) => {
      const { url } = await served(t, '--behind-proxy', '--bot', `robot=${idle}`);
      await using browser = await Chromium.start();
      const page = await browser.open(url, { width: 1000 });
      await makeName(page, 'ann');
      await begin(page, 'robot', 4);
      await submit(page, 'word', 'zzz');
      await waitFor(page, says('history', 'robot passed.'));
      const link = String(await page.evaluate('location.href'));
      const token = String(await page.evaluate(`JSON.parse(Object.values(localStorage)[0])[0].token`));

      const other = await browser.open(url, { width: 1000, isApart: true });
      const useName = async (where: Page, said: string) => {
        await where.evaluate(`location.hash = '#/'`);
        await waitFor(where, `document.getElementById('start') !== null`);
        await where.evaluate(`document.getElementById('known').open = true`);
        await fill(where, 'known-name', 'ann');
        await where.evaluate(`document.getElementById('token').value = ${JSON.stringify(said)}`);
        await where.press('Enter');
      };
      const kept = `(JSON.parse(Object.values(localStorage)[0] ?? '[]')[0]?.token ?? '')`;
      for (const [said, why] of [
        ['', 'Enter the token of this name'],
        ['made-up', 'no user has the one that came'],
        [`“${token}”`, 'Enter a valid token'],
      ] as const) {
        await useName(other, said);
        await waitFor(other, says('token-error', why));
        t.equal(await other.evaluate(kept), '', 'it was not taken');
        t.equal(await other.evaluate('document.activeElement.id'), 'token');
      }
      t.same(await barriers(other), [], 'with a wrong token');
      await useName(other, token);
      await waitFor(other, `document.getElementById('me')?.value === 'ann'`);
      t.equal(await other.evaluate(kept), token);
      await submit(other, 'link', link);
      await waitFor(other, `document.getElementById('game') !== null`);
      await submit(other, 'word', 'zzy');
      await waitFor(page, says('history', 'not in the dictionary'));
      t.same(page.complaints, []);

      await t.test('the browser that has the token keeps it, and shows it to be copied', async (t) => {
        await useName(page, 'made-up');
        await waitFor(page, says('token-error', 'no user has the one that came'));
        t.equal(await page.evaluate(kept), token);
        await page.evaluate(`document.getElementById('token').value = ''`);
        await page.press('Enter');
        await waitFor(page, `document.activeElement.id === 'opponent'`);
        t.equal(await page.evaluate(kept), token);
        await waitFor(page, `document.getElementById('my-token') !== null`);
        t.notMatch(await text(page, 'my-token'), token, 'only for who opens it');
        await page.evaluate(`document.getElementById('my-token').open = true`);
        t.match(await text(page, 'my-token'), token);
        t.same(await barriers(page), [], 'with a token');
      });

      await t.test('a name that is kept without its token is asked for it', async (t) => {
        const bare = await browser.open(url, { width: 1000, isApart: true });
        const user = `{ name: 'ann', key: JSON.parse(${JSON.stringify(await page.evaluate(`Object.values(localStorage)[0]`))})[0].key }`;
        await bare.evaluate(`localStorage.setItem('wordhost-boggle-users', JSON.stringify([${user}]))`);
        await makeName(bare, 'bea');
        await playAs(bare, 'ann');
        await waitFor(bare, says('missing', 'Your name ann: Expected the token of ann: enter it'));
        t.equal(await bare.evaluate(`document.getElementById('known').open`), true);
        t.same(await barriers(bare), [], 'without a token');
        await submit(bare, 'opponent', 'robot');
        await waitFor(bare, `document.activeElement.id === 'token'`);
        t.equal(await text(bare, 'opponent-error'), '');
        await bare.write(token);
        t.equal(
          await bare.evaluate(`document.activeElement.id + document.activeElement.value`),
          `token${token}`,
        );
        await bare.press('Enter');
        await waitFor(bare, `document.activeElement.id === 'opponent'`);
        t.equal(await bare.evaluate(kept), token);
        t.equal(await bare.evaluate(`document.getElementById('missing') === null`), true);
      });

      await t.test('in a browser that keeps nothing a new name plays, and its token is shown', async (t) => {
        const full = await browser.open(url, { width: 1000, isApart: true });
        await full.evaluate(
          `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }`,
        );
        await makeName(full, 'full');
        t.match(await text(full, 'not-kept'), 'This browser cannot save your name');
        await waitFor(full, `document.getElementById('my-token') !== null`);
        t.match(await full.evaluate(`document.getElementById('token-text').textContent`), /^[\w-]{20,}$/);
        t.same(await barriers(full), [], 'with a name that is not kept');
        await begin(full, 'robot', 4);
        t.match(await text(full, 'turn'), 'Your turn.');
        t.same(full.complaints, []);
      });

      await t.test('a name is found that is not among those ranked, however it is composed', async (t) => {
        const fresh = await browser.open(url, { width: 1000, isApart: true });
        await submit(fresh, 'name', 'Jose\u0301');
        await waitFor(fresh, `document.getElementById('me')?.value === 'Jos\u00e9'`);
        await waitFor(fresh, says('rankings', 'Jos\u00e9'));
        t.same(await fresh.evaluate(`JSON.parse(Object.values(localStorage)[0])[0].name`), 'Jos\u00e9');
        await answersInstead(fresh, 'user_rankings', `new Response('{"users":[]}')`);
        await fresh.evaluate(`document.querySelector('details').open = true`);
        await submit(fresh, 'known-name', 'Jose\u0301');
        await waitFor(fresh, `document.activeElement.id === 'opponent'`);
        await begin(fresh, 'robot', 4);
        t.match(await text(fresh, 'turn'), 'Your turn.');
        t.equal(await fresh.evaluate(`(document.getElementById('guess') === null)`), false);
      });
    },
  );
});
