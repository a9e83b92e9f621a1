import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from './chromium.ts';

/** One of what a screen reader is told of. */
interface Spoken {
  readonly role: string;
  readonly name: string;
  readonly level: number | undefined;
}

/** Whatever can be used, and what is only looked at but must be said in words. */
const needName = new Set([
  ...['button', 'link', 'textbox', 'searchbox', 'combobox', 'spinbutton', 'checkbox', 'radio', 'slider'],
  ...[
    'listbox',
    'menuitem',
    'tab',
    'switch',
    'image',
    'img',
    'dialog',
    'region',
    'table',
    'DisclosureTriangle',
  ],
]);

/** Nothing else of it may be there twice. */
const alone = ['main', 'banner'];

/**
 * What is wrong with a page for people who do not see it or have no mouse, as sentences: by Chromium's accessibility tree, by the
 * colours of its texts, and by where the Tab key goes.
 */
export async function barriers(page: Page): Promise<readonly string[]> {
  const spoken = await page.accessible();
  // All else cannot be reached meanwhile, and is not told.
  const isAsking = spoken.some(({ role }) => role === 'dialog');
  return [
    ...namesMissing(spoken),
    ...(isAsking ? [] : [...headingsWrong(spoken), ...landmarksWrong(spoken)]),
    ...(await inPage(page, 'document-wrong')),
    ...(await inPage(page, 'contrast-wrong')),
    ...(await unreached(page)),
  ];
}

/** Programs that run in the page: each is an expression. */
async function inPage(page: Page, name: 'document-wrong' | 'contrast-wrong'): Promise<readonly string[]> {
  const text = readFileSync(join(import.meta.dirname, 'in-page', `${name}.mjs`), 'utf8');
  return (await page.evaluate(text)) as string[];
}

function namesMissing(spoken: readonly Spoken[]): string[] {
  return spoken
    .filter(({ role, name }) => needName.has(role) && name.trim() === '')
    .map(({ role }) => `a ${role} has no name`);
}

function headingsWrong(spoken: readonly Spoken[]): string[] {
  const headings = spoken.filter(({ role }) => role === 'heading');
  const first = headings.filter(({ level }) => level === 1).length;
  const skipped = headings.filter(({ level = 0 }, index) => level > (headings[index - 1]?.level ?? 0) + 1);
  return [
    ...(first === 1 ? [] : [`${first} headings of the first level`]),
    ...skipped.map(({ name, level }) => `the heading ${name} of level ${level} skips one`),
    ...headings.filter(({ name }) => name.trim() === '').map(() => 'a heading is empty'),
  ];
}

function landmarksWrong(spoken: readonly Spoken[]): string[] {
  const countOf = (sought: string) => spoken.filter(({ role }) => role === sought).length;
  return alone.filter((role) => countOf(role) !== 1).map((role) => `${countOf(role)} landmarks ${role}`);
}

const nameOfElement = `const nameOf = (element) => element === document.body ? 'body'
  : element.id || element.getAttribute('href') || element.getAttribute('aria-label') || element.textContent.trim();`;

/** What the Tab key passes over, though it can be used, and where the focus cannot be seen. */
async function unreached(page: Page): Promise<string[]> {
  const wanted = (await page.evaluate(`(() => { ${nameOfElement}
    const dialog = document.querySelector('dialog[open]') ?? document;
    return [...dialog.querySelectorAll('a[href], button, input, select, summary, [tabindex]')]
      .filter((each) => each.checkVisibility() && each.tabIndex >= 0 && !each.disabled).map(nameOf); })()`)) as string[];
  await page.evaluate('document.activeElement?.blur()');
  const reached = new Set<string>();
  const unseen: string[] = [];
  for (let presses = 0; presses < wanted.length + 3; presses++) {
    await page.press('Tab');
    const [name, isSeen] = (await page.evaluate(`(() => { ${nameOfElement}
      const focused = document.activeElement;
      return [nameOf(focused), getComputedStyle(focused).outlineStyle !== 'none']; })()`)) as [
      string,
      boolean,
    ];
    reached.add(name);
    if (!isSeen && name !== 'body') unseen.push(`the focus cannot be seen on ${name}`);
  }
  return [
    ...wanted.filter((name) => !reached.has(name)).map((name) => `Tab does not reach ${name}`),
    ...new Set(unseen),
  ];
}
