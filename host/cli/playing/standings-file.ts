import { visibleJson } from '../../core/text/visible.ts';
import { writeWhole } from '../../files/write-whole.ts';
import type { SeriesFigures } from '../../runs/series-figures.ts';
import type { Standings } from '../../runs/standings.ts';

interface Head {
  readonly wordhost: number;
  readonly game: string;
  readonly seed: string;
  readonly playerSeed: string | undefined;
  /** What the means are of. */
  readonly figure: string;
}

/** By which such a file is known again, so that nothing else is written over. */
export const standingsBeginning = '{"wordhost":';

/** The standings of a series, for programs. */
export function writeStandings(path: string, head: Head, standings: Standings, figures: SeriesFigures): void {
  const { games } = standings;
  const players = standings.players.map((player, index) => {
    const { won, drawn } = player;
    return { ...player, share: games === 0 ? null : (won + drawn / 2) / games, ...figures.players[index] };
  });
  const { beginner, best } = figures;
  writeWhole(path, `${visibleJson({ ...head, games, players, beginner, best })}\n`);
}
