import t from 'tap';
import { boundedBoards, english, infiniteBoards, tryBoards, tryLargeList } from './scrabble-brute-force.ts';

tryBoards(t, [...boundedBoards, ...infiniteBoards], english);
tryLargeList(t);
