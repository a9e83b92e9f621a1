/** For each step a mistake of which it is made, and what the report then says came. */
export const bananagramsMistakes: readonly (readonly [step: string, mistake: string, came: RegExp])[] = [
  ['writes once that it is ready, in one byte', 'newline-after-ready', /newline/],
  ['lays a hand that is a word', 'counts-from-0', /^peel 000$/],
  ['writes nothing between its messages', 'newline-after-a-peel', /newline/],
  ['takes in the tile that comes with its own peel', 'forgets-its-own-tiles', /S in the hand but not used/],
  ['peels by the word list of this game', 'own-word-list', /^CAT across/],
  ['reads messages that come byte by byte', 'messages-come-whole', /exited with status 3/],
  [
    "takes in the tile that comes with another's peel",
    'forgets-tiles-of-others',
    /E in the hand but not used/,
  ],
  ['goes on after a peel that came too late', 'late-is-the-end', /exited with status 3/],
  ['takes apart messages that come all at once', 'one-message-a-read', /^p001/],
  ['skips messages that it does not know', 'knows-all-messages', /exited with status 3/],
  ['holds the right tiles after a dump', 'keeps-what-it-dumps', /^dQ$/],
  [
    'holds its tile again after a dump that was refused',
    'loses-what-comes-back',
    /Q in the hand but not used/,
  ],
  ["takes in another's peel while it waits for a dump", 'no-peels-while-dumping', /exited with status 3/],
  ['ends when it has won', 'never-ends-when-it-won', /was killed/],
  ['ends when another has won', 'never-ends-when-it-lost', /was killed/],
  ['ends when its input ends', 'outlives-its-input', /kept running after/],
  ['flushes what it writes, without help of the host', 'leaves-flushing-to-the-host', /nothing within/],
];
