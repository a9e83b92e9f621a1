import { join } from 'node:path';
import t from 'tap';
import { columnOf, FIELD_SIDE, type RaceHand, rowOf } from '../../../host/games/bananagrams/tile-grid.ts';
import { rowsOfGrid } from '../../../host/serve/bananagrams/page/race.ts';
import type { GameView } from '../../../host/serve/play/contract.ts';
import { Chromium, type Page, type Screen, withoutChromium } from '../../support/chromium.ts';
import { keptPicture, waitFor } from '../../support/looked-at-page.ts';
import { solver } from './racing-person.ts';
import { servedPlay, verified } from './served-play.ts';

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
const middleOf = async (page: Page, selector: string) =>
  (await page.evaluate(`(() => {
    const { left, top, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  })()`)) as { x: number; y: number };

const looseTile = async (page: Page, letter: string) =>
  `[data-loose="${(await look(page)).loose.indexOf(letter)}"]`;

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

/** Lays this grid: each tile beside one that lies there. */
async function arrange(page: Page, manner: Manner, rows: readonly string[]): Promise<void> {
  const laid: Laid = new Map((await look(page)).laid);
  const wanted = placed(rows, laid);
  for (const [cell, letter] of [...laid])
    if (wanted.get(cell) !== letter) {
      await manner.take(page, cell);
      laid.delete(cell);
    }
  while (laid.size < wanted.size) {
    const next = [...wanted].find(([cell]) => {
      const isBeside = [1, -1, FIELD_SIDE, -FIELD_SIDE].some((by) => laid.has(cell + by));
      return !laid.has(cell) && (isBeside || laid.size === 0);
    })!;
    await manner.lay(page, next[1], next[0]);
    laid.set(...next);
  }
}

async function viewOf(page: Page): Promise<GameView> {
  return (await page.evaluate(
    `fetch('/api/v1/games/' + location.pathname.split('/').at(-1)).then((answer) => answer.json())`,
  )) as GameView;
}

/** Plays until a peel of this person stands, or the game is over. */
async function playPeel(page: Page, manner: Manner, solve: ReturnType<typeof solver>): Promise<GameView> {
  for (;;) {
    const { hand } = await viewOf(page);
    const { letters, number } = hand as RaceHand;
    await waitFor(page, `document.querySelectorAll('.laid, [data-loose]').length === ${letters.length}`);
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
    await waitFor(page, `!document.querySelector('.bar .go[aria-disabled=true]')`);
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
});
