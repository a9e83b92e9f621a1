import { createHash } from 'node:crypto';
import { type Markup, markup, trustedMarkup } from './markup.ts';

export interface PageRequest {
  /** A heading of all such pages, which recognizes a file before it is overwritten. */
  readonly kind: string;
  readonly title: string;
  readonly body: Markup;
  readonly style?: string;
  /** Runs when the page is loaded. It may not contain the end tag of a script. */
  readonly script?: string;
  /** Lets the script send requests to its own server. */
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
  const { kind, title, body, script } = request;
  const page = markup`${title}</title>
<meta http-equiv="Content-Security-Policy" content="${policyOf(request)}">
<meta name="referrer" content="no-referrer">
<style>${trustedMarkup(styleOf(request))}</style>
</head>
<body>
<main>
${body}
</main>
${script === undefined ? [] : [trustedMarkup(`<script>${script}</script>`)]}
</body>
</html>
`;
  return `${pageBeginning(kind)}${page.text}`;
}

/** Only these scripts and styles run, by their hashes. */
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

/** Styles for light and dark screens, paper and phones. */
export const baseStyle = `
:root { color-scheme: light dark; --paper: #fbfaf7; --card: #fff; --ink: #1d2129; --soft: #5d6673; --line: #e3e1da;
  --accent: #2257a8; --fair: #b4581b; --good: #1d6b3c; --bad: #a3232a; --on: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #15181d; --card: #1d2127; --ink: #e6e4df; --soft: #9aa3af; --line: #333941;
    --accent: #84b1f2; --fair: #e59a5d; --good: #7cc998; --bad: #f08f8f; --on: #15181d; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 70rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .75rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0 0 .25rem; }
p { margin: .25rem 0; }
h1, h2, h3, p, summary { overflow-wrap: anywhere; }
.soft, figcaption, .chance { color: var(--soft); font-size: .875rem; }
.verdict { display: flex; gap: .75rem; align-items: baseline; padding: .75rem 1rem; border-radius: .5rem;
  border: 1px solid currentColor; margin: 0 0 .75rem; }
.verdict strong { background: currentColor; border-radius: .3rem; padding: .05rem .55rem; white-space: nowrap; }
.verdict strong span { color: var(--on); }
.verdict p { color: var(--ink); margin: 0; }
.fair-here { color: var(--good); } .not-fair { color: var(--bad); }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); }
figure { margin: 0; padding: 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
  break-inside: avoid; min-width: 0; }
figcaption { margin-top: .5rem; }
svg { display: block; width: 100%; height: auto; max-width: 30rem; margin: .25rem auto; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; font-variant-numeric: tabular-nums; }
svg .tick { fill: var(--soft); font-size: 12px; }
svg .grid { stroke: var(--line); }
svg .fair { stroke: var(--fair); stroke-width: 1.5; stroke-dasharray: 4 3; }
svg .whisker { stroke: var(--accent); stroke-width: 1.5; fill: none; }
svg .curve { stroke: var(--accent); stroke-width: 2; fill: none; }
svg .point { fill: var(--accent); }
table { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; margin-top: .5rem; }
th, td { text-align: left; padding: .15rem .4rem; border-top: 1px solid var(--line); }
thead th { font-weight: 600; color: var(--soft); border: 0; }
tbody th { font-weight: inherit; }
th.number, td.number { text-align: right; white-space: nowrap; }
th.words, td.words { overflow-wrap: break-word; }
.wide { overflow-x: auto; }
dl { margin: 0; padding: .25rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
dl div { display: grid; grid-template-columns: 9rem 1fr; gap: 0 1rem; padding: .5rem 0; break-inside: avoid; }
dl div + div { border-top: 1px solid var(--line); }
dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
dd p { font-size: .875rem; color: var(--soft); }
pre { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem;
  font-size: .75rem; }
summary { cursor: pointer; margin: 2rem 0 .75rem; font-weight: 600; }
@media (max-width: 34rem) { dl div { grid-template-columns: 1fr; } .verdict { display: block; } .verdict p { margin-top: .5rem; } }
@media print { :root { font-size: 11px; --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #ccc; --accent: #2257a8;
    --fair: #b4581b; --good: #1d6b3c; --bad: #a3232a; --on: #fff; }
  main { max-width: none; padding: 0; } details { display: none; }
  .verdict strong { print-color-adjust: exact; }
  h2 { break-after: avoid; } }
`;
