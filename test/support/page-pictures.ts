import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { Page } from './chromium.ts';
import { pictureDifference, sheetOf } from './picture-difference.ts';

const sizes = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
] as const;
export const looks = [false, true].flatMap((isDark) =>
  sizes.map((size) => ({ ...size, isDark, isStill: true })),
);
/** Fonts differ between machines, so pictures are so many times smaller. */
const TIMES = 8;
/** The share of pixels that may differ by more than a quarter of the scale. Another font changes less. */
const MOST_DIFFERENT = 0.03;
/** Pixels by which a part may be elsewhere, or larger or smaller: a line of text more. */
const MOST_MOVED = 24;

/** Where the first of each part is: left, top, width and height. */
type Boxes = Readonly<Record<string, readonly number[]>>;
const boxes = `Object.fromEntries(['.top', '.lead', '.card', '.rack', 'svg.board', '.controls', '.score-line', '.now', '.best',
  '.moves', '.moves li', 'nav', 'table', 'th[scope=row]', 'figure > svg'].flatMap((selector) => {
  const first = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
  if (!first) return [];
  const { x, y, width, height } = first.getBoundingClientRect();
  return [[selector, [x, y, width, height].map(Math.round)]];
}))`;

function moved(now: Boxes, before: Boxes): readonly string[] {
  return [...new Set([...Object.keys(now), ...Object.keys(before)])].filter((selector) => {
    const [one, other] = [now[selector], before[selector]];
    return !one || !other || one.some((side, index) => Math.abs(side - other[index]!) > MOST_MOVED);
  });
}

export interface Seen {
  readonly sheet: Buffer;
  /** By size. */
  readonly boxes: Readonly<Record<string, Boxes>>;
}

export async function see(page: Page, paper: Page): Promise<Seen> {
  const shots = [];
  const all: Record<string, Boxes> = {};
  for (const look of looks) {
    await page.look(look);
    shots.push({ png: await page.screenshot(), ...look });
    all[`${look.width} by ${look.height}`] = (await page.evaluate(boxes)) as Boxes;
  }
  return { sheet: await sheetOf(paper, shots, TIMES), boxes: all };
}

/** What differs from the pictures in a folder, as sentences. */
export async function differences(
  folder: string,
  name: string,
  seen: Seen,
  paper: Page,
): Promise<readonly string[]> {
  const [picture, places] = [join(folder, `${name}.png`), join(folder, `${name}.json`)];
  if (!existsSync(picture)) return [`there is no picture ${name}.png`];
  const share = await pictureDifference(paper, seen.sheet, readFileSync(picture));
  const before = JSON.parse(readFileSync(places, 'utf8')) as Seen['boxes'];
  return [
    ...(share > MOST_DIFFERENT ? [`${name}: ${(100 * share).toFixed(1)} % of the pixels differ`] : []),
    ...Object.entries(seen.boxes).flatMap(([size, now]) =>
      moved(now, before[size] ?? {}).map((selector) => `${name}, ${size}: ${selector} is elsewhere`),
    ),
  ];
}

/** Compares a page with its pictures, and replaces them where they differ. */
export async function comparePictures(
  t: Test,
  folder: string,
  name: string,
  page: Page,
  paper: Page,
): Promise<void> {
  const seen = await see(page, paper);
  const found = await differences(folder, name, seen, paper);
  t.strictSame(found, [], `${name} (otherwise its picture was replaced: look at it, and commit it)`);
  if (found.length === 0) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.png`), seen.sheet);
  const lines = Object.entries(seen.boxes).map(([size, all]) => `  "${size}": ${JSON.stringify(all)}`);
  writeFileSync(join(folder, `${name}.json`), `{\n${lines.join(',\n')}\n}\n`);
}
