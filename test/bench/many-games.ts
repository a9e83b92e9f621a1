/** Plays games between scripted seats, one after another: `many-games.ts COUNT…`. A line of JSON at each count. */
import { memoryUsage } from 'node:process';
import { liveClock } from '../../host/match/clock.ts';
import { playGame } from '../../host/runs/play-game.ts';
import { type Script, scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { allAsPlan } from './all-as.ts';

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
  const scripts = [racer('n', game), racer(game % 2 === 0 ? 'r' : 'n', game + 1)];
  const { result } = await playGame(allAsPlan(['one', 'two'], 30, 5), {
    openSeats: scriptedSeats(scripts, liveClock),
    interrupt: undefined,
    events: undefined,
    record: undefined,
    trace: undefined,
  });
  if (result.winner === null) throw new Error(`game ${game} was not won: ${JSON.stringify(result)}`);
}

/** Peels whenever it is given a letter. In every tenth game it leaves, in another it offends, in every third it dumps. */
function racer(dialect: 'n' | 'r', chance: number): Script {
  return ({ say, leave }) => {
    let tiles = 0;
    let number = 0;
    let heard = 0;
    say(dialect);
    const grid = () => `${String(tiles).padStart(3, '0')}001${'A'.repeat(tiles)}`;
    return {
      hear(text) {
        number = Number(/^[+=](\d{3})/.exec(text)?.[1] ?? number);
        tiles += text.replace(/[^A]/g, '').length;
        heard++;
        if (text.startsWith('-')) return;
        if (chance % 10 === 0 && heard > 3) leave('crashed');
        else if (chance % 10 === 1 && heard > 4) say('!');
        else if (chance % 3 === 0 && heard === 2) {
          tiles--;
          say('dA');
        } else say(`p${dialect === 'n' ? String(number + 1).padStart(3, '0') : ''}${grid()}`);
      },
    };
  };
}
