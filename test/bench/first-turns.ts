/**
 * A process of its own that plays a game: first-turns.ts PLAYER TURNS [WARM_UP] prints its processor time in microseconds. So many
 * others are played before it.
 */
import { optimizeLater } from '../../host/cli/jobs/optimize-later.ts';
import { playStaircase } from './staircase-game.ts';

optimizeLater();
const [player, turns, warmUp = 0] = process.argv.slice(2);
for (let game = 0; game < Number(warmUp); game++) await playStaircase(player!, 9000);
const { cpu } = await playStaircase(player!, Number(turns));
process.stdout.write(`${cpu}\n`);
