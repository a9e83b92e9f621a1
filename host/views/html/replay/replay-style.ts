import { pictureStyle } from '../../svg/picture-style.ts';

/** Beside the style of all pages. */
export const replayStyle = `${pictureStyle}
main { max-width: 84rem; }
.replay { display: grid; gap: 1rem 1.5rem; grid-template-columns: minmax(0, 1fr) minmax(18rem, 26rem); align-items: start; }
.controls { grid-column: 1 / -1; position: sticky; top: 0; z-index: 1; background: var(--paper); padding: .5rem 0;
  border-bottom: 1px solid var(--line); }
.controls[hidden], .frame[hidden], .undrawn[hidden] { display: none; }
.buttons { display: flex; flex-wrap: wrap; gap: .35rem; align-items: center; }
button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .4rem;
  padding: .35rem .8rem; min-width: 4rem; cursor: pointer; }
button:disabled { opacity: .45; cursor: default; }
.slider { flex: 1 1 12rem; min-width: 8rem; accent-color: var(--accent); }
.said { display: block; margin-top: .35rem; min-height: 1.5em; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
.pictures { display: flex; flex-wrap: wrap; gap: .5rem 2rem; min-width: 0; align-items: flex-start; }
.track { min-width: 0; max-width: 100%; }
.heading { font-weight: 600; overflow-wrap: anywhere; }
.grid-of { overflow-x: auto; }
svg.picture { width: auto; max-width: 100%; height: auto; margin: .25rem 0; }
.legend { display: flex; flex-wrap: wrap; gap: .15rem .9rem; font-size: .875rem; color: var(--soft); }
.sign { display: inline-block; min-width: 1.4em; text-align: center; border-radius: .2rem; color: var(--words); }
.listed { columns: 8rem; column-gap: 1rem; padding: 0; margin: .25rem 0; list-style: none; font-size: .875rem;
  font-variant-numeric: tabular-nums; max-width: 36rem; }
.moves { margin: 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); }
.runs .moves { max-height: min(70vh, 44rem); overflow-y: auto; overscroll-behavior: contain; }
.moves li { display: grid; grid-template-columns: 3.5rem 1fr; gap: 0 .5rem; padding: .25rem .6rem; }
.moves li + li { border-top: 1px solid var(--line); }
.moves li:has([aria-current]), .moves li:target { background: color-mix(in srgb, var(--accent) 18%, transparent); }
.moves a { color: var(--accent); font-variant-numeric: tabular-nums; text-align: right; }
.what { overflow-wrap: anywhere; }
.times { grid-column: 2; font-size: .8rem; color: var(--soft); font-variant-numeric: tabular-nums; }
.moves li:has([aria-current]) .times, .moves li:target .times { color: inherit; }
.keys { font-size: .875rem; color: var(--soft); }
kbd { border: 1px solid var(--line); border-radius: .25rem; padding: 0 .3rem; font: inherit; background: var(--card); }
dd, pre.line { white-space: pre-wrap; }
pre.line { overflow-wrap: anywhere; }
details summary { margin: .6rem 0; }
@media (max-width: 56rem) { .replay { grid-template-columns: minmax(0, 1fr); } .runs .moves { max-height: 40vh; }
  .keys { display: none; } }
@media (max-width: 34rem) { .buttons button { flex: 1 1 0; min-width: 0; padding: .45rem .2rem; } .slider { flex-basis: 100%; } }
@media print { .controls { display: none; } .replay { display: block; } .runs .moves { max-height: none; } }
`;
