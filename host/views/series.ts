import type { PlayerWarnings } from '../events/player-warnings.ts';
import type { Table } from './reports/summary.ts';
import {
  figureCells,
  figureSentences,
  indentedTable,
  type Row,
  type SeriesFacts,
  seriesFigures,
  standingsCells,
} from './terminal/table.ts';
import { warningNotes } from './words.ts';

interface Series {
  readonly game: { readonly name: string; readonly figures: Readonly<Record<string, string>> };
  readonly seed: string;
  readonly playerSeed?: string | undefined;
  readonly entries: readonly { readonly name: string }[];
}

/** The counts that the lines of a series show. */
interface SeriesCounts {
  readonly standings: {
    readonly games: number;
    readonly players: readonly (Row & { readonly entry: number })[];
  };
  readonly figures: SeriesFacts & { readonly figure: string };
  readonly warnings: PlayerWarnings;
}

const namesOf = ({ entries }: Series) => entries.map(({ name }) => name);

/** The wins and figures of each player after the last game. */
export function standingsLines(series: Series, { standings, figures, warnings }: SeriesCounts): string[] {
  const { game } = series;
  const { players, games } = standings;
  const heading = game.figures[figures.figure]!;
  return [
    `${games} games`,
    ...indentedTable(standingsCells(withErrors(players, warnings), games)),
    ...seriesFigures(namesOf(series), figures, heading),
    ...warningNotes(warnings, players),
  ];
}

/** Adds the moves of each player that the rules refused. */
function withErrors<Row extends { readonly entry: number }>(
  players: readonly Row[],
  warnings: PlayerWarnings,
) {
  return players.map((player) => ({ ...player, ...warnings.errorsOf(player.entry) }));
}

/** The wins and figures of each player as tables and sentences. */
export function standingsReport(
  series: Series,
  { standings, figures, warnings }: SeriesCounts,
): { readonly tables: readonly Table[]; readonly sentences: readonly string[] } {
  const names = namesOf(series);
  const heading = series.game.figures[figures.figure]!;
  return {
    tables: [
      standingsCells(withErrors(standings.players, warnings), standings.games),
      figureCells(names, figures, heading),
    ],
    sentences: [...figureSentences(names, figures), ...warningNotes(warnings, standings.players)],
  };
}

/** The standings for programs. */
export function standingsOf(
  { game, seed, playerSeed }: Series,
  { standings, figures, warnings }: SeriesCounts,
): object {
  const { games } = standings;
  const { figure, beginner, best } = figures;
  const players = withErrors(standings.players, warnings).map((player, index) => {
    const { won, drawn } = player;
    return { ...player, share: games === 0 ? null : (won + drawn / 2) / games, ...figures.players[index] };
  });
  return { wordhost: 1, game: game.name, seed, playerSeed, figure, games, players, beginner, best };
}
