import t from 'tap';
import {
  boundedBoards,
  english,
  infiniteBoards,
  several,
  tryBoards,
  tryLargeList,
} from './scrabble-brute-force.ts';

tryBoards(t, boundedBoards, several);
tryBoards(t, infiniteBoards, several);
tryBoards(t, [...boundedBoards, ...infiniteBoards], english);
tryLargeList(t);
