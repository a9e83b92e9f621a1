import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../../host/events/result.ts';
import { resultsOf } from '../cli/wordhost.ts';
import type { Arena } from './arena.ts';
import { compiled } from './compiled.ts';
import type { TriedLevel } from './levels.ts';
import { playMisbehaving } from './play-misbehaving.ts';

/** What became of games against a player that opens, renames, links and watches all pipes that it finds. */
export interface PipeGames {
  readonly games: number;
  /** Games in which the honest player was called at fault, or kept from playing. */
  readonly blamed: number;
  /** In how many games it reached a pipe that is not its own, by what it did to it: `opened`, `wrote`. */
  readonly reached: Readonly<Record<string, number>>;
  readonly survivors: readonly number[];
  /** Why nothing was played, or not all of it. */
  readonly problem: string | undefined;
}

const TILES = 26;

/** A shell, because it starts sooner than all else: peels as fast as it is answered. */
const honest = `printf n; head -c 4 >/dev/null; grid=AAA; tiles=3
while :; do
  printf 'p%03d%03d001%s' $((tiles - 2)) $tiles $grid; head -c 6 >/dev/null
  grid=\${grid}A; tiles=$((tiles + 1))
done`;

export const reachesForPipes = ({ bots }: Arena) =>
  compiled(join(import.meta.dirname, 'hostile', 'reaches-for-pipes.c'), bots);

/** They are one series, so that what the first game left running can reach into the second. */
export async function pipeGames(
  games: number,
  held: TriedLevel,
  arena: Arena,
  tag: string,
): Promise<PipeGames> {
  const { bots, host, user } = arena;
  const errors = join(bots, `errors-${tag}`);
  writeFileSync(join(bots, 'few'), `A ${TILES}\n`);
  const hostile = `exec 4<&0; '${reachesForPipes(arena)}' harms ${tag} & printf n; exec cat >/dev/null 4<&-`;
  const game = ['--dictionary', 'words.txt', '--bunch', 'few', '--hand', '3', '--json'];
  const limits = ['--games', String(games), '--stall', '5s', '--ready-timeout', '5s', '--grace', '200ms'];
  const told = ['--env', `SCRATCH_OF_THE_HOST=${arena.env.TMPDIR}`, '--stderr', errors];
  const names = ['--name', 'hostile', '--name', 'honest'];
  const players = [hostile, `: ${tag}\n${honest}`];
  const args = [...game, ...limits, ...names, ...told, ...held.options, '--', ...players];
  const env = { ...arena.env, ...held.env };
  const { outcome, survivors } = await playMisbehaving(args, tag, {
    cwd: bots,
    host,
    env,
    before: user.before,
  });
  const results = resultsOf(outcome);
  return {
    games: results.length,
    blamed: results.filter(isBlamed).length,
    reached: counted(saidIn(errors)),
    survivors,
    problem: results.length < games ? outcome.stderr.trim() : undefined,
  };
}

function isBlamed({ players }: Result): boolean {
  return players.some(({ name, outcome }) => name === 'honest' && outcome !== 'won');
}

function saidIn(folder: string): string {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('-hostile.txt')) : [];
  return files.map((file) => readFileSync(join(folder, file), 'latin1')).join('');
}

const words = ['opened', 'wrote', 'heard', 'linked', 'renamed', 'watched'];

function counted(said: string): Record<string, number> {
  const times = (word: string) => said.split('\n').filter((line) => line === word).length;
  return Object.fromEntries(words.map((word) => [word, times(word)]).filter(([, count]) => count !== 0));
}
