import { defineTable } from '../../../play/page/script/table-element.ts';
import { RacePlayer } from './race-player.ts';

defineTable((table) => new RacePlayer(table));
