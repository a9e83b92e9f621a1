import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { resultsOf, succeed } from '../cli/wordhost.ts';
import { arenaFor } from '../misbehaviour/arena.ts';
import { compiled } from '../misbehaviour/compiled.ts';
import { levelsHere } from '../misbehaviour/levels.ts';
import { whoTests } from '../misbehaviour/users.ts';

/**
 * A player that did nothing wrong hears how its game ended: bots without a handler for SIGTERM write on standard error what they
 * hear, in every game and on every level; without `all`, in one game on each.
 */
export async function endIsHeard(t: Test, { all }: { readonly all: boolean }): Promise<void> {
  const arena = arenaFor(whoTests);
  t.teardown(() => arena[Symbol.dispose]());
  const here = join(import.meta.dirname, '..', 'contracts', 'end-heard');
  for (const file of ['hears.py', 'hears.awk']) copyFileSync(join(here, file), join(arena.bots, file));
  writeFileSync(join(arena.bots, 'tiles'), 'A 30\n');

  /** A word after the command says how the game is played. */
  const languages = [
    {
      name: 'C',
      program: 'cc',
      command: (way: string) => `${compiled(join(here, 'hears.c'), arena.bots)} ${way}`,
    },
    { name: 'Python', program: 'python3', command: (way: string) => `python3 hears.py ${way}` },
    {
      name: 'awk',
      program: 'gawk',
      command: (way: string) => `gawk -v way=${way} -f hears.awk`,
    },
  ];
  const found = languages.filter(({ program }) => findProgram(program) !== undefined);
  const skip = found.length < 2 && 'fewer than two of cc, python3 and gawk';

  const race = ['bananagrams', '--bunch', 'tiles', '--hand', '3', '--dictionary', 'words.txt'];
  const [once, several] = [
    ['--games', '1'],
    ['--games', '4', '--jobs', '1'],
  ] as const;
  const games = [
    { name: 'Scrabble', way: 'turns', args: ['scrabble'], last: /^gameover 1 \S+ 2 \S+.*$/ },
    {
      name: 'Boggle in turns',
      way: 'turns',
      args: ['boggle', '--rules', 'turns'],
      last: /^gameover 1 0 2 0$/,
      most: 2,
    },
    { name: 'Boggle', way: 'classic', args: ['boggle', '--rules', 'classic'], last: /^gameover 1 0 2 0.*$/ },
    { name: 'Bananagrams', way: 'race', args: race, last: /^[+=]\d{3}\.$/ },
  ];

  function lastHeard(folder: string, id: string, names: readonly string[]): (string | undefined)[] {
    return names.map((name, index) =>
      readFileSync(join(folder, `${id}-${index + 1}-${name}.txt`), 'latin1')
        .trim()
        .split('\n')
        .at(-1),
    );
  }

  const off = { level: 'off', options: ['--sandbox', 'off'], env: {}, skip: false } as const;
  for (const [index, { level, options, env, skip: obstacle }] of [
    ...(await levelsHere(arena)),
    off,
  ].entries())
    t.test(`the end is heard on the level ${level}`, { skip: skip || obstacle }, async (t) => {
      for (const { name, way, args, last, most = found.length } of all
        ? games
        : [games[index % games.length]!])
        for (const series of all ? [once, several] : [once]) {
          const players = found.slice(-most);
          const errors = `errors-${level}-${name.replaceAll(' ', '-')}-${series[1]}`;
          const names = players.flatMap((player) => ['--name', player.name]);
          const kept = ['--json', '--no-rotate', '--stderr', errors, ...names, ...series, ...options];
          const commands = players.map(({ command }) => command(way));
          const { bots: cwd, host, user } = arena;
          const how = { cwd, host, env: { ...arena.env, ...env }, before: user.before };
          const outcome = await succeed(t, [...args, ...kept, '--', ...commands], how);
          const results = resultsOf(outcome);
          t.equal(results.length, Number(series[1]), `${name}: the games`);
          for (const { id, sandbox } of results) {
            t.equal(sandbox, level);
            const heard = lastHeard(
              join(cwd, errors),
              id,
              players.map((player) => player.name),
            );
            for (const [index, line] of heard.entries())
              t.match(line, last, `${name}, ${players[index]!.name}`);
          }
        }
    });
}
