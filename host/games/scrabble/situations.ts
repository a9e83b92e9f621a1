import type { EventsWith } from '../events.ts';
import type { Situations } from '../game.ts';
import { Course } from './course.ts';
import type { ScrabbleEvent } from './events.ts';
import { cgpOf, cgpText } from './formats/cgp.ts';
import { recordedGame } from './picture.ts';

/** A longer position is no useful example. */
const LONGEST = 2_000;

const ofCourse = new Set([
  'game',
  'position',
  'deal',
  'play',
  'change',
  'pass',
  'timeout',
  'forfeit',
  'gone',
]);

/**
 * Positions in the form of `judge scrabble`: CGP, or the laid moves; and the hand. Events are only stored
 * during the game, because few games need an example.
 */
export function scrabbleSituations(seats: number): Situations<ScrabbleEvent> {
  const events: EventsWith<ScrabbleEvent>[] = [];
  return {
    take(event) {
      if (ofCourse.has(event.type)) events.push(event);
    },
    of(seat) {
      const course = new Course(seats);
      for (const event of events) course.take(event);
      const players = course.from(seat);
      const position = positionIn(events, course, players) ?? movesIn(events).join('; ');
      const hand = players[0]!.rack;
      return {
        ...(position !== '' && position.length <= LONGEST && { position }),
        ...(hand !== '' && { hand }),
      };
    },
  };
}

type Events = readonly EventsWith<ScrabbleEvent>[];

/** Omits hands. Undefined if CGP cannot describe the board. */
function positionIn(
  [game]: Events,
  course: Course,
  players: readonly { readonly score: number }[],
): string | undefined {
  const { board, tiles } = recordedGame(game?.type === 'game' ? game.options : {});
  if (!board || !tiles) return undefined;
  const unknown = players.map(({ score }) => ({ held: new Map<number, number>(), score }));
  const cgp = cgpOf(course.position, { board, tiles }, unknown, course);
  return cgp && cgpText(cgp);
}

function movesIn(events: Events): string[] {
  return events.flatMap((event) => {
    if (event.type === 'position') return event.moves.flatMap(({ move }) => (move === '' ? [] : [move]));
    return event.type === 'play' && event.errors === undefined ? [event.move] : [];
  });
}
