import { numericColumns } from '../numeric-columns.ts';
import type { Table } from '../reports/summary.ts';
import { type Markup, markup } from './markup.ts';

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
export function scrolled(name: string, content: Markup): Markup {
  return markup`<div class="wide" role="region" aria-label="${name}" tabindex="0">${content}</div>`;
}

/** The same of a text with its lines as they are. */
export function scrolledText(name: string, text: string): Markup {
  return markup`<pre role="region" aria-label="${name}" tabindex="0">${text}</pre>`;
}

/** Rows under headings; the first cell of each says what the row is. */
export function dataTable(name: string, { headings, rows }: Table): Markup {
  const kinds = numericColumns(headings, rows).map((isNumeric) => (isNumeric ? 'number' : 'words'));
  const head = headings.map(
    (heading, column) => markup`<th scope="col" class="${kinds[column]!}">${heading}</th>`,
  );
  return scrolled(
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
