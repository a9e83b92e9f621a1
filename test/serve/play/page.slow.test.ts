import { join } from 'node:path';
import t, { type Test } from 'tap';
import { TurnJudge } from '../../../host/games/scrabble/analysis/best-moves.ts';
import { readWrittenMove } from '../../../host/games/scrabble/formats/move-notation.ts';
import { emptyPosition } from '../../../host/games/scrabble/judge/position.ts';
import { emptyHand, withTiles } from '../../../host/games/scrabble/tiles/bag.ts';
import { hasWord } from '../../../host/lexicon/automaton.ts';
import type { GameView } from '../../../host/serve/play/contract.ts';
import type { ScrabbleHand } from '../../../host/serve/scrabble/page/laying.ts';
import { puzzleTerms } from '../../../host/serve/scrabble/puzzle/puzzles.ts';
import { barriers } from '../../support/accessibility.ts';
import { Chromium, type Page, type Screen, withoutChromium } from '../../support/chromium.ts';
import { keptPicture, waitFor, wider } from '../../support/looked-at-page.ts';
import { startedServe } from '../boggle/started-serve.ts';
import { english } from './served-play.ts';

const NO_GAME = 'scrabble/games/000000000000000000000';
const [MIDDLE, COLUMNS] = [7, 15];

t.test('a table in chromium', { skip: withoutChromium }, async (t) => {
  const { url } = await startedServe(t, join(t.testdir({}), 'site.db'));
  await using browser = await Chromium.start();
  const picture = async (page: Page, name: string) => await keptPicture(t, page, name, 5_000);

  type SeatOf = { readonly is: string; readonly name?: string };

  /** Somebody who has never been here, at a new game. */
  async function begun(screen: Screen, ...seats: readonly SeatOf[]): Promise<Page> {
    const page = await browser.open(`${url}${NO_GAME}`, { ...screen, isApart: true });
    const body = JSON.stringify({ game: 'scrabble', seats: [{ is: 'person', name: 'Ada' }, ...seats] });
    const { key } = (await page.evaluate(`fetch('/api/v1/games', { method: 'POST',
      headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(body)} })
      .then((answer) => answer.json())`)) as GameView;
    await page.goTo(`${url}scrabble/games/${key}`);
    await waitFor(page, `document.querySelector('.card')`);
    page.complaints.length = 0;
    return page;
  }

  const viewOf = async (page: Page) =>
    (await page.evaluate(
      `fetch('/api/v1/games/' + location.pathname.split('/').at(-1)).then((answer) => answer.json())`,
    )) as GameView;
  const textOf = async (page: Page, selector: string) =>
    String(await page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent`));
  const isDue = `document.querySelector('.end') || document.querySelector('.bar .go')?.textContent.startsWith('Play')`;
  const middle = async (page: Page, selector: string) =>
    (await page.evaluate(`(() => {
      const { left, top, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 }; })()`)) as { x: number; y: number };

  interface Tile {
    readonly cell: number;
    readonly letter: string;
    readonly isBlank: boolean;
  }
  type Lay = (page: Page, tiles: readonly Tile[], isDown: boolean) => Promise<void>;

  /** A blank has the id 0. */
  const terms = puzzleTerms(english());
  const judge = new TurnJudge(terms, { measure: 'points', top: 1 });

  function bestTiles({ panels, hand }: GameView): readonly Tile[] {
    const { tiles, bag } = hand as ScrabbleHand;
    const rows = panels.find(({ rows }) => rows.length > 0)!.rows as readonly string[];
    const placed = rows.flatMap((row, y) =>
      [...row].flatMap((sign, x) => {
        if (!/[a-z]/i.test(sign)) return [];
        const letter = sign.toUpperCase();
        const kinds = terms.tiles.tiles.filter(({ faces }) => faces.length > 1 === (sign !== letter));
        const kind = kinds.find(({ faces }) => faces.some((face) => face.letter === letter))!;
        const { points } = kind.faces.find((face) => face.letter === letter)!;
        return [{ x: x - MIDDLE, y: y - MIDDLE, id: kind.id, letter, points }];
      }),
    );
    const position = placed.length === 0 ? emptyPosition : emptyPosition.with(placed);
    const held = withTiles(
      emptyHand,
      tiles.map(({ id }) => id),
    );
    const [best] = judge.judge({ position, held, inBag: bag, scores: [0, 0] }).best;
    const read = readWrittenMove(best!.text, terms);
    if (!read.ok || read.move.type !== 'play') return [];
    return read.move.placements
      .map(({ x, y, id, letter }) => ({
        cell: (y + MIDDLE) * COLUMNS + x + MIDDLE,
        letter,
        isBlank: id === 0,
      }))
      .sort((one, other) => one.cell - other.cell);
  }

  /** Plays the best move until the game is over. Returns the number of moves. */
  async function playOn(t: Test, page: Page, lay: Lay, most = 100): Promise<number> {
    for (let moves = 0; moves < most; moves++) {
      await waitFor(page, isDue);
      const view = await viewOf(page);
      if (view.end) return moves;
      const tiles = bestTiles(view);
      if (tiles.length === 0) await pass(page);
      else {
        const [first, last] = [tiles[0]!, tiles.at(-1)!];
        await lay(page, tiles, tiles.length > 1 && first.cell % COLUMNS === last.cell % COLUMNS);
        await waitFor(page, `/^Play · \\d/.test(document.querySelector('.bar .go').textContent)`);
        const points = /\d+/.exec(await textOf(page, '.bar .go'))![0];
        if (lay === typed || lay === keyed) await page.press('Enter');
        else await page.click('.bar .go');
        const own = `document.querySelectorAll('.moves .seat-${view.you} b').length`;
        const had = view.moves.filter(({ seat, lines }) => seat === view.you && lines.length > 0).length;
        await waitFor(page, `${own} > ${had}`);
        const line = (await viewOf(page)).moves.findLast(
          ({ seat, lines }) => seat === view.you && lines.length > 0,
        );
        if (String(line?.lines[0]?.points) !== points) t.equal(String(line?.lines[0]?.points), points);
      }
    }
    return most;
  }

  async function pass(page: Page): Promise<void> {
    const { length } = (await viewOf(page)).moves;
    await page.click('.bar [aria-label=More]');
    await page.click('#more button:nth-child(2)');
    await page.click('#pass .go');
    while ((await viewOf(page)).moves.length === length) await waitFor(page, 'true');
  }

  const letterKeys = async (page: Page, tiles: readonly Tile[]) => {
    for (const { letter, isBlank } of tiles)
      await page.press(isBlank ? `Shift+${letter}` : letter.toLowerCase());
  };

  const typed: Lay = async (page, tiles, isDown) => {
    const square = `[data-cell="${tiles[0]!.cell}"]`;
    await page.click(square);
    const wanted = isDown ? 'down' : 'across';
    if (!(await page.evaluate(`document.querySelector('${square}').classList.contains('${wanted}')`)))
      await page.click(square);
    await letterKeys(page, tiles);
  };

  const keyed: Lay = async (page, tiles, isDown) => {
    const at = `Number(document.querySelector('.squares .across, .squares .down')?.dataset.cell ?? -1)`;
    if ((await page.evaluate(at)) === -1) await page.press('ArrowDown');
    const [from, to] = [(await page.evaluate(at)) as number, tiles[0]!.cell];
    const [right, below] = [
      (to % COLUMNS) - (from % COLUMNS),
      Math.floor(to / COLUMNS) - Math.floor(from / COLUMNS),
    ];
    const go = async (key: string, times: number) => {
      for (let time = 0; time < times; time++) await page.press(key);
    };
    // Even if it is there already, the board gets the focus.
    await go(
      below === 0 && right === 0 ? (to % COLUMNS === 0 ? 'ArrowRight' : 'ArrowLeft') : 'ArrowLeft',
      right === 0 && below === 0 ? 1 : -right,
    );
    await go('ArrowRight', right === 0 && below === 0 && to % COLUMNS !== 0 ? 1 : right);
    if (right === 0 && below === 0 && to % COLUMNS === 0) await page.press('ArrowLeft');
    await go('ArrowUp', -below);
    await go('ArrowDown', below);
    const isNowDown = await page.evaluate(`document.querySelector('.squares .down') !== null`);
    if (isDown !== isNowDown) await page.press(isDown ? 'Tab' : 'Shift+Tab');
    await letterKeys(page, tiles);
  };

  const dragBy =
    (move: 'drag' | 'swipe', above: number): Lay =>
    async (page, tiles) => {
      for (const { cell, letter, isBlank } of tiles) {
        const slot = await page.evaluate(`[...document.querySelectorAll('.tools .hand button')]
          .find((each) => each.innerText.startsWith('${isBlank ? 'blank' : `${letter},`}')).dataset.slot`);
        const from = await middle(page, `.tools [data-slot="${slot}"]`);
        const { x, y } = await middle(page, `[data-cell="${cell}"]`);
        const to = { x, y: y + above };
        await page[move]([from, { x: (from.x + to.x) / 2, y: to.y - 50 }, to]);
        if (isBlank)
          await page.evaluate(
            `[...document.querySelectorAll('#blank .letters button')].find((each) => each.textContent === '${letter}').click()`,
          );
        await waitFor(page, `document.querySelector('[data-cell="${cell}"]').classList.contains('laid')`);
      }
    };
  const dragged = dragBy('drag', 0);
  const swiped = dragBy('swipe', 40);

  const tapped: Lay = async (page, tiles) => {
    const tap = async (selector: string) => await page.swipe([await middle(page, selector)]);
    for (const { cell, letter, isBlank } of tiles) {
      const slot = await page.evaluate(`[...document.querySelectorAll('.tools .hand button')]
          .find((each) => each.innerText.startsWith('${isBlank ? 'blank' : `${letter},`}')).dataset.slot`);
      await tap(`.tools [data-slot="${slot}"]`);
      await waitFor(page, `document.querySelector('.hand [aria-pressed=true]')`);
      await tap(`[data-cell="${cell}"]`);
      if (isBlank) {
        await waitFor(page, `document.querySelector('#blank').open`);
        await tap(`#blank .letters button:nth-child(${letter.charCodeAt(0) - 64})`);
      }
      await waitFor(page, `document.querySelector('[data-cell="${cell}"]').classList.contains('laid')`);
    }
  };

  const bot = { is: 'bot', name: 'best' };
  const games: readonly (readonly [name: string, lay: Lay, screen: Screen])[] = [
    ['typed', typed, { width: 1280, height: 800 }],
    ['dragged', dragged, { width: 768, height: 1024, isDark: true }],
    ['swiped', swiped, { width: 390, height: 844, hasTouch: true, isDark: true }],
    ['swiped on a small phone', swiped, { width: 360, height: 640, hasTouch: true }],
    ['tapped', tapped, { width: 390, height: 844, hasTouch: true }],
    ['by keys alone', keyed, { width: 1280, height: 800, isDark: true }],
  ];
  for (const [name, lay, screen] of games)
    t.test(`a whole game against a bot, ${name}`, async (t) => {
      const page = await begun(screen, bot);
      const label = `${name.replaceAll(' ', '-')}-${screen.width}`;
      await playOn(t, page, lay, 2);
      await waitFor(page, isDue);
      await picture(page, `${label}-begun`);
      const { length } = (await viewOf(page)).moves;
      t.ok(length >= 4, `${length} moves`);
      const fits = `document.querySelector('.bar').getBoundingClientRect().bottom <= innerHeight && scrollY === 0`;
      t.ok(await page.evaluate(fits), 'all that is played with is in the window');
      t.equal(await page.evaluate(wider), 0, 'nothing is wider than the window');
      const apart = await page.evaluate(`(() => {
        const corner = new DOMPoint(600, 600).matrixTransform(document.querySelector('svg.board').getScreenCTM());
        const { right, bottom } = document.querySelector('[data-cell="224"]').getBoundingClientRect();
        return Math.max(Math.abs(corner.x - right), Math.abs(corner.y - bottom)); })()`);
      t.ok(Number(apart) < 1, `squares are ${apart} pixels beside their drawing`);
      const more = await playOn(t, page, lay);
      t.ok(more > 3, `${more + 2} moves of one's own`);
      await waitFor(page, `document.querySelector('.end h2').textContent !== ''`);
      await picture(page, `${label}-end`);
      if (lay === keyed) t.equal(await page.evaluate(`document.activeElement.id`), 'end-title');
      t.match(await textOf(page, '.end'), /(won|draw)[\s\S]*Best word: [A-Z]+ \+\d+/i);
      t.same(page.complaints, []);
    });

  t.test('what a table shows can be read and used by everybody', async (t) => {
    const nowhere = await browser.open(`${url}${NO_GAME}`, { width: 1280 });
    await waitFor(nowhere, `document.querySelector('.notice')?.innerText === 'There is no such game.'`);
    t.same(await barriers(nowhere), [], 'a wrong address');

    const page = await begun({ width: 1280, height: 800 }, bot);
    await waitFor(page, isDue);
    const bytes = Number(
      await page.evaluate(`[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`),
    );
    t.ok(bytes > 10_000 && bytes < 100_000, `${bytes} bytes for the first view`);
    const spoken = await page.spoken();
    for (const wanted of ['grid Board', 'gridcell A1, triple word', 'gridcell B1, free', 'group Your tiles'])
      t.ok(spoken.includes(wanted), wanted);
    t.match(await textOf(page, '#spoken'), /Your turn\.$/);

    await page.click('[data-cell="0"]');
    const { hand } = await viewOf(page);
    const { bag, unseen } = hand as ScrabbleHand;
    t.equal(await textOf(page, '.tiles-left h2'), `${bag + 7} unseen, ${bag} in the bag`);
    t.match(await textOf(page, '.tiles-left p'), `E ${unseen.E} `);
    t.equal(await textOf(page, '#state'), `${bag} in the bag. Type a word, or drag tiles.`);
    const letters = (hand as ScrabbleHand).tiles
      .map(({ letter }) => letter)
      .filter((letter) => letter !== '?');
    for (const letter of letters.slice(0, 3)) await page.press(letter.toLowerCase());
    await waitFor(page, `document.querySelector('.refused #state, .refused ~ .tools #state.bad')`);
    const problem = await textOf(page, '#state');
    t.ok(problem.length > 10, problem);
    t.same(await barriers(page), [], 'a play that is refused');
    await picture(page, 'refused-1280');
    const { moves } = await viewOf(page);
    await page.evaluate(`document.activeElement.blur()`);
    await page.press('Enter');
    await waitFor(page, `document.querySelector('#spoken').textContent === ${JSON.stringify(problem)}`);
    t.same((await viewOf(page)).moves, moves, 'nothing has changed');
    t.equal(await page.evaluate(`document.querySelectorAll('.laid').length`), 3, 'the tiles stay');
    await page.press('Escape');
    t.equal(await page.evaluate(`document.querySelectorAll('.laid').length`), 0);

    const rack = `[...document.querySelectorAll('.tools .slot')].map((each) => each.innerText).join()`;
    const before = String(await page.evaluate(rack));
    const isShuffled = async () => (await page.evaluate(rack)) !== before;
    for (let times = 0; times < 20 && !(await isShuffled()); times++) await page.press(' ');
    t.ok(await isShuffled(), 'Space shuffles');

    for (const [open, name] of [
      ['.bar button:nth-child(2)', 'exchange'],
      ['.bar [aria-label=More]', 'more'],
      ['#more button:nth-child(2)', 'pass'],
      ['#more button:nth-child(3)', 'resign'],
    ] as const) {
      if (open.startsWith('#more')) await page.click('.bar [aria-label=More]');
      await page.click(open);
      await waitFor(page, `document.querySelector('#${name}').open`);
      t.same(await barriers(page), [], name);
      if (name === 'exchange') await picture(page, 'exchange-1280');
      await page.press('Escape');
      await waitFor(page, `!document.querySelector('dialog[open]')`);
    }
    await page.evaluate(`document.activeElement.blur()`);
    await page.press('?');
    await waitFor(page, `document.querySelector('#keys').open`);
    t.same(await barriers(page), [], 'keys');
    await page.press('Escape');
    t.same(page.complaints, []);
  });

  /** A word of the board with a free square at its end that touches nothing else. */
  function extensible({ panels }: GameView) {
    const rows = panels.find(({ rows }) => rows.length > 0)!.rows as readonly string[];
    const letterAt = (x: number, y: number) => /[a-z]/i.exec(rows[y]?.[x] ?? '')?.[0] ?? '';
    for (const [right, below] of [
      [1, 0],
      [0, 1],
    ] as const)
      for (let cell = 0; cell < COLUMNS * COLUMNS; cell++) {
        const [x, y] = [cell % COLUMNS, Math.floor(cell / COLUMNS)];
        const beside = letterAt(x + below, y + right) + letterAt(x - below, y - right);
        const after = letterAt(x + right, y + below);
        if (letterAt(x, y) !== '' || beside + after !== '') continue;
        const run: number[] = [];
        while (letterAt(x - right * (run.length + 1), y - below * (run.length + 1)) !== '')
          run.unshift(cell - (right + below * COLUMNS) * (run.length + 1));
        const letters = run.map((each) => letterAt(each % COLUMNS, Math.floor(each / COLUMNS)));
        if (run.length > 1) return { cell, run, word: letters.join('').toUpperCase() };
      }
    throw new Error('no word of the board can be extended');
  }

  t.test('a wrong word is marked alone, with the letters that lay there before', async (t) => {
    for (const screen of [
      { width: 1280, height: 800 },
      { width: 390, height: 844, isDark: true },
    ]) {
      const page = await begun(screen, bot);
      await playOn(t, page, typed, 1);
      await waitFor(page, isDue);
      const view = await viewOf(page);
      const { cell, run, word } = extensible(view);
      const { tiles } = view.hand as ScrabbleHand;
      const wrong = tiles.find(({ letter }) => letter !== '?' && !hasWord(english(), word + letter))!;
      await page.click(`[data-cell="${cell}"]`);
      await page.press(wrong.letter.toLowerCase());
      const marked = `[...document.querySelectorAll('.squares .wrong')].map((each) => Number(each.dataset.cell))`;
      await waitFor(page, `${marked}.length > 0`);
      t.same(await page.evaluate(marked), [...run, cell], 'the letters of the word, and no other');
      t.equal(await page.evaluate(`document.querySelector('.refused')`), null);
      const problem = `${word}${wrong.letter} is not in the word list.`;
      t.equal(await textOf(page, '#state'), problem);
      const label = `document.querySelector('[data-cell="${run[0]}"]').ariaLabel`;
      t.match(await page.evaluate(label), /, not a word$/);
      t.same(await barriers(page), []);
      await picture(page, `wrong-word-${screen.width}`);
      await page.click('.bar .go');
      await waitFor(page, `document.querySelector('#spoken').textContent === ${JSON.stringify(problem)}`);
      t.same(await page.evaluate(marked), [...run, cell], 'as well after it was sent');
      await page.press('Escape');
      t.same(await page.evaluate(marked), []);
      // A tile that touches nothing is refused as a whole.
      await page.click('[data-cell="0"]');
      await page.press(wrong.letter.toLowerCase());
      await waitFor(page, `document.querySelector('.refused')`);
      t.same(await page.evaluate(marked), []);
      t.same(page.complaints, []);
    }
  });

  t.test(
    'laid tiles and the order of the rack are there after a reload, and are sent to nobody',
    async (t) => {
      const page = await begun({ width: 1280, height: 800 }, bot);
      await waitFor(page, isDue);
      const rack = `[...document.querySelectorAll('.tools .slot')].map((each) => each.innerText).join()`;
      const laid = `[...document.querySelectorAll('.squares .laid')].map((each) => each.ariaLabel.replace(', not a word', '')).join(';')`;
      const reload = async () => {
        await page.goTo(String(await page.evaluate('location.href')));
        await waitFor(page, isDue);
      };
      const letters = (await viewOf(page)).hand as ScrabbleHand;
      const [first, last] = letters.tiles.filter(({ letter }) => letter !== '?');
      const dealt = await page.evaluate(rack);
      await page.drag([
        await middle(page, '.tools [data-slot="6"]'),
        await middle(page, '.tools [data-slot="2"]'),
        await middle(page, '.tools [data-slot="0"]'),
      ]);
      t.not(await page.evaluate(rack), dealt, 'the order has changed');
      await page.click('[data-cell="0"]');
      for (const { letter } of [first!, last!]) await page.press(letter.toLowerCase());
      const [order, tiles] = [await page.evaluate(rack), await page.evaluate(laid)];
      t.match(tiles, /^A1, [A-Z], laid by you;B1, [A-Z], laid by you$/);
      await reload();
      await waitFor(page, `${laid} !== ''`);
      t.same([await page.evaluate(rack), await page.evaluate(laid)], [order, tiles]);
      t.equal(page.requests.filter((each) => /moves(?!\?check)/.test(each)).length, 0, 'nothing was played');
      await page.evaluate(`sessionStorage.setItem(sessionStorage.key(0), '{"rack": 1}')`);
      await reload();
      t.equal(await page.evaluate(laid), '', 'another text is not ours');
      await page.click('.bar [aria-label=More]');
      await page.click('#more button:nth-child(3)');
      await page.click('#resign .go');
      await waitFor(page, `document.querySelector('.end')`);
      t.equal(await page.evaluate(`sessionStorage.length`), 0, 'nothing is kept of a game that is over');
      t.same(page.complaints, []);
    },
  );

  t.test('what cannot be done is told, and whose turn it is', async (t) => {
    const ada = await begun({ width: 1280, height: 800 }, { is: 'open' });
    const link = String(await ada.evaluate(`document.querySelector('.notice input').value`));
    const ben = await browser.open(link, { width: 390, height: 844, hasTouch: true });
    await waitFor(ben, `document.querySelector('.notice .go')`);
    await ben.click('.notice .go');
    for (const page of [ada, ben]) await waitFor(page, `document.querySelector('.slot')`);
    const [first, second] = (await viewOf(ada)).due[0] === 1 ? [ada, ben] : [ben, ada];
    t.match(await textOf(first, '#state'), /^86 in the bag\. (Type|Tap)/);
    t.match(await textOf(ben, '#state'), second === ben ? /to move\. 86 in the bag\.$/ : /Tap or drag tiles/);
    t.match(await textOf(second, '#state'), /^(Ada|Guest) to move\. 86 in the bag\.$/);
    const bar = async () =>
      await ada.evaluate(
        `[...document.querySelectorAll('.bar, #state')].map((each) => Math.round(each.getBoundingClientRect().bottom)).join()`,
      );
    const before = await bar();
    await second.evaluate(`document.querySelector('.bar button:nth-child(2)').click()`);
    t.equal(await textOf(second, '#state'), 'It is not your turn.');
    // The last square of a row takes one tile.
    await first.click('[data-cell="14"]');
    for (const slot of [0, 1]) {
      await first.click(`.hand [data-slot="${slot}"]`);
      if (await first.evaluate(`document.querySelector('#blank').open`)) await first.press('e');
    }
    t.equal(await textOf(first, '#state'), 'There is no free square here.');
    await first.press('Escape');
    await pass(first);
    await waitFor(second, isDue);
    t.equal(await bar(), before, 'nothing moves when the turn changes');
    for (const page of [ada, ben]) t.same(page.complaints, []);
  });

  t.test('tiles are exchanged by keys alone', async (t) => {
    const page = await begun({ width: 1280, height: 800 }, bot);
    await waitFor(page, isDue);
    const before = await viewOf(page);
    const [first] = (before.hand as ScrabbleHand).tiles.filter(({ letter }) => letter !== '?');
    await page.press('-');
    await waitFor(page, `document.querySelector('#exchange').open`);
    await page.press(first!.letter.toLowerCase());
    t.equal(await textOf(page, '#exchange .go'), 'Exchange 1');
    await page.press('Enter');
    await waitFor(page, `!document.querySelector('#exchange').open`);
    await waitFor(page, `document.querySelector('.moves').innerText.includes('changes 1 tile')`);
    t.same(page.complaints, []);
  });

  t.test('a page whose events were refused asks for them again', async (t) => {
    const page = await begun({ width: 1280, height: 800 }, { is: 'bot', name: 'easy' });
    await page.refuseNext('**/events');
    await page.goTo(String(await page.evaluate('location.href')));
    await waitFor(page, `document.querySelector('#connection').textContent === 'Reconnecting…'`);
    await waitFor(page, `document.querySelector('.card')`);
    t.equal(await textOf(page, '#connection'), '');
  });

  t.test('two people play by a link, one by finger and one by keys; a third watches', async (t) => {
    const ada = await begun({ width: 1280, height: 800 }, { is: 'open' });
    t.same(await barriers(ada), [], 'a seat is open');
    await picture(ada, 'invitation-1280');
    const link = String(await ada.evaluate(`document.querySelector('.notice input').value`));
    const ben = await browser.open(link, { width: 390, height: 844, hasTouch: true });
    await waitFor(ben, `document.querySelector('.notice .go')`);
    t.same(await barriers(ben), [], 'a seat can be taken');
    await picture(ben, 'open-seat-390');
    await ben.evaluate(`document.querySelector('.notice input').focus()`);
    await ben.write('Ben');
    await ben.press('Enter');
    const watcher = await browser.open(link, { width: 1280, height: 800, isApart: true, isDark: true });
    for (const page of [ada, ben]) await waitFor(page, `document.querySelector('.slot')`);
    const players = [
      { page: ada, lay: keyed },
      { page: ben, lay: swiped },
    ];
    const isMine = `document.querySelector('.bar .go')?.textContent.startsWith('Play')`;
    for (let moves = 0; moves < 100; moves++) {
      if (await ada.evaluate(`document.querySelector('.end') !== null`)) break;
      const { page, lay } = players[(await ada.evaluate(isMine)) ? 0 : 1]!;
      const before = (await viewOf(page)).version;
      await playOn(t, page, lay, 1);
      if (moves === 5) {
        t.same(await barriers(ben), [], 'in the middle, for a player');
        t.same(await barriers(watcher), [], 'in the middle, for a watcher');
        await picture(watcher, 'watched-1280-dark');
        t.equal(await watcher.evaluate(`document.querySelectorAll('svg.rack, .slot').length`), 0, 'no hands');
      }
      await waitFor(ada, `document.querySelector('.end') || document.querySelector('.moves b')`);
      t.ok((await viewOf(page)).version > before);
      const due = (await viewOf(page)).due[0];
      for (const each of players.entries())
        if (due !== undefined)
          await waitFor(
            each[1].page,
            `document.querySelector('.end') || !!(${isMine}) === ${due === each[0] + 1}`,
          );
    }
    for (const page of [ada, ben, watcher]) {
      await waitFor(page, `document.querySelector('.end')`);
      t.same(await barriers(page), [], 'the end');
      t.same(page.complaints, []);
    }
    t.equal(
      await watcher.evaluate(`document.querySelectorAll('.end .go').length`),
      0,
      'only players play again',
    );
    await ada.leaveBy('.end .go');
    await waitFor(ada, `document.querySelector('.notice h2')?.textContent === 'Invite a friend'`);
    await waitFor(ben, `document.querySelector('.end').innerText.includes('Another game is open.')`);
    await ben.leaveBy('.end .go');
    await waitFor(ben, `document.querySelector('.notice h2')?.textContent === 'A seat is open'`);
  });
});
