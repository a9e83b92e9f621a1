/** For each step a mistake of which it is made, and what the report then says came. */
export const bananagramsMistakes: readonly (readonly [step: string, mistake: string, came: RegExp])[] = [
  ['writes one byte when it is ready', 'newline-after-ready', /newline/],
  ['peels a hand that is one word', 'counts-from-0', /^peel 000$/],
  ['writes nothing between its messages', 'newline-after-a-peel', /newline/],
  ['adds the tile that follows its own peel', 'forgets-its-own-tiles', /S in the hand but not used/],
  ['uses the word list of this game', 'own-word-list', /^CAT across/],
  ['reads messages that arrive byte by byte', 'messages-come-whole', /exited with status 3/],
  [
    "takes in the tile that comes with another's peel",
    'forgets-tiles-of-others',
    /E in the hand but not used/,
  ],
  ['continues after a peel that was too late', 'late-is-the-end', /exited with status 3/],
  ['splits messages that arrive together', 'one-message-a-read', /^p001/],
  ['skips unknown messages', 'knows-all-messages', /exited with status 3/],
  ['has the correct tiles after a dump', 'keeps-what-it-dumps', /^dQ$/],
  ['has its tile back after a dump that was refused', 'loses-what-comes-back', /Q in the hand but not used/],
  ["takes in another's peel while it waits for a dump", 'no-peels-while-dumping', /exited with status 3/],
  ['ends when it has won', 'never-ends-when-it-won', /was killed/],
  ['ends when another player has won', 'never-ends-when-it-lost', /was killed/],
  ['ends when its input ends', 'outlives-its-input', /kept running after/],
  ['flushes its output without help from the host', 'leaves-flushing-to-the-host', /nothing within/],
];
