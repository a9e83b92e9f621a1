import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { Page } from './chromium.ts';

/** A folder for what the browser showed, to be looked at; none: it is not kept. */
const pictures = process.env.TEST_PICTURES;

/** A picture of fewer bytes shows nothing. */
export async function keptPicture(t: Test, page: Page, name: string, least: number): Promise<void> {
  const png = await page.screenshot();
  t.ok(png.length > least, name);
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, `${name}.png`), png);
}

export async function waitFor(page: Page, what: string): Promise<void> {
  await page.evaluate(`new Promise((resolve, reject) => {
    const end = Date.now() + 180000;
    const look = () => {
      if (${what}) resolve();
      else if (Date.now() > end) reject(new Error('never: ' + ${JSON.stringify(what)} + document.body.innerText));
      else setTimeout(look, 20);
    };
    look();
  })`);
}

/** By how much the page is wider than what is seen of it. */
export const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
