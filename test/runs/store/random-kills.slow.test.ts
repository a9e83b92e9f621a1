import { killWriters } from './random-kills.ts';

killWriters(40);
