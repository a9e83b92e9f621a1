import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bench } from 'tinybench';
import { hasWord } from '../../host/lexicon/automaton.ts';
import { build } from '../../host/lexicon/build.ts';
import { gaddagOf } from '../../host/lexicon/formats/gaddag.ts';
import { encodeKwg, gaddagInKwg } from '../../host/lexicon/formats/kwg-file.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { readWordList } from '../../host/lexicon/word-list.ts';
import { expectOk } from '../support/expect-ok.ts';
import { largeWordList, withoutLargeWordList } from '../word-lists.ts';
import { type Figure, median, type Skipped, shown } from './figure.ts';
import { microsOf } from './micros-of.ts';
import { printedByNode } from './playing.ts';

export async function lexica(): Promise<readonly (Figure | Skipped)[]> {
  const english = expectOk(loadLexicon('english'));
  return [
    ...(await lookUps(english.lexicon)),
    englishInAFreshProcess(english.lexicon),
    buildingALargeList(),
    ...theGaddag(),
  ];
}

async function lookUps(lexicon: Lexicon): Promise<Figure[]> {
  const known = scattered(readFileSync(lexicon.path, 'latin1').trimEnd().split('\n'));
  const unknown = known.map((word) => `${word.slice(0, -1)}Q`);
  const set = new Set(readFileSync(lexicon.path, 'latin1').trimEnd().split('\n'));
  const count = (words: readonly string[], has: (word: string) => boolean) => {
    let found = 0;
    for (const word of words) if (has(word)) found++;
    return found;
  };
  const bench = new Bench({ time: 700, warmupTime: 300 })
    .add('there', () => count(known, (word) => hasWord(lexicon, word)))
    .add('not there', () => count(unknown, (word) => hasWord(lexicon, word)))
    .add('set', () => count(known, (word) => set.has(word)));
  await bench.run();
  const figure = (what: string, task: string): Figure => ({
    what,
    measured: microsOf(bench, task),
    unit: 'ns',
    target: 150,
    baseline: `a Set of strings: ${shown(microsOf(bench, 'set'), 'ns')}`,
  });
  // A thousand words in so many microseconds: one word in as many nanoseconds.
  return [figure('a word looked up that is there', 'there'), figure('a word that is not', 'not there')];
}

/** A thousand of them, in no order, each a string of its own. */
function scattered(all: readonly string[]): readonly string[] {
  return Array.from({ length: 1000 }, (_, number) =>
    Buffer.from(all[(number * 7919) % all.length]!).toString(),
  );
}

/** From the call to the list with which a word has been found, with nothing warm but the file system's cache. */
function englishInAFreshProcess({ words }: Lexicon): Figure {
  const program = join(import.meta.dirname, 'load-english.ts');
  const times = Array.from({ length: 9 }, () =>
    Number(printedByNode('--conditions=wordhost-source', program)),
  );
  const what = 'from the call to the usable `english` list, fresh process';
  return { what, measured: median(times), unit: 'ms', target: 10, baseline: `${words} words` };
}

function buildingALargeList(): Figure | Skipped {
  const what = 'a list of 170,000 words built, parsing included';
  if (largeWordList === undefined) return { what, skipped: String(withoutLargeWordList) };
  const bytes = readFileSync(largeWordList);
  let words = 0;
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    const list = readWordList(bytes);
    if (!list.ok || !build(list.words).ok) throw new Error(`${largeWordList} cannot be built`);
    words = list.words.length;
    return process.cpuUsage(before).user / 1e3;
  });
  return { what, measured: median(times), unit: 'ms', target: 1000, baseline: `${words} words` };
}

/** By processor time, as all of these are measured where others want the processors too. */
function theGaddag(): readonly (Figure | Skipped)[] {
  const what = 'the GADDAG of a list of 170,000 words';
  const loaded = largeWordList === undefined ? undefined : loadLexicon(largeWordList);
  if (!loaded?.ok) return [{ what, skipped: String(withoutLargeWordList) }];
  const { lexicon } = loaded;
  const [building, opening]: [number[], number[]] = [[], []];
  let file = new Uint8Array();
  for (let turn = 0; turn < 5; turn++) {
    const before = process.cpuUsage();
    const made = gaddagOf(lexicon);
    if (!made.ok) throw new Error(`${largeWordList} is too large`);
    building.push(process.cpuUsage(before).user / 1e3);
    file = Uint8Array.from(encodeKwg(made.gaddag));
  }
  // Apart: what was thrown away while it was built would be collected meanwhile.
  for (let turn = 0; turn < 15; turn++) {
    const again = process.cpuUsage();
    if (!gaddagInKwg(file, lexicon)) throw new Error('it is not that of the list');
    opening.push(process.cpuUsage(again).user / 1e3);
  }
  return [
    { what: `${what}, built`, measured: median(building), unit: 'ms', target: 600 },
    { what: `${what}, as a file`, measured: file.length / 1e6, unit: 'MB', target: 3.5 },
    { what: `${what}, opened and compared with the list`, measured: median(opening), unit: 'ms', target: 10 },
  ];
}
