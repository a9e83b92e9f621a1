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

/** Rows under headings; the first cell of each says what the row is. */
export function dataTable({ headings, rows }: Table, caption?: string): Markup {
  return markup`<div class="wide"><table>
${caption === undefined ? [] : [markup`<caption>${caption}</caption>`]}
<thead><tr>${headings.map((heading) => markup`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows.map(rowOf)}</tbody>
</table></div>`;
}

function rowOf([first = '', ...cells]: readonly string[]): Markup {
  return markup`<tr><th scope="row">${first}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`;
}
