import { baseStyle } from '../../../views/html/base-style.ts';

const own = `
[hidden] { display: none !important; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; justify-content: space-between; align-items: center; max-width: 70rem; margin: 0 auto; padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
header p { margin: 0; max-width: 100%; } .home { font-size: 1.25rem; font-weight: 700; } .home a { text-decoration: none; }
main { padding-top: 1rem; }
a { color: var(--accent); text-underline-offset: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; } h1:focus-visible { outline: none; }
label { display: block; font-weight: 600; } header label { display: inline; }
input, select, button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--soft); border-radius: .4rem; padding: .45rem .7rem; max-width: 100%; }
input { width: 100%; } select { max-width: min(20rem, 100%); text-overflow: ellipsis; }
button { background: var(--accent); border-color: var(--accent); color: var(--on); font-weight: 600; cursor: pointer; min-height: 2.75rem; }
button.second { background: transparent; color: var(--accent); }
input[aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
.error { color: var(--bad); font-weight: 600; overflow-wrap: anywhere; } .error:empty { display: none; }
.notice { border: 1px solid currentColor; border-radius: .5rem; padding: .75rem 1rem; }
.columns { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr)); align-items: start; margin-top: 1rem; }
.columns section { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; min-width: 0; }
.columns h2 { margin-top: 0; } form p { margin: .5rem 0; }
#missing button { margin: .25rem .25rem .25rem 0; }
#token-text { overflow-wrap: anywhere; user-select: all; -webkit-user-select: all; }
details summary { margin: 1rem 0 .5rem; color: var(--accent); }
ul, ol { padding-left: 1.5rem; } li { overflow-wrap: anywhere; margin: .25rem 0; } #games { list-style: none; padding: 0; }
.play { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 30rem) minmax(0, 1fr); align-items: start; margin-top: 1rem; }
@media (max-width: 50rem) { .play { grid-template-columns: minmax(0, 1fr); } }
#turn { font-size: 1.1rem; font-weight: 600; overflow-wrap: anywhere; }
#board { position: relative; z-index: 0; display: grid; gap: .5rem; padding: .5rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; touch-action: none; user-select: none; -webkit-user-select: none; }
#board button { aspect-ratio: 1; min-width: 0; min-height: 0; padding: 0; font-size: clamp(1rem, 7vw, 2rem); background: var(--paper); color: var(--ink); border: 1px solid var(--soft); touch-action: none; transition: background .12s, color .12s; }
#board button[aria-pressed=true] { background: var(--accent); border-color: var(--accent); color: var(--on); }
#board button.first { outline: 2px solid var(--accent); outline-offset: 1px; }
#board :focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
#board span { position: relative; z-index: 2; pointer-events: none; }
#board svg { position: absolute; inset: 0; width: 100%; height: 100%; max-width: none; margin: 0; pointer-events: none; z-index: 1; }
#board polyline { fill: none; stroke: #ffc35c; stroke-width: .06; stroke-linecap: round; stroke-linejoin: round; opacity: .8; }
@media (prefers-color-scheme: dark) { #board polyline { stroke: #c2620e; } }
#word { font-size: 1.25rem; letter-spacing: .08em; text-transform: uppercase; }
#points { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.5rem; max-width: 30rem; } #points div, #points div + div { display: block; border: 0; } #points .next dt::before { content: '▸ '; color: var(--accent); }
dt { overflow-wrap: anywhere; min-width: 0; } #points dd { font-weight: 700; font-variant-numeric: tabular-nums; }
#said:empty, #word-hint:empty { display: none; } #said { border-left: 4px solid var(--accent); padding: .25rem .75rem; overflow-wrap: anywhere; }
#history .soft { display: block; } #found { overflow-wrap: anywhere; font-family: ui-monospace, monospace; }
#waiting:empty { display: none; } #waiting { position: fixed; right: 1rem; bottom: 1rem; z-index: 3; margin: 0; padding: .5rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
.unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
#connection.live { color: var(--good); } #connection.lost { color: var(--bad); }
dialog { color: inherit; background: var(--card); border: 1px solid var(--soft); border-radius: .75rem; max-width: min(28rem, 92vw); padding: 1.25rem; }
dialog button { margin: .25rem .25rem .25rem 0; } dialog h2 { margin-top: 0; } dialog::backdrop { background: rgb(0 0 0 / .55); }
#rankings th { overflow-wrap: anywhere; }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; animation: none !important; scroll-behavior: auto !important; } }
@media (forced-colors: active) { #board button[aria-pressed=true] { forced-color-adjust: none; background: Highlight; color: HighlightText; } }
`;

/** Of the page that people play on. */
export const pageStyle = `${baseStyle.trim()}\n${own.trim()}\n`;
