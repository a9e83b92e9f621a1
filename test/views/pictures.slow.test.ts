import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { parseRecord } from '../../host/events/read-record.ts';
import { games } from '../../host/games/registry.ts';
import { markup } from '../../host/views/html/markup.ts';
import { replayPage } from '../../host/views/html/replay-page.ts';
import { tournamentPage } from '../../host/views/tournament/page.ts';
import { oldRecords } from '../old-records/old-records.ts';
import { Chromium, withoutChromium } from '../support/chromium.ts';
import { comparePictures, differences, looks, see } from '../support/page-pictures.ts';
import { partsPage } from './parts-page.ts';
import { madeUp } from './tournament/made-up.ts';

const folder = join(import.meta.dirname, 'pictures');
const judged = { is: 'right', said: ['All is right.'] } as const;

function recordNamed(name: string) {
  const reading = parseRecord(oldRecords.find((each) => each.name === `38cfc23/${name}`)!.text, name, games);
  if (!reading.ok) throw new Error(reading.problem);
  return reading;
}

const analysis = {
  summaries: [{ seat: 1, words: 'gave away 12.0 points per move' }],
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
    for (const name of Object.keys(pages)) await comparePictures(t, folder, name, await open(name), paper);

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
        t.not((await differences(folder, 'scrabble', await see(page, paper), paper)).length, 0, change);
      }
    });
  },
);
