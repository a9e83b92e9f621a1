import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { sideBySide } from '../../../support/side-by-side.ts';
import { until } from '../../../support/until.ts';
import type { Kind } from '../../database/database-contract.ts';
import { Client } from './client.ts';
import { everyWord } from './every-word.ts';
import { type PlayedGame, playedGame, TURNS } from './played-games.ts';
import { StartedHost } from './started-host.ts';

const [CLIENTS, GAMES] = [200, 2];
/** Of hosts, or of their database. */
const [HOSTS, KILLS] = [2, 3];
const AT_FIRST = 8;
setMaxListeners(0);

interface Stress extends Kind {
  readonly skip: string | false;
  /** Kills the database and starts it again, in the place of hosts. */
  readonly killDatabase?: () => Promise<void>;
}

/** 200 clients at once, and a host or a database that is killed in the middle. */
export function testStress({ name, empty, skip, killDatabase }: Stress): void {
  t.test(
    `${name}, ${HOSTS} hosts, ${killDatabase ? 'the database ' : ''}killed ${KILLS} times: no move of 200 clients is lost or played twice`,
    { skip },
    async (t) => {
      const where = await empty(t);
      const words = join(t.testdir({ 'words.txt': everyWord.join('\n') }), 'words.txt');
      const hosts = Array.from({ length: HOSTS }, () => new StartedHost(where, ['--dictionary', words]));
      t.teardown(() => Promise.all(hosts.map((host) => host[Symbol.asyncDispose]())));
      const clients = Array.from(
        { length: CLIENTS },
        (_, index) => new Client(`user${index}`, hosts[index % HOSTS]!),
      );
      // A few at a time: of a name whose answer was lost nobody would know whether it is there.
      const users: { urlsafe_key: string }[] = [];
      await sideBySide(AT_FIRST, clients, async (client) => {
        users.push(await client.ask('POST', '/create_user', { user_name: client.name }));
      });
      let moves = 0;
      const start = performance.now();
      const playing = playAll(clients, () => moves++);
      const all = (CLIENTS / 2) * GAMES * TURNS;
      for (let kill = 1; kill <= KILLS; kill++) {
        await until(
          () => moves >= (all * kill) / (KILLS + 2),
          () => `the moves before kill ${kill}: ${moves}`,
        );
        await (killDatabase ? killDatabase() : hosts[kill % HOSTS]!.killAndStartAgain());
      }
      const games = await playing;
      t.comment(`${moves} moves in ${Math.round(performance.now() - start)} ms`);
      await eachMoveIsThere(t, clients, games);
      await rankingsAreRight(t, clients[0]!, games);
      await averageIsRight(t, clients, users);
    },
  );
}

/** Of two clients each, one after the other. */
async function playAll(clients: readonly Client[], counted: () => void): Promise<readonly PlayedGame[]> {
  const pairs = clients.flatMap((first, index) =>
    index % 2 === 0 ? [[first, clients[index + 1]!] as const] : [],
  );
  const played = pairs.map(async (pair) => {
    const games: PlayedGame[] = [];
    while (games.length < GAMES)
      games.push(await playedGame(games.length % 2 === 0 ? pair : [pair[1], pair[0]], counted));
    return games;
  });
  return (await Promise.all(played)).flat();
}

/** Faults are collected: a test of each would be thousands. */
async function eachMoveIsThere(
  t: Test,
  clients: readonly Client[],
  games: readonly PlayedGame[],
): Promise<void> {
  const faults: string[] = [];
  const checked = games.map(async ({ key, players, acknowledged, unanswered }, index) => {
    const { turns, game } = await clients[index % clients.length]!.read(`/games/${key}/history`);
    const kept = turns.map(({ user, word }: { user: string; word: string }) => `${user} ${word}`) as string[];
    const fault = (what: string) => faults.push(`${key}: ${what}: ${kept} | ${acknowledged} | ${unanswered}`);
    if (kept.length !== TURNS) fault('another number of turns');
    if (new Set(kept).size !== kept.length) fault('a move was played twice');
    if (acknowledged.some((move) => !kept.includes(move))) fault('a move was lost');
    if (kept.some((move) => !acknowledged.includes(move) && !unanswered.includes(move)))
      fault('nobody made this move');
    if (kept.some((move, turn) => !move.startsWith(`${players[turn % 2]} `))) fault('not in turns');
    const points = [1, 2].map((seat) => game[`user${seat}_points`]);
    const summed = players.map((player) =>
      turns.reduce(
        (sum: number, { user, points = 0 }: { user: string; points?: number }) =>
          user === player ? sum + points : sum,
        0,
      ),
    );
    if (String(points) !== String(summed)) fault(`points ${points} and not ${summed}`);
  });
  await Promise.all(checked);
  t.same(faults, [], `${games.length} games`);
  t.equal(games.length, (CLIENTS / 2) * GAMES);
}

async function rankingsAreRight(t: Test, client: Client, games: readonly PlayedGame[]): Promise<void> {
  const expected = new Map<string, { wins: number; draws: number; losses: number }>();
  const of = (name: string) =>
    expected.get(name) ?? expected.set(name, { wins: 0, draws: 0, losses: 0 }).get(name)!;
  for (const { key, players } of games) {
    const { winner } = await client.read(`/get_game/${key}`);
    for (const player of players)
      of(player)[winner === '' ? 'draws' : winner === player ? 'wins' : 'losses']++;
  }
  const { users } = await client.read('/user_rankings');
  t.equal(users.length, expected.size);
  t.same(
    Object.fromEntries(
      users.map(({ name, wins, draws, losses }: Record<string, number>) => [name, { wins, draws, losses }]),
    ),
    Object.fromEntries(expected),
    'wins, draws and losses',
  );
  const shares = users.map(({ win_percentage, wins }: Record<string, number>) => [
    Number(win_percentage),
    wins,
  ]);
  t.same(
    shares,
    shares.toSorted((a: number[], b: number[]) => b[0]! - a[0]! || b[1]! - a[1]!),
    'in their order',
  );
}

/** Games of which the answer was lost when they were made go on for ever. */
async function averageIsRight(
  t: Test,
  clients: readonly Client[],
  users: readonly { urlsafe_key: string }[],
): Promise<void> {
  const open = new Map<string, number>();
  for (const { urlsafe_key } of users)
    for (const game of (await clients[0]!.read(`/user/${urlsafe_key}`)).games)
      if (!game.game_over) open.set(game.urlsafe_key, game.turns_remaining);
  const { games, average } = await clients[0]!.read('/games/average_turns');
  const turns = [...open.values()].reduce((sum, each) => sum + each, 0);
  t.same({ games, turns: average * games }, { games: open.size, turns });
}
