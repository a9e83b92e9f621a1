import { createHash } from 'node:crypto';
import t from 'tap';
import { tilesFrom } from '../../../host/serve/scrabble/pipes/game-files.ts';
import { until } from '../../support/until.ts';
import { freeBoard, passes, registeredBot, usualFiles } from './registered-bot.ts';

t.test('only who knows the endpoint is answered', async (t) => {
  const { endpoint, post, service } = await registeredBot(t);
  const ping = '{"jsonrpc":"2.0","method":"Status.Ping","id":1}';
  t.match(service.path, /^\/rpc\/[\w-]{21}$/);
  t.match(await post(ping), { status: 200, json: { result: { ping: 'OK' } } });
  for (const path of [
    '/rpc',
    '/',
    '/rpc/',
    service.path.slice(0, -1),
    `${service.path}/`,
    `${service.path}x`,
  ])
    t.equal((await post(ping, new URL(path, endpoint).href)).status, 404, path);
  t.equal((await post('x'.repeat(20_000))).status, 413);
});

t.test('params of another shape are refused by their name, and nothing fails', async (t) => {
  const { call, newGame, turn, calls, fileAt, failures, reports } = await registeredBot(t);
  t.match(await call('Scrabble.NewGame', newGame(1)), { result: { status: 'PREPARING' } });
  await until(
    () => calls.some(({ method }) => method === 'Scrabble.Ready'),
    () => `Ready: ${reports}`,
  );
  const deep = JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`);
  const notice = (other: object) => ['Scrabble.NewGame', newGame(2, other)] as const;
  const move = (other: object) => ['Scrabble.NextMove', turn(1, other)] as const;
  const file = fileAt(0);
  const board = (letter: unknown) => [[letter, ...freeBoard[0]!.slice(1)], ...freeBoard.slice(1)];
  const cases: readonly (readonly [method: string, params: unknown, problem: RegExp])[] = [
    ...['Scrabble.NewGame', 'Scrabble.NextMove', 'Scrabble.Complete', 'Scrabble.Error'].flatMap((method) => [
      [method, null, /^gameid: expected.*game; got nothing$/] as const,
      [method, [1], /^params: expected an object; got a list of 1$/] as const,
      [method, { gameid: { toString: 1 } }, /^gameid: expected.*game; got an object$/] as const,
      [method, { gameid: '\u001b[2J' }, /^gameid: expected.*game; got "\\u001b\[2J"$/] as const,
    ]),
    [...notice({ players: '1000000000' }), /^players: expected.*players.* 2 to 4; got/],
    [...notice({ players: 1 }), /^players: /],
    [...notice({ players: 2.5 }), /^players: /],
    [...notice({ gameboard: null }), /^gameboard: expected an object; got null$/],
    [...notice({ letters: { ...file, sha1: '../x' } }), /^letters\.sha1: expected a SHA-1; got "..\/x"$/],
    [...notice({ letters: { ...file, url: 'file:///etc/passwd' } }), /^letters\.url: expected an http/],
    [...notice({ letters: { ...file, url: `http://h/${'x'.repeat(2_000)}` } }), /^letters\.url: /],
    [...move({ tiles: deep }), /^tiles\[0\]: expected a letter; got a list of 1$/],
    [...move({ tiles: [...'SATSATSA'] }), /^tiles: expected at most 7 tiles; got a list of 8$/],
    [...move({ gamestate: deep }), /^gamestate\[0\]\[0\]: expected a letter/],
    [...move({ gamestate: freeBoard.slice(1) }), /^gamestate: expected 15 rows of 15 squares/],
    [...move({ gameletters: [...freeBoard.slice(1), []] }), /^gameletters: expected 15 rows of 15 squares/],
    ['Scrabble.Complete', { gameid: 1, scores: [1, 2, 3, 4, 5] }, /^scores: expected at most 4 scores/],
    ['Scrabble.Complete', { gameid: 1, scores: ['1\n'] }, /^scores\[0\]: expected a number/],
  ];
  for (const [method, params, problem] of cases)
    t.match(
      await call(method, params),
      { error: { code: -32602, message: problem } },
      `${method} ${problem}`,
    );
  for (const [other, problem] of [
    [{ tiles: ['Q'] }, '"Q" is not a tile of this game'],
    [{ gamestate: board('A\nB') }, '"A\\nB" is not a tile of this game'],
    [{ gamestate: board('*'), gameletters: board('É') }, '"É" is not a tile of this game'],
  ] as const)
    t.match(await call('Scrabble.NextMove', turn(1, other)), { error: { message: problem } });
  t.match(await call('Scrabble.NextMove', turn(1)), { result: { type: 'PASS' } }, 'the game goes on');
  t.match(await call('Scrabble.Error', { gameid: 1, message: '\u001b[2J'.repeat(100) }), { result: null });
  t.match(reports, [/^game 1: the server says: "(\\u001b\[2J){50}…"$/]);
  t.equal(reports.length, 1);
  t.strictSame(failures, []);
});

t.test('files come from the addresses of the server, and no more is read than they may have', async (t) => {
  let sent = 0;
  const big = await registeredBot(t, {
    serve(path, answer) {
      if (path === '/moved') answer.writeHead(302, { location: '/0' }).end();
      else if (path === '/gone') answer.writeHead(404).end();
      else if (path === '/cut')
        answer.writeHead(200, { 'content-length': '10' }).end('x', () => answer.destroy());
      else if (path !== '/endless') return false;
      else {
        const piece = Buffer.alloc(16 * 1024, 'x');
        const write = () => {
          while (!answer.destroyed && answer.write(piece)) sent += piece.length;
        };
        answer.on('drain', write);
        write();
      }
      return true;
    },
  });
  const { call, newGame, fileAt, reports, url, paths, failures } = big;
  const sha1 = fileAt(0).sha1;
  const port = new URL(url).port;
  const cases: readonly (readonly [address: string, problem: RegExp])[] = [
    [`http://127.0.0.2:${port}/0`, /not.*address.*server$/],
    ['http://192.0.2.1/0', /not.*address.*server$/],
    [`${url}/moved`, /\/moved answers with the status 302$/],
    [`${url}/gone`, /\/gone answers with the status 404$/],
    [`${url}/cut`, /\/cut does not answer: aborted$/],
    [`${url}/1`, /\/1 does not have the SHA-1 [\da-f]{40}$/],
    [`${url}/endless`, /\/endless has more than 262144 bytes$/],
  ];
  for (const [index, [address, problem]] of cases.entries()) {
    const notice = newGame(index, { gameboard: { sha1, url: address } });
    t.match(await call('Scrabble.NewGame', notice), { result: { status: 'PREPARING' } });
    await until(
      () => reports.length > index,
      () => `a report of ${address}`,
    );
    t.match(reports[index], problem);
    t.notMatch(reports[index], createHash('sha1').update(usualFiles[1]!).digest('hex'));
  }
  t.notOk(paths.includes('/0'), 'what is elsewhere is not asked for');
  t.ok(sent < 16 * 1024 * 1024, `${sent} bytes are sent of a file without end`);
  t.strictSame(failures, []);
});

t.test('letters of another form are refused with the reason', async (t) => {
  for (const [letters, problem] of [
    ['{', /^expected JSON: /],
    [{ points: { A: 1 } }, /^distribution: expected an object; got nothing$/],
    [{ points: { A: 1e10 }, distribution: {} }, /A: expected a 32-bit whole number/],
    [{ points: { AB: 1 }, distribution: {} }, /expected one letter/],
    [
      { points: { A: 1 }, distribution: { A: 1e9 } },
      /^distribution\.A: expected a whole number from 0 to 100000/,
    ],
    [
      { points: { A: 1, B: 1 }, distribution: { A: 1e5, B: 1e5 } },
      /expected from 1 to 100000 tiles; got 200000/,
    ],
    [{ points: {}, distribution: { '*': 2 } }, /object of letters/],
    [`{"points":{"__proto__":1},"distribution":{}}`, /expected one letter/],
    ['['.repeat(100_000), /^expected JSON: /],
  ] as const)
    t.match(tilesFrom(typeof letters === 'string' ? letters : JSON.stringify(letters)), problem);
});

t.test('a bot plays with every letter of the tiles', async (t) => {
  const [board] = usualFiles;
  const letters = { points: { S: 1, Ä: 4, Ж: 8 }, distribution: { S: 30, Ä: 30, Ж: 30, '*': 2 } };
  const bot = await registeredBot(t, {
    files: [board!, 'ÄS\nЖÄ\n', JSON.stringify(letters)],
    bot: ({ say }) => ({
      hear(text) {
        if (/^end$/m.test(text)) say('ready\n');
        for (const [, turn] of text.matchAll(/^turn \S+ (\d+)/gm))
          say(Buffer.from(`@${turn} play 0 0 3Ж8 1 0 0Ä0\n`));
      },
    }),
  });
  const { call, calls, newGame, turn, reports, failures } = bot;
  await call('Scrabble.NewGame', newGame(1));
  await until(
    () => calls.some(({ method }) => method === 'Scrabble.Ready'),
    () => `Ready: ${reports}`,
  );
  const answer = await call('Scrabble.NextMove', turn(1, { tiles: [...'ЖÄS*SSS'] }));
  t.strictSame(answer.result ?? answer, {
    type: 'PLAY',
    playtiles: [
      { row: 7, col: 7, tile: 'Ж' },
      { row: 7, col: 8, tile: '*', letter: 'Ä' },
    ],
  });
  t.strictSame([reports, failures], [[], []]);
});

t.test('as many games are played at once as --games says; more of them wait', async (t) => {
  const bot = await registeredBot(t, { games: 2 });
  const { call, calls, newGame, turn, reports, seats, failures } = bot;
  const ready = () =>
    calls.filter(({ method }) => method === 'Scrabble.Ready').map(({ params }) => params.gameid);
  await bot.service.register({ token: 'T' });
  t.match(calls, [{ method: 'RegistrationService.Register', params: { token: 'T', concurrent: true } }]);
  for (const id of [1, 2, 'three', 4]) await call('Scrabble.NewGame', newGame(id));
  await until(
    () => ready().length === 2,
    () => `two games: ${reports}`,
  );
  t.match(await call('Scrabble.NextMove', turn(1)), { result: { type: 'PASS' } });
  t.match(await call('Scrabble.NextMove', turn('three')), { error: { message: 'unknown game three' } });
  await call('Scrabble.Complete', { gameid: 4 });
  await call('Scrabble.Complete', { gameid: 1, scores: [3, 4] });
  await until(
    () => ready().length === 3,
    () => `a third game: ${reports}`,
  );
  t.strictSame(ready(), [1, 2, 'three'], 'a game that is over while it waits is not played');
  t.match(await call('Scrabble.NextMove', turn('three')), { result: { type: 'PASS' } });
  t.match(await call('Scrabble.NewGame', newGame(2)), { result: { status: 'READY' } }, 'the same game again');
  for (let id = 10; id < 42; id++) await call('Scrabble.NewGame', newGame(id));
  t.match(await call('Scrabble.NewGame', newGame(42)), { error: { message: '32 games wait already' } });
  await bot.service[Symbol.asyncDispose]();
  t.strictSame(seats(), { opened: 2, closed: 2 });
  t.strictSame([reports, failures], [[], []]);
});

t.test('a game that its server has forgotten makes room for another one', async (t) => {
  const { call, calls, newGame, turn, reports, seats } = await registeredBot(t, { games: 1, idleMs: 400 });
  await call('Scrabble.NewGame', newGame(1));
  await until(
    () => calls.length === 1,
    () => `a game: ${reports}`,
  );
  t.match(await call('Scrabble.NextMove', turn(1)), { result: { type: 'PASS' } });
  await until(
    async () => (await call('Scrabble.NewGame', newGame(2))).result.status === 'READY',
    () => `a second game: ${reports}`,
  );
  t.match(await call('Scrabble.NextMove', turn(1)), { error: { message: 'unknown game 1' } });
  t.match(await call('Scrabble.NextMove', turn(2)), { result: { type: 'PASS' } });
  t.equal(seats().opened, 2);
});

t.test('a game that is over while its bot starts leaves no bot', async (t) => {
  const started = Promise.withResolvers<void>();
  const bot = await registeredBot(t, {
    bot: (stage) => {
      started.resolve();
      return passes(stage);
    },
  });
  const { call, newGame, turn, calls, seats, failures } = bot;
  await call('Scrabble.NewGame', newGame(1));
  await until(() => calls.length > 0, 'Ready');
  const moving = call('Scrabble.NextMove', turn(1));
  await started.promise;
  await call('Scrabble.Complete', { gameid: 1, scores: [] });
  t.match(await moving, { error: { message: 'the game is over' } });
  await until(
    () => seats().closed === 1,
    () => `the end of the bot: ${JSON.stringify(seats())}`,
  );
  t.strictSame(failures, []);
});
