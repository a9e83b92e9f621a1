import t, { type Test } from 'tap';
import { page } from '../docs/pages.ts';
import { type Arena, arenaFor } from './arena.ts';
import { attack, MORTAL } from './attack-game.ts';
import { readTable, type TableRung, tableRungs } from './attack-table.ts';
import { attempts, KILLS } from './attempts.ts';
import { noCompiler } from './compiled.ts';
import { type Held, rungsHere } from './rungs.ts';
import { untriableAttempts } from './untriable-attempts.ts';
import { users } from './users.ts';

/*
 * Two players make every attempt of `attempts/` on the host, on its user and on each other, in one game, as root and as
 * somebody else. An attempt ends with status 0 if it succeeded; its file has the name that stands in the docs.
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
    for (const held of await rungsHere(arena))
      t.test(`two hostile players in one game on the rung ${held.rung}`, { skip: held.skip }, async (t) =>
        checkRung(t, arena, held),
      );
  });

async function checkRung(t: Test, arena: Arena, held: Held): Promise<void> {
  const { name: user } = arena.user;
  const { rung } = held;
  if (!isInTable(rung)) return void t.fail(`the table has no column for ${rung}`);
  const tag = `hostile-${process.pid}-${user}-${rung}`;
  const { played, said, found, reached } = await attack({ arena, held, attempts, against: 'hostile', tag });
  t.equal(played.result?.sandbox, rung, played.outcome.stderr);
  const skips = untriableAttempts(arena);
  for (const [index, text] of said.entries()) {
    t.same([...found[index]!.keys()].toSorted(), names.toSorted(), text);
    for (const name of names)
      t.test(`seat ${index + 1}: ${name}`, { skip: skips[name] ?? false }, async (t) =>
        t.equal(found[index]!.get(name), table.get(name)?.[rung][user]),
      );
    t.match(text, `plays on, seat ${index + 1}\n`);
  }
  const network = table.get('connects to a server')![rung][user];
  t.equal(reached > 0, network, 'what reached our servers');
  // Where everybody is killed, nobody is left to say so: the others play on.
  const clean = { outcome: 'won', winner: 2, reason: 'bunch-empty', players: [{ outcome: 'lost' }, {}] };
  t.match(played.result, clean, played.outcome.stderr);
  t.equal(table.get(KILLS)![rung][user], MORTAL.includes(rung));
  t.same(played.survivors, []);
}

function isInTable(rung: string): rung is TableRung {
  return tableRungs.some((each) => each === rung);
}
