import { HostFailure } from '../../../core/host-failure.ts';
import type { ReadableStore } from '../../../runs/store/contract.ts';
import type { TournamentReport } from '../../../tournament/report/report-fields.ts';
import { type Tournament, TournamentFold } from '../../../tournament/report/tournament-fold.ts';
import type { ReportedGame } from '../../../views/tournament/reported-tournament.ts';
import { comparisonIn } from '../../comparing/kept/read-comparison.ts';
import { fileIn, foldOf, resultsIn, versionsIn } from '../../tournament/kept-games.ts';

interface Stored {
  readonly report: TournamentReport;
  readonly games: readonly ReportedGame[];
}

/** What is in a store: a tournament, or a comparison, which is one of two players. */
export async function storedTournament(store: ReadableStore, path: string): Promise<Stored> {
  const compared = comparisonIn(store, await fileIn(store, path));
  return compared === undefined ? await tournamentIn(store, path) : await asTournament(store, compared);
}

async function tournamentIn(store: ReadableStore, path: string): Promise<Stored> {
  const games: ReportedGame[] = [];
  const versions = await versionsIn(store, path);
  const fold = await foldOf(versions, store, (result, number, counts) => {
    if (counts) games.push({ number, result });
  });
  return { report: fold.report(), games };
}

async function asTournament(
  store: ReadableStore,
  { game, seed, players }: NonNullable<ReturnType<typeof comparisonIn>>,
): Promise<Stored> {
  const games: ReportedGame[] = [];
  for await (const kept of resultsIn(store)) games.push(kept);
  const names = players.map(({ name }) => name);
  // Every pair is a round.
  const rounds = Math.max(1, Math.ceil((games.at(-1)?.number ?? 0) / 2));
  const format = { kind: 'round-robin', rounds, seats: 2, mirrored: true, heroes: 1, games: 1 } as const;
  const tournament: Tournament = {
    ...{ name: names.join(' against '), game, seed, offender: 'lose', players: names },
    entrants: { versions: [{ players: names.length, format }], from: names.map(() => 1) },
  };
  const fold = new TournamentFold(tournament);
  for (const { number, result } of games) {
    if (!result.players.every(({ entry }) => players[entry - 1]))
      throw new HostFailure(`game ${number} in the store is not one of the comparison that it keeps`);
    fold.take(number, result);
  }
  return { report: fold.report(), games };
}
