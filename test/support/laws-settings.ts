/** The variables by which `npm run fuzz laws` gives the laws another seed, and more cases. */
export const LAWS_SEED = 'LAWS_SEED';
export const LAWS_TIMES = 'LAWS_TIMES';
