import t from 'tap';
import { tryBruteForce } from './brute-force.ts';

tryBruteForce(t, 1000);
