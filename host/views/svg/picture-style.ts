/** The colours of grids and what lies on them, in light and dark: for pages, and for drawings that are files. */
export const pictureStyle = `
:root { color-scheme: light dark; --on-tile: #2a2418; --tile: #f3e1b7; --tile-edge: #c5a866; --fresh: #ffc94d; --other: #b3261e;
  --free: #e9e7df; --w0: #d9d2ec; --w1: #cbe4f1; --w2: #86bfe0; --w3: #f6cfd2; --w4: #ea9a98; --way: #2257a8; --words: #1d2129;
  --faint: #5d6673; --ground: #fbfaf7; }
@media (prefers-color-scheme: dark) {
  :root { --tile: #d8c493; --tile-edge: #a58b4c; --fresh: #ffbf3c; --other: #a3150d;
    --free: #2a3037; --w0: #4d4468; --w1: #2c4c5e; --w2: #2f6f96; --w3: #6d3b42; --w4: #9c4542; --way: #2a66c4; --words: #e6e4df;
    --faint: #9aa3af; --ground: #15181d; } }
.picture .free { fill: var(--free); }
.picture .square, .sign { fill: var(--w0); background: var(--w0); }
.picture .w1, .sign.w1 { fill: var(--w1); background: var(--w1); }
.picture .w2, .sign.w2 { fill: var(--w2); background: var(--w2); }
.picture .w3, .sign.w3 { fill: var(--w3); background: var(--w3); }
.picture .w4, .sign.w4 { fill: var(--w4); background: var(--w4); }
.picture .tile { fill: var(--tile); stroke: var(--tile-edge); stroke-width: 1.5; stroke-linejoin: round; }
.picture .fresh { fill: var(--fresh); }
.picture text { text-anchor: middle; dominant-baseline: central; font: 15px system-ui, sans-serif; fill: var(--words); }
.picture text.sign { font-size: 16px; fill: var(--words); background: none; }
.picture text.letter { font-size: 18px; font-weight: 600; fill: var(--on-tile); }
.picture text.other { fill: var(--other); font-style: italic; }
.picture text.long { font-size: 15px; }
.picture text.name { font-size: 12px; fill: var(--faint); }
.picture text.beside { text-anchor: end; }
.picture .way { fill: none; stroke: var(--way); stroke-width: 6; stroke-opacity: .55; stroke-linecap: round; stroke-linejoin: round; }
.picture .start { fill: none; stroke: var(--way); stroke-width: 3; }
`;
