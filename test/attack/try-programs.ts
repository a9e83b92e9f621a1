import { signal } from '../../host/seats/process/processes/player-processes.ts';
import type { Arena } from '../misbehaviour/arena.ts';
import type { TriedLevel } from '../misbehaviour/levels.ts';
import { memoryWays } from '../misbehaviour/memory-ways.ts';
import { brokenPromises, commandOf, misbehavingGame } from '../misbehaviour/misbehaving-game.ts';
import { type Misbehaviour, misbehaviours } from '../misbehaviour/misbehaving-players.ts';
import { honest } from '../misbehaviour/play-misbehaving.ts';
import { nameOf, untriablePlayer } from '../misbehaviour/untriable-players.ts';
import { type Findings, nothing, together } from './finding.ts';

/** Each misbehaving program in a game against an honest player. */
export async function tryPrograms(
  arena: Arena,
  held: TriedLevel,
  isWanted: (name: string) => boolean,
): Promise<Findings> {
  const wanted = misbehaviours.filter((misbehaviour) => isWanted(nameOf(misbehaviour)));
  if (wanted.length === 0) return nothing;
  const asProcesses = { options: ['--sandbox', 'process'], env: {} };
  const ordinary = await misbehavingGame(honest(arena), {}, asProcesses, arena);
  const found: Findings[] = [];
  for (const misbehaviour of wanted) found.push(await tryProgram(misbehaviour, arena, held, ordinary.peakKb));
  return together(found);
}

async function tryProgram(
  misbehaviour: Misbehaviour,
  arena: Arena,
  held: TriedLevel,
  ordinaryKb: number,
): Promise<Findings> {
  const { level } = held;
  const told = { attack: nameOf(misbehaviour), user: arena.user.name, level };
  // What is promised on `off` is what is promised on `process`.
  const as = level === 'off' ? 'process' : level;
  const forksAway =
    level === 'off' && misbehaviour.program.includes('fork') && 'what forks away from each look may stay';
  const reason = forksAway || untriablePlayer(misbehaviour, as, await memoryWays(arena.user));
  if (reason) return { findings: [], notTried: [{ ...told, reason }] };
  const played = await misbehavingGame(commandOf(misbehaviour, arena), misbehaviour, held, arena);
  for (const pid of played.survivors) signal(pid, 'SIGKILL');
  const [became] = played.result?.players ?? [];
  const came = became?.offence?.rule ?? became?.cause ?? became?.outcome ?? 'no result';
  const asPromised = { ...played, result: played.result && { ...played.result, sandbox: as } };
  const broken =
    played.result && played.result.sandbox !== level ? [`the sandbox was ${played.result.sandbox}`] : [];
  return {
    findings: [
      {
        kind: 'program',
        ...told,
        came,
        broken: [...broken, ...brokenPromises(misbehaviour, as, asPromised, ordinaryKb)],
      },
    ],
    notTried: [],
  };
}
