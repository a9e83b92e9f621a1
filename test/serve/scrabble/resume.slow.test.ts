import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { wordsOf } from '../../../host/lexicon/automaton.ts';
import { binary, type Running, run, until } from '../../cli/wordhost.ts';
import { terms } from '../../players/merknera/said-game.ts';
import { anyPlay, WebBot } from '../../players/merknera/web-bot.ts';
import { startedServe } from '../boggle/started-serve.ts';

const KILLS = 20;

interface Turn {
  readonly gameid: number;
  readonly laid: number;
}

t.test('games go on after SIGKILL from their last move: nothing is lost, nothing is doubled', async (t) => {
  const folder = t.testdir();
  const [store, words] = [join(folder, 'web.db'), join(folder, 'words.txt')];
  writeFileSync(words, `${[...wordsOf(terms.lexicon)].join('\n')}\n`);
  const token = (await run(['serve', 'token', 'add', 'ada', '--store', store])).stdout.trim();
  const options = ['--web-games', '5', '--dictionary', words];

  /** By bot: how many tiles lay on the board when it was asked, in order. */
  const turns: Turn[][] = [];
  const bots: WebBot[] = [];
  for (let index = 0; index < 4; index++) {
    const own: Turn[] = [];
    turns.push(own);
    const bot = await WebBot.start(({ method, params }) => {
      if (method !== 'Scrabble.NextMove') return undefined;
      own.push({ gameid: params.gameid, laid: params.gamestate.flat().filter(Boolean).length });
      return { result: anyPlay(params.gameletters, params.tiles) };
    });
    t.teardown(() => bot[Symbol.dispose]());
    bots.push(bot);
  }
  const moves = () => turns.reduce((sum, { length }) => sum + length, 0);
  let running: Running | undefined;
  for (let kill = 0; kill <= KILLS; kill++) {
    const served = await startedServe(t, store, options);
    running = served.running;
    if (kill === 0)
      for (const [index, { url }] of bots.entries()) {
        const params = {
          token,
          botname: `bot-${index}`,
          botversion: '1',
          game: 'SCRABBLE',
          rpcendpoint: url,
          concurrent: true,
        };
        const body = JSON.stringify({
          jsonrpc: '2.0',
          method: 'RegistrationService.Register',
          params,
          id: 1,
        });
        t.match(await (await fetch(`${served.url}rpc`, { method: 'POST', body })).json(), { result: {} });
      }
    const before = moves();
    await until(
      () => moves() > before + 20,
      () => `more moves after ${kill} kills: ${running!.stderr}`,
    );
    if (kill === KILLS) break;
    // Anywhere in what follows.
    await sleep((kill * 7) % 23);
    running.child.kill('SIGKILL');
    await running.ended;
  }
  running!.child.kill('SIGTERM');
  const ended = await running!.ended;
  t.equal(ended.status, 0, ended.stderr);
  t.notMatch(ended.stderr, /failed/);

  for (const [index, own] of turns.entries())
    for (const gameid of new Set(own.map(({ gameid }) => gameid))) {
      const laid = own.filter((turn) => turn.gameid === gameid).map((turn) => turn.laid);
      t.same(
        laid,
        laid.toSorted((one, other) => one - other),
        `bot ${index}, game ${gameid}: no tile was taken back`,
      );
    }
  const database = new DatabaseSync(store, { readOnly: true });
  const games = database.prepare('SELECT id, state, result, record FROM scrabble_game ORDER BY id').all();
  t.ok(games.length > KILLS, `${games.length} games`);
  t.same(
    games.map(({ id }) => id),
    games.map((_, index) => index + 1),
  );
  for (const { id, state, record } of games) {
    const stored = database
      .prepare('SELECT number, seat, move FROM scrabble_move WHERE game = ? ORDER BY number')
      .all(id!);
    t.same(
      stored.map(({ number }) => number),
      stored.map((_, index) => index + 1),
    );
    t.same(
      stored.map(({ seat }) => seat),
      stored.map((_, index) => (index % 2) + 1),
      `game ${id}: one move for each turn`,
    );
    if (state !== 'over') continue;
    const file = join(folder, `${id}.jsonl`);
    writeFileSync(file, String(record));
    const said = String(record)
      .split('\n')
      .filter((line) => /"type":"in".*(play|pass|change|forfeit)/.test(line));
    t.equal(said.length, stored.length, `game ${id}: its record has the moves that are stored`);
  }
  const over = games.filter(({ state }) => state === 'over').map(({ id }) => join(folder, `${id}.jsonl`));
  t.ok(over.length > games.length - 6, 'at most five games were running');
  const verified = spawnSync(
    process.execPath,
    [binary, 'replay', '--verify', ...over, '--dictionary', words],
    { encoding: 'utf8' },
  );
  t.equal(verified.status, 0, verified.stdout.slice(-500) + verified.stderr);
  const ends = bots.flatMap((bot, index) =>
    bot.of('Scrabble.Complete').map(({ params }) => `${index} ${params.gameid}`),
  );
  t.ok(new Set(ends).size >= 2 * over.length, 'both bots are told of each end');
  t.ok(ends.length - new Set(ends).size <= 2 * KILLS, 'again only where a kill came first');
});
