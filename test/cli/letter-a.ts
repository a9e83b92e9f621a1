/**
 * A game in which chance plays no part: all tiles are A, each has three, and AA, AAA, … are words. So a player of
 * one line of shell knows what it will be told, and what to say.
 */
export const letterA = {
  'words.txt': Array.from({ length: 40 }, (_, index) => 'A'.repeat(index + 1)).join('\n'),
  'pairs.txt': 'AA\n',
  bunch: 'A 40\n',
  'last-bunch': 'A 6\n',
};

export const letterAOptions: readonly string[] = '--dictionary words.txt --bunch bunch --hand 3'.split(' ');

/** `AAA.` has come. */
export const dealt = 'head -c 4 >/dev/null';
/** Plays no part, and goes when it is told to. */
export const patient = 'printf r; exec sleep 60';
/** Peels once, as soon as it can, and waits. */
export const quick = `printf r; ${dealt}; printf p003001AAA; exec sleep 60`;
