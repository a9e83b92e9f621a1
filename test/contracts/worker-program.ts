import { gameWords } from '../../host/cli/games/registry.ts';
import { work } from '../../host/cli/jobs/work.ts';

/** A worker without the command line before it. */
await work(gameWords);
