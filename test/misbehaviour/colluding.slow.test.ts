import { join } from 'node:path';
import t from 'tap';
import { arenaFor } from './arena.ts';
import { compiled, noCompiler } from './compiled.ts';
import { levelsHere } from './levels.ts';
import { errorsOf, playMisbehaving } from './play-misbehaving.ts';
import { users } from './users.ts';

/*
 * Two players of one author tell each other something in every way but by when they move. What a clock tells nobody can hide:
 * the docs say so.
 */

/** What the docs do not promise: the kernel keeps these with a file, for all that can read it. */
const byReadableFiles = ['locks of files', 'record locks', 'watches on files', 'futexes on files'];
const byOtherWays = [
  'files',
  'signals',
  'shared memory',
  'abstract sockets',
  'the loopback network',
  '/proc',
];

for (const user of users)
  t.test(`a host that runs as ${user.name}`, { skip: noCompiler || user.skip }, async (t) => {
    const arena = arenaFor(user);
    t.teardown(() => arena[Symbol.dispose]());
    const program = compiled(join(import.meta.dirname, 'colluding', 'tells-the-other.c'), arena.bots);
    for (const held of await levelsHere(arena)) {
      const { level } = held;
      if (level !== 'strict' && level !== 'process') continue;
      t.test(`what two players hear of each other on the level ${level}`, { skip: held.skip }, async (t) => {
        const tag = `colluding-${process.pid}-${user.name}-${level}`;
        const errors = join(arena.bots, `errors-${tag}`);
        const options = ['--dictionary', 'words.txt', '--ready-timeout', '60s', '--stderr', errors, '--json'];
        const names = ['--name', 'first', '--name', 'second'];
        const command = `'${program}' ${tag}`;
        const args = [...options, ...names, ...held.options, '--', command, command];
        const how = {
          cwd: arena.bots,
          host: arena.host,
          env: { ...arena.env, ...held.env },
          before: user.before,
        };
        const { result, outcome, survivors } = await playMisbehaving(args, tag, how);
        t.equal(result?.sandbox, level, outcome.stderr);
        t.same(survivors, []);
        for (const name of ['first', 'second']) {
          const said = errorsOf(name, errors);
          t.match(said, /^listened$/m, 'it was there to the end');
          const heard = [...said.matchAll(/^heard by (.*)$/gm)].map(([, way]) => way!);
          const known = heard.filter((way) => way !== 'keys').toSorted();
          const promised = level === 'strict' ? byReadableFiles : [...byReadableFiles, ...byOtherWays];
          t.same(known, promised.toSorted(), `${name}: ${said}`);
          if (level === 'strict') t.notOk(heard.includes('keys'));
        }
      });
    }
  });
