import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import { parseRecord } from '../../host/events/read-record.ts';
import { readBoardText } from '../../host/games/boggle/board.ts';
import { pathFinder } from '../../host/games/boggle/path-finder.ts';
import { wordFinder } from '../../host/games/boggle/word-finder.ts';
import { games } from '../../host/games/registry.ts';
import { loadBuiltIn } from '../../host/lexicon/cache.ts';
import { openServer } from '../../host/serve/http/server.ts';
import { finishedGames, LivePage } from '../../host/serve/watch/live-page.ts';
import { liveService } from '../../host/serve/watch/live-service.ts';
import { watchStyle } from '../../host/serve/watch/page-assets.ts';
import { racePage } from '../../host/tools/race/report/race-page.ts';
import { dataTable, markup } from '../../host/views/html/markup.ts';
import { htmlPage } from '../../host/views/html/page.ts';
import { replayPage } from '../../host/views/html/replay-page.ts';
import { stepsOf } from '../../host/views/steps.ts';
import { pictureSvg } from '../../host/views/svg.ts';
import { tournamentPage } from '../../host/views/tournament/page.ts';
import { addressOf } from '../cli/pages.ts';
import { start } from '../cli/wordhost.ts';
import { oldRecords } from '../old-records/old-records.ts';
import { quietRace } from '../race/made-up-race.ts';
import { barriers } from '../support/accessibility.ts';
import { Chromium, type Page, withoutChromium } from '../support/chromium.ts';
import { keptPicture, waitFor, wider } from '../support/looked-at-page.ts';
import { hostileNames, madeUp } from '../views/tournament/made-up.ts';
import { keepMadeUp } from '../views/tournament/made-up-store.ts';
import { startedServe } from './boggle/started-serve.ts';

t.test('played in chromium', async (t) => {
  const picture = async (page: Page, name: string) => await keptPicture(t, page, name, 5_000);

  const says = (id: string, text: string) =>
    `document.getElementById('${id}').textContent.includes(${JSON.stringify(text)})`;
  const text = async (page: Page, id: string) =>
    String(await page.evaluate(`document.getElementById('${id}').innerText`));
  async function fill(page: Page, id: string, value: string): Promise<void> {
    await page.evaluate(
      `(() => { const field = document.getElementById('${id}'); field.focus(); field.select(); })()`,
    );
    await page.write(value);
  }

  async function served(t: Test, ...more: string[]) {
    return await startedServe(t, join(t.testdir({}), 'boggle.db'), more);
  }

  async function makeName(page: Page, name: string): Promise<void> {
    await fill(page, 'name', name);
    await page.press('Enter');
    await waitFor(page, `document.getElementById('me').value === ${JSON.stringify(name)}`);
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
    await fill(page, 'turns', String(turns));
    await page.press('Enter');
    await waitFor(
      page,
      `document.querySelectorAll('#board button').length > 0 && !document.getElementById('game').hidden`,
    );
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
      `[...document.querySelectorAll('#board button')].map((each) => each.textContent).join(' ')`,
    )) as string;
    const cells = rows.split(' ');
    const side = Math.sqrt(cells.length);
    const reading = readBoardText(
      Array.from({ length: side }, (_, row) => cells.slice(row * side, (row + 1) * side).join('')).join('/'),
    );
    if (!reading.ok) throw new Error(reading.problem);
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
        await waitFor(page, `document.getElementById('history').children.length === 2`);
        t.match(await text(page, 'found'), typed!.word);
        t.match(await text(page, 'said'), 'robot passed. Your turn.');
        t.same(await lit(page), []);
      });

      await t.test('whoever looks on sees it at once', async (t) => {
        await waitFor(other, `document.getElementById('history').children.length === 2`);
        t.match(await text(other, 'history'), `ann: Correct! `);
        t.equal(await other.evaluate(`document.getElementById('guess').hidden`), true);
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
        await waitFor(page, `document.getElementById('history').children.length === 4`);
        t.match(await text(page, 'found'), dragged!.word);
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
          await page.press('Enter');
        }
        t.same(await lit(page), inOrder(chosen!.path));
        t.equal(await text(page, 'spelled'), chosen!.word, 'it is read out');
        await page.press('Tab');
        t.equal(await page.evaluate('document.activeElement.id'), 'word');
        await page.press('Enter');
        await waitFor(page, says('turn', 'Game over: you won.'));
        t.equal(
          await page.evaluate('document.activeElement.id'),
          'game-title',
          'the field of the word is gone',
        );
        await waitFor(page, says('history', 'robot passed. ann wins! Game over!'));
        t.equal(await page.evaluate(`document.getElementById('guess').hidden`), true);
        t.same(await barriers(page), [], 'after the end');
        await waitFor(other, says('turn', 'Game over: ann won.'));
        await picture(page, 'over-wide-light');
      });

      await t.test('the rankings have it, and the games of the player', async (t) => {
        await page.click('.home a');
        await waitFor(
          page,
          `document.querySelectorAll('#games li').length === 1 && !document.getElementById('start').hidden`,
        );
        t.match(await text(page, 'games'), 'against robot');
        await waitFor(page, says('rankings', '100 %'));
        t.match(await text(page, 'rankings'), /^ann\s+1\s+0\s+100 %/);
        t.match(await text(page, 'average'), 'The average moves remaining is 0.00');
        t.equal(
          await page.evaluate('document.activeElement.id'),
          'start-title',
          'a screen reader begins there',
        );
        await page.evaluate(`document.querySelector('details').open = true`);
        t.same(await barriers(page), [], 'games, rankings, and a name that is there already');
        await picture(page, 'start-again-wide-light');
      });

      await t.test('a game that the other one cancels says so to all, and asks nothing more', async (t) => {
        await begin(page, 'robot', 4);
        await other.evaluate(`location.href = ${JSON.stringify(await page.evaluate('location.href'))}`);
        await fill(page, 'word', 'zzz');
        await page.press('Enter');
        await waitFor(other, says('said', 'robot passed.'));
        await page.click('#cancel');
        await waitFor(page, `document.getElementById('cancelling').open`);
        await other.evaluate(
          `fetch(document.getElementById('share').href.replace(/#.game(.*)/, 'boggle/game$1/cancel?user_name=robot'), { method: 'PUT' })`,
        );
        for (const each of [page, other]) {
          await waitFor(each, says('said', 'robot cancelled the game. ann wins!'));
          t.match(await text(each, 'history'), /^robot cancelled the game. ann wins!/);
        }
        t.equal(await page.evaluate(`document.getElementById('cancelling').open`), false);
        t.equal(await page.evaluate('document.activeElement.id'), 'game-title');
        t.same(await barriers(page), [], 'a game that was cancelled');
      });

      await t.test('to go back while it asks whether to cancel leaves a page that can be used', async (t) => {
        await page.evaluate(`location.hash = '#/'`);
        await waitFor(page, `!document.getElementById('start').hidden`);
        await begin(page, 'robot', 4);
        await page.click('#cancel');
        await waitFor(page, `document.getElementById('cancelling').open`);
        await page.evaluate('history.back()');
        await waitFor(page, `!document.getElementById('start').hidden`);
        t.equal(await page.evaluate(`document.getElementById('cancelling').open`), false);
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
        page.requests.filter((each) => !each.startsWith(url)),
        [],
        'nothing comes from elsewhere',
      );
    },
  );

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
    t.equal(await page.evaluate(`document.getElementById('guess').hidden`), false, 'the game goes on');
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
      await fill(page, 'name', hostile);
      await page.press('Enter');
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
      await fill(page, 'opponent', 'nobody');
      await page.press('Enter');
      await wrong('opponent', 'A user named nobody does not exist!');
      await fill(page, 'opponent', 'robot');
      await fill(page, 'turns', '0');
      await page.press('Enter');
      await wrong('turns', 'from 1 to 1000');
      await fill(page, 'link', 'https://example.org/');
      await page.press('Enter');
      await wrong('link', 'Enter the link or key of a game');
      t.same(await barriers(page), [], 'with what is wrong');
      await picture(page, 'wrong-wide-light');

      await t.test(
        'a kept name that the server has not is said to be one, made again or forgotten',
        async (t) => {
          const gone =
            '[{"name":"gone","key":"u123456789012345678901"},{"name":"lost","key":"u123456789012345678902"}]';
          const apart = await browser.open(url, { width: 1000, isApart: true });
          await makeName(apart, 'kept');
          await apart.evaluate(`localStorage.setItem(Object.keys(localStorage)[0], ${JSON.stringify(gone)})`);
          await makeName(apart, 'another');
          await playAs(apart, 'gone');
          await waitFor(apart, `!document.getElementById('missing').hidden`);
          t.match(await text(apart, 'missing'), /Your name gone is saved .* no such user/);
          t.same(await barriers(apart), [], 'with a name that is not there');
          await picture(apart, 'missing-wide-light');
          await fill(apart, 'opponent', 'robot');
          await apart.press('Enter');
          await waitFor(apart, `document.activeElement.id === 'make-again'`);
          t.equal(await text(apart, 'opponent-error'), '');
          await apart.press('Enter');
          await waitFor(apart, says('rankings', 'gone'));
          await waitFor(apart, `document.getElementById('missing').hidden`);
          await apart.evaluate(
            `(() => { const me = document.getElementById('me'); me.value = 'lost'; me.dispatchEvent(new Event('change')); })()`,
          );
          await waitFor(apart, `!document.getElementById('missing').hidden`);
          await apart.click('#forget');
          await waitFor(apart, `document.getElementById('me').value === 'gone'`);
          t.equal(await apart.evaluate(`document.getElementById('me').length`), 2);
        },
      );

      await t.test('two clicks or keys are meant once', async (t) => {
        const apart = await browser.open(url, { width: 1000, isApart: true });
        let posts = `window.posted = (window.posted ?? 0) + 1, await new Promise((done) => setTimeout(done, 50)), await real()`;
        posts = `(${posts})`;
        await answersInstead(apart, 'create_user', posts);
        await answersInstead(apart, 'new_game', posts);
        await fill(apart, 'name', 'twice');
        await apart.press('Enter');
        await apart.press('Enter');
        await waitFor(apart, `document.getElementById('me').value === 'twice'`);
        t.equal(await text(apart, 'name-error'), '');
        await fill(apart, 'opponent', hostile);
        await apart.press('Enter');
        await apart.press('Enter');
        await waitFor(apart, `!document.getElementById('game').hidden`);
        t.equal(await apart.evaluate('window.posted'), 2);

        await apart.evaluate(`document.querySelector('#guess [type=submit]').dispatchEvent(
        new MouseEvent('click', { detail: 2, bubbles: true, cancelable: true }))`);
        t.equal(await text(apart, 'word-error'), '', 'the second click of a double click');

        await t.test('a word that is written while the last is on its way stays', async (t) => {
          await answersInstead(apart, 'make_move', '(await window.gate, await real())');
          await apart.evaluate(`void (window.gate = new Promise((open) => { window.open = open; }))`);
          await fill(apart, 'word', 'zzz');
          await apart.press('Enter');
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
      await fill(page, 'word', 'zzz');
      await page.press('Enter');
      await wrong('word', `Wait for ${hostile}.`);

      await page.evaluate(`location.hash = '#/'`);
      await waitFor(page, `!document.getElementById('start').hidden`);
      await begin(page, 'crash', 4);
      await fill(page, 'word', 'zzz');
      await page.press('Enter');
      await waitFor(page, says('history', 'crash crashed (exit status 3).'));
      await waitFor(page, says('turn', 'Game over: you won.'));
      t.same(await barriers(page), [], 'a bot that crashed');
      await picture(page, 'crashed-wide-light');

      await page.evaluate(`location.hash = '#/game/nothing'`);
      await waitFor(page, says('failure', 'Invalid key'));
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
      await fill(page, 'word', 'zzz');
      await page.press('Enter');
      await waitFor(page, says('word-error', 'The server does not answer.'));
      const again = start(['serve', '--listen', new URL(url).host, ...store]);
      t.teardown(() => void again.child.kill('SIGKILL'));
      await waitFor(page, says('connection', 'live'));
      await page.press('Enter');
      await waitFor(page, says('said', 'Sorry! "ZZZ" is not in the english dictionary.'));

      await t.test('an answer that no server of the page gives loses no word', async (t) => {
        await page.evaluate(`location.hash = '#/'`);
        await waitFor(page, `!document.getElementById('start').hidden`);
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
          await fill(page, 'word', 'zzz');
          await page.press('Enter');
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
        t.equal(await page.evaluate(`document.getElementById('no-history').hidden`), true);
        await answersInstead(page, 'boggle/user', `new Response('busy', { status: 503 })`);
        await page.evaluate(`location.hash = '#/'`);
        await waitFor(page, says('games-failure', 'Your games could not be loaded: busy'));
        await waitFor(page, says('rankings-failure', 'The rankings could not be loaded: busy'));
        t.equal(await page.evaluate(`document.getElementById('no-games').hidden`), true);
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
      await fill(page, 'word', 'zzz');
      await page.press('Enter');
      await waitFor(page, says('history', 'robot passed.'));
      const link = String(await page.evaluate('location.href'));
      const token = String(await page.evaluate(`JSON.parse(Object.values(localStorage)[0])[0].token`));

      const other = await browser.open(url, { width: 1000, isApart: true });
      const useName = async (where: Page, said: string) => {
        await where.evaluate(`location.hash = '#/', document.querySelector('details').open = true`);
        await waitFor(where, `!document.getElementById('start').hidden`);
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
      await waitFor(other, `document.getElementById('me').value === 'ann'`);
      t.equal(await other.evaluate(kept), token);
      await fill(other, 'link', link);
      await other.press('Enter');
      await waitFor(other, `!document.getElementById('game').hidden`);
      await fill(other, 'word', 'zzy');
      await other.press('Enter');
      await waitFor(page, says('history', '"ZZY" is not in the english dictionary.'));
      t.same(page.complaints, []);

      await t.test('the browser that has the token keeps it, and shows it to be copied', async (t) => {
        await useName(page, 'made-up');
        await waitFor(page, says('token-error', 'no user has the one that came'));
        t.equal(await page.evaluate(kept), token);
        await page.evaluate(`document.getElementById('token').value = ''`);
        await page.press('Enter');
        await waitFor(page, `document.activeElement.id === 'opponent'`);
        t.equal(await page.evaluate(kept), token);
        await waitFor(page, `!document.getElementById('my-token').hidden`);
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
        await fill(bare, 'opponent', 'robot');
        await bare.press('Enter');
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
        t.equal(await bare.evaluate(`document.getElementById('missing').hidden`), true);
      });

      await t.test('in a browser that keeps nothing a new name plays, and its token is shown', async (t) => {
        const full = await browser.open(url, { width: 1000, isApart: true });
        await full.evaluate(
          `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }`,
        );
        await makeName(full, 'full');
        t.match(await text(full, 'not-kept'), 'This browser cannot save your name');
        await waitFor(full, `!document.getElementById('my-token').hidden`);
        t.match(await full.evaluate(`document.getElementById('token-text').textContent`), /^[\w-]{20,}$/);
        t.same(await barriers(full), [], 'with a name that is not kept');
        await begin(full, 'robot', 4);
        t.match(await text(full, 'turn'), 'Your turn.');
        t.same(full.complaints, []);
      });

      await t.test('a name is found that is not among those ranked, however it is composed', async (t) => {
        const fresh = await browser.open(url, { width: 1000, isApart: true });
        await fill(fresh, 'name', 'Jose\u0301');
        await fresh.press('Enter');
        await waitFor(fresh, `document.getElementById('me').value === 'Jos\u00e9'`);
        await waitFor(fresh, says('rankings', 'Jos\u00e9'));
        t.same(await fresh.evaluate(`JSON.parse(Object.values(localStorage)[0])[0].name`), 'Jos\u00e9');
        await answersInstead(fresh, 'user_rankings', `new Response('{"users":[]}')`);
        await fresh.evaluate(`document.querySelector('details').open = true`);
        await fill(fresh, 'known-name', 'Jose\u0301');
        await fresh.press('Enter');
        await waitFor(fresh, `document.activeElement.id === 'opponent'`);
        await begin(fresh, 'robot', 4);
        t.match(await text(fresh, 'turn'), 'Your turn.');
        t.equal(await fresh.evaluate(`document.getElementById('guess').hidden`), false);
      });
    },
  );
});

t.test('try page', async (t) => {
  const skip = withoutChromium;

  t.test('the page to try the API sends what is typed, and shows the answer', { skip }, async (t) => {
    const { url } = await startedServe(t, join(t.testdir(), 'boggle.db'));
    await using browser = await Chromium.start();
    const page = await browser.open(`${url}boggle/try`, { width: 800 });
    await waitFor(page, "document.querySelectorAll('form').length > 8");
    await page.evaluate("document.querySelector('form input').focus()");
    await page.write('<b>ada</b>');
    await page.press('Enter');
    await waitFor(page, "document.querySelector('form pre').textContent !== ''");
    t.match(await page.evaluate("document.querySelector('form pre').textContent"), 'User <b>ada</b> created');
    t.equal(await page.evaluate("document.querySelectorAll('form pre b').length"), 0, 'a name is only text');
    t.same(await barriers(page), []);
    t.same(page.complaints, []);
  });
});

t.test('in chromium', async (t) => {
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
      await waitFor(page, `document.querySelectorAll('#running .picture .tile').length > 0`);
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
      t.match(
        await still.evaluate(`document.getElementById('state').innerText`),
        'state when this page was opened',
      );
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
  });

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
    const record = parseRecord(
      oldRecords.find(({ name }) => name === '38cfc23/scrabble-strict')!.text,
      'strict',
      games,
    );
    if (!record.ok) throw new Error(record.problem);
    const [half, last] = [6, 12].map(
      (number) => [...stepsOf(record)].find((step) => step.number === number)!,
    );
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
      'page.html': htmlPage({ kind: 'Live', title: 'names', body, style: watchStyle }),
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
      'boggle',
      '--time',
      '5s',
      '--games',
      '20',
      'wordhost player boggle --pause 20ms',
      'wordhost player boggle --pause 20ms',
    ],
  };

  t.test(
    'comparisons, races and rounds are watched, on a phone too',
    { skip: withoutChromium },
    async (t) => {
      await using browser = await Chromium.start();
      for (const [name, [command = '', ...words]] of Object.entries(runs)) {
        const running = start([command, ...words.slice(0, -2), '--watch=0', ...words.slice(-2)]);
        const url = await addressOf(t, running);
        const wide = await browser.open(url, { width: 1200, height: 1000 });
        await waitFor(wide, `document.querySelectorAll('#running .picture .tile').length > 0`);
        if (name === 'comparison')
          await waitFor(
            wide,
            `/after [1-9]\\d+ games/.test(document.querySelector('figure svg[aria-label^="Bet"]')?.getAttribute('aria-label'))`,
          );
        t.same(wide.complaints, [], name);
        await picture(wide, name);
        const phone = await browser.open(url, { width: 360, height: 1400, isDark: true });
        await waitFor(phone, `document.querySelectorAll('#running .picture .tile').length > 0`);
        t.equal(await phone.evaluate(wider), 0, name);
        await picture(phone, `${name}-phone`);
        running.child.kill('SIGTERM');
        t.match(await running.ended, { status: 143 });
      }
    },
  );

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
      t.equal(await page.evaluate(`document.querySelectorAll('#finished tbody tr').length`), 50);
      t.equal(await page.evaluate(`document.querySelectorAll('.crossed tbody tr').length`), 10);
      await page.evaluate(`document.querySelector('#finished tbody tr a').focus()`);
      await keepMadeUp(path, { ...made, games: 61 });
      await waitFor(page, `document.getElementById('head').innerText.includes('61 of 90')`);
      await waitFor(page, `document.querySelector('#finished tbody a').textContent === 'game 61'`);
      t.equal(
        await page.evaluate('document.activeElement.textContent'),
        'game 60',
        'what has the focus keeps it',
      );
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
});

t.test('in chromium', async (t) => {
  const folder = t.testdir();
  const wide = { width: 1280 } as const;

  function recordNamed(name: string) {
    const reading = parseRecord(
      oldRecords.find((each) => each.name === `38cfc23/${name}`)!.text,
      name,
      games,
    );
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
  current: [...document.querySelectorAll('[aria-current]')].map((link) => link.textContent),
  visible: [...document.querySelectorAll('.frame')]
    .filter((frame) => frame.checkVisibility())
    .map((frame) => frame.querySelector('.heading').textContent),
  play: document.querySelector('[data-go=play]').textContent,
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

    await t.test(
      'it is stepped through by keys, buttons, the slider, the list and its address',
      async (t) => {
        const url = pageOf('scrabble-strict');
        const page = await browser.open(url, wide);
        isQuiet(t, page);
        t.match(await seen(page), { said: 'step 12 of 12', current: ['12'] });
        const pressed = async (key: string) => {
          await page.press(key);
          return await seen(page);
        };
        t.match(await pressed('Home'), { said: 'step 1 of 12', hash: '#step=1', current: ['1'] });
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
        t.same(eighth.visible, [
          'VETTING for 22',
          '1 wordhost player longest: 46 points',
          '2 wordhost player random: 4 points',
        ]);
        await page.evaluate(
          `Object.assign(document.querySelector('.slider'), { value: 6 }).dispatchEvent(new Event('input'))`,
        );
        t.match(await seen(page), { said: 'step 6 of 12' });
        await page.evaluate(`location.hash = '#step=9'`);
        await sees(page, { said: 'step 9 of 12' });
        await page.evaluate(`location.hash = '#step=99'`);
        t.match(await seen(page), { said: 'step 9 of 12' }, 'there is no such step');

        const third = await browser.open(`${url}#step=3`, wide);
        t.match(await seen(third), { said: 'step 3 of 12' });
        t.equal(await third.evaluate('scrollY'), 0, 'and the page is at its beginning');
      },
    );

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

    await t.test('without scripts all moves and the last position are there, and no buttons', async (t) => {
      const page = await browser.open(pageOf('scrabble-strict'), { ...wide, withoutScripts: true });
      const { visible } = await seen(page);
      t.match(visible[0], 'LA for 2');
      t.equal(await page.evaluate(`document.querySelector('.controls').checkVisibility()`), false);
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
      const url = pageOf('boggle-turns', (page) => page.replace('<h1>', `${foreign}<h1>`));
      const page = await browser.open(url, wide);
      t.match(await page.evaluate('document.title'), /^Replay: boggle/);
      t.match(page.complaints.join('\n'), /Content Security Policy/);
      t.match(await seen(page), { said: 'step 13 of 13' });
    });

    await t.test('screen readers are told the step, and what each drawing shows', async (t) => {
      const page = await browser.open(`${pageOf('scrabble-strict')}#step=8`, wide);
      const spoken = await page.spoken();
      for (const text of [
        'image 46 points. row 1: ALOTWWZ',
        'image VETTING for 22. row 5: B VETTING; row 6: H A; row 7: H d; row 8: D POPES',
        'slider step',
        'button Play',
        'group steps',
        'link step 8',
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
        t.ok(Number(await page.evaluate(`document.querySelectorAll('.tile').length`)) > 0);
        isQuiet(t, page);
      }
    });
  });
});

t.test('in chromium', async (t) => {
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
      t.same(await barriers(game), []);
      const unplayed = await browser.open(urlOf('unplayed', tournamentPage(madeUp({ games: 0 }))), {
        width: 1200,
      });
      t.same(await barriers(unplayed), []);
    });

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
});

t.test('in chromium', async (t) => {
  t.test('nobody is kept out of the report of a race', { skip: withoutChromium }, async (t) => {
    const path = join(t.testdir({}), 'race.html');
    await using browser = await Chromium.start();
    for (const fair of [true, false]) {
      writeFileSync(path, racePage({ ...quietRace, verdict: { ...quietRace.verdict, fair } }));
      const page = await browser.open(pathToFileURL(path).href, { width: 390 });
      t.equal(await page.evaluate(wider), 0);
      await page.evaluate(`document.querySelector('details').open = true`);
      t.same(await barriers(page), [], fair ? 'fair' : 'not fair');
      t.same(page.complaints, []);
      await keptPicture(t, page, `race-${fair ? 'fair' : 'not-fair'}`, 10_000);
    }
  });
});
