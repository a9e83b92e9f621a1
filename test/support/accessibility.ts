import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { RunOptions } from 'axe-core';
import type { Page } from './chromium.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const contrastWrong = readFileSync(join(import.meta.dirname, 'in-page/contrast-wrong.mjs'), 'utf8');

/** Those that axe does not try unless it is told to: the size of what is clicked, and rules that are new. */
const more = [
  ...['target-size', 'focus-order-semantics', 'label-content-name-mismatch'],
  ...['p-as-heading', 'table-fake-caption', 'td-has-header'],
];

const everyRule: RunOptions = {
  rules: Object.fromEntries(more.map((rule) => [rule, { enabled: true }])),
  resultTypes: ['violations', 'incomplete'],
  // The policy of a page forbids to request its styles again.
  preload: false,
};

/** Dark differs from light in its colors alone. */
const colorsAlone: RunOptions = { ...everyRule, rules: {}, runOnly: ['color-contrast'] };

const looks = [1280, 390].flatMap((width) => [
  { width, isDark: false, options: everyRule },
  { width, isDark: true, options: colorsAlone },
]);

/**
 * What is wrong with a page, as it is now, for people who do not see it or have no mouse, as sentences: by axe-core, wide and narrow,
 * light and dark, and by where the Tab key goes.
 */
export async function barriers(page: Page): Promise<readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { width, isDark, options } of looks) {
    await page.look({ width, isDark });
    for (const each of await violations(page, options))
      found.set(each, [...(found.get(each) ?? []), `${width} ${isDark ? 'dark' : 'light'}`]);
  }
  await page.look({});
  return [...[...found].map(([what, where]) => `${what} (${where.join(', ')})`), ...(await unreached(page))];
}

/** Of single letters and of drawings axe does not tell whether they can be read: that is looked at here. */
const found = (
  options: RunOptions,
) => `axe.run(document, ${JSON.stringify(options)}).then(({ violations, incomplete }) => {
  const nodesOf = (results) => results.flatMap(({ id, impact, nodes }) => nodes.map((node) => ({ id, impact, ...node })));
  const undecided = nodesOf(incomplete.filter(({ id }) => id === 'color-contrast'))
    .map(({ target }) => document.querySelector(target[0]));
  const sentences = nodesOf(violations)
    .map(({ id, impact, html, failureSummary }) => id + ', ' + impact + ': ' + html.slice(0, 200) + ': ' + failureSummary);
  return [...sentences, ...(${contrastWrong.trim().replace(/;$/, '')})(undecided)];
})`;

async function violations(page: Page, options: RunOptions): Promise<readonly string[]> {
  await page.evaluate(`typeof axe === 'undefined' && void (() => { ${axe} })()`);
  return (await page.evaluate(found(options))) as string[];
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
