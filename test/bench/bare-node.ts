import { join } from 'node:path';
import { printedByNode } from './playing.ts';

/** Two players on bare Node's pipes, nothing judged: microseconds of processor time for a turn. */
export const bareNode = (player: string, turns: number) =>
  Number(printedByNode(join(import.meta.dirname, 'programs', 'relay.mjs'), player, String(turns)));

/** The same on the machine, and at the hour, for which targets were set. */
export const BARE_NODE_THEN = 12.6;
