import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { parseRecord } from '../../host/events/read-record.ts';
import { games } from '../../host/games/registry.ts';
import { markup } from '../../host/views/html/markup.ts';
import { replayPage } from '../../host/views/html/replay-page.ts';
import { tournamentPage } from '../../host/views/tournament/page.ts';
import { oldRecords } from '../old-records/old-records.ts';
import { Chromium, type Page, withoutChromium } from '../support/chromium.ts';
import { pictureDifference, sheetOf } from '../support/picture-difference.ts';
import { partsPage } from './parts-page.ts';
import { madeUp } from './tournament/made-up.ts';

const sizes = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
] as const;
const looks = [false, true].flatMap((isDark) => sizes.map((size) => ({ ...size, isDark, isStill: true })));
/** Fonts differ between machines, so pictures are so many times smaller. */
const TIMES = 8;
/** The share of pixels that may differ by more than a quarter of the scale. Another font changes less. */
const MOST_DIFFERENT = 0.03;
/** Pixels by which a part may be elsewhere, or larger or smaller: a line of text more. */
const MOST_MOVED = 24;

const folder = join(import.meta.dirname, 'pictures');
const judged = { is: 'right', said: ['All is right.'] } as const;

function recordNamed(name: string) {
  const reading = parseRecord(oldRecords.find((each) => each.name === `38cfc23/${name}`)!.text, name, games);
  if (!reading.ok) throw new Error(reading.problem);
  return reading;
}

const analysis = {
  sentences: ['longest gave away 12 points a move'],
  details: markup`<h2>Analysis</h2>`,
  loss: { name: 'points given away', from: [5, 15, 30] },
  of: (n: number) => ({ loss: (n * 7) % 40, best: ['8H WORD 40', '9H WORDS 30'] }),
  missed: [],
};

const pages: Readonly<Record<string, () => string>> = {
  parts: partsPage,
  scrabble: () => replayPage({ record: recordNamed('scrabble-tournament'), judged, start: 20 }),
  boggle: () => replayPage({ record: recordNamed('boggle-turns'), judged, start: 8 }),
  bananagrams: () => replayPage({ record: recordNamed('bananagrams-whole-bunch'), judged, start: 30 }),
  analysis: () => replayPage({ record: recordNamed('scrabble-strict'), judged, start: 8, analysis }),
  report: () => tournamentPage(madeUp({ players: 8, games: 4, badEvery: 9 })),
};

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

interface Seen {
  readonly sheet: Buffer;
  /** By size. */
  readonly boxes: Readonly<Record<string, Boxes>>;
}

async function see(page: Page, paper: Page): Promise<Seen> {
  const shots = [];
  const all: Record<string, Boxes> = {};
  for (const look of looks) {
    await page.look(look);
    shots.push({ png: await page.screenshot(), ...look });
    all[`${look.width} by ${look.height}`] = (await page.evaluate(boxes)) as Boxes;
  }
  return { sheet: await sheetOf(paper, shots, TIMES), boxes: all };
}

/** What differs from the pictures, as sentences. */
async function differences(name: string, seen: Seen, paper: Page): Promise<readonly string[]> {
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

t.test(
  'pages look as in the pictures, at four sizes, light and dark',
  { skip: withoutChromium },
  async (t) => {
    await using browser = await Chromium.start();
    const paper = await browser.open('about:blank', { width: 800 });
    const saved = t.testdir({});
    const open = async (name: string) => {
      const path = join(saved, `${name}.html`);
      writeFileSync(path, pages[name]!());
      return await browser.open(pathToFileURL(path).href, looks[0]!);
    };
    for (const name of Object.keys(pages)) {
      const seen = await see(await open(name), paper);
      const found = await differences(name, seen, paper);
      t.strictSame(found, [], `${name} (otherwise its picture was replaced: look at it, and commit it)`);
      if (found.length === 0) continue;
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${name}.png`), seen.sheet);
      const lines = Object.entries(seen.boxes).map(([size, all]) => `  "${size}": ${JSON.stringify(all)}`);
      writeFileSync(join(folder, `${name}.json`), `{\n${lines.join(',\n')}\n}\n`);
    }

    await t.test('tiles without color, a board elsewhere and a list without moves are noticed', async (t) => {
      const changes = [
        '.face { stroke: none }',
        'word-game { margin-top: 60px }',
        '.moves li { display: none }',
      ];
      for (const change of changes) {
        const page = await open('scrabble');
        await page.evaluate(
          `document.styleSheets[0].insertRule('${change}', document.styleSheets[0].cssRules.length)`,
        );
        t.not((await differences('scrabble', await see(page, paper), paper)).length, 0, change);
      }
    });
  },
);
