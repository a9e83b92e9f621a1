import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxLevel } from '../../host/match/seat.ts';
import type { Arena } from './arena.ts';
import { compiled } from './compiled.ts';
import type { TriedLevel } from './levels.ts';
import { memoryWays, removeSegments } from './memory-ways.ts';
import type { Misbehaviour } from './misbehaving-players.ts';
import { mismatches } from './mismatches.ts';
import { errorsOf, honest, type PlayedMisbehaviour, playMisbehaving } from './play-misbehaving.ts';

const GRACE_MS = 500;
/** Of the honest player, which draws two tiles with each. */
const MS_PER_PEEL = 20;
/** Where a misbehaviour says nothing of it. */
export const SHORT_BUNCH = 60;
const LEEWAY_MS = 2_000;
/** Without the time in which the host and the honest player had no processor: that is told, and allowed on top. */
const LONGEST_ANSWER_MS = 500;
const MOST_EXTRA_KB = 50 * 1024;

/** The program as a command; a C program is compiled once. */
export function commandOf({ program }: Misbehaviour, { bots, programs }: Arena): string {
  if (!program.endsWith('.c')) return `exec /bin/sh '${join(programs, program)}'`;
  return `'${compiled(join(import.meta.dirname, program), bots)}'`;
}

export interface MisbehavingGame extends PlayedMisbehaviour {
  readonly said: { readonly misbehaving: string; readonly honest: string };
}

let games = 0;

export async function misbehavingGame(
  player: string,
  { tiles = SHORT_BUNCH, options = [], memory }: Pick<Misbehaviour, 'tiles' | 'options' | 'memory'>,
  held: Pick<TriedLevel, 'options' | 'env'>,
  arena: Arena,
): Promise<MisbehavingGame> {
  const number = ++games;
  const tag = `misbehaviour-${process.pid}-${number}`;
  const bunch = `bunch-${number}`;
  const errors = `errors-${number}`;
  writeFileSync(join(arena.bots, bunch), `A ${tiles}\n`);
  const game = ['--dictionary', 'words.txt', '--bunch', bunch, '--hand', '3'];
  const limits = ['--ready-timeout', '60s', '--game-timeout', '60s', '--grace', `${GRACE_MS}ms`];
  const players = [`${player} ${tag}`, `${honest(arena)} ${tag}`];
  const kept = ['--stderr', errors, '--name', 'misbehaving', '--name', 'honest', '--json'];
  const args = [...game, ...limits, ...kept, ...held.options, ...options, '--', ...players];
  const { bots: cwd, host, env, user } = arena;
  const before = memory === undefined ? user.before : (await memoryWays(user))[memory].before;
  const played = await playMisbehaving(args, tag, { cwd, host, env: { ...env, ...held.env }, before });
  const said = (name: string) => errorsOf(name, join(cwd, errors));
  removeSegments(said('misbehaving'));
  return { ...played, said: { misbehaving: said('misbehaving'), honest: said('honest') } };
}

/** In which way it came otherwise than it is promised. `ordinaryKb` is the memory of a host with two honest players. */
export function brokenPromises(
  misbehaviour: Misbehaviour,
  level: SandboxLevel,
  played: MisbehavingGame,
  ordinaryKb: number,
): string[] {
  const { outcome, result, peakKb, survivors, said } = played;
  const different = misbehaviour.on?.[level] ?? {};
  const { game, became, says, lasts = 0, tiles = SHORT_BUNCH } = { ...misbehaviour, ...different };
  const limited = misbehaviour.memory && { memory: misbehaviour.memory };
  const players = [became, different.honest ?? { outcome: 'won' }];
  const promised = { ...game, ...limited, sandbox: level, players };
  const waitedMs = played.waitedMs + (lastOf(/^waited for a processor: ([\d.]+) ms$/gm, said.honest) ?? 0);
  const bound = (tiles / 2) * MS_PER_PEEL + GRACE_MS + lasts + LEEWAY_MS + 3 * waitedMs;
  const longestAnswer = LONGEST_ANSWER_MS + waitedMs;
  // Where the other was removed at once, it may have been ended before it had begun.
  const slowest = lastOf(/^slowest answer: ([\d.]+) ms$/gm, said.honest) ?? 0;
  const extraKb = peakKb - ordinaryKb;
  const left = different.survivors ?? 0;
  const wrong = mismatches(result, promised);
  return [
    ...(wrong.length > 0 ? [...wrong, outcome.stderr] : []),
    ...(says && !says.test(said.misbehaving) ? [`it said ${said.misbehaving}, not ${says}`] : []),
    ...(outcome.ms < bound ? [] : [`an end after ${Math.round(outcome.ms)} of ${bound} ms`]),
    ...(slowest < longestAnswer
      ? []
      : [`the honest player waited ${slowest} of ${longestAnswer} ms for an answer`]),
    ...(extraKb < MOST_EXTRA_KB ? [] : [`the host took ${extraKb} kB more than in an honest game`]),
    ...(survivors.length === left ? [] : [`${survivors.length} processes outlived the game, not ${left}`]),
  ];
}

function lastOf(figure: RegExp, text: string): number | undefined {
  const told = [...text.matchAll(figure)].at(-1)?.[1];
  return told === undefined ? undefined : Number(told);
}
