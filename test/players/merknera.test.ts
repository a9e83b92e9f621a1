import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import type { Greeting } from '../../host/api/scrabble.ts';
import { readMove, withLetters } from '../../host/bots/scrabble/web/bot-move.ts';
import { HeardEnding, WebPosition, webGame } from '../../host/bots/scrabble/web/web-game.ts';
import { WebMover } from '../../host/bots/scrabble/web/web-player.ts';
import { builtInBoard, finiteSquares } from '../../host/games/scrabble/board/built-in-boards.ts';
import { soundBoard } from '../../host/games/scrabble/board/make-board.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import type { Placement } from '../../host/games/scrabble/wire/messages.ts';
import { moveText } from '../../host/games/scrabble/wire/messages.ts';
import { BotCalls, BotConnection } from '../../host/seats/remote/bot-calls.ts';
import { answersTo, faults, readAnswer } from '../../host/seats/remote/json-rpc.ts';
import { readOptions } from '../../players/merknera/options.ts';
import { ownMethods } from '../../players/merknera/player.ts';
import { Served } from '../../players/merknera/served.ts';
import { blocksOf, page } from '../docs/pages.ts';
import { until } from '../support/until.ts';
import { choiceOf, greeting, terms, usualGame } from './merknera/said-game.ts';
import { WebBot } from './merknera/web-bot.ts';

t.test('moves', async (t) => {
  // AT across from the centre.
  const lying: readonly Placement[] = [
    { x: 0, y: 0, id: 1, letter: 'A', points: 1 },
    { x: 1, y: 0, id: 20, letter: 'T', points: 1 },
  ];
  const never = Number.POSITIVE_INFINITY;

  t.test('a result is a move of the wire', async (t) => {
    const said = usualGame(t);
    const moved = async (result: unknown) => {
      const read = readMove(result, said);
      if (!read.ok) return read.message;
      if ('move' in read) return moveText(read.move);
      return moveText({
        type: 'play',
        placements: await withLetters(read.laid, choiceOf(lying, new Map([[3, 1]])), never),
      });
    };
    t.equal(await moved({ type: 'PASS' }), 'pass');
    t.equal(await moved({ type: 'PASS', playtiles: [] }), 'pass', 'tiles of a pass are ignored');
    const asWritten = {
      exchangetiles: ['I', 'O', 'G'],
      playtiles: [
        { row: 4, col: 4, tile: 'H' },
        { row: 5, col: 4, tile: 'A' },
        { row: 7, col: 4, tile: 'P' },
        { row: 8, col: 4, tile: 'Y' },
      ],
    };
    t.equal(
      await moved({ type: 'PLAY', ...asWritten }),
      'play -3 -3 8H4 -3 -2 1A1 -3 0 16P3 -3 1 25Y4',
      'by its type alone',
    );
    t.equal(await moved({ type: 'EXCHANGE', ...asWritten }), 'change 9 15 7');
    t.equal(await moved({ type: 'PASS', ...asWritten }), 'pass');
    t.equal(await moved({ type: 'EXCHANGE', exchangetiles: ['Q', '*', 'a'] }), 'change 17 0 1');
    t.equal(await moved({ type: 'EXCHANGE', exchangeTiles: ['I'] }), 'change 9', 'the other spelling');
    t.equal(await moved({ type: 'PLAY', playtiles: [{ row: 7, col: 6, tile: 'C' }] }), 'play -1 0 3C3');
    t.equal(await moved({ type: 'PLAY', playTiles: [{ row: 0, col: 14, tile: 'e' }] }), 'play 7 -7 5E1');
    t.equal(
      await moved({ type: 'PLAY', playtiles: [{ row: 7, col: 6, tile: '*', letter: 'c' }] }),
      'play -1 0 0C0',
    );
    for (const [result, message] of [
      [undefined, 'result: expected an object; got nothing'],
      [null, 'result: expected an object; got null'],
      [[], 'result: expected an object; got []'],
      ['PASS', 'result: expected an object; got "PASS"'],
      [{}, 'type: expected "PLAY", "PASS" or "EXCHANGE"; got nothing'],
      [{ type: 'SWAP' }, 'type: expected "PLAY", "PASS" or "EXCHANGE"; got "SWAP"'],
      [{ type: 'EXCHANGE' }, 'exchangetiles: expected an array of one or more letters; got nothing'],
      [{ type: 'EXCHANGE', exchangetiles: [] }, /^exchangetiles: .*got \[\]$/],
      [{ type: 'EXCHANGE', exchangetiles: [1] }, /^exchangetiles: .*; got 1$/],
      [{ type: 'PLAY' }, /^playtiles: expected.*array.* .*; got nothing$/],
      [{ type: 'PLAY', playtiles: [] }, /^playtiles: .*; got \[\]$/],
      [{ type: 'PLAY', playtiles: [7] }, /^playtiles: expected tiles such as .*; got 7$/],
      [{ type: 'PLAY', playtiles: [{ row: 15, col: 0, tile: 'A' }] }, /^row: .*from 0 to 14; got 15$/],
      [{ type: 'PLAY', playtiles: [{ row: '7', col: 0, tile: 'A' }] }, /^row: .*; got "7"$/],
      [{ type: 'PLAY', playtiles: [{ row: 0, col: -1, tile: 'A' }] }, /^col: .*; got -1$/],
      [{ type: 'PLAY', playtiles: [{ row: 0, col: 0, tile: '?' }] }, /^tile: .*; got "\?"$/],
      [{ type: 'PLAY', playtiles: [{ row: 0, col: 0, tile: '*', letter: '*' }] }, /^letter: .*; got "\*"$/],
      [{ type: 'PLAY', playtiles: [{ row: 0, col: 0, tile: '*', letter: 5 }] }, /^letter: .*; got 5$/],
    ] as const)
      t.match(await moved(result), message, JSON.stringify(result));
  });

  t.test('a blank without a letter stands for what is legal and brings most', async (t) => {
    const blank = (x: number, y: number) => ({ x, y, id: 0, letter: undefined, points: 0 });
    const held = new Map([
      [0, 2],
      [17, 1],
    ]);
    const letters = async (...laid: Parameters<typeof withLetters>[0]) =>
      (await withLetters(laid, choiceOf(lying, held), never)).map(({ letter }) => letter);
    t.same(await letters(blank(-1, 0)), ['B'], 'the first before AT: a blank is worth 0');
    t.same(await letters(blank(2, 0)), ['E'], 'ATE');
    const q = { x: 3, y: 1, id: 17, letter: 'Q', points: 10 };
    t.same(await letters(q, blank(5, 1), blank(4, 1)), ['Q', 'A', 'A'], 'no letters do: the host judges');
    t.same(await letters({ ...blank(-1, 0), letter: 'Z' }), ['Z'], 'one that has its letter keeps it');
    t.same(await letters(blank(0, -1), blank(0, 1)), ['B', 'D'], 'two of them, around the A: BAD');
    let looks = 0;
    const { lexicon } = terms;
    const counting = {
      ...lexicon,
      get edges() {
        looks++;
        return lexicon.edges;
      },
    };
    const choice = { ...choiceOf(lying, held), terms: { ...terms, lexicon: counting } };
    const everywhere = Array.from({ length: 225 }, (_, at) => blank((at % 15) - 7, Math.floor(at / 15) - 7));
    const many = await withLetters(everywhere, choice, never);
    t.same(new Set(many.map(({ letter }) => letter)), new Set(['A']));
    t.equal(looks, 0, 'nothing is searched for blanks that it does not have');
    await withLetters([blank(-1, 0)], choice, never);
    t.ok(looks > 0);
  });

  t.test('of an exchange from an empty bag the bot is told, and the host judges it', async (t) => {
    using bot = await WebBot.start(({ method }) =>
      method === 'Scrabble.NextMove' ? { result: { type: 'EXCHANGE', exchangetiles: ['A'] } } : undefined,
    );
    using connection = new BotConnection(new URL(bot.url));
    const reports: string[] = [];
    using mover = new WebMover({
      ...{ gameid: 7, calls: new BotCalls(connection), game: usualGame(t), player: 1 },
      report: (sentence) => void reports.push(sentence),
    });
    const choice = { ...choiceOf(lying, new Map([[1, 1]])), inBag: 0 };
    t.same(await mover.move(choice, never), { type: 'change', ids: [1] });
    t.equal(mover.failures, 0, 'it is a move');
    await until(() => bot.of('Scrabble.Error').length === 1, 'what is wrong');
    t.match(bot.of('Scrabble.Error')[0]!.params, { gameid: 7, errorcode: 6, message: /bag/ });
    t.match(reports, [/not legal: .*bag/]);
  });

  t.test('of a game that is over the bot is told who won', async (t) => {
    const ending = (player: number, ...notices: Parameters<HeardEnding['hear']>[0][]) => {
      const heard = new HeardEnding(player);
      for (const notice of notices) heard.hear(notice);
      return heard.ending([5, 6, 7]);
    };
    const over = (...points: number[]) =>
      ({
        type: 'gameover',
        scores: points.map((own, index) => ({ player: index + 1, points: own })),
      }) as const;
    const left = (player: number) => ({ type: 'forfeited', player }) as const;
    t.same(ending(1, over(9, 8, 7)), { winner: true, draw: false, scores: [9, 8, 7] });
    t.same(ending(2, over(9, 8, 7)), { winner: false, draw: false, scores: [9, 8, 7] });
    t.same(ending(1, over(9, 9, 7)), { winner: false, draw: true, scores: [9, 9, 7] });
    t.same(ending(3, over(9, 9, 7)), { winner: false, draw: false, scores: [9, 9, 7] });
    t.same(ending(2, left(1), over(9, 8, 7)), { winner: true, draw: false, scores: [9, 8, 7] });
    t.same(ending(2, left(2), left(1), left(3), over(1, 2, 3)), {
      winner: false,
      draw: false,
      scores: [1, 2, 3],
    });
    t.same(ending(2, left(2)), { winner: false, draw: false, scores: [5, 6, 7] }, 'it has left');
  });

  t.test('the options', async (t) => {
    const url = 'http://127.0.0.1:9000/rpc';
    t.match(readOptions([url]), {
      kind: 'options',
      options: { url: new URL(url), port: 0, prepareWithinMs: 120_000 },
    });
    t.match(readOptions(['--listen=9100', '--prepare-within', '5m', 'https://example.org']), {
      options: { port: 9100, prepareWithinMs: 300_000 },
    });
    t.match(readOptions(['--help']), { kind: 'help' });
    for (const [args, problem] of [
      [[], /^expected the URL of the bot, such as http:/],
      [[url, url], /^expected one URL; got http/],
      [['ftp://example.org'], /^expected an http or https URL, .*; got ftp:/],
      [['bot'], /^expected an http or https URL, .*; got bot$/],
      [['http://%ff@127.0.0.1:9/'], /user.*password.* UTF-8; write % as %25, .*; got http/],
      [['--listen', '65536', url], /^--listen: expected a port from 0 to 65535; got 65536$/],
      [['--listen', 'x', url], /^--listen: .*; got x$/],
      [['--prepare-within', '0', url], /^--prepare-within: .*time.*unit/],
      [['--prepare-within', '999h', url], /^--prepare-within: /],
      [['--port', '1'], /^unknown option --port/],
    ] as const)
      t.match(readOptions(args), { kind: 'problem', problem }, args.join(' '));
  });
});

t.test('page', async (t) => {
  const wire = page('docs/reference/web-bots.md');
  const said = blocksOf(wire)
    .filter(({ language }) => language === 'json')
    .map(({ text }) => JSON.parse(text));

  t.test('the messages of the page are those that are spoken', async (t) => {
    const requests = said.filter(({ method }) => method !== undefined);
    t.same(
      requests.map(({ method }) => method),
      [
        ...['Scrabble.NewGame', 'Scrabble.Error', 'Scrabble.Complete'],
        ...['RegistrationService.Register', 'Scrabble.Ready'],
      ],
    );
    const answers = said.filter(({ result }) => result !== undefined);
    t.same(
      answers.map((answer) => readAnswer(JSON.stringify(answer))),
      [{ ok: true, result: { status: 'PREPARING' } }],
    );
    const moves = said.filter(({ type }) => type !== undefined);
    t.equal(moves.length, 3);
    for (const move of moves) t.ok(readMove(move, usualGame(t)).ok, JSON.stringify(move));
  });

  t.test('the hashes of the page are those that Ready of the page says', async (t) => {
    const { params: about } = said.find(({ method }) => method === 'Scrabble.NewGame');
    const ready = said.find(({ method }) => method === 'Scrabble.Ready');
    const { files } = usualGame(t);
    const shown = Object.fromEntries(
      Object.entries(files).map(([kind, file]) => [kind, { ...file, sha1: about[kind].sha1 }]),
    ) as typeof files;
    let readied = 0;
    const methods = ownMethods(about.gameid, shown, () => readied++);
    t.match(await answersTo(JSON.stringify(ready), methods), { id: 1, result: { status: 'OK' } });
    t.equal(readied, 1);
  });

  t.test('the page has the number of each fault', async (t) => {
    for (const code of Object.values(faults)) t.match(wire.text, new RegExp(`^- ${code}: `, 'm'));
    const told = said.find(({ method }) => method === 'Scrabble.Error');
    const read = readMove({ type: 'JUMP' }, usualGame(t));
    t.match(told.params, read.ok ? {} : { message: read.message, errorcode: read.errorcode });
  });
});

t.test('served', async (t) => {
  async function served(t: Test) {
    const { files } = usualGame(t);
    let readied = 0;
    const on = await Served.on(
      0,
      Object.values(files),
      ownMethods(78, files, () => readied++),
    );
    t.teardown(() => on[Symbol.dispose]());
    return { on, files, readied: () => readied };
  }

  t.test('files are served by their hash, whole, in part, compressed, and once', async (t) => {
    const { on, files } = await served(t);
    const { dictionary, gameboard } = files;
    const url = on.urlOf(dictionary);
    t.match(url, new RegExp(`^http://127\\.0\\.0\\.1:\\d+/scrabble/${dictionary.sha1}/dictionary\\.txt$`));
    const whole = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    t.equal(whole.status, 200);
    t.match(Object.fromEntries(whole.headers), {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '7',
      etag: `"${dictionary.sha1}"`,
      'cache-control': /immutable/,
      'accept-ranges': 'bytes',
    });
    t.equal(await whole.text(), 'AT\nCAT\n');
    const board = await fetch(on.urlOf(gameboard));
    t.equal(board.headers.get('content-type'), 'application/json');
    t.equal(((await board.json()) as unknown[]).length, 15);

    const ask = async (headers: Record<string, string>, method = 'GET') =>
      await fetch(url, { method, headers: { 'accept-encoding': 'identity', ...headers } });
    const zipped = await ask({ 'accept-encoding': 'br, gzip' });
    t.equal(zipped.headers.get('content-encoding'), 'gzip');
    t.equal(await zipped.text(), 'AT\nCAT\n');
    t.equal((await ask({ 'accept-encoding': 'gzip;q=0' })).headers.get('content-encoding'), null);
    t.equal((await ask({ 'if-none-match': `"other", W/"${dictionary.sha1}"` })).status, 304);
    t.equal((await ask({ 'if-none-match': '"other"' })).status, 200);
    for (const [range, status, text, from] of [
      ['bytes=3-5', 206, 'CAT', 'bytes 3-5/7'],
      ['bytes=3-', 206, 'CAT\n', 'bytes 3-6/7'],
      ['bytes=-2', 206, 'T\n', 'bytes 5-6/7'],
      ['bytes=-99', 206, 'AT\nCAT\n', 'bytes 0-6/7'],
      ['bytes=5-99', 206, 'T\n', 'bytes 5-6/7'],
      ['bytes=7-', 416, 'expected a range within 7 bytes\n', 'bytes */7'],
      ['bytes=-0', 416, 'expected a range within 7 bytes\n', 'bytes */7'],
      ['bytes=5-3', 200, 'AT\nCAT\n', null],
      ['bytes=0-1,3-4', 200, 'AT\nCAT\n', null],
      ['lines=1-2', 200, 'AT\nCAT\n', null],
    ] as const) {
      const part = await ask({ range });
      t.same(
        [part.status, await part.text(), part.headers.get('content-range')],
        [status, text, from],
        range,
      );
    }
    const sha1 = `"${dictionary.sha1}"`;
    t.equal((await ask({ range: 'bytes=0-1', 'if-range': sha1 })).status, 206);
    t.equal((await ask({ range: 'bytes=0-1', 'if-range': '"other"' })).status, 200);
    const head = await ask({}, 'HEAD');
    t.same([head.status, head.headers.get('content-length'), await head.text()], [200, '7', '']);
    t.same(
      [(await ask({}, 'POST')).status, (await ask({}, 'POST')).headers.get('allow')],
      [405, 'GET, HEAD'],
    );
    t.equal((await fetch(`${on.address}/scrabble/0/dictionary.txt`)).status, 404);
    t.equal(String(gunzipSync(await gzipped(url))), 'AT\nCAT\n', 'as gzip, byte for byte');
  });

  /** What `fetch` would unpack. */
  async function gzipped(url: string): Promise<Buffer> {
    const { request } = await import('node:http');
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    request(url, { headers: { 'accept-encoding': 'gzip' } }, async (answer) =>
      resolve(Buffer.concat(await answer.toArray())),
    )
      .on('error', reject)
      .end();
    return await promise;
  }

  t.test('a bot says that it has the files, by their hashes', async (t) => {
    const { on, files, readied } = await served(t);
    const rpc = async (body: string, method = 'POST') => await fetch(`${on.address}/rpc`, { method, body });
    const ready = async (params: unknown) => {
      const answer = await rpc(JSON.stringify({ jsonrpc: '2.0', method: 'Scrabble.Ready', params, id: 1 }));
      const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } };
      return error?.message ?? result;
    };
    const { gameboard, dictionary, letters } = files;
    const right = {
      gameid: 78,
      gameboard: gameboard.sha1,
      dictionary: dictionary.sha1,
      letters: letters.sha1,
    };
    t.equal(await ready({ ...right, letters: 'x' }), `letters: expected ${letters.sha1}; got "x"`);
    t.equal(
      await ready({ ...right, dictionary: undefined }),
      `dictionary: expected ${dictionary.sha1}; got nothing`,
    );
    const gameid = 'gameid: expected a whole number from 1 to 2^53 - 1';
    const deep = JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`);
    for (const [params, problem] of [
      [{ ...right, gameid: 7, letters: 'x' }, 'gameid: expected the number that Scrabble.NewGame told'],
      [{ ...right, gameid: '78\n' }, `${gameid}; got "78\\n"`],
      [undefined, `${gameid}; got nothing`],
      [{ ...right, gameid: { toString: 1 } }, `${gameid}; got an object`],
      [{ ...right, letters: deep }, 'letters: expected a string; got a list of 1'],
      [[78], 'params: expected an object; got a list of 1'],
    ] as const)
      t.equal(await ready(params), problem, 'nothing that only the bot knows is told');
    t.equal(readied(), 0);
    t.same(await ready(right), { status: 'OK' });
    t.same(await ready({ ...right, gameid: '78', letters: letters.sha1.toUpperCase() }), { status: 'OK' });
    t.equal(readied(), 2);
    t.same(await (await rpc('{"jsonrpc":"2.0","method":"Status.Ping","params":null,"id":9}')).json(), {
      jsonrpc: '2.0',
      id: 9,
      result: { ping: 'OK' },
    });
    t.equal((await rpc('{"jsonrpc":"2.0","method":"Status.Ping"}')).status, 204, 'a notification');
    t.match(await (await rpc('{')).json(), { error: { code: -32700 } });
    t.match(await (await rpc('{"jsonrpc":"2.0","method":"RegistrationService.Register","id":1}')).json(), {
      error: { code: -32601, message: /The methods are: Status\.Ping, Scrabble\.Ready$/ },
    });
    t.equal((await rpc('x'.repeat(70_000))).status, 413);
    const got = await fetch(`${on.address}/rpc`);
    t.same([got.status, got.headers.get('allow')], [405, 'POST']);
  });
});

t.test('told', async (t) => {
  t.test('the board, the word list and the letters are files, named by their hashes', async (t) => {
    const { files } = usualGame(t);
    for (const { bytes, sha1 } of Object.values(files))
      t.equal(sha1, createHash('sha1').update(bytes).digest('hex'));
    t.equal(String(files.dictionary.bytes), 'AT\nCAT\n');
    const board = JSON.parse(String(files.gameboard.bytes));
    t.equal(board.length, 15);
    t.same(
      board.map((row: unknown[]) => row.length),
      Array(15).fill(15),
    );
    t.same(board[0][0], { LS: 1, WS: 3, start: false });
    t.same(board[0][3], { LS: 2, WS: 1, start: false });
    t.same(board[1][5], { LS: 3, WS: 1, start: false });
    t.same(board[7][7], { LS: 1, WS: 2, start: true }, 'the centre of the board official doubles the word');
    const letters = JSON.parse(String(files.letters.bytes));
    t.equal(letters.points.Q, 10);
    t.equal(Object.keys(letters.points).length, 26);
    t.equal(letters.distribution.A, 9);
    t.equal(letters.distribution['*'], 2);
  });

  t.test('under simple rules the first word lies anywhere, and no square is the start', async (t) => {
    const simple = { board: builtInBoard('plain')!, tiles: builtInTileSet('simple')! };
    const said = webGame(greeting(t, simple), { ...terms, ...simple, rules: ruleSets.simple });
    if (typeof said === 'string') throw new Error(said);
    t.notMatch(String(said.files.gameboard.bytes), /true/);
    t.notOk(Object.hasOwn(JSON.parse(String(said.files.letters.bytes)).distribution, '*'), 'no blanks');
  });

  t.test('what cannot be said in this form is refused, and why', async (t) => {
    const refused = (other: Partial<Greeting>) => webGame(greeting(t, other), terms);
    t.match(refused({ board: builtInBoard('infinite')! }), /15 by 15; the board infinite has no edges/);
    t.match(
      refused({ board: builtInBoard('hole')! }),
      /^web bots support boards (without holes|of 15 by 15)/,
    );
    const small = soundBoard('own.board', {
      ...finiteSquares,
      prog: '_result_ := 0',
      bounds: [-3, -3, 7, 7],
    });
    t.match(refused({ board: small }), /15 by 15; this board is 7 by 7/);
    const odd = soundBoard('own.board', {
      ...finiteSquares,
      prog: '_result_ := 0',
      squares: { 0: { 0: '_result_ := pointValue(_pos_) + 1' } },
    });
    t.match(refused({ board: odd }), /letter and word multipliers; this board has other squares/);
    t.match(refused({ dictionary: undefined }), /needs a word list; .*words.*valid/);
    const face = (letter: string, points: number) => ({ letter, points });
    for (const faces of [
      [[face('A', 1), face('B', 1)]],
      [[face('A', 1)], [face('A', 1)]],
      [[face('A', 1)], [face('B', 0), face('C', 0)]],
      [
        [face('A', 0), face('B', 0)],
        [face('A', 0), face('B', 0)],
      ],
    ])
      t.match(
        refused({ tiles: { name: 'own', tiles: faces.map((own, id) => ({ id, count: 9, faces: own })) } }),
        /only tiles of one letter/,
        JSON.stringify(faces),
      );
  });

  t.test('a position is rows of letters, blanks apart, and the hand', async (t) => {
    const choice = choiceOf(
      [
        { x: 0, y: 0, id: 3, letter: 'C', points: 3 },
        { x: 0, y: 1, id: 0, letter: 'A', points: 0 },
        { x: -7, y: 7, id: 20, letter: 'T', points: 1 },
      ],
      new Map([
        [0, 1],
        [1, 2],
      ]),
    );
    const said = new WebPosition(usualGame(t));
    const { tiles, gamestate, gameletters } = JSON.parse(`{${said.hand(choice)},${said.board(choice)}}`);
    t.same(tiles, ['*', 'A', 'A']);
    t.equal(gamestate.length, 15);
    t.equal(gamestate[7]![7], 'C');
    t.equal(gamestate[8]![7], '*');
    t.equal(gameletters[8]![7], 'A');
    t.equal(gamestate[14]![0], 'T');
    t.equal(gamestate.flat().filter((letter: string) => letter === '').length, 222);
    const later = { position: choice.position.with([{ x: 1, y: 0, id: 0, letter: 'A', points: 0 }]) };
    const written = said.board(later);
    t.equal(written, new WebPosition(usualGame(t)).board(later), 'what is laid later is written, too');
    const middle: string[] = JSON.parse(`{${written}}`).gamestate[7];
    t.equal(middle.map((square) => square || '.').join(''), '.......C*......');
  });
});
