import { endOfInput, flushing, stepsOf } from '../scene.ts';
import type { Step } from '../step.ts';
import { type BananagramsLine, type BananagramsScene, openBananagrams } from './game.ts';

type Lines = readonly BananagramsLine[];

const onePeel: Lines = ['< ACT.', '> peel', '< +001S.'];
const sigterm = 'Exit at SIGTERM, which is the default in most languages.';
const dumping =
  'Numbered: `dAEZ.` answers a dump (plain: `AEZ.`). Until it arrives, you have neither the letter nor its replacements.';

/** Basic requirements come first, rare cases last. */
const bananagramsScenes: readonly BananagramsScene[] = [
  {
    name: 'writes one byte when it is ready',
    advice: 'Write `n` (numbered) or `r` (plain) and flush. Do not write a newline: this protocol has none.',
    lines: ['> nothing'],
  },
  {
    name: 'peels a hand that is one word',
    advice:
      'After the hand (`ACT.`) arrange all its letters and send the grid: `p001003001CAT` (plain: without 001).',
    lines: onePeel,
  },
  {
    name: 'writes nothing between its messages',
    advice: 'Write no newline, `.` or space after a message. Write your own notes to standard error.',
    lines: [...onePeel, '> peel', '< +002E.'],
  },
  {
    name: 'adds the tile that follows its own peel',
    advice:
      '`+001S.` (plain: `S.`): your peel is accepted, and you have an S more. The next peel has the next number.',
    lines: [...onePeel, '> peel', '< +002E.', '> peel', '< +003R.', '> peel', '< +004S.'],
  },
  {
    name: 'uses the word list of this game',
    advice: 'Use the words of the file that WORDHOST_DICTIONARY names.',
    setting: { words: ['TCA', 'TSCA', 'ZZ'], isHard: true },
    lines: onePeel,
  },
  {
    name: 'reads messages that arrive byte by byte',
    advice: 'A message can be split at any byte. Keep the first part until its `.` arrives.',
    setting: { manner: 'pieces' },
    lines: [...onePeel, '< =002E.', '> peel', '< +003R.'],
  },
  {
    name: 'peels a hand of 21 tiles',
    advice:
      'The grid has all 21 tiles of the hand, each once. They are connected edge to edge and form only words.',
    setting: { isHard: true },
    lines: ['< ADEEEGHILNNOOPRRSSTTU.', '> peel', '< +001E.'],
  },
  {
    name: "takes in the tile that comes with another's peel",
    advice: "`=001S.` (plain: `S.`) is another's peel, and gives you a tile: lay it, too.",
    lines: [...onePeel, '< =002E.', '> peel', '< +003R.'],
  },
  {
    name: 'continues after a peel that was too late',
    advice:
      '`-001.` (plain: nothing) means that another player was first with 001; `=001S.` came before it. Add the S, and peel with 002.',
    lines: ['< ACT.', '> peel', '< =001S.', '< -001.', '> peel', '< =002E.', '< -002.', '> peel', '< +003R.'],
  },
  {
    name: 'splits messages that arrive together',
    advice: 'One read can return many messages. Handle all of them at once.',
    setting: { manner: 'together' },
    lines: ['< ACT.', '< =001S.', '< =002E.', '> peel', '< +003R.', '> peel', '< +004S.'],
  },
  {
    name: 'skips unknown messages',
    advice:
      'Skip a message that begins with an unknown byte, up to its `.`. Later versions of the protocol can have more messages.',
    lines: [...onePeel, '< !WEATHER12.', '> peel', '< +002E.', '< *.', '> peel', '< +003R.'],
  },
  {
    name: 'has the correct tiles after a dump',
    advice: dumping,
    setting: { isHard: true },
    lines: ['< ACQT.', '> dump', '< dERS.', '> peel', '< +001S.'],
  },
  {
    name: 'has its tile back after a dump that was refused',
    advice: 'If too few tiles are left in the bunch, you get your own letter back: `dQ.` (plain: `Q.`).',
    setting: { isHard: true },
    lines: ['< ACQT.', '> dump', '< d?.', '> dump', '< dERS.', '> peel', '< +001S.'],
  },
  {
    name: "takes in another's peel while it waits for a dump",
    advice: dumping,
    setting: { isHard: true },
    lines: ['< ACQT.', '> dump', '< =001S.', '< dERS.', '> peel', '< +002E.'],
  },
  {
    name: 'ends when it has won',
    advice: sigterm,
    lines: [...onePeel, '> peel', '< +002.', '> exit at SIGTERM'],
  },
  {
    name: 'ends when another player has won',
    advice: sigterm,
    lines: [...onePeel, '< =002.', '> exit at SIGTERM'],
  },
  { ...endOfInput, lines: [...onePeel, '> exit at end of input'] },
  { ...flushing, lines: onePeel },
];

export const bananagramsSteps: readonly Step[] = stepsOf(bananagramsScenes, openBananagrams);
