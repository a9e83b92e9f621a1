// Web bots that lay one tile, or two at first, to words of two letters: several servers in one process, whose addresses are printed.
import { createServer } from 'node:http';

const results = {
  'Status.Ping': { ping: 'OK' },
  'Scrabble.NewGame': { status: 'READY' },
};

const words = new Set(
  'AB AD AE AG AH AI AL AM AN AR AS AT AW AX AY BA BE BI BO BY DE DO ED EF EH EL EM EN ER ES EX FA GO HA HE HI HM HO ID IF IN IS IT JO LA LI LO MA ME MI MU MY NA NE NO NU OD OE OF OH OM ON OP OR OS OW OX OY PA PE PI RE SH SI SO TA TI TO UH UM UN UP US UT WE WO XI XU YA YE'.split(
    ' ',
  ),
);

function move({ tiles, gameletters: board }) {
  const at = (row, col) => board[row]?.[col] ?? '';
  if (at(7, 7) === '') {
    for (const one of tiles)
      for (const other of tiles)
        if (one !== other && words.has(one + other))
          return {
            type: 'PLAY',
            playtiles: [
              { row: 7, col: 7, tile: one },
              { row: 7, col: 8, tile: other },
            ],
          };
    return { type: 'EXCHANGE', exchangetiles: tiles };
  }
  for (let row = 0; row < 15; row++)
    for (let col = 1; col < 15; col++) {
      if (at(row, col - 1) === '' || at(row, col) !== '') continue;
      if (
        at(row - 1, col) !== '' ||
        at(row + 1, col) !== '' ||
        at(row, col + 1) !== '' ||
        at(row, col - 2) !== ''
      )
        continue;
      const tile = tiles.find((letter) => words.has(at(row, col - 1) + letter));
      if (tile) return { type: 'PLAY', playtiles: [{ row, col, tile }] };
    }
  for (let row = 1; row < 15; row++)
    for (let col = 0; col < 15; col++) {
      if (at(row - 1, col) === '' || at(row, col) !== '') continue;
      if (
        at(row, col - 1) !== '' ||
        at(row, col + 1) !== '' ||
        at(row + 1, col) !== '' ||
        at(row - 2, col) !== ''
      )
        continue;
      const tile = tiles.find((letter) => words.has(at(row - 1, col) + letter));
      if (tile) return { type: 'PLAY', playtiles: [{ row, col, tile }] };
    }
  return { type: 'PASS' };
}

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
