import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { resultsOf, run } from '../cli/wordhost.ts';
import { arenaFor } from '../misbehaviour/arena.ts';
import { compiled } from '../misbehaviour/compiled.ts';
import { levelsHere } from '../misbehaviour/levels.ts';
import { whoTests } from '../misbehaviour/users.ts';

/*
 * A player that did nothing wrong hears how its game ended: bots without a handler for SIGTERM write on standard error what they
 * hear, in every game and on every level.
 */

const arena = arenaFor(whoTests);
t.teardown(() => arena[Symbol.dispose]());
const here = join(import.meta.dirname, 'end-heard');
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

/** The last line that each player heard, by the name of its language. */
function lastHeard(folder: string, id: string, names: readonly string[]): (string | undefined)[] {
  return names.map((name, index) =>
    readFileSync(join(folder, `${id}-${index + 1}-${name}.txt`), 'latin1')
      .trim()
      .split('\n')
      .at(-1),
  );
}

for (const { level, options, env, skip: obstacle } of [
  ...(await levelsHere(arena)),
  { level: 'off', options: ['--sandbox', 'off'], env: {}, skip: false },
] as const)
  t.test(`the end is heard on the level ${level}`, { skip: skip || obstacle }, async (t) => {
    for (const { name, way, args, last, most = found.length } of games)
      for (const series of [
        ['--games', '1'],
        ['--games', '4', '--jobs', '1'],
      ]) {
        const players = found.slice(-most);
        const errors = `errors-${level}-${name.replaceAll(' ', '-')}-${series[1]}`;
        const names = players.flatMap((player) => ['--name', player.name]);
        const kept = ['--json', '--no-rotate', '--stderr', errors, ...names, ...series, ...options];
        const commands = players.map(({ command }) => command(way));
        const { bots: cwd, host, user } = arena;
        const how = { cwd, host, env: { ...arena.env, ...env }, before: user.before };
        const outcome = await run([...args, ...kept, '--', ...commands], how);
        t.equal(outcome.status, 0, outcome.stderr);
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

t.test(
  'an offender is ended at once, and one that reads nothing when --farewell is over',
  { skip },
  async (t) => {
    const { bots: cwd, host, user } = arena;
    const how = { cwd, host, env: arena.env, before: user.before };
    const deaf = `printf 'ready\\n'; sleep 1000`;
    const honest = found[0]!.command('turns');
    const endOf = async (farewell: string, command: string) => {
      const record = `records-${farewell}-${command.length}`;
      const kept = ['--json', '--record', record, '--farewell', farewell, '--grace', '60s'];
      const outcome = await run(
        ['boggle', '--rules', 'turns', '--turns', '1', '--timeout', '50ms', ...kept, '--', honest, command],
        how,
      );
      const [result] = resultsOf(outcome);
      const lines = readFileSync(join(cwd, record, `${result!.id}.jsonl`), 'utf8')
        .trim()
        .split('\n');
      const events = lines.map((line) => JSON.parse(line)).filter(({ seat, to }) => seat === 2 || to === 2);
      const term = events.find(({ type }) => type === 'signal');
      const end = events.find(({ type, text }) => type === 'offence' || /^gameover/m.test(text ?? ''));
      return { type: end.type, ms: (term.t - end.t) / 1e6 };
    };
    const long = await endOf('700ms', deaf);
    t.ok(long.ms >= 700, `${long.ms} ms after the end, --farewell 700ms`);
    const short = await endOf('0ms', deaf);
    t.ok(short.ms < 700, `${short.ms} ms after the end, --farewell 0ms`);
    const offender = await endOf('30s', `printf 'nonsense\\n'; sleep 1000`);
    t.equal(offender.type, 'offence');
    t.ok(offender.ms < 30_000, `${offender.ms} ms after the offence, --farewell 30s`);
  },
);
