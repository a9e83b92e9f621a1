/** Plays games between scripted seats, one after another: `many-games.ts COUNT…`. A line of JSON at each count. */
import { memoryUsage } from 'node:process';
import { liveClock } from '../../host/match/clock.ts';
import { scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { allAsPlan } from './all-as.ts';
import { peeler } from './peeler.ts';
import { playHere } from './playing.ts';

const counts = process.argv.slice(2).map(Number);
const { gc } = globalThis;
if (!gc) throw new Error('node --expose-gc is needed');

for (let games = 1; games <= counts.at(-1)!; games++) {
  await playOne(games);
  if (!counts.includes(games)) continue;
  await new Promise(setImmediate);
  gc();
  const { heapUsed: heap, rss } = memoryUsage();
  process.stdout.write(`${JSON.stringify({ games, heap, rss })}\n`);
}

async function playOne(game: number): Promise<void> {
  const scripts = [peeler('n', game), peeler(game % 2 === 0 ? 'r' : 'n', game + 1)];
  const openSeats = scriptedSeats(scripts, liveClock);
  const { result } = await playHere(allAsPlan(['one', 'two'], 30, 5), { openSeats });
  if (result.winner === null) throw new Error(`game ${game} was not won: ${JSON.stringify(result)}`);
}
