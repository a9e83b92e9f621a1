import { escapeMarkup, visible } from '../../core/text.ts';
import type { Draw } from '../parts/board.ts';
import { numericColumns, type Table } from '../reports/summary.ts';

/** Text that is already markup and needs no escape. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | readonly Markup[];

/** Marks text of this program as markup. */
export function trustedMarkup(text: string): Markup {
  return new Markup(text);
}

/** A template that escapes values, so that no name of a player becomes a part of the page. */
export function markup(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const filled = parts.map((part, index) => `${writtenOut(part)}${texts[index + 1]}`);
  return new Markup(`${texts[0]}${filled.join('')}`);
}

/** Parts on the server are markup. */
export const draw: Draw<Markup> = { html: markup, svg: markup };

/** A command to copy: nothing is inserted into it. */
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

/** Isolates words from right to left, so that figures beside a name keep their places. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}](?:[\p{M} '"-]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}])*/gu;

/** A fact, and an explanation where it is needed. */
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

/** Scrolls alone on a small screen, with keys too. `name` is its label. */
export function scrollBox(name: string, content: Markup): Markup {
  return markup`<div class="wide" role="region" aria-label="${name}" tabindex="0">${content}</div>`;
}

export function scrollBoxText(name: string, text: string): Markup {
  return markup`<pre role="region" aria-label="${name}" tabindex="0">${text}</pre>`;
}

interface TableLook {
  /** The column with the headers of rows, which stays where a table scrolls. */
  readonly names?: number;
  /** Columns that phones do not show. */
  readonly folded?: readonly boolean[];
}

export function dataTable(
  name: string,
  { headings, rows }: Table,
  { names = 0, folded = [] }: TableLook = {},
): Markup {
  const areNumeric = numericColumns(headings, rows);
  // Most tables have only figures beside the names: then their cells need no class.
  const areFigures = areNumeric.every((isNumeric, column) => isNumeric === column > 0) && names === 0;
  const kinds = areNumeric.map((isNumeric, column) => {
    const classes = [...(isNumeric && !areFigures ? ['number'] : []), ...(folded[column] ? ['folded'] : [])];
    return classes.length === 0 ? [] : [markup` class="${classes.join(' ')}"`];
  });
  const head = headings.map((heading, column) => markup`<th scope="col"${kinds[column]!}>${heading}</th>`);
  const rowOf = (row: readonly string[]) =>
    row.map((cell, column) =>
      column === names
        ? markup`<th scope="row"${kinds[column]!}>${cell}</th>`
        : markup`<td${kinds[column]!}>${cell}</td>`,
    );
  return scrollBox(
    name,
    markup`<table${areFigures ? markup` class="figures"` : []}>
<thead><tr>${head}</tr></thead>
<tbody>${rows.map((row) => markup`<tr>${rowOf(row)}</tr>`)}</tbody>
</table>`,
  );
}
