import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import t from 'tap';
import { LEASE_MS, Lease } from '../../../host/serve/scrabble/lease.ts';
import { type ScrabbleTables, scrabbleMigrations } from '../../../host/serve/scrabble/store-tables.ts';
import { type Asked, WebBot } from '../../players/merknera/web-bot.ts';
import { until } from '../../support/until.ts';
import { opened } from '../database/database-contract.ts';
import { gamesOver, OTHER_TOKEN, plays, servedLeague } from './served-league.ts';

t.test('several servers on one database', async (t) => {
  const folder = t.testdir();

  t.test('one plays the games, and another one goes on with them when that one has ended', async (t) => {
    const where = join(folder, 'web.db');
    const first = await servedLeague(t, { where });
    const second = await servedLeague(t, { where, leaseEveryMs: 100 });
    t.match(second.reports, [
      {
        event: 'web-games',
        problem: `process ${process.pid} on ${hostname()} plays the web games of this database: this server plays none until that one has ended`,
      },
    ]);
    let isHeld = false;
    const held = () => (isHeld ? ('nothing' as const) : undefined);
    using one = await WebBot.start(
      plays(({ method }) => (method === 'Scrabble.NextMove' ? held() : undefined)),
    );
    using other = await WebBot.start(plays());
    await first.register('one', one.url);
    await first.register('other', other.url);
    await gamesOver(first, 1);
    isHeld = true;
    const asked = one.of('Scrabble.NextMove').length;
    await until(() => one.of('Scrabble.NextMove').length > asked, 'a turn that is held');
    const { gameid } = one.of('Scrabble.NextMove').at(-1)!.params;
    t.equal(second.league.games.count, 0);
    t.match(await first.register('one', one.url, { botversion: '2' }), { result: { message: /version 2/ } });
    await first.end();
    isHeld = false;
    await until(
      () => one.of('Scrabble.Complete').some(({ params }) => params.gameid === gameid),
      () => `game ${gameid} to go on: ${second.failures}`,
    );
    t.equal(one.of('Scrabble.NewGame').filter(({ params }) => params.gameid === gameid).length, 1);
    await second.end();
    t.same([...first.failures, ...second.failures], []);
  });

  t.test('rows that cannot be read are reported and ignored, and the others play', async (t) => {
    const where = join(folder, 'rows.db');
    const first = await servedLeague(t, { where });
    for (const name of ['broken', 'vague'])
      await first.register(name, 'http://127.0.0.1:1/', { token: OTHER_TOKEN });
    await first.enroll({ one: plays(), other: plays() });
    await gamesOver(first, 2);
    await first.close();
    {
      using rows = new DatabaseSync(where);
      rows.exec(`UPDATE scrabble_bot SET endpoint = 'http://%ff@127.0.0.1:9/' WHERE name = 'broken';
      UPDATE scrabble_bot SET concurrent = 'perhaps' WHERE name = 'vague';
      UPDATE scrabble_game SET result = '{"id":' WHERE id = 1;`);
      const copied = 'bot1, bot2, begun1, begun2, gameid1, gameid2, made_at';
      const game = rows.prepare(`INSERT INTO scrabble_game (id, request, state, ${copied})
      SELECT ?, ?, 'open', ${copied} FROM scrabble_game WHERE id = 2`);
      const { request } = rows.prepare('SELECT request FROM scrabble_game WHERE id = 2').get()!;
      const move = rows.prepare('INSERT INTO scrabble_move VALUES (?, 1, ?, ?, 0, 0)');
      game.run(101, '{{{');
      game.run(102, 'null');
      game.run(103, String(request).replace('"scrabble"', '"chess"'));
      for (const [id, seat, made] of [
        [104, 3, '{"type":"pass"}'],
        [105, 1, '{"type":"play","placements":[{"x":0,"y":0,"id":1,"letter":"A\\npass","points":1}]}'],
      ] as const) {
        game.run(id, request!);
        move.run(id, seat, made);
      }
    }
    const second = await servedLeague(t, { where });
    t.same(
      second.league.bots.map(({ stored }) => stored.name),
      ['one', 'other'],
    );
    const problems = second.reports.flatMap(({ problem }) =>
      problem === undefined ? [] : [String(problem)],
    );
    for (const expected of [
      /^the bot 1 .*database cannot.*ignored: endpoint: .*user.*password/,
      /^the bot 2 .*database cannot.*ignored: isConcurrent: expected 0 or 1; got "perhaps"/,
      /^the game 1 .*database cannot.*ignored: result: /,
      /^the game 101 .*request: expected JSON; got "\{\{\{"/,
      /^the game 102 .*request: /,
      /^it cannot be resumed: .*version.*wordhost.*not know.* "chess"/,
      /^the game 104 .*moves\[0\]\.seat: expected a seat from 1 to 2; got 3/,
      /^the game 105 .*moves\[0\]\.move/,
    ])
      t.equal(
        problems.filter((problem) => expected.test(problem)).length,
        1,
        `${expected}: ${problems.join('\n')}`,
      );
    await until(async () => (await gamesOver(second, 1)).at(-1)!.id > 105, 'the next game');
    t.same(await second.store.openGames().then((open) => open.filter(({ id }) => id <= 105)), []);
    const again = await second.register('broken', 'http://127.0.0.1:1/', { token: OTHER_TOKEN });
    t.match(again, { result: { message: 'broken 1 is online again.' } });
    t.equal(second.league.bots.length, 3, 'a new registration repairs the row');
    await second.end();
    t.same([...first.failures, ...second.failures], []);
  });

  t.test('a version that registers at a server that waits plays at the one that plays', async (t) => {
    const where = join(folder, 'two.db');
    const first = await servedLeague(t, { where });
    const second = await servedLeague(t, { where, leaseEveryMs: 60_000 });
    using one = await WebBot.start(plays());
    using newer = await WebBot.start(plays());
    using other = await WebBot.start(plays());
    await first.register('one', one.url);
    await first.register('other', other.url);
    await gamesOver(first, 2);
    t.match(await second.register('one', newer.url, { botversion: '2' }), {
      result: { message: /version 2/ },
    });
    await until(
      () => newer.of('Scrabble.Complete').length > 0,
      () => `a game of the new version: ${first.failures}`,
    );
    const games = await gamesOver(first, 3);
    const page = await (await fetch(`${first.url}/scrabble/web-bots/`)).text();
    const shown = Number(/(\d+) over/.exec(page)?.[1]);
    t.ok(shown <= games.length + 1, `each game is counted once: ${shown} of ${games.length}`);
    await first.end();
    await second.end();
    t.same([...first.failures, ...second.failures], []);
  });

  t.test('a store of an earlier version goes on, under the numbers that bots know', async (t) => {
    const [newer, older] = [join(folder, 'newer.db'), join(folder, 'older.db')];
    const first = await servedLeague(t, { where: newer });
    const { one, other } = await first.enroll({ one: plays(), other: plays() });
    await gamesOver(first, 1);
    await first.close();
    await (await opened(older, scrabbleMigrations.slice(0, 2)))[Symbol.asyncDispose]();
    {
      using rows = new DatabaseSync(older);
      rows.exec(`ATTACH '${newer}' AS newer;
        INSERT INTO scrabble_token SELECT * FROM newer.scrabble_token;
        INSERT INTO scrabble_bot SELECT * FROM newer.scrabble_bot;
        INSERT INTO scrabble_game SELECT 7, request, bot1, bot2, 0, 0, 'open', null, null, made_at, null
          FROM newer.scrabble_game WHERE id = 1`);
    }
    const second = await servedLeague(t, { where: older });
    const [game] = await gamesOver(second, 1);
    await second.end();
    t.equal(game!.id, 7);
    t.same(
      [one, other].map(
        (bot) => bot.of('Scrabble.NewGame').filter(({ params }) => params.gameid === 7).length,
      ),
      [1, 1],
    );
    t.same(second.failures, []);
  });

  t.test('after a restart bots that answer are online, though their game is not over', async (t) => {
    const where = join(folder, 'restart.db');
    const first = await servedLeague(t, { where });
    const held = Promise.withResolvers<undefined>();
    const holds = async (asked: Asked) =>
      (asked.method === MOVE ? await held.promise : undefined) ?? plays()(asked);
    const { one, other } = await first.enroll({ one: holds, other: holds });
    const turns = () => one.of(MOVE).length + other.of(MOVE).length;
    await until(() => turns() === 1, 'the first turn');
    await first.end();
    const second = await servedLeague(t, { where, pingEveryMs: 3_600_000 });
    await until(
      () => second.league.bots.every(({ isOnline }) => isOnline),
      () => `both to be online: ${second.league.bots.map(({ problem }) => problem)}`,
    );
    t.match(
      await (await fetch(`${second.url}/scrabble/web-bots/`)).text(),
      /2 of 2 bots online, 1 game running, 0 over/,
    );
    held.resolve(undefined);
    await gamesOver(second, 1);
    await second.end();
    t.same([...one.of('Scrabble.Error'), ...other.of('Scrabble.Error')], []);
  });

  t.test('a bot that moves is online, whatever a ping has said before', async (t) => {
    const where = join(folder, 'moves.db');
    const first = await servedLeague(t, { where });
    const isRestarted = { yes: false };
    const held = Promise.withResolvers<undefined>();
    const acts = async (asked: Asked) => {
      if (asked.method === 'Status.Ping' && isRestarted.yes) return { body: '', status: 503 };
      if (asked.method === MOVE && !isRestarted.yes) await held.promise;
      return plays()(asked);
    };
    const { one, other } = await first.enroll({ one: acts, other: acts });
    await until(() => one.of(MOVE).length + other.of(MOVE).length === 1, 'the first turn');
    await first.end();
    isRestarted.yes = true;
    held.resolve(undefined);
    const second = await servedLeague(t, { where, pingEveryMs: 3_600_000 });
    await until(
      () => second.league.bots.every(({ isOnline }) => isOnline),
      () => `both to be online: ${second.league.bots.map(({ problem }) => problem)}`,
    );
    await second.end();
    t.same(second.failures, []);
  });

  t.test('the lease is over where its process has ended, or says nothing for so long', async (t) => {
    let [now, elapsed] = [1_000_000_000, 0];
    const where = join(folder, 'lease.db');
    await using database = await opened<ScrabbleTables>(where, scrabbleMigrations);
    const leaseOf = (machine: string, id: number) =>
      new Lease(
        database,
        () => now,
        { machine, process: id },
        () => elapsed,
      );
    const far = leaseOf('far.example', 1);
    const near = leaseOf(hostname(), spawnSync('true').pid);
    const holder = { machine: 'far.example', process: 1 };
    t.equal(await far.take(), undefined);
    t.strictSame(await near.take(), holder);
    elapsed += LEASE_MS - 1;
    t.equal(await far.take(), undefined, 'it is held on');
    t.strictSame(await near.take(), holder);
    for (const jump of [86_400_000, -7 * 86_400_000, 3_600_000]) {
      now += jump;
      t.strictSame(await near.take(), holder, `a clock that jumps by ${jump} ms takes it from nobody`);
      elapsed += LEASE_MS - 1;
      t.equal(await far.take(), undefined);
      t.strictSame(await near.take(), holder);
    }
    now = 0;
    elapsed += LEASE_MS;
    t.equal(await near.take(), undefined, 'it said nothing for so long, though the clock was set back');
    t.match(await far.take(), { machine: hostname() }, 'and is told that it has lost it');
    const own = leaseOf(hostname(), process.pid);
    t.equal(await own.take(), undefined, 'that process of this machine has ended');
    t.match(await leaseOf(hostname(), process.pid).take(), { process: process.pid }, 'this one has not');
    await own.release();
    t.equal(await far.take(), undefined, 'it was given back');
  });
});

const MOVE = 'Scrabble.NextMove';
