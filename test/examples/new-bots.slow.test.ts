import t from 'tap';
import { isCompiled, newBots, playsAGame } from './new-bots.ts';

for (const bot of newBots) if (!isCompiled(bot)) playsAGame(t, bot);
