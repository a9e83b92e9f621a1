import { endOfInput, flushing, stepsOf } from '../scene.ts';
import type { Step } from '../step.ts';
import { type BananagramsLine, type BananagramsScene, openBananagrams } from './game.ts';

type Lines = readonly BananagramsLine[];

const onePeel: Lines = ['< ACT.', '> peel', '< +001S.'];
const sigterm = 'Exit at SIGTERM, which is the default in most languages.';
const dumping =
  'Numbered: `dAEZ.` answers a dump (plain: `AEZ.`). Until it comes you hold neither the letter nor what you get for it.';

/** From what a bot must do first to what is rare. */
const bananagramsScenes: readonly BananagramsScene[] = [
  {
    name: 'writes once that it is ready, in one byte',
    advice: 'Write `n` (numbered) or `r` (plain) and flush, without a newline: this wire has none.',
    lines: ['> nothing'],
  },
  {
    name: 'lays a hand that is a word',
    advice:
      'After the hand (`ACT.`) lay all its letters, and send the grid: `p001003001CAT` (plain: without 001).',
    lines: onePeel,
  },
  {
    name: 'writes nothing between its messages',
    advice: 'A message ends by itself: no newline, no `.`, no space after it. Notes go to standard error.',
    lines: [...onePeel, '> peel', '< +002E.'],
  },
  {
    name: 'takes in the tile that comes with its own peel',
    advice:
      '`+001S.` (plain: `S.`): your peel is accepted, and you have one more S. The next peel has the next number.',
    lines: [...onePeel, '> peel', '< +002E.', '> peel', '< +003R.', '> peel', '< +004S.'],
  },
  {
    name: 'peels by the word list of this game',
    advice: 'Use the words of the file that WORDHOST_DICTIONARY names.',
    setting: { words: ['TCA', 'TSCA', 'ZZ'], isHard: true },
    lines: onePeel,
  },
  {
    name: 'reads messages that come byte by byte',
    advice: 'A message may be split at any byte: keep what has come until its `.` comes.',
    setting: { manner: 'pieces' },
    lines: [...onePeel, '< =002E.', '> peel', '< +003R.'],
  },
  {
    name: 'lays a whole hand of 21',
    advice: 'The grid contains all 21 tiles of `hand.`, each once, connected edge to edge, and only words.',
    setting: { isHard: true },
    lines: ['< ADEEEGHILNNOOPRRSSTTU.', '> peel', '< +001E.'],
  },
  {
    name: "takes in the tile that comes with another's peel",
    advice: "`=001S.` (plain: `S.`) is another's peel, and gives you a tile: lay it, too.",
    lines: [...onePeel, '< =002E.', '> peel', '< +003R.'],
  },
  {
    name: 'goes on after a peel that came too late',
    advice:
      '`-001.` (plain: nothing) says that 001 was taken by another, whose `=001S.` came before it. Lay the S, and peel with 002.',
    lines: ['< ACT.', '> peel', '< =001S.', '< -001.', '> peel', '< =002E.', '< -002.', '> peel', '< +003R.'],
  },
  {
    name: 'takes apart messages that come all at once',
    advice: 'One read may return many messages: handle each at once.',
    setting: { manner: 'together' },
    lines: ['< ACT.', '< =001S.', '< =002E.', '> peel', '< +003R.', '> peel', '< +004S.'],
  },
  {
    name: 'skips messages that it does not know',
    advice:
      'Skip a message that begins with an unknown byte, up to its `.`: later versions of the wire may have more messages.',
    lines: [...onePeel, '< !WEATHER12.', '> peel', '< +002E.', '< *.', '> peel', '< +003R.'],
  },
  {
    name: 'holds the right tiles after a dump',
    advice: dumping,
    setting: { isHard: true },
    lines: ['< ACQT.', '> dump', '< dERS.', '> peel', '< +001S.'],
  },
  {
    name: 'holds its tile again after a dump that was refused',
    advice:
      'If the bunch is nearly empty your own letter comes back: `dQ.` (plain: `Q.`). You hold it as before.',
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
    name: 'ends when another has won',
    advice: sigterm,
    lines: [...onePeel, '< =002.', '> exit at SIGTERM'],
  },
  { ...endOfInput, lines: [...onePeel, '> exit at end of input'] },
  { ...flushing, lines: onePeel },
];

export const bananagramsSteps: readonly Step[] = stepsOf(bananagramsScenes, openBananagrams);
