import { signal } from '../../host/seats/process/processes/player-processes.ts';
import type { Arena } from '../misbehaviour/arena.ts';
import { noCompiler } from '../misbehaviour/compiled.ts';
import type { TriedLevel } from '../misbehaviour/levels.ts';
import { pipeGames } from '../misbehaviour/pipe-games.ts';
import type { Finding, Findings } from './finding.ts';

/** A series against a player that reaches for all pipes; in one piece, so that a game can reach into the next. */
export async function tryPipes(arena: Arena, held: TriedLevel, games: number): Promise<Findings> {
  const told = {
    attack: `${games} games beside one that reaches for pipes`,
    user: arena.user.name,
    level: held.level,
  };
  if (noCompiler) return { findings: [], notTried: [{ ...told, reason: noCompiler }] };
  const tag = `pipes-${process.pid}-${arena.user.name}-${held.level}`;
  const { games: played, blamed, reached, survivors, problem } = await pipeGames(games, held, arena, tag);
  for (const pid of survivors) signal(pid, 'SIGKILL');
  const touched = Object.entries(reached).map(([what, times]) => `${what} ${times}`);
  const broken = [
    ...(problem === undefined ? [] : [`${played} games were played: ${problem}`]),
    ...(blamed > 0 ? [`the honest player was blamed in ${blamed}`] : []),
    ...(touched.length > 0 ? [`pipes with a name were reached: ${touched.join(', ')}`] : []),
  ];
  const finding: Finding = { kind: 'games', ...told, came: `blamed in ${blamed} of ${played}`, broken };
  return { findings: [finding], notTried: [] };
}
