import t from 'tap';
import { passesCheck } from './new-bots.ts';

passesCheck(t, 'scrabble');
