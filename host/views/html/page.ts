import { createHash } from 'node:crypto';
import { baseStyle } from './base-style.ts';
import { type Markup, markup, trusted } from './markup.ts';

export interface PageRequest {
  /** What all such pages are called; one is known again by it, so that no other file is written over. */
  readonly kind: string;
  readonly title: string;
  readonly body: Markup;
  /** Beside the style that all pages share. */
  readonly style?: string;
  /** Runs when the page is there. It may not contain the end of a script. */
  readonly script?: string;
  /** The script may ask the server that the page is from; else it can ask nobody. */
  readonly asksServer?: boolean;
}

/** How a page of this kind begins. */
export function pageBeginning(kind: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${kind}: `;
}

/** One self-contained page. It requests nothing, and runs and is styled by nothing but what is written here. */
export function htmlPage({ kind, title, body, style = '', script, asksServer = false }: PageRequest): string {
  const styles = `\n${baseStyle.trim()}\n${style}`;
  const page = markup`${title}</title>
<meta http-equiv="Content-Security-Policy" content="${policy(styles, script, asksServer)}">
<meta name="referrer" content="no-referrer">
<style>${trusted(styles)}</style>
</head>
<body>
<main>
${body}
</main>
${script === undefined ? [] : [trusted(`<script>${script}</script>`)]}
</body>
</html>
`;
  return `${pageBeginning(kind)}${page.text}`;
}

/** By their hashes: whatever else came into the page would not run. */
function policy(style: string, script: string | undefined, asksServer: boolean): string {
  const scripts = script === undefined ? '' : `; script-src '${hashOf(script)}'`;
  const asks = asksServer ? "; connect-src 'self'" : '';
  return `default-src 'none'; style-src '${hashOf(style)}'${scripts}${asks}; base-uri 'none'; form-action 'none'`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
