import type { Scene } from '../scene.ts';

const dumpAdvice =
  'Numbered: `dAEZ.` answers a dump (plain: `AEZ.`). Until it comes you hold neither the letter nor what you get for it.';

/** Whether it follows the other players. */
export const racing: readonly Scene[] = [
  {
    name: "takes in the tile that comes with another's peel",
    advice: "`=001S.` (plain: `S.`) is another's peel, and gives you a tile: lay it, too.",
    hand: 'CAT',
    actions: [
      { do: 'ready' },
      { do: 'deal' },
      { do: 'peel', drew: 'S' },
      { do: 'other-peels', drew: 'E' },
      { do: 'peel', drew: 'R' },
    ],
  },
  {
    name: 'goes on after a peel that came too late',
    advice:
      '`-001.` (plain: nothing) says that 001 was taken by another, whose `=001S.` came before it. Lay the S, and peel with 002.',
    hand: 'CAT',
    actions: [
      { do: 'ready' },
      { do: 'deal' },
      { do: 'peel', drew: 'S', late: true },
      { do: 'peel', drew: 'E', late: true },
      { do: 'peel', drew: 'R' },
    ],
  },
  {
    name: 'takes apart messages that come all at once',
    advice: 'One read may return many messages: handle each at once.',
    hand: 'CAT',
    manner: 'together',
    actions: [
      { do: 'ready' },
      { do: 'deal' },
      { do: 'other-peels', drew: 'S' },
      { do: 'other-peels', drew: 'E' },
      { do: 'peel', drew: 'R' },
      { do: 'peel', drew: 'S' },
    ],
  },
  {
    name: 'skips messages that it does not know',
    advice:
      'Skip a message that begins with an unknown byte, up to its `.`: later versions of the wire may have more messages.',
    hand: 'CAT',
    actions: [
      { do: 'ready' },
      { do: 'deal' },
      { do: 'peel', drew: 'S' },
      { do: 'say-numbered', text: '!WEATHER12.' },
      { do: 'peel', drew: 'E' },
      { do: 'say-numbered', text: '*.' },
      { do: 'peel', drew: 'R' },
    ],
  },
  {
    name: 'holds the right tiles after a dump',
    advice: dumpAdvice,
    hand: 'CATQ',
    actions: [
      { do: 'ready' },
      { do: 'deal' },
      { do: 'dump', gets: 'SER' },
      { do: 'peel', drew: 'S', hard: true },
    ],
  },
  {
    name: 'holds its tile again after a dump that was refused',
    advice:
      'If the bunch is nearly empty your own letter comes back: `dQ.` (plain: `Q.`). You hold it as before.',
    hand: 'CATQ',
    actions: [
      { do: 'ready' },
      { do: 'deal' },
      { do: 'dump', gets: 'back' },
      { do: 'dump', gets: 'SER' },
      { do: 'peel', drew: 'S', hard: true },
    ],
  },
  {
    name: "takes in another's peel while it waits for a dump",
    advice: dumpAdvice,
    hand: 'CATQ',
    actions: [
      { do: 'ready' },
      { do: 'deal' },
      { do: 'dump', gets: 'ERS', meanwhile: 'S' },
      { do: 'peel', drew: 'E', hard: true },
    ],
  },
];
