import { signal } from '../../host/seats/processes/player-processes.ts';
import type { Rung } from '../../host/seats/seat.ts';
import type { Arena } from '../sins/arena.ts';
import { type Attacked, attack, MORTAL } from '../sins/attack-game.ts';
import { type AttackTable, tableRungs } from '../sins/attack-table.ts';
import { type Attempt, attempts, KILLS } from '../sins/attempts.ts';
import { mismatches } from '../sins/mismatches.ts';
import type { Held } from '../sins/rungs.ts';
import { untriableAttempts } from '../sins/untriable-attempts.ts';
import type { Finding, Findings, NotTried } from './finding.ts';

/** All attempts of one hostile player in one game, against an honest one. */
export async function tryAttempts(
  arena: Arena,
  held: Held,
  table: AttackTable,
  isWanted: (name: string) => boolean,
): Promise<Findings> {
  const { rung } = held;
  const user = arena.user.name;
  const skips = untriableAttempts(arena);
  const wanted = attempts.filter(({ name }) => isWanted(name));
  const tried = wanted.filter(({ name }) => !skips[name]);
  const kills = isWanted(KILLS);
  const notTried: NotTried[] = wanted
    .filter(({ name }) => skips[name])
    .map(({ name }) => ({ attack: name, user, rung, reason: String(skips[name]) }));
  if (kills && MORTAL.includes(rung))
    notTried.push({ attack: KILLS, user, rung, reason: 'it would end everything of its user, this too' });
  if (tried.length === 0 && !kills) return { findings: [], notTried };
  const tag = `attack-${process.pid}-${user}-${rung}-${performance.now().toFixed(0)}`;
  const attacked = await attack({ arena, held, attempts: tried, against: 'honest', tag });
  const found = tried.map((each) => findingOf(each, attacked, arena, rung, table));
  return { findings: [...found, gameOf(attacked, arena, rung)], notTried };
}

function findingOf(
  { name }: Attempt,
  { found }: Attacked,
  arena: Arena,
  rung: Rung,
  table: AttackTable,
): Finding {
  const user = arena.user.name;
  const column = tableRungs.find((each) => each === rung) ?? 'process';
  const promised = table.get(name)?.[column][user];
  const succeeded = found[0]!.get(name);
  const came = succeeded === undefined ? 'not made' : succeeded ? 'yes' : 'no';
  const expected = promised === undefined ? 'a line in the table' : promised ? 'yes' : 'no';
  const broken = came === expected ? [] : [`expected ${expected}, came ${came}`];
  return { kind: 'attempt', attack: name, user, rung, came, broken };
}

/** The attacker plays on and loses, whatever it tried; by killing itself it has left. */
function gameOf({ played, reached }: Attacked, arena: Arena, rung: Rung): Finding {
  const { result, survivors, outcome } = played;
  const wrong = mismatches(result, { sandbox: rung, players: [{}, { outcome: 'won' }] }, 'the game');
  const broken = [
    ...(wrong.length > 0 ? [...wrong, outcome.stderr] : []),
    ...(survivors.length > 0 ? [`${survivors.length} processes were left`] : []),
    ...(rung === 'strict' && reached > 0 ? [`${reached} connections came out of strict`] : []),
  ];
  for (const pid of survivors) signal(pid, 'SIGKILL');
  const came = result?.players[1]?.outcome ?? 'no result';
  return {
    kind: 'games',
    attack: 'the honest player beside all of them',
    user: arena.user.name,
    rung,
    came,
    broken,
  };
}
