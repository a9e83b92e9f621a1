/*
 * The least that a host of a Scrabble game does in bare Node, as relay.c does it in C: two players of its own that answer
 * at once, on the pipes that `spawn` makes, with no judge, no record and no clock. What the other player is told goes with
 * its turn, as the host sends it. relay.mjs PLAYER TURNS prints the processor time for a turn in microseconds, of the
 * last game of six: by then it is compiled.
 */
import { spawn } from 'node:child_process';

const WARM_UP = 5;
const [player, turns] = process.argv.slice(2);
for (let game = 0; game < WARM_UP; game++) await relayed(Number(turns));
process.stdout.write(`${await relayed(Number(turns))}\n`);

function relayed(turns) {
  const { promise, resolve } = Promise.withResolvers();
  const players = [0, 1].map(() => spawn(player, [], { stdio: ['pipe', 'pipe', 'inherit'] }));
  let [ready, turn, notice] = [0, 0, ''];
  let before;
  for (const [index, { stdin, stdout }] of players.entries()) {
    stdout.on('data', (bytes) => (before === undefined ? begin() : hear(bytes.toString('latin1'))));
    stdin.write(`player ${index + 1}\nfirst 1\nend\n`);
  }
  return promise;

  function begin() {
    if (++ready < players.length) return;
    before = process.cpuUsage();
    players[0].stdin.write('turn 10000 1\n');
  }

  function hear(line) {
    const mover = turn % 2;
    if (turn++ === turns) return end();
    const played = `played ${mover + 1} ${line.slice('play '.length, -1)} 2 0 AA 2\n`;
    const given = `bag 10000\nturn 30000 ${((turn - 1) >> 1) + 1 + mover}\n`;
    players[1 - mover].stdin.write(`${notice}${played}${given}`);
    notice = played;
  }

  function end() {
    const { user, system } = process.cpuUsage(before);
    resolve((user + system) / turns);
    for (const each of players) each.kill('SIGKILL');
  }
}
