import { defineTable } from '../../../play/page/script/table-element.ts';
import { ScrabblePlayer } from './scrabble-player.ts';

defineTable((table) => new ScrabblePlayer(table));
