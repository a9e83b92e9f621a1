import t from 'tap';
import { boundedBoards, several, tryBoards } from './scrabble-brute-force.ts';

tryBoards(t, boundedBoards, several);
