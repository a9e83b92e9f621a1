import { gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { ownMethods } from '../../../players/merknera/served/own-methods.ts';
import { Served } from '../../../players/merknera/served/served.ts';
import { usualGame } from './said-game.ts';

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
    ['bytes=7-', 416, 'expected a part of 7 bytes\n', 'bytes */7'],
    ['bytes=-0', 416, 'expected a part of 7 bytes\n', 'bytes */7'],
    ['bytes=5-3', 200, 'AT\nCAT\n', null],
    ['bytes=0-1,3-4', 200, 'AT\nCAT\n', null],
    ['lines=1-2', 200, 'AT\nCAT\n', null],
  ] as const) {
    const part = await ask({ range });
    t.same([part.status, await part.text(), part.headers.get('content-range')], [status, text, from], range);
  }
  const sha1 = `"${dictionary.sha1}"`;
  t.equal((await ask({ range: 'bytes=0-1', 'if-range': sha1 })).status, 206);
  t.equal((await ask({ range: 'bytes=0-1', 'if-range': '"other"' })).status, 200);
  const head = await ask({}, 'HEAD');
  t.same([head.status, head.headers.get('content-length'), await head.text()], [200, '7', '']);
  t.same([(await ask({}, 'POST')).status, (await ask({}, 'POST')).headers.get('allow')], [405, 'GET, HEAD']);
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
  const right = { gameid: 78, gameboard: gameboard.sha1, dictionary: dictionary.sha1, letters: letters.sha1 };
  t.equal(await ready({ ...right, letters: 'x' }), `letters: expected ${letters.sha1}; got "x"`);
  t.equal(
    await ready({ ...right, gameid: 7, dictionary: undefined }),
    `gameid: expected 78; got 7; dictionary: expected ${dictionary.sha1}; got nothing`,
  );
  t.match(
    await ready(undefined),
    /^gameid: expected 78; got nothing; gameboard: .*; dictionary: .*; letters: /,
  );
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
    error: { code: -32601, message: /only Status\.Ping, Scrabble\.Ready$/ },
  });
  t.equal((await rpc('x'.repeat(70_000))).status, 413);
  const got = await fetch(`${on.address}/rpc`);
  t.same([got.status, got.headers.get('allow')], [405, 'POST']);
});
