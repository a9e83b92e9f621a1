import t, { type Test } from 'tap';
import { page } from '../docs/pages.ts';
import { type Arena, arenaFor } from './arena.ts';
import { attack, MORTAL } from './attack-game.ts';
import { readTable, type TableLevel, tableLevels } from './attack-table.ts';
import { attempts, KILLS } from './attempts.ts';
import { noCompiler } from './compiled.ts';
import { levelsHere, type TriedLevel } from './levels.ts';
import { untriableAttempts } from './untriable-attempts.ts';
import { users } from './users.ts';

/*
 * Two players make every attempt of `attempts/` on the host, on its user and on each other, in one game, as root and as
 * somebody else. An attempt ends with status 0 if it succeeded; its file has the name in the docs.
 */

const table = readTable(page('docs/reference/hosting.md').text);
const names = attempts.map(({ name }) => name);

t.test('the docs name each attempt that is made, and no other', async (t) => {
  t.same([...table.keys()].toSorted(), [...names, KILLS].toSorted());
  for (const [name, { strict }] of table)
    t.same(strict, { root: false, user: false }, `under strict nobody ${name}`);
});

for (const user of users)
  t.test(`a host that runs as ${user.name}`, { skip: noCompiler || user.skip }, async (t) => {
    const arena = arenaFor(user);
    t.teardown(() => arena[Symbol.dispose]());
    for (const held of await levelsHere(arena))
      t.test(`two hostile players in one game on the level ${held.level}`, { skip: held.skip }, async (t) =>
        checkLevel(t, arena, held),
      );
  });

async function checkLevel(t: Test, arena: Arena, held: TriedLevel): Promise<void> {
  const { name: user } = arena.user;
  const { level } = held;
  if (!isInTable(level)) return void t.fail(`the table has no column for ${level}`);
  const tag = `hostile-${process.pid}-${user}-${level}`;
  const { played, said, found, reached } = await attack({ arena, held, attempts, against: 'hostile', tag });
  t.equal(played.result?.sandbox, level, played.outcome.stderr);
  const skips = untriableAttempts(arena);
  for (const [index, text] of said.entries()) {
    t.same([...found[index]!.keys()].toSorted(), names.toSorted(), text);
    for (const name of names)
      t.test(`seat ${index + 1}: ${name}`, { skip: skips[name] ?? false }, async (t) =>
        t.equal(found[index]!.get(name), table.get(name)?.[level][user]),
      );
    t.match(text, `plays on, seat ${index + 1}\n`);
  }
  const network = table.get('connects to a server')![level][user];
  t.equal(reached > 0, network, 'what reached our servers');
  // Where everybody is killed, nobody is left to say so: the others play on.
  const clean = { outcome: 'won', winner: 2, reason: 'bunch-empty', players: [{ outcome: 'lost' }, {}] };
  t.match(played.result, clean, played.outcome.stderr);
  t.equal(table.get(KILLS)![level][user], MORTAL.includes(level));
  t.same(played.survivors, []);
}

function isInTable(level: string): level is TableLevel {
  return tableLevels.some((each) => each === level);
}
