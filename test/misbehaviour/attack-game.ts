import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxLevel } from '../../host/match/seat.ts';
import type { Arena } from './arena.ts';
import { type Attempt, commandOf, successes } from './attempts.ts';
import { compiled } from './compiled.ts';
import type { TriedLevel } from './levels.ts';
import { reachesForPipes } from './pipe-games.ts';
import { errorsOf, honest, type PlayedMisbehaviour, playMisbehaving } from './play-misbehaving.ts';
import { setUpTargets } from './targets.ts';
import { keyring, noKeys } from './untriable-attempts.ts';

const SEED = '271828';

/** Where everything of its user would be killed, the test first. */
export const MORTAL: readonly SandboxLevel[] = ['process', 'off'];

export interface Attacked {
  readonly played: PlayedMisbehaviour;
  /** By seat: what stands on its standard error. */
  readonly said: readonly string[];
  /** By seat: which attempts succeeded. Of an honest player there are none. */
  readonly found: readonly ReadonlyMap<string, boolean>[];
  /** Connections and questions that reached servers on the machine. */
  readonly reached: number;
}

export interface Attack {
  readonly arena: Arena;
  readonly held: TriedLevel;
  readonly attempts: readonly Attempt[];
  readonly against: 'hostile' | 'honest';
  readonly tag: string;
}

/** One game, in which seat 1 makes these attempts, and seat 2 too if it is hostile. */
export async function attack({ arena, held, attempts, against, tag }: Attack): Promise<Attacked> {
  const { bots, programs, home } = arena;
  await using targets = await setUpTargets(tag, arena);
  writeFileSync(join(bots, 'bunch'), 'A 8\n');
  const kept = { RECORDS: join(bots, `records-${tag}`), ERRORS: join(bots, `errors-${tag}`) };
  const facts = {
    ...targets.facts,
    ...kept,
    HOME_OF_THE_HOST: home,
    SEED_OF_THE_GAME: SEED,
    REACHES_FOR_PIPES: reachesForPipes(arena),
    SCRATCH_OF_THE_HOST: arena.env.TMPDIR,
  };
  const told = Object.entries(facts).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const game = ['--dictionary', 'words.txt', '--bunch', 'bunch', '--hand', '3', '--seed', SEED];
  const files = ['--record', kept.RECORDS, '--stderr', kept.ERRORS, '--grace', '200ms', '--json'];
  const names = ['--name', 'first', '--name', 'second'];
  const commands = attempts.map((each) => `"${commandOf(each, arena)}"`).join(' ');
  const kills = MORTAL.includes(held.level) ? 'spares' : 'kills';
  const hostile = `/bin/sh '${join(programs, 'hostile', 'hostile.sh')}' ${kills} ${commands}`;
  const players = [hostile, against === 'hostile' ? hostile : `${honest(arena)} ${tag} waits`];
  const args = [...game, ...files, ...names, ...told, ...held.options, '--', ...players];
  const played = await playMisbehaving(args, tag, {
    cwd: bots,
    host: arena.host,
    env: { ...arena.env, TOKEN_OF_THE_HOST: 'token', ...held.env },
    before: [...arena.user.before, ...handingOver(arena)],
  });
  const said = ['first', 'second'].map((name) => errorsOf(name, kept.ERRORS));
  return { played, said, found: said.map(successes), reached: targets.reached };
}

/** The host inherits a key and a descriptor. */
function handingOver(arena: Arena): string[] {
  const handed = join(arena.folder, 'handed-over');
  writeFileSync(handed, 'token\n');
  chownSync(handed, arena.user.uid, arena.user.uid);
  const key = noKeys(arena) ? [] : [keyring(arena)];
  return [
    ...key,
    compiled(join(import.meta.dirname, 'hostile', 'hands-over-a-descriptor.c'), arena.bots),
    handed,
  ];
}
