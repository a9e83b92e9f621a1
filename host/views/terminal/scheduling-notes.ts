import { visible } from '../../core/visible.ts';
import { leftBatchClass, type Result } from '../../events/result.ts';
import { whoIs } from './words.ts';

/** A player that left the class for batch work wins more races. */
export function schedulingNotes({ players }: Result): readonly string[] {
  return players
    .filter(leftBatchClass)
    .map((player) => `${whoIs(player)} left the class for batch work: it was ${visible(player.scheduling!)}`);
}
