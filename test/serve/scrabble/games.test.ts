import { join } from 'node:path';
import t, { type Test } from 'tap';
import { boardRows } from '../../../host/bots/scrabble/web/web-game.ts';
import { millis } from '../../../host/core/units.ts';
import { ruleSets } from '../../../host/games/scrabble/rule-sets.ts';
import { boardFrom } from '../../../host/serve/scrabble/pipes/game-files.ts';
import type { FinishedGame } from '../../../host/serve/scrabble/store.ts';
import { ask, events } from '../../cli/pages.ts';
import { type Asked, anyPlay, prepare, type Reply, WebBot } from '../../players/merknera/web-bot.ts';
import { allOf } from '../../support/all-of.ts';
import fc from '../../support/laws.ts';
import { until } from '../../support/until.ts';
import {
  gamesOver,
  OTHER_TOKEN,
  plays,
  type ServedLeague,
  servedLeague,
  shortly,
  verified,
} from './served-league.ts';

/** In the order of the turns. */
async function seatsOfTurns(served: ServedLeague, id: number): Promise<readonly number[]> {
  const lines = (await served.store.record(id))!.trim().split('\n');
  return lines.flatMap((line) => {
    const { type, seat } = JSON.parse(line);
    return type === 'turn' ? [Number(seat)] : [];
  });
}

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

t.test('games', async (t) => {
  t.test('two web bots play in both orders; the games are recorded, and verify', async (t) => {
    const served = await servedLeague(t);
    const { one, other } = await served.enroll({ one: plays(), other: plays() });
    const games = await gamesOver(served, 4);
    await served.end();
    t.same(games[0]!.bots.toSorted(), [1, 2]);
    t.same(games[1]!.bots, games[0]!.bots.toReversed(), 'the other way round');
    for (const { id, result } of games) {
      t.match(await verified(served, id), { ok: true, complete: true });
      t.match(result, { game: 'scrabble', players: [{ moves: /./ }, { moves: /./ }] });
    }
    t.same(served.failures, []);
    const [begin] = one.of('Scrabble.NewGame');
    t.match(begin!.params, { players: '2', dictionary: { sha1: /^[\da-f]{40}$/ } });
    const ends = one.of('Scrabble.Complete').map(({ params }) => params);
    t.match(ends[0], { gameid: begin!.params.gameid, scores: [Number, Number], gamestate: { length: 15 } });
    const gameids = [one, other].flatMap((bot) =>
      bot.of('Scrabble.NewGame').map(({ params }) => params.gameid),
    );
    t.equal(new Set(gameids).size, gameids.length, 'each bot has its own number for a game');
    t.ok(allOf(gameids, (gameid) => Number.isSafeInteger(gameid) && gameid > 0));
    t.ok(Math.max(...gameids) > 2 ** 40, 'which nobody can guess');
    t.same(
      one.of('Scrabble.Complete').map(({ params }) => params.gameid),
      [...new Set(one.of('Scrabble.Complete').map(({ params }) => params.gameid))],
      'each end is told once',
    );
  });

  t.test('a bot that prepares first plays once it has said the right hashes', async (t) => {
    const served = await servedLeague(t);
    const answers: unknown[] = [];
    using slow = await WebBot.start(
      plays(({ method, params }) => {
        if (method !== 'Scrabble.NewGame' || slow.of('Scrabble.NewGame').length > 1) return undefined;
        const ready = { jsonrpc: '2.0', method: 'Scrabble.Ready', id: 1 };
        const wrong = {
          gameid: params.gameid,
          gameboard: 'x',
          dictionary: params.dictionary.sha1.toUpperCase(),
        };
        void served.post({ ...ready, params: wrong }).then(async ({ json }) => {
          answers.push(json);
          await until(() => other.of('Scrabble.NewGame').length > 0, 'its opponent to know the game');
          const [known] = other.of('Scrabble.NewGame');
          for (const gameid of [1, known!.params.gameid]) await prepare(params, gameid);
          t.equal(slow.of('Scrabble.NextMove').length, 0, 'it is not asked yet');
          answers.push(await prepare(params, String(params.gameid)));
        });
        return { result: { status: 'PENDING' } };
      }),
    );
    using other = await WebBot.start(plays());
    await served.register('slow', slow.url);
    await served.register('other', other.url);
    const [game] = await gamesOver(served, 1);
    await served.end();
    const { gameboard, letters } = slow.of('Scrabble.NewGame')[0]!.params;
    t.match(answers[0], {
      error: {
        code: -32602,
        message: `gameboard: expected ${gameboard.sha1}; got "x"; letters: expected ${letters.sha1}; got nothing`,
      },
    });
    t.match(answers[1], { result: { status: 'OK' } });
    t.ok(Number(game!.result.players[game!.bots.indexOf(1)]!.moves) > 0);
  });

  t.test('a bot that never has the files loses, and is left alone for a while', async (t) => {
    const served = await servedLeague(t, { readyTimeout: shortly, pingEveryMs: 3_600_000 });
    using never = await WebBot.start(({ method }) =>
      method === 'Scrabble.NewGame' ? { result: { status: 'PREPARING' } } : undefined,
    );
    using other = await WebBot.start(plays());
    await served.register('never', never.url);
    await served.register('other', other.url);
    const [game] = await gamesOver(served, 1);
    const place = game!.bots.indexOf(1);
    t.match(game!.result.players[place], { outcome: 'failed' });
    t.match(game!.result.players[place]!.offence, { detail: /did not call Scrabble\.Ready within 0\.3 s/ });
    const [bot] = served.league.bots;
    await until(() => bot!.games === 0, 'the end of its game');
    t.match(bot!.problem, /did not call Scrabble\.Ready/);
    t.equal(never.of('Scrabble.NewGame').length, 1);
    t.match(await served.register('never', never.url), { result: { message: 'never 1 is online again.' } });
    await until(() => never.of('Scrabble.NewGame').length === 2, 'its next game');
  });

  t.test('what is no move loses the turn, and the third in a row the game; the server goes on', async (t) => {
    const place = (row: unknown, tile: unknown = 'A') => ({
      result: { type: 'PLAY', playtiles: [{ row, col: 7, tile }] },
    });
    const answers: readonly WrongAnswer[] = [
      [{ body: '', status: 500 }, 2, /expected HTTP status 200; got 500/],
      [{ body: '<html>' }, 3, /expected JSON; got "<html>"/],
      [{ body: `{"result":{"type":${deep(6_000)}}}` }, 3, /^expected JSON with at most 64 levels/],
      [{ body: `{"result":{"type":${deep(62)}}}` }, 5, /^type: expected "PLAY", .*; got \[\[/],
      [{ body: `"${'x'.repeat(2_000_000)}"` }, 3, /more than 1048576 bytes/],
      [{ body: '{"error":"ill"}' }, 4, /ill/],
      [{ body: '{"result":null,"error":{"code":7,"message":"worse"}}' }, 4, /worse/],
      [place(15), 5, /^row: expected a whole number from 0 to 14; got 15/],
      [place(-1), 5, /^row/],
      [place(7, 'AB'), 5, /^tile: expected.*letter/],
      [{ result: { type: 'EXCHANGE', exchangetiles: [] } }, 5, /^exchangetiles/],
      [
        { result: { type: 'PLAY', playtiles: new Array(300).fill({}) } },
        5,
        /^playtiles: expected up to 225 tiles; got 300/,
      ],
    ];
    await loseTheirTurns(t, answers, { jobs: 20 });
    // Long enough for the other bot on a busy machine.
    await loseTheirTurns(t, [['nothing', 1, /no answer within 1\.5 s/]], { timeout: millis(1_500) });
  });

  t.test('tiles that it has not, and a refused exchange, lose the turn alone', async (t) => {
    const served = await servedLeague(t);
    let asked = 0;
    using liar = await WebBot.start(
      plays(({ method, params }) => {
        if (method !== 'Scrabble.NextMove' || ++asked > 5) return undefined;
        const tile = [...'QZXJK'].find((letter) => !params.tiles.includes(letter))!;
        return asked % 2 === 0
          ? { result: { type: 'EXCHANGE', exchangetiles: new Array(8).fill(tile) } }
          : {
              result: {
                type: 'PLAY',
                playTiles: [
                  { row: 7, col: 7, tile },
                  { row: 7, col: 8, tile },
                ],
              },
            };
      }),
    );
    using other = await WebBot.start(plays());
    await served.register('liar', liar.url);
    await served.register('other', other.url);
    const [game] = await gamesOver(served, 1);
    await served.end();
    const errors = liar.of('Scrabble.Error').map(({ params }) => params.errorcode);
    t.ok(errors.length >= 3, `${errors}`);
    t.same(new Set(errors), new Set([6]));
    t.not(game!.result.players[game!.bots.indexOf(1)]!.outcome, 'left', 'five refused moves are no failure');
    t.match(await verified(served, game!.id), { ok: true });
  });

  t.test('a game is finished by the version that began it; the new one plays the next', async (t) => {
    const served = await servedLeague(t);
    const next = await WebBot.start(plays());
    t.teardown(() => next[Symbol.dispose]());
    let movesBefore = 0;
    using old = await WebBot.start(async (asked) => {
      if (asked.method === 'Scrabble.NextMove' && old.of('Scrabble.NextMove').length === 2) {
        t.match(await served.register('bot', next.url, { botversion: '2' }), {
          result: { message: /version 2; .*version.*finishes.*begun\./ },
        });
        movesBefore = 2;
      }
      return plays()(asked);
    });
    using other = await WebBot.start(plays());
    await served.register('bot', old.url);
    await served.register('other', other.url);
    const games = await gamesOver(served, 2);
    t.match(await served.register('bot', old.url), {
      error: { code: -32007, message: /^A newer.*replaced/ },
    });
    t.same(
      (await served.store.currentBots()).map(({ name, version }) => `${name} ${version}`),
      ['other 1', 'bot 2'],
      'and stays current',
    );
    await served.end();
    t.same(games[0]!.bots.toSorted(), [1, 2]);
    t.same(games[1]!.bots.toSorted(), [2, 3]);
    t.ok(old.of('Scrabble.NextMove').length > movesBefore, 'it was asked to the end');
    t.same([old.of('Scrabble.Complete').length, old.of('Scrabble.NewGame').length], [1, 1]);
    t.equal(next.of('Scrabble.NewGame')[0]!.params.players, '2');
    t.match(await verified(served, 1), { ok: true, complete: true });
  });

  for (const seats of [3, 4])
    t.test(`${seats} web bots play at a table; who leaves loses, and the others play on`, async (t) => {
      const served = await servedLeague(t, { seats, timeout: millis(1_500), pingEveryMs: 3_600_000 });
      const leaver = await WebBot.start(plays(({ method }) => (method === MOVE ? 'nothing' : undefined)));
      const others = await Promise.all(Array.from({ length: seats }, () => WebBot.start(plays())));
      const bots = [leaver, ...others];
      t.teardown(() => bots.forEach((bot) => void bot[Symbol.dispose]()));
      for (const [index, { url }] of bots.entries()) await served.register(`bot-${index}`, url);
      const games = await gamesOver(served, 4);
      const isOver = (bot: WebBot) => bot.of('Scrabble.Complete').length >= bot.of('Scrabble.NewGame').length;
      await until(() => isOver(leaver), 'the leaver to be told');
      t.match((await ask(`${served.url}/scrabble/web-bots/`)).text, /<h2>Standings<\/h2>.*bot-1/s);
      t.match((await ask(`${served.url}/scrabble/web-bots/report`)).text, /Crosstable/);
      await served.end();
      t.same(served.failures, []);
      for (const { id, bots, result } of games) {
        t.equal(new Set(bots).size, seats);
        t.equal(result.players.length, seats);
        t.match(await verified(served, id), { ok: true, complete: true });
      }
      const left = games.find(({ bots }) => bots.includes(1))!;
      const seatThatLeft = left.bots.indexOf(1);
      t.equal(left.result.players[seatThatLeft]!.outcome, 'forfeited');
      const turns = await seatsOfTurns(served, left.id);
      const turnsAfter = turns.slice(turns.lastIndexOf(seatThatLeft + 1) + 1);
      t.equal(new Set(turnsAfter).size, seats - 1, `each of the others has had a turn: ${turns.join(' ')}`);
      t.match(leaver.of('Scrabble.NewGame')[0]!.params, { players: String(seats) });
      t.same(
        leaver.of('Scrabble.Complete').map(({ params: { winner, draw } }) => ({ winner, draw })),
        [{ winner: false, draw: false }],
      );
      const results = (await gamesOver(served, 4)).map(({ result }) =>
        result.players.map(({ score }) => score),
      );
      const told = others.flatMap((bot) =>
        bot.of('Scrabble.Complete').map(({ params: { scores } }) => scores),
      );
      t.ok(
        allOf(told, (scores) => results.some((each) => String(each) === String(scores))),
        'all are told the points of the result',
      );
    });

  const at500 = { body: '', status: 500 };
  const ways: Readonly<Record<string, WayToLeave>> = {
    'a status of 500': { outcome: 'forfeited', act: ({ method }) => (method === MOVE ? at500 : undefined) },
    silence: { outcome: 'forfeited', act: ({ method }) => (method === MOVE ? 'nothing' : undefined) },
    'the end of its endpoint': {
      outcome: 'forfeited',
      isGone: true,
      act({ method }, { leaver }) {
        if (method !== MOVE || leaver.of(MOVE).length < 2) return undefined;
        leaver[Symbol.dispose]();
        return 'nothing';
      },
    },
    'a new version, where nobody answers for the old one': {
      outcome: 'forfeited',
      isGone: true,
      act({ method }, { leaver, served }) {
        if (method !== MOVE || leaver.of(MOVE).length < 2) return undefined;
        void served.register('leaver', 'http://127.0.0.1:9/', { botversion: '2' });
        leaver[Symbol.dispose]();
        return 'nothing';
      },
    },
    'a preparation that is never complete': {
      outcome: 'failed',
      act: ({ method }) => (method === 'Scrabble.NewGame' ? { result: { status: 'PREPARING' } } : undefined),
    },
    'a refusal of the game': {
      outcome: 'failed',
      act: ({ method }) => (method === 'Scrabble.NewGame' ? { result: { status: 'NO' } } : undefined),
    },
  };

  for (const [name, { outcome, isGone = false, act }] of Object.entries(ways))
    t.test(`who leaves by ${name} loses, both are told, and it is recorded and shown`, async (t) => {
      // Long enough for the other bot on a busy machine.
      const limits = { timeout: millis(1_500), readyTimeout: shortly, pingEveryMs: 3_600_000 };
      const served = await servedLeague(t, limits);
      using leaver = await WebBot.start(plays((asked) => act(asked, { leaver, served })));
      using stayer = await WebBot.start(plays());
      await served.register('leaver', leaver.url);
      await served.register('stayer', stayer.url);
      const [game] = await gamesOver(served, 1);
      const [seat, other] = [game!.bots.indexOf(1), game!.bots.indexOf(2)];
      const { players } = game!.result;
      t.match(players[seat], { name: 'leaver', outcome });
      t.match(players[other], { name: 'stayer', outcome: 'won' });
      await until(() => stayer.of('Scrabble.Complete').length > 0, 'the stayer to be told');
      const told = (bot: WebBot) =>
        bot.of('Scrabble.Complete').map(({ params: { winner, draw, scores } }) => ({ winner, draw, scores }));
      const scores = players.map(({ score }) => score);
      t.same(told(stayer), [{ winner: true, draw: false, scores }]);
      t.same(told(leaver), isGone ? [] : [{ winner: false, draw: false, scores }]);
      t.match(await verified(served, 1), { ok: true, complete: true });
      const page = async (path: string) => (await ask(`${served.url}/scrabble/web-bots/${path}`)).text;
      t.match(await page('games/1'), /All \d+ decisions reproduced/);
      t.match(await page('games/1/record'), new RegExp(`"outcome":"${outcome}"`));
      t.match(await page(''), /<a href="games\/1">game 1<\/a>.*leaver: /);
      t.match(
        served.reports.filter(({ game }) => game === 1).at(-1),
        { event: 'bot', bot: 'leaver', problem: /^lost the game: / },
        'its line',
      );
      t.same(served.failures, []);
    });

  t.test('a bot that is away for a moment in its turn is waited for, and goes on', async (t) => {
    const served = await servedLeague(t);
    let first: WebBot | undefined = await WebBot.start(
      plays(({ method }) => {
        if (method !== 'Scrabble.NextMove' || first!.of('Scrabble.NextMove').length < 3) return undefined;
        first![Symbol.dispose]();
        return 'nothing';
      }),
    );
    using other = await WebBot.start(plays());
    await served.register('phoenix', first.url);
    await served.register('other', other.url);
    await until(() => served.league.bots[0]!.problem !== undefined, 'it to be away');
    const { asked } = first;
    first = undefined;
    using again = await WebBot.start(plays());
    t.match(await served.register('phoenix', again.url), {
      result: { message: 'phoenix 1 is online again.' },
    });
    const [game] = await gamesOver(served, 1);
    await served.end();
    t.equal(game!.id, 1);
    t.same(again.of('Scrabble.Error'), []);
    t.equal(again.asked[0]!.params?.gameid ?? asked.at(-1)!.params.gameid, asked.at(-1)!.params.gameid);
    t.match(await verified(served, 1), { ok: true });
  });

  t.test('a game in which the host fails twice in a turn is void, shown and over', async (t) => {
    let isBroken = true;
    const served = await servedLeague(t, {
      againMs: 10,
      breaks: () => {
        if (isBroken) throw new Error('a fault of this host');
      },
    });
    const { one, other } = await served.enroll({ one: plays(), other: plays() });
    let game: FinishedGame | undefined;
    // A game in which nobody has a play goes on.
    for (let count = 1; !game; count++)
      game = (await gamesOver(served, count)).find(({ result }) => result.reason === 'host-failed');
    isBroken = false;
    t.match(game.result, { outcome: 'aborted', winner: null });
    t.match(served.failures.slice(0, 2), new Array(2).fill({ message: /a fault of this host/ }));
    const told = [one, other].map((bot) => {
      const { gameid } = bot.of('Scrabble.NewGame')[game.id - 1]!.params;
      return bot.of('Scrabble.Complete').filter(({ params }) => params.gameid === gameid);
    });
    t.same(
      told.map((ends) => ends.map(({ params: { winner, draw } }) => ({ winner, draw }))),
      [[{ winner: false, draw: false }], [{ winner: false, draw: false }]],
    );
    t.same(told[0]![0]!.params.scores, told[1]![0]!.params.scores);
    t.match(await served.store.record(game.id), /^\{"n":1,.*"type":"game"/);
    const page = await (await fetch(`${served.url}/scrabble/web-bots/`)).text();
    t.match(page, new RegExp(`games/${game.id}"[^]*the host failed twice in the same turn`));
    t.equal((await fetch(`${served.url}/scrabble/web-bots/games/${game.id}`)).status, 200);
    t.match(
      served.reports.find(({ event }) => event === 'game'),
      { game: game.id, problem: /it is void: .*failed twice/ },
    );
    await gamesOver(served, game.id + 1);
  });

  t.test('bots of one token that answer nothing, or late, hold up no bots of another token', async (t) => {
    const late = ({ method }: Asked) => (method === 'Scrabble.NextMove' ? ('nothing' as const) : undefined);
    const preparing = ({ method }: Asked) =>
      method === 'Scrabble.NewGame' ? { result: { status: 'PREPARING' } } : undefined;
    for (const act of [late, preparing, () => 'nothing' as const]) {
      const served = await servedLeague(t, { where: join(t.testdirName, `${act.name}-${Date.now()}.db`) });
      const begun = performance.now();
      const hostile = await Promise.all(Array.from({ length: 20 }, () => WebBot.start(act)));
      const honest = await Promise.all([1, 2, 3].map(() => WebBot.start(plays())));
      for (const [index, { url }] of hostile.entries())
        await served.register(`hostile ${index}`, url, { token: OTHER_TOKEN });
      for (const [index, { url }] of honest.entries()) await served.register(`honest ${index}`, url);
      const games = await gamesOver(served, 60);
      // On a slow machine a hostile bot may have lost a game by then. Without shares, nearly all games are theirs.
      const ofHonest = games.filter(({ result }) =>
        allOf(result.players, ({ name }) => name.startsWith('honest')),
      );
      t.ok(ofHonest.length >= 50, `${ofHonest.length} games of honest bots of ${games.length}`);
      const pings = hostile.filter((bot) => bot.of('Status.Ping').length > bot.of('Scrabble.NewGame').length);
      // A ping ends after 30 s, which a slow machine may need for the games.
      const most = 8 + 8 * Math.ceil((performance.now() - begun) / 30_000);
      t.ok(pings.length <= most, `${pings.length} pings without an answer: 8 at once, and some`);
      await served.close();
      for (const bot of [...hostile, ...honest]) bot[Symbol.dispose]();
      t.same(served.failures, []);
    }
  });

  t.test('a bot that knows the other name of its method alone plays, too', async (t) => {
    const served = await servedLeague(t);
    using seed = await WebBot.start(({ method, params }) => {
      if (method === 'Scrabble.NextMove')
        return { body: '{"error":{"code":-32601,"message":"no such method"}}' };
      return method === 'TicTacToe.NextMove'
        ? { result: anyPlay(params.gameletters, params.tiles) }
        : undefined;
    });
    using other = await WebBot.start(plays());
    await served.register('seed', seed.url);
    await served.register('other', other.url);
    const [game] = await gamesOver(served, 1);
    await served.end();
    t.equal(seed.of('Scrabble.NextMove').length, 1);
    t.ok(seed.of('TicTacToe.NextMove').length > 1);
    t.equal(game!.id, 1);
    t.same(seed.of('Scrabble.Error'), []);
  });

  t.test('a bot is asked one thing at a time, unless it registers for more', async (t) => {
    const served = await servedLeague(t, { jobs: 6 });
    let [now, most] = [0, 0];
    const counting = (act: (asked: Asked) => Reply | undefined) => (asked: Asked) => {
      most = Math.max(most, ++now);
      setImmediate(() => now--);
      return act(asked);
    };
    using single = await WebBot.start(counting(plays()));
    const others = await Promise.all([1, 2, 3].map(() => WebBot.start(plays())));
    t.teardown(() => others.forEach((bot) => void bot[Symbol.dispose]()));
    await served.register('single', single.url);
    for (const [index, { url }] of others.entries())
      await served.register(`other-${index}`, url, { concurrent: true });
    await gamesOver(served, 8);
    await served.end();
    t.equal(most, 1);
    const games = single.asked.flatMap(({ params }) => params?.gameid ?? []);
    const runs = games.filter((game, index) => game !== games[index - 1]);
    t.equal(new Set(runs).size, runs.length, 'it has one game at a time');
  });
});

t.test('boards of other servers', async (t) => {
  const SIZE = 15;
  interface Square {
    readonly LS: unknown;
    readonly WS: unknown;
    readonly start: unknown;
  }
  const told = (change: (square: Square, row: number, column: number) => unknown) =>
    Array.from({ length: SIZE }, (_, row) =>
      Array.from({ length: SIZE }, (_, column) =>
        change({ LS: 1, WS: 1, start: row === 7 && column === 7 }, row, column),
      ),
    );

  t.test('any squares that multiply are a board for a bot on pipes', async () => {
    const times = fc.constantFrom(1, 1, 1, 2, 3, 4, 10);
    const index = fc.integer({ min: 0, max: SIZE - 1 });
    const all = fc.array(fc.tuple(times, times), { minLength: SIZE * SIZE, maxLength: SIZE * SIZE });
    fc.assert(
      fc.property(all, index, index, (squares, startRow, startColumn) => {
        const rows = told((_, row, column) => {
          const [LS, WS] = squares[row * SIZE + column]!;
          return { LS, WS, start: row === startRow && column === startColumn };
        });
        const board = boardFrom(JSON.stringify(rows));
        if (typeof board === 'string') throw new Error(board);
        const again = boardRows(board, { rules: ruleSets.tournament });
        return board.warnings.length === 0 && JSON.stringify(again) === JSON.stringify(rows);
      }),
      { numRuns: 20 },
    );
  });

  t.test('what is none is refused with the reason', async (t) => {
    for (const [rows, problem] of [
      [7, /^expected a list; got 7$/],
      [told((square) => square).slice(1), 'expected 15 rows of 15 squares'],
      [told((square) => ({ ...square, start: false })), /one square with "start":true; there are 0/],
      [told((square) => ({ ...square, start: true })), /there are 225/],
      [told((square, row) => (row === 3 ? { ...square, LS: 0 } : square)), /^3\[0\]\.LS: expected /],
      [told(({ LS, WS }) => ({ LS, WS })), /^0\[0\]\.start: expected /],
    ] as const)
      t.match(boardFrom(JSON.stringify(rows)), problem);
  });
});

t.test('nobody but its player learns a hand before the game is over', async (t) => {
  const served = await servedLeague(t);
  const told = events(`${served.url}/scrabble/web-bots/`);
  const left: string[] = [];
  const hands = new Set<string>();
  const isLong = (tiles: readonly string[]) => tiles.length > 4;
  /** All pages, once the live one shows what happened last. */
  const look = async ({ method, params }: Asked) => {
    if (method !== 'Scrabble.NextMove' || left.length > 60) return undefined;
    if (isLong(params.tiles)) hands.add(params.tiles.join(''));
    const before = told.text.length;
    await until(() => /"within":"running"/.test(told.text.slice(before)), 'a drawing of the turn');
    const [{ id } = { id: 0 }] = await served.store.openGames();
    for (const path of ['', 'report', `games/${id}`, `games/${id}/record`])
      left.push((await ask(`${served.url}/scrabble/web-bots/${path}`)).text);
    return undefined;
  };
  const slow = async (asked: Asked) => {
    await look(asked);
    return plays()(asked);
  };
  const { one, other } = await served.enroll({ one: slow, other: slow });
  await until(
    () => left.length > 60,
    () => `${left.length} pages`,
  );
  left.push(told.text);
  t.ok(hands.size > 5, `${hands.size} hands`);
  const words = left.map((text) => text.replaceAll(/<[^>]*>|\\[a-z"]/g, ''));
  for (const hand of hands)
    for (const written of [hand, hand.replaceAll('*', '?'), [...hand].toSorted().join('')])
      t.notOk(
        words.some((text) => text.includes(written)),
        written,
      );
  t.notOk(words.some((text) => text.includes('is dealt')));
  t.ok(
    words.some((text) => /plays [A-Z]+/.test(text)),
    'what lies is told',
  );
  for (const [bot, opponent] of [
    [one, other],
    [other, one],
  ] as const)
    for (const { params } of bot.of('Scrabble.NextMove').filter(({ params }) => isLong(params.tiles)))
      t.notOk(JSON.stringify(opponent.asked).includes(JSON.stringify(params.tiles)), 'nor the opponent');
});

const MOVE = 'Scrabble.NextMove';

interface WayToLeave {
  readonly outcome: string;
  /** Nobody is there who could be told of the end. */
  readonly isGone?: boolean;
  act(asked: Asked, at: { readonly leaver: WebBot; readonly served: ServedLeague }): Reply | undefined;
}

type WrongAnswer = readonly [reply: Reply, errorcode: number, message: RegExp];

/** A bot for each of the answers, which it gives in place of each move. */
async function loseTheirTurns(t: Test, answers: readonly WrongAnswer[], options: object): Promise<void> {
  const served = await servedLeague(t, options);
  const opponent = await WebBot.start(plays());
  t.teardown(() => opponent[Symbol.dispose]());
  const bots: WebBot[] = [];
  for (const [index, [reply]] of answers.entries()) {
    const bot = await WebBot.start(({ method }) => (method === 'Scrabble.NextMove' ? reply : undefined));
    t.teardown(() => bot[Symbol.dispose]());
    bots.push(bot);
    await served.register(`wrong-${index}`, bot.url);
  }
  await served.register('right', opponent.url, { concurrent: true });
  for (const [index, bot] of bots.entries()) {
    const [, errorcode, message] = answers[index]!;
    await until(
      () => bot.of('Scrabble.Complete').length > 0,
      () => `the end of a game of bot ${index}: ${JSON.stringify(bot.asked.map(({ method }) => method))}`,
    );
    const told = bot.of('Scrabble.Error').map(({ params }) => params);
    t.match(told[0], { gameid: Number, errorcode, message }, `${index}`);
  }
  await served.end();
  t.same(served.failures, []);
}
