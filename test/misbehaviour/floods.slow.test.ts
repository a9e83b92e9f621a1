import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { arenaFor } from './arena.ts';
import { noCompiler } from './compiled.ts';
import { levelsHere } from './levels.ts';
import { pipeGames } from './pipe-games.ts';
import { playMisbehaving } from './play-misbehaving.ts';
import { recordsFlood } from './records-flood.ts';
import { users } from './users.ts';

t.test('lines flood', async (t) => {
  const MOST_EXTRA_KB = 64 * 1024;
  const CAP_BYTES = 8 * 2 ** 20;
  /** A guess of ten bytes is two lines of a record. */
  const MOST_RECORDED = 32 * CAP_BYTES;

  const cwd = t.testdir({ cache: {} });
  const env = { XDG_CACHE_HOME: join(cwd, 'cache') };
  const skip = !hasProc && 'the memory of the host can only be seen where there is a /proc';
  const flood = `exec /bin/sh '${join(import.meta.dirname, 'flooding', 'guesses-without-end.sh')}'`;
  const honest = "printf 'ready\\n'; cat > /dev/null";
  const ordinary = "printf 'ready\\n'; read -r line; printf 'done\\n'; cat > /dev/null";

  async function play(record: string, first: string, second: string) {
    const args = ['boggle', '--time', '30m', '--max-output', '8M', '--record', record, '--json'];
    return await playMisbehaving([...args, first, second], `lines-${process.pid}`, { cwd, env });
  }

  t.test('Small lines without end meet the limit of output', { skip }, async (t) => {
    const small = await play('small', `${ordinary}; exit 0`, 'exit 0');
    const { result, peakKb, survivors } = await play('large', flood, honest);
    t.match(result?.players[0], { outcome: 'offender', offence: { kind: 'flood', rule: 'output' } });
    t.equal(result?.winner, 2);
    t.same(survivors, []);
    const extraKb = peakKb - small.peakKb;
    t.ok(extraKb < MOST_EXTRA_KB, `${extraKb} kB more than in an ordinary game`);
    const [file = ''] = readdirSync(join(cwd, 'large'));
    const recorded = statSync(join(cwd, 'large', file)).size;
    t.ok(recorded < MOST_RECORDED, `a record of ${recorded} bytes`);
  });
});

t.test('pipe games', async (t) => {
  /** On each level, as each user; `npm run fuzz attacks -- --games 1000` has more of them. */
  const GAMES = 6;
  const noProc = !hasProc && 'survivors can only be counted where there is a /proc';

  for (const user of users)
    t.test(
      `a player that uses what it reaches, ${user.name}`,
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
});

recordsFlood(128);
