import t, { type Test } from 'tap';
import type { Result } from '../../host/events/result.ts';
import { wordsOf } from '../../host/lexicon/automaton.ts';
import { resultsOf, run } from '../cli/wordhost.ts';
import { terms } from './merknera/said-game.ts';
import { anyPlay, prepare, type Reply, WebBot } from './merknera/web-bot.ts';

interface Game {
  readonly result: Result | undefined;
  readonly stderr: string;
  readonly status: number | null;
}

async function game(t: Test, bot: string, ...options: string[]): Promise<Game> {
  const cwd = t.testdir({ 'words.txt': `${[...wordsOf(terms.lexicon)].join('\n')}\n` });
  const usual = ['scrabble', '--seed', '5', '--json', '--stderr', 'inherit', '--dictionary', 'words.txt'];
  const outcome = await run(
    [...usual, ...options, `wordhost player merknera ${bot}`, 'wordhost player random'],
    {
      cwd,
    },
  );
  return { result: resultsOf(outcome)[0], stderr: outcome.stderr, status: outcome.status };
}

t.test('a web bot fetches the files, is asked for moves, and is told the end', async (t) => {
  let readied: Readonly<Record<string, unknown>> | undefined;
  using bot = await WebBot.start(({ method, params }): Reply | undefined => {
    if (method === 'Scrabble.NewGame') {
      void prepare(params, params.gameid).then((answer) => {
        readied = answer;
      });
      return { result: { status: 'PREPARING' } };
    }
    return method === 'Scrabble.NextMove' ? { result: anyPlay(params.gameletters, params.tiles) } : undefined;
  });
  const { result, stderr, status } = await game(t, bot.url);
  t.equal(status, 0, stderr);
  t.match(readied, { result: { status: 'OK' } });
  t.match(result?.players, [{ moves: /[1-9]/ }, { moves: /[1-9]/ }]);
  t.ok(Number(result!.players[0]!.moves) > 1, 'its plays stood');
  t.equal(bot.asked[0]!.method, 'Status.Ping');
  t.equal(bot.of('Status.Ping').length, 1);
  t.match(bot.of('Scrabble.NewGame')[0]!.params, {
    players: '2',
    gameboard: {
      sha1: /^[0-9a-f]{40}$/,
      url: /^http:\/\/127\.0\.0\.1:\d+\/scrabble\/[0-9a-f]{40}\/board_standard\.json$/,
    },
  });
  const moves = bot.of('Scrabble.NextMove').map(({ params }) => params);
  t.ok(moves.length >= Number(result!.players[0]!.moves));
  t.ok(moves[0].tiles.length === 7 && moves[0].gamestate.length === 15);
  t.equal(bot.of('Scrabble.Error').length, 0, stderr);
  const [complete, ...more] = bot.of('Scrabble.Complete');
  t.equal(more.length, 0);
  t.match(complete!.params, {
    gameid: moves[0].gameid,
    winner: result!.players[0]!.outcome === 'won',
    draw: result!.players[0]!.outcome === 'draw',
    scores: result!.players.map(({ score }) => score),
  });
  t.equal(complete!.params.gamestate.length, 15);
  t.match(stderr, /serving.*files.* \/rpc at http:\/\/127\.0\.0\.1:\d+/);
});

t.test('what is no move is a pass, an illegal one is judged, the third failure is the last', async (t) => {
  const replies: Reply[] = [
    { body: `{"result":{"type":${'['.repeat(6_000)}${']'.repeat(6_000)}}}` },
    { result: { type: 'JUMP' } },
    { result: { type: 'PLAY', playtiles: [{ row: 0, col: 0, tile: 'Q' }] } },
    { body: '{"error":"ill"}' },
    { body: '', status: 503 },
    { result: null },
  ];
  using bot = await WebBot.start(({ method }) =>
    method === 'Scrabble.NextMove' ? replies.shift() : undefined,
  );
  const { result, stderr } = await game(t, bot.url);
  t.match(result?.players, [{ outcome: 'forfeited', moves: 0 }, { outcome: 'won' }], stderr);
  t.same(
    bot.of('Scrabble.Error').map(({ params }) => params.errorcode),
    [3, 5, 6, 4, 2, 5],
  );
  const gameid = bot.of('Scrabble.NewGame')[0]!.params.gameid;
  t.match(bot.of('Scrabble.Error')[1]!.params, {
    gameid,
    message: /^type: expected "PLAY", "PASS" or "EXCHANGE"; got "JUMP"$/,
  });
  t.match(stderr, /no move: type: expected "PLAY", "PASS" or "EXCHANGE"; got "JUMP"/);
  t.match(stderr, /the move is not legal: .*you do not have Q/);
  t.match(bot.of('Scrabble.Complete')[0]?.params, { gameid, winner: false, draw: false });
});

t.test('a bot that hangs passes before its turn is over, and is asked again', async (t) => {
  using bot = await WebBot.start(({ method }) => (method === 'Scrabble.NextMove' ? 'nothing' : undefined));
  const { result, stderr } = await game(t, bot.url, '--timeout', '2s', '--max-turns', '4');
  t.match(result, { reason: /^(scoreless|max-turns|turns)$/ }, stderr);
  t.equal(result?.players[0]?.timeouts, 0);
  t.match(stderr, /no move: no answer within [\d.]+ s/);
  t.equal(bot.of('Scrabble.NextMove').length, 2);
});

t.test('a bot that still thinks when the game ends is told of the end', async (t) => {
  using bot = await WebBot.start(({ method }) => (method === 'Scrabble.NextMove' ? 'nothing' : undefined));
  const { result, stderr } = await game(t, bot.url, '--game-timeout', '1s');
  t.match(result, { outcome: 'timeout' }, stderr);
  const { gameid } = bot.of('Scrabble.NewGame')[0]!.params;
  t.match(bot.of('Scrabble.Complete')[0]?.params, { gameid, winner: false, scores: [0, 0] });
  t.equal(bot.of('Scrabble.Error').length, 0);
});

t.test('what a web bot cannot play, and a bot that is not there, is told before the game', async (t) => {
  const dead = await WebBot.start();
  const { url } = dead;
  dead[Symbol.dispose]();
  const offline = await game(t, url);
  t.match(offline.stderr, /does not answer Status\.Ping: .*ECONNREFUSED/);
  t.equal(offline.result?.players[0]?.outcome, 'failed');

  using bot = await WebBot.start(({ method }) =>
    method === 'Scrabble.NewGame' ? { result: { status: 'PREPARING' } } : undefined,
  );
  const late = await game(t, `--prepare-within 100ms ${bot.url}`);
  t.match(
    late.stderr,
    /Scrabble\.NewGame: the bot answered PREPARING, but did not call Scrabble\.Ready within 0\.1 s/,
  );
  const infinite = await game(t, bot.url, '--board', 'infinite');
  t.match(infinite.stderr, /web bots support boards of 15 by 15; the board infinite has no edges/);
  t.equal(bot.of('Scrabble.NextMove').length, 0);

  using strange = await WebBot.start(({ method }) =>
    method === 'Scrabble.NewGame' ? { result: { status: 'MAYBE' } } : undefined,
  );
  const other = await game(t, strange.url);
  t.match(other.stderr, /Scrabble\.NewGame: status: expected "READY" or "PREPARING"; got "MAYBE"/);
});
