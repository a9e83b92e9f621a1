import { counted, grouped } from '../../core/text/plural.ts';
import { visible } from '../../core/text/visible.ts';
import type { TournamentReport } from '../../tournament/report/report-fields.ts';
import { whatItDid } from '../terminal/reports/offence-report.ts';
import { eloWords, inPoints } from './standings-columns.ts';

/** By which a report for people is known again. */
export const reportBeginning = 'Report of ';

/** What the forms for people have as their first line. */
export function whatIsReported({ name, game, format }: TournamentReport): string {
  return `${reportBeginning}${visible(name)}: ${visible(game)}, ${format}`;
}

/** How much of it is played. */
export function howFar(report: TournamentReport): string {
  const { games, planned, uncounted = 0, standings, stopped, seed } = report;
  const players = counted(standings.length, 'player');
  const of = games === planned ? counted(games, 'game') : `${grouped(games)} of ${grouped(planned)} games`;
  const end = stopped === undefined ? '' : `; stopped: ${visible(stopped)}`;
  const more =
    uncounted > 0 ? `; ${uncounted} more that ran when a player in them was dropped: not counted` : '';
  return `${of} between ${players}, seed ${visible(seed)}${more}${end}`;
}

/** Who leads, in a sentence; none: nobody has played. */
export function whoLeads({ standings, games }: TournamentReport): string | undefined {
  if (games === 0) return undefined;
  const leaders = standings.filter(({ rank }) => rank === 1);
  const [first] = leaders;
  if (!first) return undefined;
  if (leaders.length > 1) return `${counted(leaders.length, 'player')} share the first place.`;
  const elo = first.elo === null ? '' : ` (Elo ${eloWords(first.elo)})`;
  return `${visible(first.name)} is first with ${inPoints(first.points)} points${elo}.`;
}

/** What results hide of players, a sentence each. */
export function warningSentences({ warnings = [] }: TournamentReport): readonly string[] {
  return warnings.map(({ player, text }) => `${visible(player)} ${text}`);
}

export type BadGame = TournamentReport['bad'][number];

/** What went wrong in a game, in a sentence. */
export function badGameWords({ player, ...bad }: BadGame): string {
  return player === null
    ? `it came to no end of its own: ${bad.outcome}`
    : `${visible(player)}: ${whatItDid({ ...bad, exit: null })}`;
}
