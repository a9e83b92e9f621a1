import { execFile } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { withoutTerminal } from '../cli/wordhost.ts';
import { Chromium, withoutChromium } from '../support/chromium.ts';
import { pictureDifference } from '../support/picture-difference.ts';
import { root } from './pages.ts';

/** Fonts differ between machines. A page that was designed again differs by more. */
const MOST_DIFFERENT = 0.08;

/** Times are of the machine. */
const lasting = (svg: string) => svg.replace(/thinking\u00a0[\d.]+\u00a0m?s/g, 'thinking');

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
    const textOf = (path: string) => lasting(readFileSync(path, 'utf8'));
    for (const name of ['terminal.svg', 'page.png', 'report.png']) {
      const both = [join(now, name), join(shown, name)] as const;
      const isSame = name.endsWith('.svg')
        ? textOf(both[0]) === textOf(both[1])
        : (await pictureDifference(page, readFileSync(both[0]), readFileSync(both[1]))) < MOST_DIFFERENT;
      if (!isSame) copyFileSync(...both);
      t.ok(isSame, `docs/pictures/${name} is as it is now (otherwise it was replaced: commit it)`);
    }
  },
);
