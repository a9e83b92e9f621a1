import { join } from 'node:path';
import t from 'tap';
import { builtInBot } from '../../../host/bots/bananagrams/built-in.ts';
import { columnOf, FIELD_SIDE, type RaceHand, rowOf } from '../../../host/games/bananagrams/tile-grid.ts';
import { rowsOfGrid } from '../../../host/serve/bananagrams/page/race.ts';
import type { GameView } from '../../../host/serve/play/contract.ts';
import { barriers } from '../../support/accessibility.ts';
import { Chromium, type Page, type Screen, withoutChromium } from '../../support/chromium.ts';
import { keptPicture, waitFor, wider } from '../../support/looked-at-page.ts';
import { until } from '../../support/until.ts';
import { braked, servedRacers } from './braked-racers.ts';
import { solver } from './racing-person.ts';
import { english, Guest, servedPlay, verified } from './served-play.ts';

type Laid = Map<number, string>;

interface Seen {
  readonly laid: readonly (readonly [cell: number, letter: string])[];
  readonly cursor: number;
  readonly loose: readonly string[];
}

const seen = `(() => {
  const letterOf = (element) => element.getAttribute('aria-label')[0];
  return {
    laid: [...document.querySelectorAll('.laid[data-cell]')].map((cell) => [Number(cell.dataset.cell), letterOf(cell)]),
    cursor: Number(document.querySelector('.cursor').dataset.cell),
    loose: [...document.querySelectorAll('[data-loose]')].map(letterOf),
  };
})()`;

/** How a person lays and takes tiles, and sends. */
interface Manner {
  lay(page: Page, letter: string, cell: number): Promise<void>;
  take(page: Page, cell: number): Promise<void>;
  peel(page: Page): Promise<void>;
  dump(page: Page, letter: string): Promise<void>;
}

const look = async (page: Page) => (await page.evaluate(seen)) as Seen;
async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  await waitFor(page, `!!document.querySelector(${JSON.stringify(selector)})`);
  return (await page.evaluate(`(() => {
    const { left, top, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  })()`)) as { x: number; y: number };
}

/** The tiles of a peel come a moment later. */
async function looseTile(page: Page, letter: string): Promise<string> {
  await waitFor(page, `(${seen}).loose.includes('${letter}')`);
  return `[data-loose="${(await look(page)).loose.indexOf(letter)}"]`;
}

/** A finger is below the tile that it moves. */
const BELOW = 40;

function dragging(isFinger: boolean): Manner {
  const drag = async (page: Page, from: string, to: string) => {
    const [start, end] = [await middleOf(page, from), await middleOf(page, to)];
    const last = isFinger ? { ...end, y: end.y + BELOW } : end;
    const points = [start, { x: (start.x + last.x) / 2, y: (start.y + last.y) / 2 }, last];
    await (isFinger ? page.swipe(points) : page.drag(points));
  };
  return {
    lay: async (page, letter, cell) =>
      await drag(page, await looseTile(page, letter), `[data-cell="${cell}"]`),
    take: async (page, cell) => await drag(page, `[data-cell="${cell}"]`, '.loose'),
    peel: async (page) => await page.click('.bar .go'),
    dump: async (page, letter) => await drag(page, await looseTile(page, letter), '#dump'),
  };
}

async function moveTo(page: Page, cell: number): Promise<void> {
  const { cursor } = await look(page);
  const [right, down] = [columnOf(cell) - columnOf(cursor), rowOf(cell) - rowOf(cursor)];
  for (let step = 0; step < Math.abs(right); step++) await page.press(right > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let step = 0; step < Math.abs(down); step++) await page.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
}

const typing: Manner = {
  async lay(page, letter, cell) {
    await moveTo(page, cell);
    await page.write(letter.toLowerCase());
  },
  async take(page, cell) {
    await moveTo(page, cell);
    await page.press('Delete');
  },
  peel: async (page) => await page.press('Enter'),
  async dump(page, letter) {
    await page.write('-');
    await page.write(letter.toLowerCase());
  },
};

const tapping: Manner = {
  async lay(page, letter, cell) {
    if ((await look(page)).cursor !== cell) await page.click(`[data-cell="${cell}"]`);
    await page.click(await looseTile(page, letter));
  },
  async take(page, cell) {
    if ((await look(page)).cursor !== cell) await page.click(`[data-cell="${cell}"]`);
    await page.click(`[data-cell="${cell}"]`);
  },
  peel: async (page) => await page.click('.bar .go'),
  async dump(page, letter) {
    await page.click('#dump');
    const place = (await page.evaluate(
      `[...document.querySelectorAll('.letters button')].findIndex(({ textContent }) => textContent === '${letter}')`,
    )) as number;
    await page.click(`.letters button:nth-of-type(${place + 1})`);
  },
};

/** The same with the Tab key instead of short cuts: it reaches squares and buttons. */
const keyboard: Manner = {
  ...typing,
  async lay(page, letter, cell) {
    await tabTo(page, `document.activeElement.dataset.cell !== undefined`);
    await typing.lay(page, letter, cell);
  },
  async peel(page) {
    await tabTo(page, `document.activeElement.matches('.bar .go')`);
    await page.press('Enter');
  },
  async dump(page, letter) {
    await tabTo(page, `document.activeElement.matches('#dump')`);
    await page.press('Enter');
    await tabTo(page, `document.activeElement.textContent === '${letter}'`);
    await page.press('Enter');
  },
};

async function tabTo(page: Page, holds: string): Promise<void> {
  for (let tabs = 0; tabs < 300; tabs++) {
    if (await page.evaluate(holds)) return;
    await page.press('Tab');
  }
  throw new Error(`Tab does not reach ${holds}`);
}

/** Where the rows go, so that most laid tiles stay. */
function placed(rows: readonly string[], laid: Laid): Laid {
  const at = (left: number, top: number): Laid =>
    new Map(
      rows.flatMap((row, y) =>
        [...row].flatMap((letter, x) =>
          letter === '.' ? [] : [[(top + y) * FIELD_SIDE + left + x, letter] as const],
        ),
      ),
    );
  const middle = (FIELD_SIDE - 1) / 2;
  const [first] = [...at(0, 0).keys()];
  let best = at(middle - columnOf(first!), middle - rowOf(first!));
  let most = 0;
  const columns = [...laid.keys()].map(columnOf);
  const rowNumbers = [...laid.keys()].map(rowOf);
  for (let top = Math.min(...rowNumbers) - 25; top <= Math.max(...rowNumbers) + 1; top++)
    for (let left = Math.min(...columns) - 25; left <= Math.max(...columns) + 1; left++) {
      const wanted = at(left, top);
      const same = [...wanted].filter(([cell, letter]) => laid.get(cell) === letter).length;
      if (same > most) [best, most] = [wanted, same];
    }
  return best;
}

/**
 * Lays this grid: each tile beside one that lies there. A peel of the other may move the loose tiles in the middle of
 * a drag, so that another tile is laid: as a person does, it takes that tile back.
 */
async function arrange(page: Page, manner: Manner, rows: readonly string[]): Promise<void> {
  const wanted = placed(rows, new Map((await look(page)).laid));
  for (;;) {
    const laid: Laid = new Map((await look(page)).laid);
    const wrong = [...laid].find(([cell, letter]) => wanted.get(cell) !== letter);
    if (wrong) await manner.take(page, wrong[0]);
    else if (laid.size === wanted.size) return;
    else {
      const next = [...wanted].find(([cell]) => {
        const isBeside = [1, -1, FIELD_SIDE, -FIELD_SIDE].some((by) => laid.has(cell + by));
        return !laid.has(cell) && (isBeside || laid.size === 0);
      })!;
      await manner.lay(page, next[1], next[0]);
    }
  }
}

async function viewOf(page: Page): Promise<GameView> {
  return (await page.evaluate(
    `fetch('/api/v1/games/' + location.pathname.split('/').at(-1)).then((answer) => answer.json())`,
  )) as GameView;
}

const isReady = `!document.querySelector('.bar .go[aria-disabled=true]')`;

/** The page may show a peel of another a moment later, and others go on peeling. */
async function handOn(page: Page): Promise<RaceHand> {
  let hand: RaceHand | undefined;
  await until(async () => {
    hand = (await viewOf(page)).hand as RaceHand;
    return (
      (await page.evaluate(`document.querySelectorAll('.laid, [data-loose]').length`)) === hand.letters.length
    );
  });
  return hand!;
}

/** Plays until a peel of this person stands, or the game is over. */
async function playPeel(page: Page, manner: Manner, solve: ReturnType<typeof solver>): Promise<GameView> {
  for (;;) {
    const { letters, number } = await handOn(page);
    const move = solve({ letters, number });
    if ('dump' in move) {
      const { laid, loose } = await look(page);
      const [cell] = laid.find(([, letter]) => letter === move.dump) ?? [];
      if (!loose.includes(move.dump)) await manner.take(page, cell!);
      await manner.dump(page, move.dump);
      await waitFor(page, `document.querySelectorAll('.laid, [data-loose]').length !== ${letters.length}`);
      continue;
    }
    await arrange(page, manner, rowsOfGrid(move.peel.grid));
    await waitFor(page, `${isReady} || !!document.querySelector('[data-loose]')`);
    // A peel of another has brought a tile.
    if (!(await page.evaluate(isReady))) continue;
    await manner.peel(page);
    await waitFor(page, `!!document.querySelector('.end') || !!document.querySelector('[data-loose]')`);
    return await viewOf(page);
  }
}

interface Wanted {
  readonly hand: string;
  readonly seats: readonly object[];
}

async function opened(browser: Chromium, url: string, screen: Screen, { hand, seats }: Wanted) {
  const site = url.replace('api/v1/', '');
  // There is no such game: any page of the site may make one.
  const page = await browser.open(`${site}bananagrams/games/${'0'.repeat(21)}`, { isApart: true, ...screen });
  const { key } = (await page.evaluate(`fetch('/api/v1/games', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: ${JSON.stringify(JSON.stringify({ game: 'bananagrams', options: { hand }, seats }))},
  }).then((answer) => answer.json())`)) as GameView;
  const address = `${site}bananagrams/games/${key}`;
  await waitFor(page, `!!document.querySelector('[role=alert]')`);
  page.complaints.length = 0;
  await page.goTo(address);
  return { page, key, address };
}

const ready = `!!document.querySelector('[data-loose]')`;

t.test('Bananagrams in a browser', { skip: withoutChromium }, async (t) => {
  const manners = {
    typing: { manner: typing, screen: { width: 1280, height: 800 } },
    keyboard: { manner: keyboard, screen: { width: 768, height: 1024, isDark: true } },
    dragging: { manner: dragging(false), screen: { width: 1280, height: 800, isDark: true } },
    tapping: { manner: tapping, screen: { width: 360, height: 640, hasTouch: true, isDark: true } },
    finger: { manner: dragging(true), screen: { width: 390, height: 844, hasTouch: true } },
  } as const;
  for (const [name, { manner, screen }] of Object.entries(manners))
    t.test(`A whole game against a bot: ${name}`, async (t) => {
      const { url } = await servedPlay(t, join(t.testdir(), 'wordhost.db'));
      await using browser = await Chromium.start();
      const seats = [
        { is: 'person', name: 'Ada' },
        { is: 'bot', name: 'beginner' },
      ];
      const { page } = await opened(browser, url, screen, { hand: '68', seats });
      await waitFor(page, ready);
      const solve = solver();
      let view = await viewOf(page);
      while (!view.end) {
        view = await playPeel(page, manner, solve);
        await keptPicture(t, page, `${name}-${view.moves.length}`, 10_000);
      }
      t.same(view.end.winners, [1]);
      await waitFor(page, `!!document.querySelector('.end')`);
      t.strictSame(page.complaints, []);
      const record = await fetch(`${url}games/${view.key}/record`);
      t.match(verified(await record.text()), { ok: true, complete: true });
      await keptPicture(t, page, `${name}-end`, 10_000);
    });

  t.test('Two browsers race, and a page that is loaded again has its grid', async (t) => {
    const { url } = await servedPlay(t, join(t.testdir(), 'wordhost.db'));
    await using browser = await Chromium.start();
    const seats = [{ is: 'person', name: 'Ada' }, { is: 'open' }];
    const { page: ada, address } = await opened(
      browser,
      url,
      { width: 1280, height: 800 },
      { hand: '70', seats },
    );
    const phone = { width: 390, height: 844, hasTouch: true, isApart: true };
    const ben = await browser.open(address, phone);
    await waitFor(ben, `document.querySelector('button.go')?.textContent === 'Take this seat'`);
    await ben.click('button.go');
    for (const page of [ada, ben]) await waitFor(page, ready);
    await waitFor(
      ada,
      `/^guest, \\d+ ms$/.test(document.querySelector('.card.seat-2 .caption').textContent)`,
    );
    const [byAda, byBen] = [solver(), solver()];
    await playPeel(ada, typing, byAda);
    await waitFor(
      ben,
      `/^Ada peeled 001: you drew [A-Z]\\.$/.test(document.querySelector('#state').textContent)`,
    );
    await keptPicture(t, ben, 'two-peeled', 10_000);
    await ben.evaluate(`fetch('/api/v1/games/' + location.pathname.split('/').at(-1) + '/moves', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ peel: { number: 1, grid: '001001A' } }),
    }).then((answer) => answer.json())`);
    await waitFor(ben, `/^Peel 001 was [\\d.]+ ms late$/.test(document.querySelector('.late')?.textContent)`);
    await keptPicture(t, ben, 'two-late', 10_000);
    await waitFor(ben, `!document.querySelector('.late')`);
    const [letter] = (await look(ben)).loose;
    await tapping.lay(ben, letter!, (await look(ben)).cursor);
    const before = await look(ben);
    await ben.goTo(address);
    await waitFor(ben, ready);
    t.strictSame((await look(ben)).laid, before.laid);
    await playPeel(ben, tapping, byBen);
    await waitFor(ada, `document.querySelector('.other svg') !== null`);
    await keptPicture(t, ada, 'two-other', 10_000);
    // The bunch has no tile left, so this peel is the last.
    await playPeel(ada, typing, byAda);
    for (const page of [ada, ben]) {
      await waitFor(page, `!!document.querySelector('.end')`);
      t.strictSame(page.complaints, []);
    }
    t.same((await viewOf(ben)).end?.winners, [1]);
    await keptPicture(t, ben, 'two-end', 10_000);
  });

  t.test('Everything that is played is in sight at each size, and has no barriers', async (t) => {
    const { url } = await servedPlay(t, join(t.testdir(), 'wordhost.db'));
    await using browser = await Chromium.start();
    const seats = [
      { is: 'person', name: 'Ada' },
      { is: 'bot', name: 'beginner' },
    ];
    const { page } = await opened(browser, url, { width: 1280, height: 800 }, { hand: '21', seats });
    await waitFor(page, ready);
    const { letters } = (await viewOf(page)).hand as RaceHand;
    await page.write(letters.slice(0, 4).toLowerCase());
    await page.press('ArrowDown');
    await page.press('ArrowDown');
    await page.write(letters.slice(4, 6).toLowerCase());
    await waitFor(page, `!!document.querySelector('.wrong')`);
    for (const [width, height] of [
      [1280, 800],
      [768, 1024],
      [390, 844],
      [360, 640],
    ] as const)
      for (const isDark of [false, true]) {
        await page.look({ width, height, isDark });
        await waitFor(page, `document.querySelector('.bar').getBoundingClientRect().bottom <= innerHeight`);
        t.equal(await page.evaluate(wider), 0, `${width}`);
        await keptPicture(t, page, `size-${width}-${isDark ? 'dark' : 'light'}`, 10_000);
      }
    t.strictSame(await barriers(page), []);
    await page.press('-');
    t.strictSame(await barriers(page), [], 'the question which tile to dump');
    await keptPicture(t, page, 'dump', 10_000);
  });
});

t.test('Own bots in a browser', { skip: withoutChromium }, async (t) => {
  const { folder, commands } = braked(t);
  const { url } = await servedRacers(t, folder, commands);
  await using browser = await Chromium.start();
  const screen = { width: 1280, height: 800 };
  const ada = { is: 'person', name: 'Ada' };
  const moved = (view: GameView, seat: number) => view.moves.some((move) => move.seat === seat);
  // The bots alone cannot end a game: each stops after three messages.
  for (const [hand, names] of [
    ['67', ['python']],
    ['67', ['c']],
    ['42', ['python', 'c']],
  ] as const)
    await t.test(`A whole race against ${names.join(' and ')}`, async (t) => {
      const seats = [ada, ...names.map((name) => ({ is: 'bot', name }))];
      const { page } = await opened(browser, url, screen, { hand, seats });
      await waitFor(page, ready);
      await until(async () => {
        const view = await viewOf(page);
        return names.every((_, index) => moved(view, index + 2));
      });
      for (const [width, height] of [
        [1280, 800],
        [390, 844],
        [360, 640],
      ] as const) {
        await page.look({ width, height, isDark: width === 390 });
        await waitFor(page, `document.querySelector('.bar').getBoundingClientRect().bottom <= innerHeight`);
        t.equal(await page.evaluate(wider), 0, `${width}`);
        await keptPicture(t, page, `own-${names.join('-')}-${width}`, 10_000);
      }
      await page.look(screen);
      const solve = solver();
      let view = await viewOf(page);
      while (!view.end) view = await playPeel(page, typing, solve);
      await waitFor(page, `!!document.querySelector('.end')`);
      t.strictSame(page.complaints, []);
      const record = await fetch(`${url}games/${view.key}/record`);
      t.match(verified(await record.text()), { ok: true, complete: true });
      await keptPicture(t, page, `own-${names.join('-')}-end`, 10_000);
    });
});

t.test('A built-in bot goes on after a restart of the server', async (t) => {
  const where = join(t.testdir(), 'wordhost.db');
  const first = await servedPlay(t, where);
  const ada = new Guest(first.url);
  const seats = [
    { is: 'person', name: 'Ada' },
    { is: 'bot', name: 'best' },
  ];
  const made = await ada.ask('POST', 'games', { game: 'bananagrams', options: { hand: '3' }, seats });
  const { key } = made.json as GameView;
  const peels = async () =>
    (await ada.view(key)).moves.flatMap(({ lines }) => lines.filter(({ word }) => word === 'peel')).length;
  await until(async () => (await peels()) > 1);
  await first.close();
  const second = await servedPlay(t, where);
  ada.url = second.url;
  const before = await peels();
  await until(async () => (await peels()) > before + 1);
  const { seats: after } = await ada.view(key);
  t.match(after, [{ name: 'Ada' }, { name: 'best' }]);
});

t.test('A bot that starts again knows what it has dumped', async (t) => {
  const sent: string[] = [];
  let tell: (text: string) => void = () => {};
  const told = Promise.withResolvers<void>();
  const program = builtInBot('best', { said: ['n', 'dQ', 'p001003001TEA'], told: told.promise });
  const input = { listen: (hear: (text: string) => void) => void (tell = hear) };
  const request = { lexicon: english(), seed: 1 } as Parameters<typeof program>[0];
  void program(request, { input, send: (text) => void sent.push(text) });
  for (const text of ['QT.', 'dEAX.', '+001S.']) tell(text);
  told.resolve();
  await until(() => sent.length > 1);
  t.equal(sent[0], 'n');
  const [, number, letters] = /^p(\d{3})\d{6}([A-Z.]+)$/.exec(sent[1]!) ?? [];
  t.equal(number, '002');
  t.equal([...letters!.replaceAll('.', '')].sort().join(''), 'AESTX');
});
