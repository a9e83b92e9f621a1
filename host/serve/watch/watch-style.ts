import { replayStyle } from '../../views/html/replay/replay-style.ts';

/** Beside the style of all pages. */
export const watchStyle = `${replayStyle}
a { color: var(--accent); text-underline-offset: 2px; }
.lead { font-size: 1.1rem; font-weight: 600; }
#figures li { overflow-wrap: anywhere; }
#state { display: inline-block; border: 1px solid currentColor; border-radius: 1rem; padding: 0 .7rem; font-size: .875rem; color: var(--soft); }
#state.live { color: var(--good); } #state.lost { color: var(--bad); }
#spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
#running { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(24rem, 100%), 1fr)); align-items: start; }
#running:not(:has(*))::before { content: 'No game runs at the moment.'; color: var(--soft); }
.over #running { opacity: .6; }
.game { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; min-width: 0; overflow: hidden; }
.game h3 { margin: 0; }
.game .last { min-height: 1.5em; overflow-wrap: anywhere; }
.game .pictures { gap: .25rem 1rem; }
.finished td, .finished th { vertical-align: top; }
.finished td span { display: inline-block; margin-right: 1.25rem; overflow-wrap: anywhere; }
.finished .won { font-weight: 600; }
.finished .bad { color: var(--bad); }
.finished th { white-space: nowrap; }
.finished td:last-child { white-space: nowrap; text-align: right; }
figure { max-width: 34rem; }
.crossed table { width: auto; } .crossed td { min-width: 2.5rem; } .crossed td:nth-child(2) { white-space: nowrap; }
@media (max-width: 40rem) { #figures td.words, .crossed td:nth-child(2) { overflow-wrap: anywhere; white-space: normal; min-width: 7rem; }
  .finished thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .finished tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; border-top: 1px solid var(--line); padding: .35rem 0; }
  .finished th, .finished td { border: 0; } .finished td { overflow-wrap: anywhere; } .finished td:nth-child(2), .finished td:nth-child(3) { grid-column: 1 / -1; grid-row: 2; }
  .finished td:nth-child(3) { grid-row: 3; color: var(--soft); } }
`;
