import { defineTable } from '../../../play/page/script/table-element.ts';
import { BogglePlayer } from './boggle-player.ts';

defineTable((table) => new BogglePlayer(table), { tellsMissed: true });
