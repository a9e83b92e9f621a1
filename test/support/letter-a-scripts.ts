import type { Script } from '../../host/seats/scripted/scripted-seats.ts';

/** Scripts of Bananagrams with a hand of three As: this one wins with its first grid, if it hears of its hand. */
export const wins: Script = ({ say }) => {
  say('r');
  return { hear: (text) => void (text.endsWith('.') && say('p003001AAA')) };
};

export const waits: Script = ({ say }) => {
  say('r');
  return { hear() {} };
};
