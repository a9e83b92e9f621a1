import { escapeMarkup, visible } from '../../core/text.ts';
import { numericColumns, type Table } from '../reports/summary.ts';

/** Text that is markup already, and is not escaped again. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | readonly Markup[];

/** Text of our own that is markup. */
export function trustedMarkup(text: string): Markup {
  return new Markup(text);
}

/** A template whose values are escaped, so that nothing that a player is called can become a part of the page. */
export function markup(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const filled = parts.map((part, index) => `${writtenOut(part)}${texts[index + 1]}`);
  return new Markup(`${texts[0]}${filled.join('')}`);
}

/** What is copied from a page into a terminal: nothing is added to it. */
export function command(text: string): Markup {
  return markup`<code>${new Markup(escapeMarkup(visible(text)))}</code>`;
}

function writtenOut(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('\n');
  if (typeof part === 'number') return String(Math.round(100 * part) / 100);
  const seen = part.includes('\n') ? part.split('\n').map(visible).join('\n') : visible(part);
  return escapeMarkup(seen.replace(RIGHT_TO_LEFT, '\u2068$&\u2069'));
}

/**
 * Words that run from right to left are isolated, also in attributes and drawings, which have no elements for it: figures
 * beside a name stay where they are.
 */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}](?:[\p{M} '"-]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}])*/gu;

/** Something known, and what it means where that is not plain. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly means?: string | undefined;
}

export function factList(facts: readonly Fact[]): Markup {
  const rows = facts.map(({ name, value, means }) => {
    const more = means === undefined ? [] : [markup`<p>${means}</p>`];
    return markup`<div><dt>${name}</dt><dd>${value}${more}</dd></div>`;
  });
  return markup`<dl>
${rows}
</dl>`;
}

/** What a small screen shows a part of: it is scrolled by itself, by keys too, and `name` is what it is called. */
export function scrollBox(name: string, content: Markup): Markup {
  return markup`<div class="wide" role="region" aria-label="${name}" tabindex="0">${content}</div>`;
}

/** The same of a text with its lines as they are. */
export function scrollBoxText(name: string, text: string): Markup {
  return markup`<pre role="region" aria-label="${name}" tabindex="0">${text}</pre>`;
}

/** Rows under headings; the first cell of each says what the row is. */
export function dataTable(name: string, { headings, rows }: Table): Markup {
  const kinds = numericColumns(headings, rows).map((isNumeric) => (isNumeric ? 'number' : 'words'));
  const head = headings.map(
    (heading, column) => markup`<th scope="col" class="${kinds[column]!}">${heading}</th>`,
  );
  return scrollBox(
    name,
    markup`<table>
<thead><tr>${head}</tr></thead>
<tbody>${rows.map((row) => rowOf(row, kinds))}</tbody>
</table>`,
  );
}

function rowOf([first = '', ...cells]: readonly string[], [kind = '', ...kinds]: readonly string[]): Markup {
  const others = cells.map((cell, column) => markup`<td class="${kinds[column] ?? ''}">${cell}</td>`);
  return markup`<tr><th scope="row" class="${kind}">${first}</th>${others}</tr>`;
}
