import t from 'tap';
import { infiniteBoards, several, tryBoards } from './scrabble-brute-force.ts';

tryBoards(t, infiniteBoards, several);
