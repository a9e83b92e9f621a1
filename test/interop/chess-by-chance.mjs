// An engine of chess for those who count games: node chess-by-chance.mjs NAME. In three of ten games it makes a move that there is not, and
// loses; else it moves its knights forth and back, and the game is drawn. Its chance is the same in each run.
import { createInterface } from 'node:readline';

const knights = { w: ['g1f3', 'f3g1'], b: ['g8f6', 'f6g8'] };
let chance = process.argv[2] === 'A' ? 7 : 3;
let loses = false;
let moves = 0;

for await (const line of createInterface(process.stdin)) {
  const [word] = line.split(' ');
  if (word === 'uci') console.log('id name chance\nuciok');
  if (word === 'isready') console.log('readyok');
  if (word === 'ucinewgame') {
    chance = (chance * 16_807) % 2_147_483_647;
    loses = chance % 10 < 3;
  }
  if (word === 'position') moves = line.split(' moves ')[1]?.split(' ').length ?? 0;
  if (word === 'go')
    console.log(
      `bestmove ${loses ? '0000' : knights[moves % 2 === 0 ? 'w' : 'b'][Math.floor(moves / 2) % 2]}`,
    );
  if (word === 'quit') break;
}
