import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { tilePaints } from '../parts/board.ts';
import { pageStyle, unpackScript } from '../parts/files.ts';
import { draw, type Markup, markup, trustedMarkup } from './markup.ts';

export interface PageRequest {
  /** A heading of all such pages, which recognizes a file before it is overwritten. */
  readonly kind: string;
  readonly title: string;
  readonly body: Markup;
  /** The heading of the page beside the name of this program. Without it the body has one. */
  readonly heading?: string;
  /** The default is everything. */
  readonly styles?: Parameters<typeof pageStyle>[0];
  /** Runs when the page is loaded. */
  readonly script?: string;
  /** Lets its script and forms send requests to its own server. */
  readonly asksServer?: boolean;
}

export function pageBeginning(kind: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${kind}: `;
}

/** A self-contained page, which loads nothing. */
export function htmlPage(request: PageRequest): string {
  const { kind, title, body, heading, script } = request;
  const page = markup`${title}</title>
<meta http-equiv="Content-Security-Policy" content="${policyOf(request)}">
<meta name="referrer" content="${request.asksServer ? 'same-origin' : 'no-referrer'}">
<style>${trustedMarkup(pageStyle(request.styles))}</style>
</head>
<body>
${heading === undefined ? [] : [markup`<header class="top"><b>wordhost</b><h1>${heading}</h1></header>`]}
<main>
${body}
</main>
${tilePaints(draw)}
${script === undefined ? [] : [packedText(script), trustedMarkup(`<script>${unpackScript()}</script>`)]}
</body>
</html>
`;
  return `${pageBeginning(kind)}${page.text}`;
}

/** Only these scripts and styles run, by their hashes. */
export function policyOf(request: Pick<PageRequest, 'script' | 'asksServer' | 'styles'>): string {
  const { script, asksServer = false, styles } = request;
  const scripts = script === undefined ? '' : `; script-src '${hashOf(unpackScript())}' '${hashOf(script)}'`;
  const [asks, forms] = asksServer ? ["; connect-src 'self'", "'self'"] : ['', "'none'"];
  return `default-src 'none'; style-src '${hashOf(pageStyle(styles))}'${scripts}${asks}; base-uri 'none'; form-action ${forms}`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Text that a script of the page inflates: a page carries all steps of its games, and the script that shows them. */
export function packedText(text: string, id: Markup = markup``): Markup {
  const packed = deflateRawSync(text, { level: 9 }).toString('base64');
  return markup`<script type="application/octet-stream"${id}>${trustedMarkup(packed)}</script>`;
}
