// Web bots that lay one tile, or two at first: several servers in one process, whose addresses are printed.
import { createServer } from 'node:http';

const results = {
  'Status.Ping': { ping: 'OK' },
  'Scrabble.NewGame': { status: 'READY' },
};

/** Every word of two letters goes. */
function move({ tiles: [tile, other], gameletters: board }) {
  const at = (row, col) => board[row]?.[col] ?? '';
  if (at(7, 7) === '')
    return {
      type: 'PLAY',
      playtiles: [
        { row: 7, col: 7, ...laid(tile) },
        { row: 7, col: 8, ...laid(other) },
      ],
    };
  for (let row = 0; row < 15; row++)
    for (let col = 0; col < 15; col++) {
      if (at(row, col) !== '') continue;
      const ends = [
        [0, -1],
        [0, 1],
        [-1, 0],
        [1, 0],
      ].filter(([down, right]) => at(row + down, col + right) !== '');
      if (ends.length !== 1) continue;
      const [down, right] = ends[0];
      if (at(row + 2 * down, col + 2 * right) === '')
        return { type: 'PLAY', playtiles: [{ row, col, ...laid(tile) }] };
    }
  return { type: 'PASS' };
}

const laid = (tile) => (tile === '*' ? { tile, letter: 'A' } : { tile });

const addresses = [];
for (let index = 0; index < Number(process.argv[2]); index++) {
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      const { method, params, id } = JSON.parse(text);
      const result =
        method === 'Scrabble.NextMove' && params.tiles ? move(params) : (results[method] ?? null);
      const body = JSON.stringify({ jsonrpc: '2.0', result, id });
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
        .end(body);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  addresses.push(`http://127.0.0.1:${server.address().port}/rpc`);
}
console.log(JSON.stringify(addresses));
