import { execFile } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { withoutTerminal } from '../cli/wordhost.ts';
import { Chromium, withoutChromium } from '../support/chromium.ts';
import { root } from './pages.ts';

/** Fonts differ between machines. A page that was designed again differs by more. */
const MOST_DIFFERENT = 0.08;

/** Times are of the machine. */
const lasting = (svg: string) => svg.replace(/thinking\u00a0[\d.]+\u00a0m?s/g, 'thinking');

/** The share of the pixels that differ clearly; 1 if the sizes differ. */
const difference = (urls: readonly string[]) => `(async () => {
  const [one, other] = await Promise.all(${JSON.stringify(urls)}.map(async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const paper = new OffscreenCanvas(image.width, image.height).getContext('2d');
    paper.drawImage(image, 0, 0);
    return paper.getImageData(0, 0, image.width, image.height);
  }));
  if (one.width !== other.width || one.height !== other.height) return 1;
  const differs = (at) => [0, 1, 2].some((color) => Math.abs(one.data[at + color] - other.data[at + color]) > 64);
  let different = 0;
  for (let at = 0; at < one.data.length; at += 4) different += Number(differs(at));
  return (4 * different) / one.data.length;
})()`;

t.test(
  'the pictures show what wordhost shows; an old one is replaced',
  {
    skip: withoutChromium || withoutTerminal,
  },
  async (t) => {
    const [now, shown] = [t.testdir({}), join(root, 'docs/pictures')];
    await promisify(execFile)(process.execPath, [join(root, '.site/write-pictures.ts'), now]);
    await using browser = await Chromium.start();
    const page = await browser.open('about:blank', { width: 800 });
    const urlOf = (path: string) => `data:image/png;base64,${readFileSync(path, 'base64')}`;
    const textOf = (path: string) => lasting(readFileSync(path, 'utf8'));
    for (const name of ['terminal.svg', 'page.png', 'report.png']) {
      const both = [join(now, name), join(shown, name)] as const;
      const isSame = name.endsWith('.svg')
        ? textOf(both[0]) === textOf(both[1])
        : Number(await page.evaluate(difference(both.map(urlOf)))) < MOST_DIFFERENT;
      if (!isSame) copyFileSync(...both);
      t.ok(isSame, `docs/pictures/${name} is as it is now (otherwise it was replaced: commit it)`);
    }
  },
);
