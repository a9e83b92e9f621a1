/** A process of its own that plays one game: first-turns.ts PLAYER TURNS prints its processor time in microseconds. */
import { optimizeLater } from '../../host/cli/jobs/optimize-later.ts';
import { playStaircase } from './staircase-game.ts';

optimizeLater();
const [player, turns] = process.argv.slice(2);
const { cpu } = await playStaircase(player!, Number(turns));
process.stdout.write(`${cpu}\n`);
