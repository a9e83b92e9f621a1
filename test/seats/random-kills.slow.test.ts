import { randomKills } from './random-kills.ts';

// On four levels: 200 in all.
await randomKills(50);
