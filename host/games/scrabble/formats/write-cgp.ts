import { refused } from '../../../core/reading.ts';
import type { WrittenForm } from '../../presentation.ts';
import { Course } from '../course.ts';
import { faultIn, isRetried, type ScrabbleEvent } from '../events.ts';
import { recordedGame } from '../picture.ts';
import { ambiguousLetter } from '../tiles/bag.ts';
import { cgpOf, cgpText } from './cgp.ts';
import { readHand } from './move-notation.ts';

const BEGINNING = '# positions in CGP\n';

/** Writes the position before each turn on its own line. Other games can begin from them. */
export const cgp: WrittenForm<ScrabbleEvent> = {
  what: 'list of positions in CGP',
  beginning: BEGINNING,
  write(events) {
    const [game] = events;
    if (game?.type !== 'game') return refused('its start is missing');
    const fault = faultIn(events);
    if (fault !== undefined) return refused(fault);
    const { board, tiles } = recordedGame(game.options);
    if (!tiles || !board?.layout) return refused('CGP supports only finite boards that are not random');
    const twice = ambiguousLetter(tiles);
    if (twice !== undefined)
      return refused(
        `CGP supports one kind of tile for each letter; these tiles have two kinds for ${twice}`,
      );
    const course = new Course(game.players.length);
    const lines: string[] = [];
    for (const event of events) {
      course.take(event);
      if (event.type !== 'turn' || isRetried(event)) continue;
      const players = course.from(event.seat).map(({ rack, score }) => {
        const held = readHand(rack, tiles);
        return { held: typeof held === 'string' ? new Map() : held, score };
      });
      lines.push(cgpText(cgpOf(course.position, { board, tiles }, players, course)!));
    }
    return { ok: true, text: `${BEGINNING}${lines.join('\n')}\n` };
  },
};
