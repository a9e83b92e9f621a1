import { escapeMarkup } from '../../core/text/markup.ts';
import { visible } from '../../core/text/visible.ts';

/** Text that is markup already, and is not escaped again. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | readonly Markup[];

/** Text of our own that is markup. */
export function trusted(text: string): Markup {
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
