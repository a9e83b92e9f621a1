import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { resultsOf, run, start, succeed, until } from '../cli/wordhost.ts';
import { WebBot } from '../players/merknera/web-bot.ts';
import { PostgresServer, withoutPostgres } from '../support/postgres-server.ts';

/** For hosts, servers, workers and players. */
const env = {
  NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'jumping-clock.mjs'))}`,
};
const RANDOM = ['wordhost player random', 'wordhost player random'];
const LIMITS = ['--timeout', '60s', '--ready-timeout', '60s', '--game-timeout', '10m'];

t.test('no game ends early where the clock jumps, and its record verifies', async (t) => {
  const cwd = t.testdir();
  const played = await run(
    ['scrabble', '--games', '4', ...LIMITS, '--record', 'games', '--json', '--', ...RANDOM],
    {
      ...{ cwd, env },
    },
  );
  const results = resultsOf(played);
  t.equal(results.length, 4, played.stderr);
  for (const { reason, ms, players } of results) {
    t.match(reason, /^(played-out|passes|scoreless|blocked)/);
    t.ok(ms >= 0 && ms < 600_000, `${ms} ms`);
    t.strictSame(
      players.filter(({ offence }) => offence),
      [],
    );
  }
  const jumps = results.map(({ startedAt }) => Math.abs(Date.parse(startedAt) - Date.now()));
  t.ok(Math.max(...jumps) > 3_600_000, 'its clock has jumped');
  const records = readdirSync(join(cwd, 'games')).map((name) => join('games', name));
  await succeed(t, ['replay', '--verify', ...records], { cwd, env });
});

t.test('a farm whose clocks jump plays every game once', { skip: withoutPostgres() }, async (t) => {
  await using server = await PostgresServer.start();
  const where = server.emptyDatabase();
  const cwd = t.testdir({
    'league.yml': `game: scrabble
options: { timeout: 60s, ready-timeout: 60s }
players:
  - { name: ada, command: wordhost player random }
  - { name: ben, command: wordhost player random }
format: { kind: round-robin, rounds: 6 }
`,
  });
  const running = start(['tournament', '--jobs', '0', '--store', where, 'league.yml'], { cwd, env });
  t.teardown(() => void running.child.kill('SIGKILL'));
  const worker = start(['worker', '--jobs', '1', where], { env });
  t.teardown(() => void worker.child.kill('SIGKILL'));
  const played = await running.ended;
  t.equal(played.status, 0, played.stderr);
  const database = new URL(where).pathname.slice(1);
  const count =
    'SELECT count(*), count(DISTINCT number), max(length(result::text)) > 0 FROM wordhost_games.game';
  t.equal(server.sql(count, database).trim(), '6|6|t');
  worker.child.kill('SIGTERM');
  const { stderr } = await worker.ended;
  t.notMatch(stderr, /^ +at |this is a bug/m);
});

t.test('web bots lose no game by a clock that jumps, and two servers do not play the same', async (t) => {
  const store = join(t.testdir(), 'web.db');
  const token = (await run(['serve', 'token', 'add', 'ada', '--store', store], { env })).stdout.trim();
  const words = [...'serve --listen 127.0.0.1:0 --timeout 60s --ready-timeout 60s --store'.split(' '), store];
  const begun = async () => {
    const running = start(words, { env });
    t.teardown(() => void running.child.kill('SIGKILL'));
    const url = () => /listening on (\S+)\n/.exec(running.stderr)?.[1];
    await until(() => url() !== undefined, running);
    return { running, url: url()! };
  };
  const servers = [await begun(), await begun()];
  const bots = [await WebBot.start(), await WebBot.start()];
  t.teardown(() => bots.forEach((bot) => void bot[Symbol.dispose]()));
  for (const [index, bot] of bots.entries()) {
    const about = { token, botname: `bot ${index}`, botversion: '1', game: 'SCRABBLE', rpcendpoint: bot.url };
    const body = JSON.stringify({
      jsonrpc: '2.0',
      method: 'RegistrationService.Register',
      params: about,
      id: 1,
    });
    await fetch(`${servers[0]!.url}/rpc`, { method: 'POST', body });
  }
  await until(
    () => bots.every((bot) => bot.of('Scrabble.Complete').length >= 8),
    () => `8 games: ${servers.map(({ running }) => running.stderr).join('\n')}`,
  );
  for (const bot of bots) {
    const begun = bot.of('Scrabble.NewGame').map(({ params }) => params.gameid);
    t.equal(new Set(begun).size, begun.length, 'no game begins twice');
  }
  for (const { running } of servers) running.child.kill('SIGTERM');
  const said = await Promise.all(servers.map(async ({ running }) => (await running.ended).stderr));
  t.notMatch(said.join('\n'), /lost the game|plays the web games of this database now|^ +at |this is a bug/m);
  t.equal(said.filter((text) => text.includes('plays none until')).length, 1, 'the other waits');
});
