import t from 'tap';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { arenaFor } from './arena.ts';
import { noCompiler } from './compiled.ts';
import { levelsHere } from './levels.ts';
import { pipeGames } from './pipe-games.ts';
import { users } from './users.ts';

/** On each level, as each user; `npm run attack -- --games 1000` has more of them. */
const GAMES = 12;
const noProc = !hasProc && 'survivors can only be counted where there is a /proc';

for (const user of users)
  t.test(
    `a player that opens, renames, links and watches what it can reach, as ${user.name}`,
    { skip: noCompiler || noProc || user.skip },
    async (t) => {
      const arena = arenaFor(user);
      t.teardown(() => arena[Symbol.dispose]());
      for (const held of await levelsHere(arena))
        t.test(
          `reaches no pipe with a name, and nobody is blamed, on the level ${held.level}`,
          { skip: held.skip },
          async (t) => {
            const tag = `pipes-${process.pid}-${user.name}-${held.level}`;
            const expected = { games: GAMES, blamed: 0, reached: {}, survivors: [], problem: undefined };
            t.same(await pipeGames(GAMES, held, arena, tag), expected);
          },
        );
    },
  );
