import type { SandboxLevel } from '../../host/match/seat.ts';
import { signal } from '../../host/seats/process/processes/player-processes.ts';
import type { Arena } from '../misbehaviour/arena.ts';
import { type Attacked, attack, MORTAL } from '../misbehaviour/attack-game.ts';
import { type AttackTable, tableLevels } from '../misbehaviour/attack-table.ts';
import { type Attempt, attempts, KILLS } from '../misbehaviour/attempts.ts';
import type { TriedLevel } from '../misbehaviour/levels.ts';
import { mismatches } from '../misbehaviour/mismatches.ts';
import { untriableAttempts } from '../misbehaviour/untriable-attempts.ts';
import type { Finding, Findings, NotTried } from './finding.ts';

/** All attempts of one hostile player in one game, against an honest one. */
export async function tryAttempts(
  arena: Arena,
  held: TriedLevel,
  table: AttackTable,
  isWanted: (name: string) => boolean,
): Promise<Findings> {
  const { level } = held;
  const user = arena.user.name;
  const skips = untriableAttempts(arena);
  const wanted = attempts.filter(({ name }) => isWanted(name));
  const tried = wanted.filter(({ name }) => !skips[name]);
  const kills = isWanted(KILLS);
  const notTried: NotTried[] = wanted
    .filter(({ name }) => skips[name])
    .map(({ name }) => ({ attack: name, user, level, reason: String(skips[name]) }));
  if (kills && MORTAL.includes(level))
    notTried.push({ attack: KILLS, user, level, reason: 'it would end everything of its user, this too' });
  if (tried.length === 0 && !kills) return { findings: [], notTried };
  const tag = `attack-${process.pid}-${user}-${level}-${performance.now().toFixed(0)}`;
  const attacked = await attack({ arena, held, attempts: tried, against: 'honest', tag });
  const found = tried.map((each) => findingOf(each, attacked, arena, level, table));
  return { findings: [...found, gameOf(attacked, arena, level)], notTried };
}

function findingOf(
  { name }: Attempt,
  { found }: Attacked,
  arena: Arena,
  level: SandboxLevel,
  table: AttackTable,
): Finding {
  const user = arena.user.name;
  const column = tableLevels.find((each) => each === level) ?? 'process';
  const promised = table.get(name)?.[column][user];
  const succeeded = found[0]!.get(name);
  const came = succeeded === undefined ? 'not made' : succeeded ? 'yes' : 'no';
  const expected = promised === undefined ? 'a line in the table' : promised ? 'yes' : 'no';
  const broken = came === expected ? [] : [`expected ${expected}, came ${came}`];
  return { kind: 'attempt', attack: name, user, level, came, broken };
}

/** The attacker plays on and loses, whatever it tried; by killing itself it has left. */
function gameOf({ played, reached }: Attacked, arena: Arena, level: SandboxLevel): Finding {
  const { result, survivors, outcome } = played;
  const wrong = mismatches(result, { sandbox: level, players: [{}, { outcome: 'won' }] }, 'the game');
  const broken = [
    ...(wrong.length > 0 ? [...wrong, outcome.stderr] : []),
    ...(survivors.length > 0 ? [`${survivors.length} processes were left`] : []),
    ...(level === 'strict' && reached > 0 ? [`${reached} connections came out of strict`] : []),
  ];
  for (const pid of survivors) signal(pid, 'SIGKILL');
  const came = result?.players[1]?.outcome ?? 'no result';
  return {
    kind: 'games',
    attack: 'the honest player beside all of them',
    user: arena.user.name,
    level,
    came,
    broken,
  };
}
