import type { Result } from '../../../host/events/result.ts';
import { openStore } from '../../../host/runs/store/store.ts';
import { Schedule } from '../../../host/tournament/schedule.ts';
import type { StoredTournament } from '../../../host/tournament/stored-tournament.ts';
import { tournamentOf } from '../../../host/tournament/stored-tournament.ts';
import { gameOf } from './made-up.ts';

interface MadeUpStore {
  readonly names: readonly string[];
  /** Of each pair. */
  readonly rounds: number;
  /** So many games are played; none: all. */
  readonly games?: number;
  /** Each game with this number is bad; none: no game is. */
  readonly badEvery?: number;
  /** Of a game, by its number; none: only results are kept. */
  recordOf?(number: number): Buffer | undefined;
  /** Of a farm, who has played a game and what came of it there. */
  playedBy?(result: Result): Result;
}

/** A store of a tournament that nobody played. Answers how many games are in it. */
export async function keepMadeUp(path: string, made: MadeUpStore): Promise<number> {
  const { names, rounds, badEvery = 0, recordOf, playedBy = (result: Result) => result } = made;
  const kept: StoredTournament = {
    ...{ wordhost: 1, kind: 'tournament', name: 'Spring league', game: 'scrabble', seed: 'spring' },
    ...{ options: {}, offender: 'lose', dictionary: null, from: 1, begins: true },
    players: names.map((name) => ({ name, command: `./${name}`, options: {} })),
    format: { kind: 'round-robin', rounds, seats: 2, mirrored: false, heroes: 1, games: 1 },
  };
  const opening = await openStore(path, { mode: 'write' });
  if (!opening.ok) throw new Error(opening.problem);
  await using store = opening.store;
  await store.saveFile({ text: '', canonical: JSON.stringify(kept) });
  const schedule = new Schedule(tournamentOf([kept]));
  const games = made.games ?? schedule.planned;
  for (let number = 1; number <= games; number++) {
    const [one, other] = schedule.game(number)!.players as [number, number];
    const { result } = gameOf(names, number, one, other, badEvery > 0 && number % badEvery === 0);
    const game = {
      number,
      id: result.id,
      result: JSON.stringify(playedBy(result)),
      record: recordOf?.(number),
    };
    const keeping = await store.save(game);
    if (!keeping.ok) throw new Error(keeping.problem);
  }
  return games;
}
