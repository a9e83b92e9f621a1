import { followGame } from 'wordhost/scrabble';
import type { Desk, DeskRequest } from '../desk.ts';
import { ScrabbleDesk } from './desk.ts';
import { Hints } from './hint.ts';
import { WatchedGame } from './watched-game.ts';

export function scrabbleDesk({ lines, options, send, paint }: DeskRequest): Desk | string {
  const told = followGame(lines);
  if (typeof told === 'string') return told;
  const watched = new WatchedGame(told.told, told.game, options.person);
  const hints = new Hints(told.game, told.lexicon);
  return new ScrabbleDesk({ watched, hints, send, paint, isBlunt: options.blunt });
}
