import fc from 'fast-check';
import { LAWS_SEED, LAWS_TIMES } from './laws-settings.ts';

/*
 * fast-check with one seed, so that `npm test` tries the same cases each time, and a third of them: it is there to be run
 * often. `npm run fuzz laws` gives another seed and more runs by these two variables. What fails is printed with its seed.
 */
const seed = Number(process.env[LAWS_SEED] ?? 1);
const times = Number(process.env[LAWS_TIMES] ?? 1 / 3);
const RUNS = 100;
fc.configureGlobal({ seed, numRuns: Math.ceil(RUNS * times) });

/** How often a law is tried: a third as often in `npm test`, and more often in `npm run fuzz laws`. */
export const runs = (count: number): { readonly numRuns: number } => ({ numRuns: Math.ceil(count * times) });

export default fc;
