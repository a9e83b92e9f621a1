import { loadLexicon } from 'wordhost/lexicon';
import type { Desk, DeskRequest } from '../desk.ts';
import { BananagramsDesk } from './desk.ts';
import { WatchedRace } from './watched-race.ts';

/** Starts a desk for Bananagrams, in which the host says nothing before its players are ready. */
export function bananagramsDesk({ environment, options, send, paint }: DeskRequest): Desk | string {
  const loaded = loadLexicon(environment.WORDHOST_DICTIONARY ?? 'english');
  if (!loaded.ok) return loaded.problem;
  const players = Number(environment.WORDHOST_PLAYERS) || undefined;
  const name = options.person ?? 'You';
  const race = new WatchedRace(players);
  return new BananagramsDesk({
    race,
    lexicon: loaded.lexicon,
    send,
    paint,
    name,
    isBlunt: options.blunt,
  });
}
