/**
 * Entries of the source list in lower case that are no words to be played: found among
 * those without a vowel, those of two or three letters, and the units of measure. Interjections (HMM, PSST) and
 * loan words (CWM, CRWTH) are words. Of single letters only A and I are.
 */
export const nonWords: Readonly<Record<string, readonly string[]>> = {
  'units of measure': ['DKL', 'HHD', 'KB', 'KCAL', 'LM', 'LX', 'MB', 'MF', 'PSIA', 'PSID'],
  'signs of mathematics': ['CSC', 'CSCH', 'LN'],
  abbreviations: ['AEQ'],
  'letters in the plural': ['CS', 'GS', 'KS', 'LS', 'MS', 'PS', 'RS', 'SS', 'TS'],
  'a plural that nobody forms': ['MYS'],
};
