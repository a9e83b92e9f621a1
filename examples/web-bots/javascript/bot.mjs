// A bot of Scrabble that is a web server: it registers, and is called for each move. Without any package.
//   node bot.mjs http://127.0.0.1:8080 TOKEN NAME [PORT]
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

const [server, token, botname, port = '0'] = process.argv.slice(2);
const SIZE = 15;
const LONGEST = 8;

/** By the hash of the dictionary: files are fetched once. */
const lists = new Map();
/** By game, the hash of its dictionary. */
const games = new Map();

const methods = {
  'Status.Ping': () => ({ ping: 'OK' }),
  'Scrabble.NewGame': (about) => {
    games.set(about.gameid, about.dictionary.sha1);
    if (lists.has(about.dictionary.sha1)) return { status: 'READY' };
    prepare(about).catch((error) => console.error(error));
    return { status: 'PREPARING' };
  },
  'Scrabble.NextMove': ({ gameid, tiles, gamestate, gameletters }) =>
    choose(lists.get(games.get(gameid)) ?? [...lists.values()][0], tiles, gameletters ?? gamestate),
  'Scrabble.Complete': ({ gameid, winner, scores }) => {
    console.error(`game ${gameid}: ${winner ? 'won' : 'not won'}, ${scores.join(' to ')}`);
    games.delete(gameid);
  },
  'Scrabble.Error': ({ gameid, message }) => console.error(`game ${gameid}: ${message}`),
};

async function prepare(about) {
  const params = { gameid: about.gameid };
  for (const kind of ['gameboard', 'dictionary', 'letters']) {
    const bytes = Buffer.from(await (await fetch(about[kind].url)).arrayBuffer());
    params[kind] = createHash('sha1').update(bytes).digest('hex');
    if (kind !== 'dictionary') continue;
    const words = bytes
      .toString()
      .split('\n')
      .filter((word) => word.length > 1);
    lists.set(params[kind], { all: new Set(words), tried: words.filter(({ length }) => length <= LONGEST) });
  }
  await call('Scrabble.Ready', params);
}

/** The play that lays the most tiles; a blank is kept. */
function choose({ all, tried }, tiles, board) {
  const hand = tiles.filter((tile) => tile !== '*');
  const isFirst = board.flat().every((square) => square === '');
  let best = [];
  for (const down of [false, true]) {
    const at = (line, place) => (down ? board[place]?.[line] : board[line]?.[place]) ?? '';
    for (let line = 0; line < SIZE; line++) {
      const lying = Array.from({ length: SIZE }, (_, place) => at(line, place));
      if (isFirst ? line !== 7 : lying.every((square) => square === '')) continue;
      const known = new Set([...hand, ...lying]);
      for (const word of tried) {
        if (![...word].every((letter) => known.has(letter))) continue;
        for (let start = 0; start + word.length <= SIZE; start++) {
          const laid = lay(word, start, lying, hand, isFirst);
          if (!laid || laid.length <= best.length) continue;
          if (laid.every(([place, letter]) => crosses(all, at, line, place, letter)))
            best = laid.map(([place, tile]) => ({
              row: down ? place : line,
              col: down ? line : place,
              tile,
            }));
        }
      }
    }
  }
  if (best.length > 0) return { type: 'PLAY', playtiles: best };
  return tiles.length === 7 ? { type: 'EXCHANGE', exchangetiles: tiles.slice(0, 3) } : { type: 'PASS' };
}

/** The tiles that the word needs at this place of its line; none: it does not fit there. */
function lay(word, start, lying, hand, isFirst) {
  if ((lying[start - 1] ?? '') !== '' || (lying[start + word.length] ?? '') !== '') return undefined;
  if (isFirst && (start > 7 || start + word.length <= 7)) return undefined;
  const left = [...hand];
  const laid = [];
  for (const [index, letter] of [...word].entries()) {
    const there = lying[start + index];
    if (there === letter) continue;
    const own = left.indexOf(letter);
    if (there !== '' || own === -1) return undefined;
    left.splice(own, 1);
    laid.push([start + index, letter]);
  }
  return laid.length > 0 && (isFirst || laid.length < word.length) ? laid : undefined;
}

/** Whether the word across this tile, if there is one, is in the list. */
function crosses(all, at, line, place, letter) {
  let [before, after] = ['', ''];
  for (let other = line - 1; at(other, place) !== ''; other--) before = at(other, place) + before;
  for (let other = line + 1; at(other, place) !== ''; other++) after += at(other, place);
  return before + after === '' || all.has(before + letter + after);
}

async function call(method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 });
  const headers = { 'content-type': 'application/json' };
  const answer = await (await fetch(`${server}/rpc`, { method: 'POST', body, headers })).json();
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result;
}

const listening = createServer(async (request, response) => {
  const { method, params, id } = JSON.parse(Buffer.concat(await request.toArray()).toString());
  const result = methods[method]?.(params) ?? null;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', result, error: null, id }));
}).listen(Number(port), '127.0.0.1', async () => {
  const rpcendpoint = `http://127.0.0.1:${listening.address().port}/rpc`;
  const about = { token, botname, botversion: '1', game: 'SCRABBLE', rpcendpoint };
  const more = {
    programminglanguage: 'JavaScript',
    website: '',
    description: 'the longest word that it finds',
  };
  console.error((await call('RegistrationService.Register', { ...about, ...more })).message);
});
