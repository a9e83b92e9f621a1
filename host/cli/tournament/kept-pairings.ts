import { readResult } from '../../events/read-result.ts';
import type { KeptFile, KeptGame } from '../../runs/store/contract.ts';
import {
  KeptMisfit,
  type KeptTournament,
  tournamentOf,
  versionsOf,
} from '../../tournament/file/kept-tournament.ts';
import { misplacement } from '../../tournament/report/misplacement.ts';
import { outcomeOf } from '../../tournament/results/outcome-of-result.ts';
import { Schedule } from '../../tournament/schedule/schedule.ts';

/** Whether who met whom in kept games follows from the games before them. Of a comparison it always does. */
export class KeptPairings {
  #schedule: Schedule | undefined;

  /** Without the versions of a tournament it says nothing. */
  constructor(versions: readonly KeptTournament[] | undefined) {
    if (versions !== undefined && versions.length > 0) this.#schedule = new Schedule(tournamentOf(versions));
  }

  /** For each game, in the order of their numbers. After the first that is wrong nothing follows from anything. */
  problemOf({ number, result }: KeptGame): string | undefined {
    if (this.#schedule === undefined) return undefined;
    const read = readResult(result);
    const isRead = typeof read !== 'string';
    const problem = isRead ? misplacement(this.#schedule, number, read) : `has a damaged result. ${read}`;
    if (isRead && problem === undefined) this.#schedule.take(number, outcomeOf(read));
    else this.#schedule = undefined;
    return problem;
  }
}

/** The first game that cannot be one of its tournament. */
export async function unfitGame(
  files: readonly Pick<KeptFile, 'canonical'>[],
  games: AsyncIterable<KeptGame>,
): Promise<string | undefined> {
  const versions = versionsOf(files);
  if (versions instanceof KeptMisfit) return `table file, row ${versions.version}: ${versions.what}`;
  const pairings = new KeptPairings(versions);
  let first: string | undefined;
  for await (const game of games) {
    const problem = pairings.problemOf(game);
    if (problem !== undefined) first ??= `game ${game.number} ${problem}`;
  }
  return first;
}
