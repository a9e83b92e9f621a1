import { signal } from '../../host/seats/processes/player-processes.ts';
import type { Arena } from '../sins/arena.ts';
import { memoryWays } from '../sins/memory-ways.ts';
import { museum, type Sin } from '../sins/museum.ts';
import { honest } from '../sins/play-sin.ts';
import type { Held } from '../sins/rungs.ts';
import { brokenPromises, commandOfSin, sinGame } from '../sins/sin-game.ts';
import { nameOfSin, untriableSin } from '../sins/untriable-sins.ts';
import { type Findings, nothing, together } from './finding.ts';

/** Each misbehaving program in a game against an honest player. */
export async function tryPrograms(
  arena: Arena,
  held: Held,
  isWanted: (name: string) => boolean,
): Promise<Findings> {
  const wanted = museum.filter((sin) => isWanted(nameOfSin(sin)));
  if (wanted.length === 0) return nothing;
  const asProcesses = { options: ['--sandbox', 'process'], env: {} };
  const ordinary = await sinGame(honest(arena), {}, asProcesses, arena);
  const found: Findings[] = [];
  for (const sin of wanted) found.push(await tryProgram(sin, arena, held, ordinary.peakKb));
  return together(found);
}

async function tryProgram(sin: Sin, arena: Arena, held: Held, ordinaryKb: number): Promise<Findings> {
  const { rung } = held;
  const told = { attack: nameOfSin(sin), user: arena.user.name, rung };
  // What is promised on `off` is what is promised on `process`.
  const as = rung === 'off' ? 'process' : rung;
  const forksAway =
    rung === 'off' && sin.program.includes('fork') && 'what forks away from each look may stay';
  const reason = forksAway || untriableSin(sin, as, await memoryWays(arena.user));
  if (reason) return { findings: [], notTried: [{ ...told, reason }] };
  const played = await sinGame(commandOfSin(sin, arena), sin, held, arena);
  for (const pid of played.survivors) signal(pid, 'SIGKILL');
  const [became] = played.result?.players ?? [];
  const came = became?.offence?.rule ?? became?.cause ?? became?.outcome ?? 'no result';
  const asPromised = { ...played, result: played.result && { ...played.result, sandbox: as } };
  const broken = played.result && played.result.sandbox !== rung ? [`held by ${played.result.sandbox}`] : [];
  return {
    findings: [
      {
        kind: 'program',
        ...told,
        came,
        broken: [...broken, ...brokenPromises(sin, as, asPromised, ordinaryKb)],
      },
    ],
    notTried: [],
  };
}
