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
export function htmlPage(request: PageRequest): string {
  const { kind, title, body, script } = request;
  const page = markup`${title}</title>
<meta http-equiv="Content-Security-Policy" content="${policyOf(request)}">
<meta name="referrer" content="no-referrer">
<style>${trusted(styleOf(request))}</style>
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
export function policyOf(request: Pick<PageRequest, 'style' | 'script' | 'asksServer'>): string {
  const { script, asksServer = false } = request;
  const scripts = script === undefined ? '' : `; script-src '${hashOf(script)}'`;
  const asks = asksServer ? "; connect-src 'self'" : '';
  return `default-src 'none'; style-src '${hashOf(styleOf(request))}'${scripts}${asks}; base-uri 'none'; form-action 'none'`;
}

function styleOf({ style = '' }: Pick<PageRequest, 'style'>): string {
  return `\n${baseStyle.trim()}\n${style}`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
