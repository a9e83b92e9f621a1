import { randomKills } from './random-kills.ts';

await randomKills(3);
