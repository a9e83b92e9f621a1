import { closeSync, openSync, readSync } from 'node:fs';
import { UsageError } from '../../core/usage-error.ts';
import { visibleJson } from '../../core/visible.ts';
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

const BEGINNING = '{"wordhost":';

/** A file of something else is not written over. */
export function checkStandingsFile(path: string): void {
  const beginning = beginningOf(path);
  if (beginning === '' || beginning === BEGINNING) return;
  throw new UsageError(`--standings ${path} cannot be used: it holds something else. Name a new file`);
}

function beginningOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(BEGINNING.length);
    return bytes.toString('latin1', 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}
